"""What opens an answer again behind it: sentences that begin so, and what only tells of another candidate.

"But" and another candidate, or a question about one, are reasons in an explanation where nothing good is said
of that candidate.
"""

import re

from .lexer import MARK
from .words import Guarded, words

ANEW = Guarded(
    r"(?:[\n.!?;]|--?)[\s\"'()\]}\x02\x03*-]{0,6}(?:<<anew>>(?![\w-])"
    r"|(?:but |and |only |just ){0,2}<<bare condition>>(?![\w-])"
    r"(?:(?:[^\S\n]+[^\s,:;.!?]+){1,6}[\s\"')]*(?:$|[.!?\n])|\W*$))"
)
_BUT = re.compile(rf"[.!?;][\"')]* but(?P<told> [\"'(]*{MARK}[^.!?\n]*)")
_ABOUT = re.compile(r"\W*(?:(?:and|but|so) )?(?:what (?:about|if)|how about|why not)\b")
"""How a question about another candidate begins."""
_TURNS, _OPENS, _NEAR = words("arguing"), " \t\n.,;:!?\"'|)(]}\x03\x02-", 2
_SERVES = words("serves", "right", "doubting", "doubting the answer", "open")
"""What is said of a candidate that is as good."""
_BUTS = [[word] for word in words("but alone")]
_ABOUT_IT = re.compile(r"\W*(?:i|it|(?:this|that) (?:is|does|was|would|can|may|might))\b")
_OF_NOTHING = words("harmless", "of the answer", "doubting")
_ITSELF = frozenset({"it", "it's", "this", "that", "that's"})
_OWN = 400
"""So many characters behind "but" may belong to its sentence."""
_WORD, _ENDS, _FEW_WORDS = re.compile(r"[^\W\d_](?:[\w'-]*\w)?"), re.compile(r"[.!?;](?=[\s\"')]|$)|\n"), 3


def near(check: Guarded, text: str) -> re.Match[str] | None:
    """A match in the sentence of the answer, the one behind it, or the last one of the text: between these an
    argument may go through what fails."""
    found = check.search(text)
    if found is None:
        return None
    start, end = _middle(text)
    while found is not None and start < found.start() < end:
        found = check.search(text, found.end())
    return found


def _middle(text: str) -> tuple[int, int]:
    """Where the sentences begin and end that are neither near the answer nor the last one."""
    ends = [end.start() for end in _ENDS.finditer(text.rstrip())]
    return (ends[_NEAR - 1], ends[-1]) if len(ends) > _NEAR else (0, 0)


def anew(text: str) -> re.Match[str] | None:
    """How a later sentence opens the answer again.

    "But" does not in the middle of an argument; before another candidate, of which nothing good is said, it
    tells of that one within the explanation of a later paragraph.
    """
    start, end = _middle(text)
    for said in ANEW.finditer(text):
        if start < said.start() < end and said[0].strip(_OPENS)[:9].split(" ")[0] in _TURNS:
            continue
        if _is_remark(text, said):
            continue
        told = _BUT.match(text, said.start())
        if told is None or not _SERVES.isdisjoint(_WORD.findall(told["told"])):
            return said
        begun = text.rfind("\n\n", 0, said.start())
        if begun < 0 or _ENDS.search(text, begun + 2, said.start()) is None:
            return said
    return None


def _is_remark(text: str, said: re.Match[str]) -> bool:
    """Whether a "but" stands behind a later sentence and speaks of something else: it belongs to that one."""
    if _WORD.findall(said[0])[-1:] not in _BUTS or len(_ENDS.findall(text, 0, said.start() + 1)) < _NEAR:
        return False
    own = _ENDS.split(text[said.end() : said.end() + _OWN], maxsplit=1)[0]
    spoken = [word for word in _WORD.findall(own) if word not in _OF_NOTHING or word in _ITSELF]
    return MARK not in own and len(spoken) > _FEW_WORDS and _ABOUT_IT.match(own) is None


def answered_at_once(question: str, rest: str) -> bool:
    """Whether a question about another candidate is answered on its line, and not as a good one."""
    if _ABOUT.match(question) is None:
        return False
    said = _WORD.findall(_ENDS.split(rest.partition("\n")[0], maxsplit=1)[0])
    return len(said) > _FEW_WORDS and _SERVES.isdisjoint(said)
