"""Strict reading: the response must be a sentence of the grammar of ACPBench Hard (Kokel et al. 2025,
Figure 7).

The grammar below is that of the figure; the last two rules, for the boolean and multiple-choice forms, are
ours. Lark parses it (LALR, contextual lexer) without any error recovery: one character that does not fit
makes the response malformed.  Blanks around the response are dropped, and nothing else is: exactly one
blank or newline between the words of an atom, none before a closing parenthesis, at most one behind an
action of a list. The empty response, which the grammar takes for an empty list of actions, is EMPTY here.
"""

from functools import lru_cache
from typing import Any

from ...instances.records import Code
from .index import integer
from .kinds import LISTS, AnswerKind
from .reading import Reading, found, malformed, too_large

GRAMMAR = r"""
action_list: (action_name WS?)*
progression_list: LSPAR prog_list RSPAR LSPAR prog_list RSPAR
prog_list: action_name* (COMMA action_name)*
act: action_name | action_none
action_name: LPAR NAME (WS NAME)* RPAR
action_none: NONE
index: DIGITS

yes_no: YES | NO
letter: CAPITAL

NAME: /[a-zA-Z][a-zA-Z0-9_-]*/
DIGITS: /[0-9]+/
NONE: "None"
YES: "yes"
NO: "no"
CAPITAL: /[A-Z]/
LPAR: "("
RPAR: ")"
LSPAR: "["
RSPAR: "]"
COMMA: ","
WS: /[ \n]/
"""

START = {
    AnswerKind.ACTIONS: "action_list",
    AnswerKind.PLAN: "action_list",
    AnswerKind.EFFECTS: "progression_list",
    AnswerKind.ATOM_OR_NONE: "act",
    AnswerKind.ACTION_OR_NONE: "act",
    AnswerKind.ACTION: "action_name",
    AnswerKind.INDEX: "index",
    AnswerKind.YES_NO: "yes_no",
    AnswerKind.LETTER: "letter",
}
"""The start rule of each kind."""

LIMIT = 262_144
"""Longer responses are refused: the parser needs about two microseconds a character."""


def read_strict(text: str, kind: AnswerKind) -> Reading:
    """Read ``text`` as a sentence of the grammar.

    >>> read_strict("[(at c0 l1)] [(on c0)]", AnswerKind.EFFECTS).note
    'column 13: [ is expected'
    """
    if len(text) > LIMIT:
        return too_large(f"{len(text)} characters, at most {LIMIT} are parsed")
    text = text.strip()
    if not text:
        return Reading(None, Code.EMPTY, "the response is blank")
    try:
        tree = _parser(START[kind]).parse(text)
    except _lark().UnexpectedInput as error:
        return malformed(_say(error, text))
    return _value(tree, kind)


def _lark() -> Any:
    import lark

    return lark


@lru_cache(maxsize=len(AnswerKind))
def _parser(start: str) -> Any:
    return _lark().Lark(GRAMMAR, start=start, parser="lalr")


def _value(tree: Any, kind: AnswerKind) -> Reading:
    note = "the whole response, by the grammar"
    if kind is AnswerKind.INDEX:
        return integer(str(tree.children[0]), note)
    if kind is AnswerKind.YES_NO:
        return found(str(tree.children[0]) == "yes", note)
    if kind is AnswerKind.LETTER:
        return found(str(tree.children[0]), note)
    if kind is AnswerKind.EFFECTS:
        positive, negative = (_atoms(part) for part in tree.children if not isinstance(part, str))
        return found((positive, negative), note)
    if kind in LISTS:
        return found([_atom(tree)] if tree.data == "action_name" else _atoms(tree), note)
    inner = tree.children[0] if tree.data == "act" else tree
    return found("none" if inner.data == "action_none" else _atom(inner), note)


def _atoms(tree: Any) -> list[str]:
    return [_atom(part) for part in tree.children if not isinstance(part, str)]


def _atom(tree: Any) -> str:
    return "(" + " ".join(str(part) for part in tree.children if part.type == "NAME").lower() + ")"


def _say(error: Any, text: str) -> str:
    unread = isinstance(error, _lark().UnexpectedCharacters)
    wanted = sorted(error.allowed or () if unread else error.expected)
    spelled = [
        {"$END": "the end", "LSPAR": "[", "RSPAR": "]", "LPAR": "(", "RPAR": ")"}.get(w, w) for w in wanted
    ]
    at_end = (
        isinstance(error, _lark().UnexpectedEOF)
        or getattr(getattr(error, "token", None), "type", "") == "$END"
    )
    where = "at the end" if at_end else f"column {error.column}"
    if error.line and error.line > 1 and not at_end:
        where = f"line {error.line}, {where}"
    return f"{where}: {' or '.join(spelled) or 'nothing'} is expected"
