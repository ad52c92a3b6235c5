"""Yes or no.

    answer    = "yes" | "no" | "true" | "false", in several languages, where the word stands as an answer
              | subject verb [ negation ] predicate        "The action is not applicable."

A word stands as an answer at the beginning of a line, sentence or clause or behind "is", "so", "answer", and
before punctuation or a reason; "there is no car" answers nothing.  A sentence without such a word answers by
its predicate, where the text has no other answer.
"""

import re

from .beside import behind
from .kinds import AnswerKind
from .lexer import Item
from .reading import Reading, Request, conflicting, found, open_answer
from .single import choose_word, latest
from .text import NO, YES
from .words import (
    ANY,
    CONDITIONS,
    HEDGES,
    IDIOMS,
    UNDECIDED,
    Guarded,
    lower_phrase,
    lowered,
    phrase,
    remembered,
    words,
)

_YES = words("yes")
_ONLY = phrase(r"[\s\"'#>|\[({:=.\x02-]*(<<yes,no>>|n)[\s\"'\])}.,!;\x03]*")
_SHORT = phrase(
    r"[\s\"']*(?:(?:yes|no),? )?(?:it|this|that) (?:is|does|can|will|has|was)(n't| not)?[.!\"'\s]*"
)
"""What says yes or no and no more: "It does not."."""
_YES_AND_NO = phrase(r"\W*<<yes,no>>\W+(?:<<and but>>\W+)+<<yes,no>>\W*")
_EITHER, _INITIALS = words("yes", "no"), ("y", "n")
_WORD = re.compile(r"[\w'-]+")
_AFTER = lower_phrase(
    r"[ \t]?[\"')\]}\x03]*[ \t]*(?:$|[\n.,;:!?)\]}(\x02\x03|/-]|(?:<<after yes or no>>|\u2713|\u2717)(?!\w))"
)
_NOT_ALL = Guarded(
    r"(?:^|(?<=[\n.!?:;])\s{0,4})(?:so |and )?not (?:all|every one|each)(?: of (?:them|these|those|the \w+))?"
    r" (?:are|is|do|does|match(?:es)?|agree|hold|fit|follow)\b"
    r"|^\W*not every (?:\w+ ){1,4}?(?:makes?|needs?|passes|goes|requires?|has|visits?|uses?|contains)\b"
)
"""What denies that all are as it was asked: "Not all of them are: step 3 differs"."""
_SEEMS_WRONG = phrase(
    r"(?:^|[.!?\n])\W{0,6}<<yes,no>> (?:seems|looks|sounds|is) (?:wrong|off|false|incorrect)\b"
)
_ANSWERED_WITH = Guarded(
    r"\b(?:(?:has|have|must|should|can|is)(?: to| only)?(?: be)? answered (?:with|by)"
    r"|(?:i|we)(?:'d|'ll| would)? answer(?: with)?)(?: an?)?\s(?=[\"']?(?:yes|no)\b)"
)
_CONCEDED = lower_phrase(r"^\W*(?:<<concession>>|even (?:though|if)|whereas)\b(?:[^,(]|\([^()]*\))*,")
_IN_NONE = re.compile(r"\s?(?:to|in|of|at|from|under|for)\s(?:no|none|not a single)\b")
"""What denies a predicate behind it: "belongs to no set"."""
_CHOICE = re.compile(r"\ba yes or no\b|\b(?:yes or no|true or false)(?= ?[:?])", re.IGNORECASE)
"""What there is to choose from, said again before the answer."""
_BEFORE = re.compile(r"[.!?;:,=>|#\"'(\[{\x02\x03/\u2713\u2717\u3000-\u9fff-]")
"""What a yes or no stands behind, but for blanks."""
_WORDS_BEFORE = lower_phrase(r"(?<![\w-])<<before yes or no>>$")
_STATED = lower_phrase(
    r"(?:^|[\n:=>|\"(\[\x02]|(?:answer|statement|claim|conclusion|it|this|which|result|response) (?:is"
    r"|would be|=)|so|therefore,?|hence,?|donc|alors|quindi|dunque)[,\s\"'(\[{]*$"
)
BY_PREDICATE = "by the predicate of the sentence"
_NO_ATOM = re.compile(r" \([a-z][\w -]*\) (?:can|is|could|will|has|would|ever)\b")
"""An atom of which there is none: "no (board c3 l0) can be applied"."""
_REACH = 32
"""So many characters before a word say whether it stands as an answer."""
_MEANT = words("meant")
_BOUND, _DOUBTS = words("bound"), words("doubting", "might") | {"assume", "suppose", "presume", "suspect"}
_ABLE, _SAYING = words("able"), words("able", "unable")
_DENY = words("predicate negation")
_HOLDS = re.compile(
    r"\b(it|this|that|fact|statement|proposition|condition|not|\w+n't|also|still|does|will|indeed"
    r"|afterwards,?)"
    r" holds?\b"
)
_SUMMED_UP = phrase(
    r"(?:(?m:^)[ \t]{0,2}(?:is_|still_)?(?:a_)?(?:applicable|reachable|valid|executable|possible|landmark"
    r"|plan|holds?(?:_[a-z]+)?|answer|verdict|member|result)[ \t]?[:=]"
    r"(?=[ \t]?(?:yes|no|true|false)[ \t]*(?m:$))"
    r"|\b(?:both|together|conjunction|combined)\b[^.:\n]{0,20}(?::|[-=]>)(?=\s?(?:yes|no|true|false)\b))"
)
"""A key on a line of its own whose value is the answer ("applicable: no"), what sums up the parts of a
statement ("both together: no")."""
_SAID_TWICE = Guarded(
    r"\b(?:nope|nah|non|nein|nee|não|nie|nej)\s?[:,]\s?(?=[\"']?no\b(?!\s\w))|\b(?:oui|ja|sí|sì|sim|tak"
    r"|yep|yeah)\s?[:,]\s?(?=[\"']?yes\b)"
)
"""A yes or no that is given up, one that code may print, and one of another language before its English."""
_REACHES = re.compile(
    r"\b(?<!\bto )(?:leads? to|reach(?:es)?|achieves?|satisf(?:y|ies))"
    r" (?:the|all|every|its) (?:\w+ )?(?:goals?|facts)\b"
)
_DONE = re.compile(
    r"\bbe (?:done|made|carried out|performed)(?= (?:right now|now|here|at present|in this)|[.!]?\s*$)"
)
_BOTH = re.compile(
    r"\bboth\b(?! (?:of )?(?:the |its )?(?:pre)?(?:conditions|requirements|facts|parts|goals|halves)\b)"
)
"""What may be said of two answers."""
_GIVEN = re.compile(
    r"\b(?:exactly |indeed |just )?(?:the (?:outputs|ones|values)|those|what)(?: that| which)?"
    r" the (?:system|machine) (?:would )?(?:gives?|produces?|outputs?)\b"
)
"""What the outputs of a log are, or are not: those of the system."""
_A_PLAN = Guarded(
    r"(?:^\W*|[,;] )(?:(?:so|thus|therefore|hence|no|yes),? )?(?:it|this|that|the [a-z]+(?: [a-z]+)?)"
    r" ?(?:is|'s|isn't|remains|stays|(?:works|counts) as)(?: (?:still|not|no longer|indeed|also)){0,2}"
    r" an? (?:plan|landmark|(?:but-for )?cause)\b|^\W*not an? (?:plan|landmark|(?:but-for )?cause)\b"
)
"""What a sequence still is, or a fact: "it is not a plan any more"."""
_ABOUT = Guarded(
    r"(?:^(?:yes|no|true|false)[,:]?|[\n.!?;]|\b(?:because|since|as))\s{0,4}"
    r"(?:(?:because|since|as|so|therefore|thus|hence|in fact|but|indeed),? )?"
    r"(?:it|this|that|the (?:statement|claim|fact|proposition|condition|action|answer))(?:'s)?\s"
    r"((?:(?:is|does|do|can|will|not|never|cannot|be|become|in fact|actually|clearly|indeed|therefore) "
    r"|isn't |doesn't |can't )"
    r"{0,4})(<<able>>|<<unable>>|holds?|works?|true|false|untrue|wrong|fails)(?=\s{0,4}(?:[.,;!\n]|$))"
)
"""A sentence that says of the statement that it holds, or does not: nothing else stands in it."""
_NOT = re.compile(r"\bnot\b|\bnever\b|\bcannot\b|n't")
_FALSE = words("unable") | {"false", "untrue", "wrong", "fails"}
_DENIED = Guarded(
    r"\b(?:(?:claim|statement|log|trace|assertion|proposition)(?: \w+)? (?:is|was)(?: \w+)?"
    r" (?:wrong|false|incorrect|untrue)|<<unable>>|<<able>> in no [^.!?\n:]{3,60}?"
    r"|(?:neither|nor|not|never|cannot|\w+n't)\b(?! (?:say|answer|call))[^.!?\n:]{3,200}"
    r"|(?:niet|nicht|pas|n\u00e3o|nie|inte|ikke|non)(?: \w+){0,3})"
    r"\s?(?::|[-=]>|--)\s(?=\W?no\b)"
)
"""What is denied before a colon that the answer denies: "it is applicable neither now nor later: no"."""
_WITHOUT_IT = Guarded(
    r"\bwithout it\b[^.!?\n:]{0,60}(?:n't|\bnot|\bfails|\bnever)\b[^.!?\n:]{0,30}(?::|[-=]>)(?=\s\W?yes\b)"
    r"|\bno (?:difference|mismatch|deviation|discrepancy)(?: \w+){0,2}\s{0,2}(?::|[-=]>|--)(?=\s\W?yes\b)"
)
"""What is denied, and says yes: "without it the effect doesn't happen: yes"."""
_NO_NOT = Guarded(
    r"\bno way\W{0,3}$|^\W*no way[,.!;:-](?=\s)|\bno can do\b|!\s?\\[a-z]+"
    r"|\bno[,.;:!]? (?:it's |it is )?not (?=(?:at|in|here|now|yet|right|possible|applicable|currently)\b)"
)
_OVERALL = lower_phrase(
    r"[ \t|-]*(?:<<concluding>>|[^|:\n]{0,40}\b(?:overall|all in all|in total)\b|answer\b|verdict\b)"
)
"""What begins the line that sums the others up."""
_NAMED = r"(?:!\s?)?(?<![\w-])[A-Za-z_]\w*\s?@\s?\d{1,4}(?![\w-])"
_LITERAL = re.compile(rf"!?\({_NAMED}\)|{_NAMED}")
"""A literal that is spoken of: "!d@3 is a cause: yes"."""
_REDUCED = lower_phrase(r"\b(?:iff|whether|if and only if|reduces to|boils down to)\b|<=>")
"""What says when something holds, and not that it does."""
_KIND = re.compile(r"\ban? (?:plan|landmark|(?:but-for )?cause)\b")
_CLAIM = re.compile(
    r"\b(?:is|are|was) (?:false|wrong|incorrect|untrue|mistaken|not (?:true|so|right|correct))$"
)
"""What denies a predicate before it, at the end of a sentence: "the claim that it is applicable is false"."""
_CLAIMS = ("the claim that", "the statement that", "that it")
_LED = Guarded(
    r"(?:(?:^|[\n.!?;:]|\b(?:so|but))[\s\"'>#-]{0,4}(?:(?:ok|okay|well|so|lol|haha|uh|um),? )?)"
    r"(?:yes|(?!(?:<<bound,meant>>|y)\b)<<yes,no>>|<<bound>>"
    r"(?=\s(?:<<address,pronoun>>(?![\w'-])|[a-z][\w-]*\d (?:<<able>>"
    r"|<<verb>>)\b)))(?=\s\w)(?!\s(?:<<and but>>)\b)"
)
"""A yes or no that a sentence begins with: what goes on without a comma is a remark."""
_SORRY = Guarded(r"(^\W*<<yes,no>>),? (?:i'm )?(?:so )?sorry(?=\W|$)")
_IF_THEN = Guarded(
    r"(?:^|[\n.!?;:])\s{0,4}(?:<<yes,no>>)(?:,? (?:it|this|that) [a-z]{1,6})?(\s{0,2},?\s{1,2}(?:if|wenn"
    r"|falls|si|se|als|jeśli|om|hvis|ha|eğer))"
    r"(?=\s[^.!?\n]{1,80}?\b(?:[01]|were|had|flip|flipped)\b[^.!?\n]{0,60}?\s<<then>>"
    r" (?!(?:it|this|that|so|and|<<yes,no>>)\b|the (?:answer|statement|claim)\b))"
)
"""What happens if an input has a value is a reason: "yes, if r3 is 0 then s3 can't come on"."""
_COULD = Guarded(
    r"(\bthe (?!answer|result|response|solution|conclusion|verdict|outcome|truth|claim|statement|plan)"
    r"[a-z]+\d*) could"
    r"(?= (?:carry|move|bring|go|walk|drive|sail|fly|put|get|reach|load|unload|open|drop|stack|take|fetch)\b)"
)
"""What something could do is why a statement holds, and no hedge."""
_TOKEN = re.compile(r"[^\W\d_](?:[^\W\d_]|['-])*")
_SENTENCE = re.compile(r"([.!?;](?=\s|$)|\n)")


def read_yes_no(text: str, request: Request) -> Reading | None:
    """Yes (True) or no (False) in ``text``, or None when it holds neither as an answer."""
    given, of_text = text, request.signs
    if len(text) <= _REACH and _YES_AND_NO.fullmatch(text) is not None:
        return open_answer(text)
    text = _NO_NOT.sub("no, ", text.replace(YES, " ").replace(NO, " "), of_text)
    text = _ANSWERED_WITH.sub("answer: ", _NOT_ALL.sub("no,", text, of_text), of_text)
    text = _SAID_TWICE.sub("", text, of_text)
    if _SEEMS_WRONG.search(text) is not None:
        return open_answer(text)
    text = _LITERAL.sub("it", text) if "@" in text else text
    text = _LED.sub(r"\g<0>,", _SORRY.sub(r"\1", text, of_text), of_text)
    text = _IF_THEN.sub(lambda said: said[0].removesuffix(said[1]) + ", as", text, of_text)
    if " or " in text or " OR " in text:
        text = _CHOICE.sub(" ", text)
    if ":" in text or "=" in text or "->" in text:
        summed_up = list(_SUMMED_UP.finditer(text))
        text = text[summed_up[0].end() :].lstrip() if len(summed_up) == 1 else text
    reading = yes_no_of(text)
    if reading is not None:
        return reading
    text = _WITHOUT_IT.sub("so: ", _DENIED.sub("so: ", text, of_text), of_text)
    text = _COULD.sub(r"\1 can", text, of_text)
    of_text = of_text if text is given else ANY
    lower = lowered(text)
    matches = latest((word for word in _WORD.finditer(lower) if word[0] in _EITHER), text)
    items = [Item(*word.span(), word[0] in _YES) for word in matches if _stands(lower, word)]
    if _sides(lower, items):
        summed = [_OVERALL.match(lower, lower.rfind("\n", 0, item.start) + 1) is not None for item in items]
        if summed.count(True) != 1 or not summed[-1]:
            return conflicting([True, False])
        items = items[-1:]
    reading = choose_word(text, items, of_text, request)
    if reading is not None and reading.code is None and items:
        end = _SENTENCE.search(lower, items[0].end)
        end_at = end.start() if end is not None else len(lower)
        if items[0].value is reading.value and any(
            item.value is not reading.value and item.start < end_at for item in items
        ):
            return conflicting([reading.value, not reading.value])
        said = [item.start for item in items if item.value is reading.value]
        contrary = _contrary(lower[said[-1] :], reading.value) if said else None
        if contrary is not None:
            return conflicting([reading.value, contrary])
    return reading if reading is not None else _by_predicate(lower, request)


def _sides(text: str, items: list[Item]) -> bool:
    """Whether yes and no are both gone through, a line of a list or table each, and neither is chosen."""
    lines = (text[text.rfind("\n", 0, item.start) + 1 :].lstrip(" \t") for item in items)
    return len({item.value for item in items}) > 1 and all(line[:1] in ("-", "|") for line in lines)


def _stands(text: str, word: re.Match[str]) -> bool:
    """Whether the word is an answer where it stands."""
    start = max(0, word.start() - _REACH)
    lead = text[start : word.start()] if start else "\n" + text[: word.start()]
    bare = lead.rstrip()
    if word[0] in _INITIALS:
        return not bare or bare[-1] == ":"
    if bare.endswith("...") and text[word.end() : word.end() + 1] == ",":
        return False  # a thought that is corrected: "she has a candle... no, after action 1 she has none"
    if word[0] == "ja" and bare[-1:].isalpha() and bare == lead[:-1] and not _AFTER.match(text, word.end()):
        return False  # "der Roboter ist ja schon da"
    if word[0] in _MEANT:
        return _STATED.search(lead) is not None and _AFTER.match(text, word.end()) is not None
    if not _leads(lead):
        return False
    if word[0] in _BOUND and _NO_ATOM.match(text, word.end()) is not None:
        return False
    return word[0] not in _BOUND or _AFTER.match(text, word.end()) is not None


@remembered
def _leads(lead: str) -> bool:
    bare = lead.rstrip()
    return (
        not bare
        or "\n" in lead[len(bare) :]
        or _BEFORE.match(bare, len(bare) - 1) is not None
        or _WORDS_BEFORE.search(bare) is not None
    )


def _contrary(text: str, value: bool) -> str | None:
    """The sentence about the statement that says the opposite of an answer; None when none does."""
    for said in _ABOUT.finditer(text):
        negated = len(_NOT.findall(said[1])) % 2 == 1
        if ((said[2] in _FALSE) != negated) is value:
            return said[0]
    return None


def _by_predicate(text: str, request: Request) -> Reading | None:
    """The polarity of the deciding sentence: the first one behind a mark, the last two elsewhere."""
    undecided = UNDECIDED.search(text)
    if undecided is not None:
        return open_answer(undecided[0])
    pieces = _SENTENCE.split(text)
    sentences = [
        part
        for part, sign in zip(pieces[::2], [*pieces[1::2], ""], strict=True)
        if part.strip() and sign != "?"
    ]
    for sentence in sentences if request.marked else sentences[::-1][:2]:
        if _REDUCED.search(sentence) is not None:
            return open_answer(sentence)
        sentence = sentence.replace("no longer", "not").replace("carried out", "executed")
        sentence = IDIOMS.sub(" ", _CONCEDED.sub("", sentence))
        if _A_PLAN.search(sentence) is not None:
            sentence = _KIND.sub("valid", sentence)
        sentence = _DONE.sub("be valid", _REACHES.sub("valid", _GIVEN.sub("valid", sentence)))
        if "hold" in sentence:
            sentence = _HOLDS.sub(r"\1 valid", sentence)
        if _SAYING.isdisjoint(_TOKEN.findall(sentence)):
            continue
        said = list(_TOKEN.finditer(sentence))
        if _BOTH.search(sentence) is not None:
            return open_answer(sentence)
        place = next(place for place, word in enumerate(said) if word[0] in _SAYING)
        if not (HEDGES | CONDITIONS | _DOUBTS).isdisjoint(word[0] for word in said[: place + 4]):
            return open_answer(sentence)
        rest = sentence[said[place].end() :]
        claim = _CLAIM.search(rest.rstrip()) if sentence.lstrip().startswith(_CLAIMS) else None
        doubt = rest if claim is not None else behind(rest, AnswerKind.YES_NO)
        if doubt is not None:
            return open_answer(doubt)
        clause = re.split(r"[,:]", said[place].string[: said[place].start()])[-1]
        denied = sum(word in _DENY for word in _TOKEN.findall(clause)) + bool(_IN_NONE.match(rest))
        return found((said[place][0] in _ABLE) == (denied % 2 == 0), BY_PREDICATE)
    return None


def yes_no_of(text: str) -> Reading | None:
    """The yes or no that ``text`` is, None when it is more than that."""
    only = _ONLY.fullmatch(text) if len(text) <= 64 else None
    short = _SHORT.fullmatch(text) if only is None and len(text) <= 64 else None
    if short is not None:
        return found(short[1] is None, "the whole answer")
    return None if only is None else found(only[1].lower() in _YES, "the whole answer")
