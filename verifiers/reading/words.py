"""The words that a reader knows: what denies, what hedges, what gives a reason, what is harmless.

An answer is consumed with the words around it.  What stands in the same sentence must not deny, hedge or
condition it; reasons may say anything but another answer.  The lists are closed: a word that is in none of
them is prose.
"""

from __future__ import annotations

import re


def words(text: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(text.split())


NEGATIONS = words("""
    not no never neither nor cannot can't isn't aren't wasn't doesn't don't didn't won't wouldn't couldn't
    shouldn't
    hasn't haven't without nicht kein keine keiner keinen nie pas jamais aucun aucune nunca non ningún
    ninguno não
    nessuno niet geen нет не ни нельзя none tempting ! ✗
""")
"""Words that deny what stands in their clause."""

REJECTIONS = words("""
    wrong incorrect false invalid inapplicable unreachable impossible infeasible unsatisfied violated violates
    fails fail failed eliminated excluded removed redundant skipped discarded ruled rejected dropped omitted
    unavailable blocked untrue falsch faux falso unnecessary superfluous needless irrelevant missing lacks
    eliminate
    discard reject exclude drop remove scratch unmet disqualified illegal non-applicable
""")
"""Words that deny what they are said of."""

HEDGES = words("""
    maybe perhaps possibly might could either unsure uncertain unclear undecided ambiguous depends depending
    alternatively otherwise unless vielleicht möglicherweise peut-être quizás tal-vez возможно наверное
    oder или else whichever approximately roughly optional optionally whether entweder soit undetermined
    unknown undeterminable
""")
"""Words that leave an answer open."""

CONDITIONS = words("""
    if unless provided providing assuming supposing except wenn falls sofern si se если otherwise depending
""")
"""Words that make an answer conditional."""

LEADS = words("""
    because since as given while whereas although though considering when after before once during until
    despite
    weil da puisque comme ya perché poiché omdat поскольку
""")
"""Words that begin a reason before the answer, up to a comma."""

REASONS = LEADS | words("""
    due for which where whose denn parce car porque pues потому thanks owing means meaning with want
""")
"""Words that begin a reason or a remark behind an answer: what follows them in the sentence is no answer."""

CONTRASTS = words("than over unlike besides beyond instead except versus vs excluding")
"""Words whose object is what was not chosen."""

CONCLUSIONS = words("""
    therefore thus hence so consequently conclude conclusion answer answers leaves leaving remaining remains
    only
    must correct right choose chose pick select selected submit go final finally best accordingly ergo
    answering
    also somit daher folglich deshalb donc ainsi luego entonces por следовательно поэтому значит итак logo
    portanto
    quindi dunque dus settle commit result verdict
""")
"""Words that announce a conclusion."""

HARMLESS = words("""
    the a an is are it it's its this that these those my our your final answer answers option options choice
    letter
    index number no. position idx step action actions fact facts atom atoms proposition predicate literal
    literals
    i i'd i'll i'm we we'd think believe guess would say be will should go with choose pick select for
    therefore thus hence so consequently then definitely clearly certainly surely sure obviously indeed
    simply just
    correct right true one of at in following there here and which was yes ok okay well response result
    solution
    value conclusion conclude most likely probably confident fairly quite pretty very final-answer named
    called
    namely i.e ie viz e.g because based on above reasoning analysis my first to question you can can't has
    have
    lautet antwort die der das ist ich denke réponse la le est respuesta es el ответ это risposta è resposta é
    答案 是 答案是 因此 所以 答え は です 正解 回答
    final_answer exactly only zero counting from starting base based
    zero-based 0-based number's sequence plan set list element elements
""")
"""Words that say nothing against the answer beside them."""

CORRECTIONS = re.compile(
    r"\W*(?:wait|actually|hmm+|correction|on second thou?ght|scratch that|oops|sorry|no wait|hold on"
    r"|let me re"
    r"|however,? (?:on|wait|i)|but wait|or (?:else|maybe|perhaps|rather|possibly)|or\b|alternatively"
    r"|otherwise|unless"
    r"|except|another (?:one|valid|possible|correct|answer|option|candidate|fact|action)|it could also"
    r"|could also|maybe|perhaps|possibly|nein, doch)\b",
    re.IGNORECASE,
)
"""How a sentence begins that takes back or opens again what was said before."""

OPENINGS = re.compile(
    r"[\s\"')\]}.,;:|-]*\(?\s*(?:(?:or|unless|if|only if|(?<!\()otherwise|maybe|perhaps|possibly|except"
    r"|without the (?:first|second|third|last)|provided|assuming|alternatively"
    r"|but (?:if|only|maybe|not|could|might|i|something|anything)|and/or|and possibly|and maybe|and perhaps"
    r"|not sure|i'm not sure"
    r"|(?:is|are|was|were|(?:would|might|may|could|must) be|seems?|looks?) (?:wrong|not|false|incorrect)"
    r"|isn't|aren't|do(?:es)? not|do(?:es)?n't|would not|wouldn't|will not"
    r"|won't|cannot|can't|fails?|\?|depending|oder|ou|или|或)\b|\?)",
    re.IGNORECASE,
)
"""What must not follow a delimited answer (a list, a box) directly."""

FORERUNNERS = re.compile(
    r"(?:\b(?:not|no|except|but(?!-for)|excluding|without(?! (?:actions?|steps?|it|them|these|this|that"
    r"|those|the)\b)|either|or|unless|otherwise|at least|at most|about|approximately|among others|if"
    r"|maybe|perhaps|possibly|might|could|isn't|aren't|never"
    r"|neither|nor|besides|cannot|none of|everything but|other than|rather than|instead of|if|whether"
    r"|excludes?"
    r"|unsure|uncertain|wrong|incorrect|inapplicable)\b|!|~)[^.\n]{0,200}$",
    re.IGNORECASE,
)
"""What must not stand in the sentence before a delimited answer."""

REFUSALS = re.compile(
    r"\b(?:cannot|can't|could not|couldn't|unable to|impossible to|not possible to|hard to"
    r"|not (?:enough|sufficient)"
    r"|insufficient|don't know|do not know|not sure|depends on|need more)\b",
    re.IGNORECASE,
)

RETRACTIONS = re.compile(
    r"\b(?=[dfilst])(?:(?:that|this|it)(?:'s| is| was) (?:wrong|incorrect|not right|a mistake|an error)"
    r"|i (?:need|have|want) to (?:start (?:again|over)|redo|recheck|rethink)"
    r"|let me (?:redo|start (?:again|over)|try again|think again|rethink|recheck|reconsider)"
    r"|(?:ignore|disregard|scratch|forget) (?:that|this|the above|my)|i made (?:a|an) (?:mistake|error)"
    r"|i take that back|i(?:'m| am) (?:no longer sure|not sure any ?more)|i give up|that(?:'s"
    r"| is) too (?:strong|weak))\b",
    re.IGNORECASE,
)
"""What takes back an answer that stands before it, where no other follows."""

_WAVERS = r"(?:(?:hmm+|wait|actually|sorry|oops|oh|no|but|well)\b[\s,.:;-]{0,8}){0,4}"
DENIALS = re.compile(
    rf"(?:^|(?<=[.!?;\n\x03])|--?)\s*(?:(?:actually|sorry|wait|hmm+),? no\b|no, (?:sorry|wait)\b"
    rf"|(?<=\.\. )no, "
    rf"|{_WAVERS}(?:that|this|it)(?: one)? (?:can(?:'t| ?not) be|isn't|is not)(?: quite)?"
    rf" (?:right|correct)\b"
    rf"|(?=[hwasonb]){_WAVERS}(?:that|this|it)(?: one)? (?:does not|doesn't|won't|can't)"
    rf" (?:work|fit|reach|hold|suffice)\b"
    rf"|{_WAVERS}(?:that|this|it) (?:does not|doesn't) work either\b)",
    re.IGNORECASE,
)
"""As RETRACTIONS, in a sentence of its own; where yes or no is asked, such a sentence may be the answer."""

UNDECIDED = re.compile(
    r"\b(?=[bcefnlosty])(?:(?:can(?:'t|not)|could(?:n't| not)) (?:decide|rule out|tell|choose|determine|say"
    r"|confirm|be sure)|not sure (?:which|about|whether|if)|both (?:are|seem|look) (?:plausible|possible"
    r"|equally|acceptable)"
    r"|\b(?:seem|look) (?:equally )?(?:possible|plausible|fine|right|correct)(?: to me)?[.!]?\s*(?:$|\n)"
    r"|both (?:fit|work)\b"
    r"|\bone of (?:these|those|them|the (?:two|three|above))(?: two| three)?[ .!]*(?:$|\n)"
    r"|could you (?:please )?(?:clarify|confirm|specify|tell)"
    r"|(?<!ing )(?<!out )either (?:of them|one|could|would|works)|equally (?:likely|plausible|good)"
    r"|toss-?up|or vice versa"
    r"|(?:yes|no|true|false) for the (?:first|one|former)\b"
    r"|two (?:candidates|possibilities|possible answers))",
    re.IGNORECASE,
)
"""What says beside an answer that there is none."""

ABBREVIATIONS = re.compile(
    r"\b(?=[aceinrw])(?:i\.e|e\.g|etc|resp|cf|no(?=\.\s?\d)|nr|approx|w\.r\.t)\.", re.IGNORECASE
)
IDIOMS = re.compile(
    r"\b(?=[afilnsw])(?:let me instead|no(?: (?:doubt|other (?:option|action|choice|fact|one"
    r"|answer)?|more|further|longer"
    r"|problem)|t only|t surprisingly|thing else)|with(?:out (?:a |any )?doubt|out further ado)"
    r"|if (?:i(?:'m| am) not mistaken|any|you (?:like|want)|i counted (?:right|correctly))"
    r"|as (?:asked|required|requested|follows|a result|such|the (?:final )?answer|(?:my|an) answer)"
    r"|for (?:example|instance|sure)|so far|i'm sure|why not|and not(?: anything else|hing more))\b",
    re.IGNORECASE,
)
"""Phrases that hold a word of the lists above and do not mean it."""

__all__ = [
    "ABBREVIATIONS",
    "CONCLUSIONS",
    "CONDITIONS",
    "CONTRASTS",
    "CORRECTIONS",
    "DENIALS",
    "FORERUNNERS",
    "HARMLESS",
    "HEDGES",
    "IDIOMS",
    "LEADS",
    "NEGATIONS",
    "OPENINGS",
    "REASONS",
    "REFUSALS",
    "REJECTIONS",
    "RETRACTIONS",
    "UNDECIDED",
    "words",
]
