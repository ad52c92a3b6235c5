"""A formula over literals, out of a zone.

    formula = factor { ( "&" | "and" | "|" | "or" ) factor }        & binds closer than |
    factor  = [ "!" | "not" ] ( literal | "(" formula ")" | "[" formula "]" | "true" | "false" )

The longest stretches of such signs are the candidates; which of them is the answer is for `single`, and
candidates that are equivalent are one.  Negations move inward on the way: a ``Formula`` holds literals, & and
|.  A stretch that does not parse is malformed, never cut to what does.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from .lexer import Item, masked
from .notations import lex_literals, spelled
from .reading import Reading, Request, found, malformed
from .sentence import ASIDE, CLAIMED
from .single import FEW, SPARSE, choose_word
from .words import ANY, Guarded, phrase

MAX_TOKENS = 50_000

Literal = tuple[Any, Any, Any]  # step, name, value; unchecked


class Formula(NamedTuple):
    """A postfix program of literals, "&", "|", True and False."""

    program: tuple[Any, ...]

    @property
    def literals(self) -> list[Literal]:
        """The literals, in order, each as often as it stands there."""
        return [part for part in self.program if isinstance(part, tuple)]


def normal(clauses: Sequence[Sequence[Literal]], inner: str, outer: str) -> Formula:
    """The formula with ``inner`` between the literals of a clause and ``outer`` between clauses.

    >>> normal([[(0, "a", 1), (1, "a", 1)], [(2, "b", 0)]], "|", "&").program
    ((0, 'a', 1), (1, 'a', 1), '|', (2, 'b', 0), '&')
    """
    program: list[Any] = []
    for number, clause in enumerate(clauses):
        program += clause[:1] or [inner == "&"]
        for literal in clause[1:]:
            program += [literal, inner]
        if number:
            program.append(outer)
    return Formula(tuple(program or [outer == "&"]))


TABLE, LONG = 10, 200
"""Formulas of at most so many literals are compared by their truth tables."""
_LITERAL = "\x06"
_TRUTHS = ("true", "false", "tautology", "contradiction")
_TRUTH = rf"(?:{'|'.join(_TRUTHS)})"
_TOKEN = phrase(
    rf"\s*(?:(?P<literal>{_LITERAL})|(?P<and>&&?|/\\|\band\b)|(?P<or>\|\|?|\\/|\bor\b)|(?P<not>[!~]|\bnot\b)"
    rf"|(?P<open>[(\[{{])|(?P<close>[)\]}}])|(?P<truth>\b{_TRUTH}\b))"
)
_SIGN = rf"(?:[{_LITERAL}()\[\]{{}}&|!~]|/\\|\\/|\b(?:and|or|not|{_TRUTH})\b)"
_STRETCH = phrase(rf"{_SIGN}(?:[^\S\n]|\n(?![^\S\n]*\n)|{_SIGN})*")
_WORDY_END = phrase(r"(?:\b(?:and|or|not)\b|[\s(\[{])+$")
_WORDY_START = phrase(r"(?:\b(?:and|or)\b|[\s)\]}])+")
_STANDS = phrase(
    r"(?:^|[\n:=\"'\x02\u2705>|]|\b(?:is|be|answer|therefore|so|hence|thus|simply|just|as|,))[\s\"'(:]*$"
)
_PREDICATE = phrase(r" ?(?:as soon as|when|if|at|in|on|for|unless|after|before)\b")
"""What stands behind a truth that is said of something."""
_IS_NOT = phrase(r"(?:\b(?:is|are|be|ist|sind|sei|wär|wäre)|'s)\s+(?:not|nicht)\b")
_TEMPORAL = re.compile(r"(?<!\w)[FGX]{1,3}[ ]?$")
_IFF = Guarded(
    r"\b(?:exactly |precisely |just )?(?:because|due to)(?=:? *[!~(]*[a-z_]\w*@)"
    r"|\b(?:(?:exactly|precisely|just) (?:when|if)|if and only if|iff)\b"
)
_BOTH = Guarded(r",? <<formula or>> both\b(?=[,.;:)]| together)")
_FIRST_HAD = phrase(r"\b<<at first>>\b[^.!?\n;,]{0,30}\b(?:had|thought|got|wrote|tried)\b[^.!?\n;,]{0,30}$")
"""What says of a formula that another one has taken its place."""
_OR = phrase(r"\||\\/|\bor\b")
_NEXT = r"(?=(?:[(\[{\s!~]|<<formula not>>\s){0,8}[a-z_]\w{0,79}\s?@\s?\d)"
_CONNECTED = Guarded(rf"(@\s?\d{{1,9}}[)\]}}\s]{{0,8}},?)\s(?:(<<formula and>>)|<<formula or>>)\s{_NEXT}")
_DENIED = Guarded(
    rf"((?:^|[(:&|])\s{{0,4}}|(?:and|or)\s{{1,4}}\(?)<<formula not>>\s{_NEXT}",
)
"""Words of many languages that join literals, and those that deny the one behind them."""
_COMMA = re.compile(r"(@\s?\d{1,9}[)\]}\s]{0,8}),(?=\sand\s[(\[{\s!~]{0,8}[A-Za-z_]\w{0,79}@\d)")
_FLIPPED = Guarded(
    r"((?:^|[.!?\n])\s?)(?:[^.!?\n@]{0,120}\s)?(?:if|when|once|unless)\s[^.!?\n]{0,120}?"
    r"\b(?:flip|break|chang|drop|invert|toggl)\w*[^.!?\n@]{0,120}?,? "
    r"(?:so|thus|hence|therefore)(?=\s[^.?\n]{0,80}@)"
)
"""What happens if inputs are changed, as a reason before "so"."""
_IS_THE = phrase(
    r"[\s\"')\]*]{0,6}(?:is|are) (?:exactly |precisely |therefore |thus )?(?:the|my) "
    r"(?:(?:full|whole|exact|actual|complete|minimal|right|correct|final|entire|required) ){0,2}"
    r"(?:cause|formula|answer|condition|result|solution)\b"
)
_USUAL_LITERAL = re.compile(r"([A-Za-z_]\w{0,79})@(\d{1,9})", re.ASCII)
_USUAL = re.compile(
    r"[!(\s]*[A-Za-z_]\w{0,79}@\d{1,9}(?:[\s)]*[&|][!(\s]*[A-Za-z_]\w{0,79}@\d{1,9})*[\s)]*", re.ASCII
)
_SHORTEST = len("true")
"""A formula without literals has at least so many characters."""
_GOES_ON = re.compile(
    rf"[-+*]\d| {{0,2}}(?:=+|:=) {{0,2}}(?!true|1)[!~({_LITERAL}\w]| {{0,2}}: {{0,2}}[!~(]*{_LITERAL}",
    re.IGNORECASE,
)
"""What makes of a formula more than it: "(a@1 | b@2) = c@3"."""
_BINDS = {"&": 2, "|": 1}


NOT, _NEAR = re.compile(r"(?:not|nicht|non|pas)\b", re.IGNORECASE), 16
_IT_IS = phrase(r"\b(?:is|are|ist|est|es|definitely|certainly|surely)\s*$")
"""What is before a word that denies a formula, and no literal of it: "the answer is not a@1 & b@2"."""
_NOTED = re.compile(r"!?\w{1,80}@\d{1,9}")
_JUNCTION = phrase(
    r"\b(disjunction|conjunction) of (?:the )?(?:(?:two|three|four|five|six) )?(?:literals |inputs )?"
    rf"({_NOTED.pattern}(?:(?:, ?|,? (?:and|or) ){_NOTED.pattern}){{1,60}})(?![\w@])"
)


def read_formula(text: str, request: Request) -> Reading | None:
    """The formula in ``text``, or None when it holds none."""
    usual = _usual(text, request.vocabulary)
    if usual is not None:
        return found(usual, "alone")
    given = text
    if "junction of" in text:
        text = _JUNCTION.sub(lambda said: _joined(said[2], "|" if said[1][0] in "dD" else "&"), text)
    text = _connected(_IFF.sub(" is ", _FLIPPED.sub(r"\1so", text), request.signs))
    literals = lex_literals(text, request.vocabulary)
    signs = masked(text, literals).text.replace("\x01", _LITERAL)
    items: list[Item] = []
    formulas: dict[Any, Formula] = {}
    stretches, used = [], 0
    for stretch in _STRETCH.finditer(signs):
        size = stretch[0].count(_LITERAL)
        if size or len(stretch[0]) >= _SHORTEST:
            stretches.append((stretch, literals[used : used + size]))
        used += size
    last = stretches[-1][0] if stretches else None
    for stretch, members in stretches[-FEW - len(text) // SPARSE :]:
        begin, end = _trimmed(signs, stretch.start(), stretch.end())
        if not members and not _constant(signs, begin, end):
            continue
        if stretch is not last and _FIRST_HAD.search(signs, max(0, begin - 80), begin) is not None:
            continue
        parsed = _parsed(text, signs, begin, end, members)
        if _GOES_ON.match(signs, end):
            parsed = "something is added to the formula"
        elif (
            members
            and NOT.match(text, at := members[0].start)
            and _IT_IS.search(text, max(0, at - _NEAR), at)
        ):
            parsed = "the formula is denied"
        key = _key(parsed) if isinstance(parsed, Formula) else ("fault", parsed)
        if isinstance(parsed, Formula):
            formulas.setdefault(key, parsed)
        items.append(Item(begin, end, key))
    reading = choose_word(signs, items, request.signs if text is given else ANY, request, _verdict)
    if reading is None or reading.code is not None:
        return reading
    formula = formulas.get(reading.value)
    return malformed(str(reading.value[1])) if formula is None else found(formula, reading.note)


def _joined(literals: str, sign: str) -> str:
    """Literals that are listed, joined by a sign: of "the disjunction of a@1, b@2 and c@3"."""
    return f"({f' {sign} '.join(_NOTED.findall(literals))})"


def _verdict(rest: str) -> int:
    """What is said right behind a formula: that it is the cause."""
    return CLAIMED if _IS_THE.match(rest) is not None else ASIDE


def _connected(text: str) -> str:
    """The text with English words, or none, between its literals; a comma before "and" groups nothing where
    there is no "or"."""
    if not (_CONNECTED.possible(text) or _DENIED.possible(text)):
        return text
    text = _BOTH.sub("", text)
    text = _CONNECTED.sub(lambda joined: f"{joined[1]} {'and' if joined[2] else 'or'} ", text)
    text = _DENIED.sub(r"\1not ", text)
    return text if _OR.search(text) is not None else _COMMA.sub(r"\1", text)


def _usual(text: str, names: frozenset[str] | None) -> Formula | None:
    """The formula that the whole text is, in the usual notation and without doubt; None for all others."""
    if _USUAL.fullmatch(text) is None:
        return None
    literals = [
        Item(*literal.span(), (int(literal[2]), spelled(literal[1], names), 1))
        for literal in _USUAL_LITERAL.finditer(text)
    ]
    formula = parse(_USUAL_LITERAL.sub(_LITERAL, text), literals)
    return formula if isinstance(formula, Formula) else None


def _parsed(text: str, signs: str, begin: int, end: int, members: list[Item]) -> Formula | str:
    """The formula of a stretch, or what is wrong with it or said of it."""
    part = signs[begin:end]
    before = signs[max(0, begin - 16) : begin]
    source, at = (text, members[0].start) if part[:1] == _LITERAL else (signs, begin)
    if _IS_NOT.search(source[max(0, at - 8) : at + 4]):
        return "what the formula is not is said"
    if _TEMPORAL.search(before):
        return "a temporal operator stands before the formula"
    return next((item.fault for item in members if item.fault), None) or parse(part, members)


def _trimmed(text: str, begin: int, end: int) -> tuple[int, int]:
    """A stretch without the words and parentheses at its ends that belong to the prose around it."""
    lead = _WORDY_START.match(text, begin, end)
    begin = lead.end() if lead is not None else begin
    if end < len(text) and text[end].isalnum():
        tail = _WORDY_END.search(text, max(begin, end - 16), end)
        end = tail.start() if tail is not None else end
    part = text[begin:end].rstrip()
    end = begin + len(part)
    depth = part.count("(") - part.count(")")
    if depth == -1 and part[-1] == ")" and "(" in text[max(0, begin - 80) : begin]:
        end = begin + part.rindex(")")
    return begin, end


def _constant(text: str, begin: int, end: int) -> bool:
    """Whether true or false stands as an answer."""
    before = text[begin - 24 : begin] if begin > 24 else "\n" + text[:begin]
    if text[begin:end].strip(" ()!~\n\t").lower() not in _TRUTHS or _STANDS.search(before) is None:
        return False
    return _LITERAL not in text or _PREDICATE.match(text, end) is None


def parse(text: str, literals: list[Item]) -> Formula | str:
    """The formula whose literals stand as \\x06 in ``text``, or what is wrong with it.

    The shunting-yard algorithm (Dijkstra, 1961), with the parity of negations beside each parenthesis.
    """
    output: list[Any] = []
    stack: list[tuple[str, bool]] = []
    flipped = negated = False
    operand, place, used = True, 0, 0
    text = text.rstrip()
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None or len(output) > MAX_TOKENS:
            return f"{text[place : place + 20]!r} is neither a literal nor an operator"
        kind, place = str(token.lastgroup), token.end()
        if operand is not (kind in ("literal", "truth", "open", "not")):
            return "literals and operators do not alternate"
        if kind == "not":
            negated = not negated
        elif kind == "literal":
            (step, name, value), used = literals[used].value, used + 1
            output.append((step, name, value ^ (flipped ^ negated)))
            negated, operand = False, False
        elif kind == "truth":
            output.append((token["truth"].lower() in ("true", "tautology")) ^ flipped ^ negated)
            negated, operand = False, False
        elif kind == "open":
            stack.append(("(", flipped))
            flipped, negated = flipped ^ negated, False
        elif kind == "close":
            _unwind(output, stack, 1)
            if not stack:
                return "a parenthesis is closed that was not opened"
            flipped = stack.pop()[1]
        else:
            sign = "&" if kind == "and" else "|"
            _unwind(output, stack, _BINDS[sign])
            stack.append((sign, flipped))
            operand = True
    _unwind(output, stack, 1)
    if stack or operand:
        return "the formula is not complete"
    return Formula(tuple(output))


def _unwind(output: list[Any], stack: list[tuple[str, bool]], binding: int) -> None:
    while stack and stack[-1][0] != "(" and _BINDS[stack[-1][0]] >= binding:
        sign, flipped = stack.pop()
        output.append(sign if not flipped else "|" if sign == "&" else "&")


def _key(formula: Formula) -> Any:
    """The same for equivalent formulas of few literals: the truth table over the inputs that occur."""
    cells = sorted({(step, name) for step, name, _ in formula.literals})
    if len(cells) > TABLE or len(formula.program) > LONG:
        return formula.program
    return tuple(cells), _table(formula, cells)


def essential(formula: Formula) -> Any:
    """As the key of candidates, with just the inputs that matter; the program where there are too many."""
    cells = sorted({(step, name) for step, name, _ in formula.literals})
    if len(cells) > TABLE:
        return formula.program
    table = _table(formula, cells)
    for cell in list(cells):
        number = cells.index(cell)
        rows = range(1 << len(cells))
        if all((table >> row & 1) == (table >> (row ^ 1 << number) & 1) for row in rows):
            kept = [row for row in rows if not row >> number & 1]
            table = sum((table >> row & 1) << place for place, row in enumerate(kept))
            cells.remove(cell)
    return tuple(cells), table


def _table(formula: Formula, cells: list[tuple[Any, str]]) -> int:
    """The truth table, one bit for each choice of values of the cells."""
    size = 1 << len(cells)
    ones = (1 << size) - 1
    tables = {}
    for number, cell in enumerate(cells):
        block = (1 << (1 << number)) - 1
        tables[cell] = sum(block << start for start in range(1 << number, size, 2 << number))
    stack: list[int] = []
    for part in formula.program:
        if isinstance(part, tuple):
            table = tables[part[0], part[1]]
            stack.append(table if part[2] else ones ^ table)
        elif isinstance(part, bool):
            stack.append(ones if part else 0)
        else:
            right = stack.pop()
            stack[-1] = stack[-1] & right if part == "&" else stack[-1] | right
    return stack[0]
