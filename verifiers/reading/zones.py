"""The final zone: which part of a response is its answer.

A mark opens a zone that lasts to the next mark or to the end:

- a box (``\\boxed{}``) or an answer tag (``<answer>``), where its content is the answer;
- ``####``; the word *answer* (in several languages; for plans also *plan*, after an adjective such as
  "simplified") followed by a colon, by "is" and its kin, or by a text in brackets as in a call, or alone on
  its line as a heading.  Who "might think the answer is" gives none.

"Final" marks promise the answer; the others may begin a thought.  Marks are looked at from the last to the
first, MARKS of them at most.
"""

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from .beside import denies
from .kinds import PLANS, AnswerKind
from .text import BOX, END
from .words import Guarded, listed, lower_phrase, lowered, phrases, signs, words

MARKS = 32
"""So many marks are looked at."""
FEW, SPARSE = 12, 128
"""So many words that may be marks are looked at, and one more for so many characters of text."""
LEAD = 48
"""So many characters before a word decide whether it is a mark."""


class Zone(Struct, frozen=True):
    """The characters from ``start`` to ``end``, what opened them, whether that promises the final answer, and
    where the delimited content ends (``end`` for a mark that is not closed).
    """

    start: int
    end: int
    name: str
    final: bool
    close: int
    lead: int
    """Where the words before the mark begin: "the final"."""


_PLAN = ("plan", "sequence")


def _marks(plan: bool, ascii_only: bool) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """The pattern of the words that may open a zone, and what texts with one of them hold."""
    latin = [*listed("mark"), *listed("foreign mark"), *(_PLAN if plan else ())]
    other = [] if ascii_only else listed("other mark")
    pattern = rf"{BOX}|####|(?<![a-z_-])(?:{'|'.join(latin)})(?![\w-])"
    if other:
        pattern += rf"|(?<!\w)(?:{'|'.join(other)})"
    return re.compile(pattern), (
        BOX,
        "####",
        *(word.partition("(")[0].removesuffix("s?") for word in latin),
        *other,
    )


_MARKS = {
    (plan, ascii_only): _marks(plan, ascii_only) for plan in (False, True) for ascii_only in (False, True)
}
_USUALLY_MARKED = Guarded("answer|final")
_MARKED = Guarded("|".join(stem for stem in _MARKS[True, False][1] if stem not in ("answer", "final")))
"""What a text holds that has a mark: the usual ones, the others."""


def _backwards(name: str) -> str:
    """The phrases of a class, to be read from right to left."""
    return "|".join(words[::-1] for words in phrases(name))


_LEAD = re.compile(
    rf"(?P<final>[\s_-]{{0,4}}(?:(?:{_backwards('final')})\b))?"
    rf"(?P<lead>[ \t]+(?:{_backwards('article')})\b)?(?P<of>[ \t]+(?:{_backwards('mark of')})\b)?"
)
"""The words before a mark, from right to left: so the search begins where they end."""
_OPENS_SENTENCE = re.compile(r"(?:^|[\n.!?;:,>#|)\]}\"-])[ \t_#>\d.]{0,8}$")
_WORD_BEFORE = re.compile(r"(?<![^\W_])([^\W\d_][\w'-]*)[ ]$")
_THAT = re.compile(r"[^.!?;:,\n]*\bthat[ ]$")
_WORDS = re.compile(r"[^\W\d_][\w'-]*")
_AGAINST = words("negation", "hedge", "rejection", "doubting")
"""What denies or doubts a sentence that follows: "I doubt that the answer is"."""
_BEFORE_PLAN = lower_phrase(r"\b<<before plan>>[\s_-]{1,4}(?:action[\s_-])?$")
_SUPPOSED = Guarded(
    r"\b(?:might|may|could|tempted to|initially|at first) (?:\w+ )?"
    r"(?:think|thought|say|said|assumed?|guess(?:ed)?|expect(?:ed)?|supposed?|conclude|believed?)(?: that)? $"
    r"|\b(?:some|others|many|people) (?:\w+ )?(?:say|claim|argue|think|believe)(?: that)? $"
)
"""What gives an answer as a thought to be refuted: "one might think the answer is"."""
_EXAMPLE = Guarded(
    r"(?:\b(?:e\.g\.?|eg\.?|for (?:example|instance)|such as|(?:something|looks?) like"
    r"|(?:in|of) the form(?:at)?)|\bformat:)[,:]? ?[\"'(]*$"
)
"""What gives an answer as an example: "in the form 'Answer: C'"."""
_IMAGINED = re.compile(r"\b(?:if|unless|assuming|supposing|provided)\b[^.!?\n]*$")
"""What makes an answer that "would be" depend on something."""
_CONDITIONED = Guarded(
    r"(?:^|[.!?;\n#>\"])[\s\"'#>]{0,6}(?:so |but |and )?"
    r"(?:if|unless|provided(?: that)?|assuming(?: that)?|wenn|falls|sofern|si|se)\b"
    r"(?! (?:we|i|you|one) (?:look|check|apply|follow|trace|go|consider|simulate|run|walk|work|think|examine"
    r"|inspect|list|replay|execute|perform|take|try|compare)\b)[^.!?\n]{1,200},\s{0,3}$"
)
"""A condition right before a mark: "If b3 is clear, the answer is"."""
_AFTER_FOREIGN = re.compile(r"(?:\s?(?:finale?|definitiv[ao]|final))?")
_COLON = re.compile(r"[ \t\"]{0,8}(?:\([^()\n]{0,60}\)[ \t]{0,8})?(?::|=(?!=)|->|--)[ \t]*|\((?=[\"'])")
_PLAN_COLON = re.compile(r"[^\n:.()\[\]{}]{0,80}:[ \t]*")
_HEADING = re.compile(r"[ \t#\"]{0,12}(?:\n|$)")
_COPULA = lower_phrase(
    r"(?:[ \t]{0,8}(?:<<is>>(?![a-z])|to (?:(?:the|this) question|[\"'][^\"'\n]{1,80}[\"']) is)|'s(?= ))"
    r"(?:[ ](?:thus|therefore|simply|hence|then|clearly|definitely|indeed"
    r"|donc|alors|also|somit|daher|folglich|quindi|dunque|perciò|por (?:lo )?tanto"
    r"|entonces|pues|portanto|assim|logo|dus|więc|zatem|alltså|altså))?[ \t]*:?[ \t]*"
)
_FOLLOWED = lower_phrase(r"[ \t\"#]{0,12}(?:[:=(\n-]|$|'s |to |<<is>>|finale?|definitiv)")
"""What follows a mark that is no plan: most words that may be one are ruled out by it."""

_USUAL = re.compile(r"(final )?answer: {0,3}(?=[^ \t])", re.IGNORECASE)
"""The usual mark: at the beginning of the last line and the only one, it is found by one match."""
_OTHERS = _MARKED.bits | _SUPPOSED.bits | _EXAMPLE.bits
"""The signs of a text in which there may be another mark, or that may undo the usual one."""
_ANY_MARK = _USUALLY_MARKED.bits | _MARKED.bits
_NOTES = {_COLON: "after '{}:'", _PLAN_COLON: "after '{}:'", _HEADING: "under '{}'", _COPULA: "after '{} is'"}


def zones(text: str, kind: AnswerKind) -> Iterator[Zone]:
    """The zones of the marks in ``text``, the last one first: seldom is another one asked for."""
    bits = signs(text)
    if not bits & _ANY_MARK:
        return
    zone = None if bits & _OTHERS else _only_usual(text)
    if zone is not None:
        yield zone
        return
    limit = len(text)
    lower = lowered(text)
    pattern, stems = _MARKS[kind in PLANS, text.isascii()]
    first = min([at for stem in stems if (at := lower.find(stem)) >= 0], default=len(lower))
    most = min(4 * MARKS, FEW + limit // SPARSE)
    for begin, end in islice(reversed([word.span() for word in pattern.finditer(lower, first)]), most):
        zone = _zone(lower, begin, end, limit)
        if zone is not None:
            yield zone
            limit = zone.lead


def _only_usual(text: str) -> Zone | None:
    """The zone of the usual mark where it stands at the beginning of a line, the last or the first, and there
    is no other of its words; None elsewhere.
    """
    line = text.rfind("\n") + 1
    usual = _USUAL.match(text, line)
    if usual is None and line:
        usual, line = _USUAL.match(text), 0
    if usual is None:
        return None
    final, start = usual[1] is not None, usual.end()
    lowered, end = text.lower(), len(text)
    if len(lowered) != end or lowered.count("answer") > 1 or lowered.count("final") > final:
        return None
    return Zone(start, end, "after 'Final answer:'" if final else "after 'Answer:'", final, end, line)


def _zone(text: str, begin: int, end: int, limit: int) -> Zone | None:
    """The zone that a word opens, up to ``limit`` at most; None when the word is no mark."""
    if text[begin] == BOX:
        close = text.find(END, end)
        return Zone(
            end, max(end, limit), "in the box", True, limit if close < 0 else min(close, limit), begin
        )
    if text[begin] == "#":
        return Zone(end, max(end, limit), "after '####'", True, limit, begin)
    if begin and text[begin - 1] in "\"'":
        if text[end : end + 1] == text[begin - 1]:
            return None  # a key of JSON
        if text.endswith("not ", 0, begin - 1):
            return None
    plan = text[begin:end] in _PLAN
    if not plan and _FOLLOWED.match(text, end) is None:
        return None
    name, final, ways, end, lead = (_plan if plan else _answer)(text, begin, end)
    for way in ways:
        opened = way.match(text, end)
        if opened is not None:
            start, note = opened.end(), _NOTES[way].format(name)
            return Zone(start, max(start, limit), note, final, max(start, limit), lead)
    return None


_Opening = tuple[str, bool, list[re.Pattern[str]], int, int]
"""A mark's name, whether it promises the final answer, what may follow it, where that begins, and where the
words before the mark do."""


def _plan(text: str, begin: int, end: int) -> _Opening:
    before = _BEFORE_PLAN.search(text, max(0, begin - LEAD), begin)
    if before is None:
        return "", True, [], end, begin
    name = f"{before[0].strip(' _').capitalize()} {text[begin:end]}"
    return name, True, [_COLON, _PLAN_COLON, _HEADING, _COPULA], end, before.start()


def _answer(text: str, begin: int, end: int) -> _Opening:
    before = _LEAD.match(text[max(0, begin - LEAD) : begin][::-1])
    assert before is not None
    final = before["final"] is not None
    english = text[begin] in "arcvst" and text[begin:end].isascii()
    weak = text[begin : begin + 3] in ("con", "res", "sol", "ver", "tl;")
    behind = _AFTER_FOREIGN.match(text, end)
    if behind is not None and behind.end() > end:
        final, end = True, behind.end()
    start = begin - before.end()
    opens = _OPENS_SENTENCE.search(text, max(0, start - 16), start) is not None
    ways = []
    if before["of"] is None:
        if final or opens or (before["lead"] and not weak) or not english:
            ways.append(_COLON)
        if opens and not text[text.rfind("\n", 0, start) + 1 : start].strip(" \t#>_*-.0123456789"):
            ways.append(_HEADING)
        own = (before["lead"] or "").strip()[::-1] in ("my", "our")
        adjective = None if own else _WORD_BEFORE.search(text, max(0, start - 24), start)
        said = text[max(0, start - LEAD) : start]
        if said.strip() and (_SUPPOSED.search(said) or _EXAMPLE.search(said)):
            return "", final, [], end, start
        claimed = _THAT.search(text, max(0, start - 80), start) if text.endswith("that ", 0, start) else None
        if claimed is not None and not _AGAINST.isdisjoint(_WORDS.findall(claimed[0])):
            return "", final, [], end, start
        if text[max(0, start - 4) : start].rstrip().endswith(",") and _CONDITIONED.search(
            text, max(0, start - 200), start
        ):
            return "", final, [], end, start
        imagined = text.startswith(" would", end) and _IMAGINED.search(text, max(0, start - 200), start)
        if not weak and not imagined and (adjective is None or not denies(adjective[1])):
            ways.append(_COPULA)
    return "Final answer" if final else "Answer", final, ways, end, start
