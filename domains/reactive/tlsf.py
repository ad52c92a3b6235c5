"""TLSF (Jacobs, Klein, Schirmer 2016), the basic format: sections of LTL between inputs and outputs.

``INFO`` says title, semantics and target; ``MAIN`` holds INPUTS, OUTPUTS and up to six kinds of formulas,
each ended by a semicolon.  With i INITIALLY, p PRESET, r REQUIRE, s ASSERT (INVARIANTS), a ASSUME, g
GUARANTEE, each the conjunction of its section, the specification is

    i -> p & (G r & a -> G s & g)              in the standard semantics,
    i -> p & (s W !r) & (G r & a -> g)         in the strict one.

Parameters, definitions, buses and enumerations belong to the full format and are refused by name and place;
the tool syfco turns a full specification into a basic one.  A name is a word, so ``Grant`` is no G.

>>> text = "INFO { SEMANTICS: Mealy } MAIN { INPUTS { r; } OUTPUTS { g; } GUARANTEE { G (r -> F g); } }"
>>> spec = read_tlsf(text)
>>> spec.inputs, spec.outputs, spec.moore
(('r',), ('g',), False)
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ...instances.errors import LimitError, UnsupportedError, WorldError
from .ltl import Specification, read_ltl

TEXT_LIMIT = 1 << 20
SECTIONS = {
    "INITIALLY": "i",
    "PRESET": "p",
    **dict.fromkeys(("REQUIRE", "REQUIREMENTS"), "r"),
    **dict.fromkeys(("ASSERT", "ASSERTIONS", "INVARIANTS"), "s"),
    **dict.fromkeys(("ASSUME", "ASSUMPTIONS"), "a"),
    **dict.fromkeys(("GUARANTEE", "GUARANTEES"), "g"),
}
INFO = ("TITLE", "DESCRIPTION", "SEMANTICS", "TARGET", "TAGS")
FULL_FORMAT = ("GLOBAL", "PARAMETERS", "DEFINITIONS", "enum")
OPERATORS = frozenset(("X", "F", "G", "U", "R", "W", "M", "true", "false", "TRUE", "FALSE"))

_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*)
      | "(?P<string>(?:[^"\\]|\\.)*)"
      | (?P<word>[A-Za-z_@][A-Za-z0-9_@'.]*)
      | (?P<sign><->|<=>|->|=>|&&|\|\||X\[!\]|[{}():;,!&|\[\]^~=*+<>$#/?%-])
      | (?P<number>[0-9]+)""",
    re.VERBOSE | re.DOTALL,
)


class _Token(NamedTuple):
    kind: str
    text: str
    place: int


def read_tlsf(text: str, *, file: str | None = None) -> Specification:
    """The specification of a file; WorldError with the place, UnsupportedError for the full format."""
    return _Reader(text, file).specification()


def looks_like_tlsf(text: str) -> bool:
    """Whether the first word of the text, after comments, begins a TLSF file."""
    begin = re.match(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", text[:TEXT_LIMIT], re.DOTALL)
    return text.startswith(("INFO", "GLOBAL", "MAIN"), begin.end() if begin else 0)


class _Reader:
    def __init__(self, text: str, file: str | None):
        if len(text) > TEXT_LIMIT:
            raise LimitError(f"{file}: {len(text)} characters; at most {TEXT_LIMIT} are read")
        self.text, self.file = text, file
        self.semantics, self.target = "mealy", ""
        self.strict = False
        self.names: dict[str, list[str]] = {"INPUTS": [], "OUTPUTS": []}
        self.parts: dict[str, list[tuple[str, int]]] = {key: [] for key in "iprsag"}
        self.tokens = list(self._tokens())
        self.next = 0

    def fault(self, message: str, place: int) -> WorldError:
        line, column = self.text.count("\n", 0, place) + 1, place - self.text.rfind("\n", 0, place)
        return WorldError(message, file=self.file, line=line, column=column)

    def refused(self, message: str, place: int) -> UnsupportedError:
        return UnsupportedError(str(self.fault(message, place)))

    def _tokens(self) -> Iterator[_Token]:
        place, text = 0, self.text
        while place < len(text):
            if text.startswith("/*", place):
                end = text.find("*/", place)
                if end < 0:
                    raise self.fault("a comment is not closed", place)
                place = end + 2
                continue
            match = _TOKEN.match(text, place)
            if match is None:
                raise self.fault(f"unexpected {text[place]!r}", place)
            kind = str(match.lastgroup)
            if kind != "skip":
                yield _Token(kind, match[kind], place)
            place = match.end()
        yield _Token("end", "the end of the file", len(text))

    def take(self, text: str | None = None, what: str = "") -> _Token:
        token = self.tokens[self.next]
        if (text is not None and token.text != text) or token.kind == "end":
            raise self.fault(f"expected {what or repr(text)}, found {token.text[:40]!r}", token.place)
        self.next += 1
        return token

    def specification(self) -> Specification:
        """INFO and MAIN, in this order."""
        first = self.tokens[self.next]
        if first.text in FULL_FORMAT:
            what = f"{first.text} belongs to TLSF's full format"
            raise self.refused(f"{what}; only the basic one is read (syfco makes one)", first.place)
        self.take("INFO")
        self.take("{")
        while (token := self.take(what="'}' of INFO")).text != "}":
            self._info(token)
        self.take("MAIN")
        self.take("{")
        while (token := self.take(what="'}' of MAIN")).text != "}":
            self._section(token)
        if (extra := self.tokens[self.next]).kind != "end":
            raise self.fault(f"{extra.text[:40]!r} follows MAIN", extra.place)
        return self._whole()

    def _info(self, token: _Token) -> None:
        if token.text not in INFO:
            raise self.fault(f"INFO holds {', '.join(INFO)}; found {token.text[:40]!r}", token.place)
        self.take(":")
        value = self.take(what=f"the value of {token.text}")
        words = [value.text]
        while token.text not in ("TITLE", "DESCRIPTION") and self.tokens[self.next].text == ",":
            self.take(",")
            words.append(self.take(what="a word").text)
        said = [word.lower() for word in words]
        if token.text == "SEMANTICS":
            if sorted({"mealy", "moore"} & set(said)) != sorted(set(said) - {"strict"}):
                raise self.refused(f"the semantics {', '.join(words)} is not read", value.place)
            self.strict = "strict" in said
            self.semantics = "moore" if "moore" in said else "mealy"
        elif token.text == "TARGET":
            if said not in (["mealy"], ["moore"]):
                raise self.fault(f"the target is Mealy or Moore, found {words[0][:40]!r}", value.place)
            self.target = said[0]
        if self.target and self.target != self.semantics and token.text in ("SEMANTICS", "TARGET"):
            self._mismatch = value.place

    _mismatch = 0

    def _section(self, token: _Token) -> None:
        self.take("{")
        if token.text in self.names:
            self._declarations(self.names[token.text])
        elif token.text in SECTIONS:
            self._formulas(self.parts[SECTIONS[token.text]])
        else:
            known = ", ".join((*self.names, *SECTIONS))
            raise self.fault(f"MAIN holds {known}; found {token.text[:40]!r}", token.place)

    def _declarations(self, names: list[str]) -> None:
        while (token := self.take(what="a name or '}'")).text != "}":
            if token.kind != "word":
                raise self.fault(f"expected a name, found {token.text[:40]!r}", token.place)
            if token.text in OPERATORS:
                raise self.fault(f"{token.text!r} is an operator and no name", token.place)
            if self.tokens[self.next].text == "[" or self.tokens[self.next].kind == "word":
                what = f"{token.text!r}: buses and enumerations belong to TLSF's full format"
                raise self.refused(what, token.place)
            names.append(token.text)
            self.take(";")

    def _formulas(self, formulas: list[tuple[str, int]]) -> None:
        """The formulas up to the closing brace, each checked by itself so that faults have their place."""
        while self.tokens[self.next].text != "}":
            begin = self.next
            while self.tokens[self.next].text not in (";", "}") and self.tokens[self.next].kind != "end":
                self.next += 1
            tokens = self.tokens[begin : self.next]
            formulas.append((self._formula(tokens), tokens[0].place if tokens else 0))
            self.take(";")
        self.take("}")

    def _formula(self, tokens: list[_Token]) -> str:
        """The text of a formula for our reader of LTL, every name in quotes."""
        declared, columns, text = {*self.names["INPUTS"], *self.names["OUTPUTS"]}, [], ""
        for token in tokens:
            number = token.kind == "number" and token.text not in ("0", "1")
            if token.kind == "string" or token.text in ("[", "]") or number:
                message = f"{token.text[:40]!r} in a formula belongs to TLSF's full format"
                raise self.refused(message, token.place)
            shown = token.text
            if token.kind == "word" and token.text not in OPERATORS:
                if token.text not in declared:
                    what = f"{token.text[:60]!r} is neither input nor output"
                    raise self.fault(f"{what} (INPUTS and OUTPUTS come first)", token.place)
                shown = f'"{token.text}"'
            columns.append((len(text), token.place))
            text += (shown.lower() if shown in ("TRUE", "FALSE") else shown) + " "
        try:
            read_ltl(text)
        except WorldError as error:
            where = [place for column, place in columns if column < (error.column or 1)]
            place = where[-1] if where else self.tokens[self.next].place
            if error.column is not None and error.column > len(text):
                place = self.tokens[self.next].place
            raise self.fault(str(error).split(": ", 1)[-1], place) from None
        return text

    def _whole(self) -> Specification:
        if self.target and self.target != self.semantics:
            what = f"the semantics is {self.semantics}, the target {self.target}"
            raise self.refused(f"{what}: only equal ones are read", self._mismatch)
        if not self.names["OUTPUTS"]:
            raise self.fault("a specification has OUTPUTS", len(self.text))
        parts = (self.parts[key] for key in "iprsag")
        i, p, r, s, a, g = (" & ".join(f"({text})" for text, _ in part) or "true" for part in parts)
        if self.strict:
            body = f"({p}) & (({s}) W !({r})) & ((G({r}) & ({a})) -> ({g}))"
        else:
            body = f"({p}) & ((G({r}) & ({a})) -> (G({s}) & ({g})))"
        inputs, outputs = tuple(self.names["INPUTS"]), tuple(self.names["OUTPUTS"])
        try:
            return Specification(read_ltl(f"({i}) -> ({body})"), inputs, outputs, self.semantics == "moore")
        except WorldError as error:
            raise WorldError(str(error), file=self.file) from None
        except LimitError as error:
            raise LimitError(f"{self.file}: {error}") from None
