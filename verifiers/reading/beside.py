"""What stands beside an answer and is against it: before it in its sentence, and behind it to the end.

    rest        = [ condition ] { explanation | correction | closing }
    explanation = any words but those that doubt, condition, retract or reopen    (``words``)
    correction  = sentence that amends | ( "--" | "(" | "." ) verdict | candidate "is also right"
    closing     = "let me know if ...", "feel free ...", "anything else?"

Refusal is the default for what a writer says of himself: behind an answer "I" may have checked, counted,
removed ...; what else I did ("I lost track", "I did not check") takes the answer back.
What a verdict may say depends on the kind: where a failing action is asked, "not applicable" confirms it, and
below a list "remove the last one" changes it.
"""

import re
from collections.abc import Callable, Collection
from functools import cache, partial, reduce
from operator import or_

from .headings import of_the_world, settled
from .kinds import ASKED_TO_FAIL, LISTS, REACTIVE, SETS, AnswerKind
from .lexer import MARK
from .remarks import CLOSING, spoken_of_answer
from .reopened import ANEW, anew, answered_at_once, near
from .retracted import telling
from .words import (
    ANY,
    FORERUNNERS,
    HARMLESS,
    IDIOMS,
    OPENINGS,
    Guarded,
    lower_phrase,
    phrase,
    remembered,
    signs,
    words,
)

_LEAD_CLAUSE = Guarded(
    r"^[\s\"'(>#-]*(?:<<leading clause>>|(?!assum|suppos|provid|depend|barr|exclud|pend)\w+ing)\b.*,"
)
_SO = Guarded(r",? (?:so|therefore|hence|thus|<<foreign so>>)\b|,? <<but mine>>\b")
_CLAUSE_END = re.compile(r"[:,=]|[.!?;\n](?=\s)|\s--?\s")
_CHOICE = Guarded(r"\b(?:can|could|may)\b[^.:]{0,80}\bor\b")
"""What a heading says may be done: "we can put it down or stack it:" leaves nothing open."""
_REASONED = re.compile(r", (?:because|since|as) [^:.!?\n]*(?=:\s*$)")
_INSERTED = re.compile(r"\([^()\n]*\)(?=[^\S\n]*\w)")
"""A parenthesis within a sentence that goes on."""
_SENTENCES = re.compile(r"(?<=[.!?])\s")
_APART = re.compile(r"[\s\"')\]}`*]*(?:[.!](?=\s)|\n)")
"""What ends the sentence of an answer in brackets: what follows is judged as all that stands behind one."""
_SUMMED = re.compile(r"[-+*/.]{1,2}\d")

_LISTED = words("against", "negation", "rejection", "unable", "bad", "no", "hedge", "condition", "contrast")
_DENYING, _DENYING_LIST = _LISTED - words("excused"), _LISTED - words("excused of a list")
_COMPARED = words("compared")
_OPENED = words("hedge", "condition", "against") - words("excused of a list", "compared")
_OF_LIST, _DANGLING = words("of the list"), words("dangling")
_AGAINST = words("negation", "unable") | {"fail", "fails", "wrong", "incorrect"}
_DOUBTS, _OPEN = words("doubting", "doubting the answer"), words("open")
_BEGUN, _VERBS = ("actually", "wait"), [[verb] for verb in words("verb before")]
_ADVERBS = (
    words("might")
    | {"possibly", "probably", "apparently", "arguably", "alternatively"}
    | {"hm", "hmm", "hmmm"}
)
_OF_ANSWER, _OF_NOTHING = words("doubting the answer"), words("harmless", "of the answer", "doubting")
_ITSELF = frozenset({"it", "it's", "this", "that", "that's", "no", "but", "wait", "actually"})
"""What a doubt is followed by that speaks of the answer."""
_RIVAL, _OTHER_WORDS = words("rival"), 2
_QUESTIONED, _RIGHT = words("questioned", "right"), words("right")
_LEFT_OUT, _LABEL = words("left out"), 4
_POINTS = phrase(
    r"\b(?:these|those|following|below|as follows)\b"
    r"|\b(?:actions?|steps?|moves?|ones?|pair|drop|remove|omit|skip|out|away|are|is)\W*$"
)
"""What says of the list behind it that it is what was left out."""
_DENIABLE = re.compile(
    r"un(?!'|[aeo]?$|d$|til|der|ter|ic|iq|it|io|iv|load|lock|stack|occ|cov|fold|amb|affect|fortun|doubt"
    r"|quest|change|avoid|ani|ique|expl|rel|dis)|non-(?!triv)|mis(?!s)|.*n't"
)
"""What begins like a denial."""
_PARTED = re.compile(r"[.!?;:,|\n()\x01]|--")
_DOUBTING, _OPENING = Guarded(r"\b<<doubting,doubting the answer>>\b"), Guarded(r"\b<<open>>\b")
_WORD = re.compile(r"[^\W\d_](?:[\w'-]*\w)?|\?")
_DOUBTFUL = Guarded(r"(?<![\w'-])<<doubtful,undecided>>(?![\w'-])")
_THERE_MAY = (
    r"(?<![\w'-])there (?:(?:also|well|still|just|even) )*(?:could|may|might)(?: (?:also|well|still))*"
    r" (?:be|have been)\b"
)
_MORE_MAY = Guarded(
    rf"{_THERE_MAY}(?! (?:other|more|several|many|further) (?:\w+ ){{0,2}}(?:sets|plans|sequences|ways)\b"
    r"| an? (?:\w+ )?(?:one|proof|argument|explanation|way|reason|set|plan)\b)"
)
_OTHERS_MAY = Guarded(
    rf"{_THERE_MAY} (?:(?:\w+ ){{0,3}}(?:answer|option|solution|possibilit|candidate|choice|letter|error"
    rf"|mistake|problem|doubt|way to read|others\b|ones?\b|(?:other|another|more)\W*$)"
    rf"|[^.!?\n]{{0,200}}{MARK})"
)
"""What says of a list that there is more of it, and of one answer that another may be right."""
_QUESTION = Guarded(
    r"(?:^|(?<=[.!?;\n]))[^.!?;\n]*\?(?!\w)"
    r"(?P<answered>[ \t]*(?:yes|no|sure|of course|because|since|by|they|nothing|none|not)\b)?"
)
_EXPLAINED = re.compile(r"[\s*#>-]*(?:what|why|how|where|when)\b(?! (?:if|about)\b)[^.!?;\n]*\?[ \t\"*]*\w")
"""A question that asks for what follows it on its line."""
_FEW_WORDS = 3
_MINE = Guarded(
    r"(?<![\w'?-])i(?:(?:'ve|'d|'ll)?\s+|(?='))(?:<<meanwhile>> )*<<may not say>>(?![\w'-])"
    r"|(?<![\w'?-])i(?:'ve|'d|'m|'ll)?\s+(?:\w+ ){0,2}?(?:not|never|cannot|\w+n't)"
    r"(?: <<not quite>>){0,5} (?:<<unsaid>>"
    r"|(?P<undone><<undone>>)(?= ?(?:$|[.,;:!?\n)\x01\x04(]|<<itself>>(?![\w'-]))))"
)
_SILENT = " \t\n.,;:!\"'`|)]}\x03\x02"
_SENTENCE_END = re.compile(r"[.!?;](?=[\s\"')]|$)|\n")
_REASON = lower_phrase(
    r"(?<![\w-])(?!<<open>>(?![\w-]))<<reason,lead,explaining>>(?![\w-])|(?:--|(?<!\w)-"
    r"|[:(])(?!\W{0,4}<<open>>(?![\w-]))"
)
_OF_IT = (
    r"(?:^|[\n.!?;,-]|\b(?:but|so|and|hmm|however))\s{0,4}"
    r"(?:that|this|it|which|the (?:answer|action|list|plan|set|formula))\b(?: one)?"
    r"(?! (?:the|an?|all|no|there|we|you)\b)"
)
_NEGATED = r"(?:[^.!?\n,]{0,24}(?:\bnot|n't|\bno|\bnever|\bcannot))[^.!?\n]{0,40}"
_ASKED = "the (?:formula|cause|answer|set|solution)"
_SECTION = Guarded(r"\n\s{0,4}(?:#+[ \t]*)?<<section>>[ \t]*[:?\n]")
"""What begins an explanation, in which nothing takes an answer back."""
_VOID = Guarded(
    rf"{_OF_IT}(?:{_NEGATED}\b(?:<<fitting>>|qualif\w+|be it|{_ASKED})"
    rf"|(?:(?!not|n't)[^.!?\n,]){{0,12}}\b(?:ruled out|excluded|eliminated|disqualified))\b"
)
_FAILS = Guarded(
    rf"{_OF_IT}(?:{_NEGATED}\b(?:<<able,good,whole,fitting>>|{_ASKED})|[^.!?\n,]{{0,12}}\b<<unable,bad>>)\b"
)
_BEGINS = r"(?:[\n.!?;]|(?<=[^\s,]\s)--?)[\s\"')\]}\x02\x03*]{0,6}"
_CONDITION = Guarded(
    r"^(?:[^\S\n]|\n(?!\s*\n)|[,(\"')\]}\x02\x03-]){0,6}(?:but |only |and )*<<condition behind>>"
)
_AMENDED = Guarded(
    rf"(?:{_BEGINS}(?:then |now |but |if [^.,!?\n]{{1,120}}, )?"
    rf"|^[\s,;\"')\]}}\x02\x03]{{0,6}}(?:so|then|and|but),? (?:now |then )?)"
    "<<amending>>"
)
_ADDED = Guarded(
    r"^[\s\])\"'.,;]*(?:and|plus|as well as|along with|followed by|then) (?:then |i think |maybe |also )?"
    r"(?:one|two|some|another|more|an?|any|several|repeat|again|further|the (?:other|same|next|last))\b"
    r"|^[\s\])\"'.,;]*plus (?:the|all|every|each|its|their|those|these|many|lots)\b"
    r"|^[\s)\]\"']*(?:[x*]\s?\d|\d{1,3} times\b)"
)
"""What adds to a list behind it: "plus one more sail"."""
_AMENDED_LIST = Guarded(rf"{_BEGINS}(?:then |now |but )?<<amending a list>>")
_UNFIT = Guarded(
    r"(?:^[\s\"')\]}:\x02\x03]{0,6}(?:(?:,|--?)? ?(?:which|but that|and that) "
    r"|, (?=(?:wrong|incorrect)\W*$))?|[.!;]\s{1,4}|--?\s{0,4}|[(\[])"
    r"<<unfit>>(?![\w:])"
)
_SECOND = Guarded(rf"{MARK}[\s\"')]{{0,3}}<<second>>")
_WHEN = Guarded(
    r"^[\s\"')]{0,4}(?:when|once|while|where|(?:would|could|might) (?:only |also )?(?:require|need))\b"
    r"|^[\s\"'):]{0,4}(?:(?:is|are|also) ){0,2}(?:wrong|incorrect)\b"
)
_BECOMES = Guarded(
    r"^[\s,\"')\]}\x02\x03]{0,6}(?:which |that |it )?(?:can|is|will|may) (?:eventually |become )?"
    r"(?:hold|reachable|true|possible|applicable|reached|applied|achieved)\b(?! in no| nowhere| at no)"
)
"""What denies that a fact or an action can never be."""
_BESIDE = FORERUNNERS.bits | OPENINGS.bits | Guarded(r"\?").bits
"""The signs of what `against` looks for."""


def against(before: str, after: str, other: re.Pattern[str] | None = None, of_text: int = ANY) -> str | None:
    """The words around an answer that deny it, hedge it or go on with another; None when they do not.

    ``before`` is the text before it on its line, of which the last sentence counts, but for a clause that
    gives a reason; where ``other`` stands in either, that is another answer's sentence.  ``of_text``: the
    `signs` of the text that both are parts of.
    """
    if not of_text & _BESIDE:
        return after[:60] if _SUMMED.match(after) is not None else None
    sentence = _SENTENCES.split(_INSERTED.sub(" ", IDIOMS.sub(" ", before)))[-1]
    if sentence.rstrip().endswith(":"):
        sentence = _CHOICE.sub("can", _REASONED.sub("", sentence))
    clause = _SO.split(_LEAD_CLAUSE.sub("", sentence))[-1].rstrip(" :,\"'`")
    if FORERUNNERS.search(clause) is not None and not (other and other.search(clause)):
        return sentence
    return opened_by(after)


def opened_by(after: str) -> str | None:
    """What right behind a delimited answer opens it again; None when nothing does."""
    if _APART.match(after) is not None:
        return None
    if _SUMMED.match(after) is None and (
        OPENINGS.match(after) is None or OPENINGS.match(CLOSING.sub(" ", after)) is None
    ):
        return None
    return after[:60]


@cache
def denies(word: str) -> bool:
    """Whether a word beside an answer may deny it: it is listed, or begins like a denial."""
    return word in _DENYING or _DENIABLE.match(word) is not None or not _DENYING.isdisjoint(word.split("-"))


def strange(lead: str, others: Collection[str] = ()) -> bool:
    """Whether the last clause before an answer has words that may deny it, but for these others."""
    return any(_denies_list(word) for word in _clause(lead) if word not in others)


def strange_list(lead: str, others: Collection[str] = ()) -> bool:
    """Whether the last clause before a list has words that may deny it, but for these others.  In a longer
    clause that does not name the list a denial with an object of its own is a reason: "so just don't pay at
    3:", and so is what compares."""
    clause = _clause(lead)
    if len(clause) <= _LABEL or not _OF_LIST.isdisjoint(clause):
        return strange(lead, others)
    whole = lead.rstrip(" :\n")[-1:].isdigit() or clause[-1] not in _DANGLING
    named = max((place for place, word in enumerate(clause) if of_the_world([word])), default=0)
    reasons = range(1, min(named, len(clause) - 2)) if whole else range(0)
    return any(
        word in _OPENED or (place not in reasons and word not in _COMPARED and _denies_list(word))
        for place, word in enumerate(clause)
        if word not in others
    )


def left_out(lead: str) -> frozenset[str]:
    """The words for what a plan does without, where its lead is more than a label and means no list."""
    return _LEFT_OUT if len(lead.split()) > _LABEL and _POINTS.search(lead) is None else frozenset()


def takes_out(lead: str, *, moves: bool) -> bool:
    """Whether the words before items that prose mentions may take them out of a list; before moves, which are
    words of every text, all do but harmless ones."""
    said = _WORD.findall(lead.lower())
    return not (HARMLESS.issuperset(said) if moves else _LEFT_OUT.isdisjoint(said)) or strange(lead)


def _denies_list(word: str) -> bool:
    """Whether a word before a list may deny it."""
    return word in _DENYING_LIST or _DENIABLE.match(word) is not None


@remembered
def _clause(lead: str) -> list[str]:
    """The words of the last clause before a list."""
    lead = _INSERTED.sub(" ", IDIOMS.sub(" ", lead))
    if lead.rstrip()[-1:] == ":":
        lead = _CHOICE.sub("can", _REASONED.sub("", lead))
    clause = _CLAUSE_END.split(lead.rstrip(" \t\n:=\"'([{,.;!#>-\x02\x03"))[-1]
    return _WORD.findall(_SO.split(clause)[-1].lower())


def doubted(text: str) -> str | None:
    """The words of a text, in lower case, from the first one that doubts; None when none does."""
    if not _DOUBTING.possible(text):
        return None
    clause: list[str] = []
    end = 0
    for word in _WORD.finditer(text):
        if _PARTED.search(text, end, word.start()) is not None:
            clause = ["?"] if "?" in text[end : word.start()] else []  # what answers one speaks of that
        within = word[0] in _BEGUN and clause[-1:] in _VERBS
        if (word[0] in _DOUBTS and not within) and (
            word[0] not in _OF_ANSWER
            or (_OF_NOTHING.issuperset(clause) and not (word[0] in _ADVERBS and _of_another(text, word)))
        ):
            return text[max(0, word.start() - 20) :]
        clause.append(word[0])
        end = word.end()
    return None


def _of_another(text: str, doubt: re.Match[str]) -> bool:
    """Whether a later sentence with a "perhaps" or "hmm" speaks of something else than the answer."""
    begun = _SENTENCE_END.search(text, 0, doubt.start())
    end = _SENTENCE_END.search(text, doubt.end())
    said = text[doubt.end() : end.start() if end is not None else len(text)]
    spoken = _WORD.findall(said)
    others = [word for word in spoken if word.isascii() and word not in _OF_NOTHING]
    of_answer = MARK in said or "reflection" in said or not _ITSELF.isdisjoint(spoken[:1])
    enough = len(others) > (_FEW_WORDS if doubt[0][0] == "h" else 1)
    return begun is not None and enough and not of_answer


def behind(
    rest: str, kind: AnswerKind, *, listed: bool = False, of_text: int = ANY, mentioned: bool = False
) -> str | None:
    """The words in the text behind an answer that doubt it, take it back or open it again; None when there
    are none.  Behind a list its sentence may hold known words only, up to a reason (``listed``).
    ``of_text``: the `signs` of the text that this is a part of."""
    checks, all_bits = _checks(kind)
    if not (listed or of_text & all_bits) or not rest.strip(_SILENT):
        return None
    text = spoken_of_answer(rest.lower() if mentioned else telling(rest.lower()), kind, of_text)
    bits = of_text & signs(text)
    if not (listed or bits & all_bits):
        return None
    doubt = doubted(text)
    if doubt is None and (listed or (bits & _OPENING.bits and not _OPEN.isdisjoint(_WORD.findall(text)))):
        doubt = _open(text, listed=listed)
    if doubt is not None or not bits & all_bits:
        return doubt
    text = _SECTION.split(text)[0]
    own = text.partition(MARK)[0]
    for of_check, find, up_to_another in checks:
        against = find(own if up_to_another else text) if bits & of_check else None
        if against is not None and not (kind is AnswerKind.EFFECTS and against[0].endswith("false")):
            return text[against.start() :]
    return None


@cache
def _checks(
    kind: AnswerKind,
) -> tuple[list[tuple[int, Callable[..., re.Match[str] | None], bool]], int]:
    """What is looked for behind an answer, the signs that it needs, and whether only up to another one; and
    all these signs."""
    may_fail = ASKED_TO_FAIL | SETS
    structure = kind in LISTS | REACTIVE or kind is AnswerKind.EFFECTS
    checks: list[tuple[Guarded, bool, bool]] = [
        (_CONDITION, True, True),
        (_AMENDED, False, structure),
        (_AMENDED_LIST, False, kind in LISTS),
        (_ADDED, True, structure),
        (_UNFIT, False, kind not in ASKED_TO_FAIL),
        (_SECOND, False, kind in (AnswerKind.LETTER, AnswerKind.ACTION)),
        (_WHEN, True, kind in (AnswerKind.LETTER, AnswerKind.YES_NO)),
        (_BECOMES, True, kind in (AnswerKind.ATOM_OR_NONE, AnswerKind.ACTION_OR_NONE)),
        (_DOUBTFUL, False, True),
        (_MORE_MAY, False, structure),
        (_OTHERS_MAY, False, not structure),
        (_QUESTION, False, True),
        (_MINE, False, True),
        (ANEW, False, True),
        (_VOID, False, kind in may_fail and kind is not AnswerKind.YES_NO),
        (_FAILS, False, kind not in may_fail),
    ]
    looked_for = [
        (check.bits, _FOUND.get(check) or (check.match if begins else check.search), check in (_VOID, _FAILS))
        for check, begins, possible in checks
        if possible
    ]
    all_bits = reduce(or_, (bits for bits, _, _ in looked_for), _DOUBTING.bits | _OPENING.bits)
    return looked_for, all_bits


def _asked(text: str) -> re.Match[str] | None:
    """A question about the answer: in its sentence, of few words, about "it", or with another answer in it;
    one that is answered at once is a reason."""
    for question in _QUESTION.finditer(text):
        answered = question["answered"] or ""
        said = _WORD.findall(question[0].removesuffix(answered))
        if MARK in question[0] and answered_at_once(question[0], text[question.end() :]):
            continue
        if not question.start() or MARK in question[0]:
            return question
        asks = _EXPLAINED.match(text, question.start()) is not None
        if (asks or answered) and _RIGHT.isdisjoint(said):
            continue
        others = [word for word in said if word.isalpha() and word not in _OF_NOTHING]
        about = len(others) < _OTHER_WORDS or not (_RIGHT | _RIVAL).isdisjoint(said)
        if len(said) <= _FEW_WORDS or (about and not (_RIGHT | _QUESTIONED).isdisjoint(said)):
            return question
    return None


def _mine(text: str) -> re.Match[str] | None:
    """What the writer says of himself that takes the answer back: what he did not do with "it" where his
    sentence speaks of something else is none of it."""
    for said in _MINE.finditer(text):
        begun = max(text.rfind(sign, 0, said.start()) for sign in ".!?\n") + 1
        others = [word for word in _WORD.findall(text[begun : said.start()]) if word not in _OF_NOTHING]
        if said["undone"] is None or len(others) < _FEW_WORDS or not begun:
            return said
    return None


_FOUND = {_QUESTION: _asked, _MINE: _mine, ANEW: anew} | {
    check: partial(near, check) for check in (_VOID, _FAILS, _UNFIT)
}


def _open(text: str, *, listed: bool) -> str | None:
    """The rest of the answer's sentence, if it leaves the answer open before it gives a reason."""
    end = _SENTENCE_END.search(text)
    own = text[: end.start() if end is not None else len(text)]
    own = settled(own) if listed else own
    reason = _REASON.search(own)
    own = own[: reason.start() if reason is not None else len(own)]
    said = _WORD.findall(own)
    strange = listed and (
        ("|" not in own and said[:1] != ["i"] and any(denies(word) for word in said if word != "by"))
        or not _AGAINST.isdisjoint(said)
    )
    return own if strange or not _OPEN.isdisjoint(said) else None
