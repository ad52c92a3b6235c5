"""Reading as ACPBench's own evaluator does it, faults included, for comparison with published tables.

ACPBench Hard parses with Lark's LALR and an error handler that always says "go on": characters that fit no
terminal are skipped one by one, tokens that do not fit are dropped, and at the end of the text whatever is
still expected is supplied if there is just one possibility.  What this amounts to is a small automaton for
each start rule, which is written out here: same results, no parser, linear time.  Newlines are deleted (not
turned into blanks) before parsing.  Two tasks have their text prepared: effects labelled in words without
any bracket, and the text between the first and second "Simplified plan:".

Consequences (all measured on the original): the first parenthesis of the text wins, thinking is not
skipped, None must be spelt so, "( at c0)" has no atom, "(a b )" has none either, the second list of effects
is lost when it equals the first, an index is the first run of digits, be it part of a name.

The boolean and multiple-choice forms are extracted by the regular expressions of the harness configuration
in ACPBench's repository: the first match counts for yes or no, the last one for letters.
"""

import re

from .kinds import LISTS, NONE_ALLOWED, AnswerKind
from .reading import Reading, found, no_answer, too_large
from .text import LIMIT

Published = list[str] | list[list[str]] | str | None

_NAME = r"[a-zA-Z][a-zA-Z0-9_-]*"
_FIRST_NAME = re.compile(_NAME)
_BLANK_OR_CLOSE = re.compile(r"[ )]")
_ACT_TOKEN = re.compile(rf"\(|None|{_NAME}")
_DIGITS = re.compile(r"[0-9]+")
_LISTED = re.compile(r"[(,\]]")
_LISTED_AFTER_COMMA = re.compile(r"\(")
_LISTED_AFTER_ATOM = re.compile(r"[,\]]")


def read_published(text: str, kind: AnswerKind) -> Reading:
    """What ACPBench's evaluator takes for the yes or no, or the letter.

    NO_ANSWER stands for its "PARSER ERROR".  Case and punctuation do not matter to the comparison as both
    harnesses make it.
    """
    if len(text) > LIMIT:
        return too_large(f"{len(text)} characters, at most {LIMIT} are read")
    value = published_values(text, kind)
    note = f"as ACPBench extracts it: {str(value)[:200]!r}"
    if value is None:
        return no_answer("ACPBench's parser finds nothing (it scores 0)")
    word = re.sub(r"[^\w\s]", "", str(value)).strip().lower()
    if kind is AnswerKind.YES_NO:
        return found(word == "yes", note) if word in ("yes", "no") else no_answer(note)
    return found(word.upper(), note) if len(word.upper()) == 1 and word.isalpha() else no_answer(note)


def published_values(text: str, kind: AnswerKind) -> Published:
    """The raw result of ACPBench's ``get_parsed_answer``, None for a parser error.

    ACTIONS and PLAN: list of atoms as spelt; EFFECTS: list of one or two lists of atoms; the kinds of one
    atom: the atom as spelt, or "None"; INDEX: the digits as spelt ("04" stays "04", and is scored 0 against
    4); YES_NO and LETTER: the extracted text, None when the patterns find nothing.
    """
    if kind is AnswerKind.YES_NO or kind is AnswerKind.LETTER:
        return _regex(text, kind)
    text = _prepared(text, kind).replace("\n", "").strip()
    if kind is AnswerKind.INDEX:
        digits = _DIGITS.search(text)
        return digits[0] if digits else None
    if kind is AnswerKind.EFFECTS:
        return _progression(text)
    if kind in LISTS:
        return _action_list(text)
    return _act(text, none=kind in NONE_ALLOWED)


def _prepared(text: str, kind: AnswerKind) -> str:
    lowered = text.lower()
    if kind is AnswerKind.EFFECTS and "positive effects" in lowered and "negative effects" in lowered:
        if "[" not in text:
            lowered = lowered.replace("*", "").replace("positive effects", "[")
            return lowered.replace("negative effects", "] [") + "]"
    elif kind is AnswerKind.PLAN and "simplified plan:" in lowered:
        return lowered.replace("*", "").split("simplified plan:")[1]
    return text


def _action(text: str, position: int) -> tuple[str, int] | None:
    """The action that opens at ``position``, and where it ends, under error recovery.

    After "(" and after a blank only a name fits: everything before it is dropped.  After a name only a blank
    or ")" fits: everything before them is dropped.  One pass, no backtracking.
    """
    names: list[str] = []
    while True:
        name = _FIRST_NAME.search(text, position)
        if name is None:
            return None
        names.append(name[0])
        stop = _BLANK_OR_CLOSE.search(text, name.end())
        if stop is None or stop[0] == ")":
            return f"({' '.join(names)})", len(text) if stop is None else stop.end()
        position = stop.end()


def _action_list(text: str) -> list[str] | None:
    actions: list[str] = []
    position = text.find("(")
    while position >= 0:
        action = _action(text, position)
        if action is None:
            return None
        actions.append(action[0])
        position = text.find("(", action[1])
    return actions


def _act(text: str, *, none: bool) -> str | None:
    position = text.find("(")
    if none:
        for token in _ACT_TOKEN.finditer(text):
            if token[0] == "(":
                break
            if token[0] == "None":
                return "None"
    if position < 0:
        return None
    action = _action(text, position)
    return None if action is None else action[0]


def _progression(text: str) -> list[list[str]] | None:
    lists: list[list[str]] = []
    position = 0
    for _ in range(2):
        position = text.find("[", position)
        if position < 0:
            return None
        read = _prog_list(text, position + 1)
        if read is None:
            return None
        listed, position = read
        if listed not in lists:
            lists.append(listed)
    return lists


def _prog_list(text: str, position: int) -> tuple[list[str], int] | None:
    """The atoms up to the closing bracket and where it ends; after a comma only an atom fits, then , or ]."""
    atoms: list[str] = []
    expected = _LISTED
    while True:
        token = expected.search(text, position)
        if token is None:
            return None
        position = token.end()
        if token[0] == "]":
            return atoms, position
        if token[0] == ",":
            expected = _LISTED_AFTER_COMMA
            continue
        action = _action(text, token.start())
        if action is None:
            return None
        atoms.append(action[0])
        position = action[1]
        expected = _LISTED if expected is _LISTED else _LISTED_AFTER_ATOM


_LEADS = ("The answer is ", "the answer is ", "The answer: ", "The final answer: ")
_STARRED_LEADS = ("..Final Answer..: ", "..answer..: ", "..Answer..: ")
_CAPITALS = r"(?<=[answer is ])[A-D]|[A-D]\n|[A-D]\.| [A-D] |^[A-D]$|\[[A-D]\]|[A-D]"


def _rest_of_line(leads: tuple[str, ...]) -> str:
    """What follows one of the leads, but for the last character of its line."""
    return "|".join(rf"(?<={lead}).*(?=.)" for lead in leads)


_YES_NO = re.compile(_rest_of_line(_LEADS + _STARRED_LEADS))
_LETTER = re.compile(f"{_CAPITALS}|{_rest_of_line(_STARRED_LEADS)}")


def _regex(text: str, kind: AnswerKind) -> str | None:
    if kind is AnswerKind.LETTER:
        letters = [match[0] for match in _LETTER.finditer(text)]
        return letters[-1].strip() if letters else None
    match = _YES_NO.search(text)
    return match[0].strip() if match else None
