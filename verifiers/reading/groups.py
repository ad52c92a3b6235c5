"""Candidates in a text: atoms, None and empty brackets, and the contiguous groups that they form.

An *item* is an innermost parenthesis that reads as an atom, ``name(args)``, the word None standing alone, or
``[]``.  Parentheses that are prose (a word such as *the* or *because* in them, or punctuation) are text.  Items
that name a variable, are negated or nested in another atom are kept as *bad*: they spoil the group they stand in.
Items with nothing but blanks, commas, bullets, numbering, quotes or the words and, or, then between them form a
*run*; runs that begin consecutive lines form a *block*, whatever comment follows them on their lines.
"""

from __future__ import annotations

import re
from typing import NamedTuple

BAD, UNKNOWN, KNOWN = 0, 1, 2

RUNS = 512
"""Groups looked at; before the last of so many (behind the first, after a mark) nobody's answer stands."""


class Item(NamedTuple):
    """A candidate: canonical text ("(a b)", "none" or "[]"), grade, and for bad ones what is wrong."""

    start: int
    end: int
    text: str
    grade: int
    fault: str = ""


class Group(NamedTuple):
    """Contiguous items and how they stand: in brackets, on lines of their own, announced, or mentioned."""

    items: list[Item]
    start: int
    end: int
    bracketed: bool
    standing: bool
    rejected: bool
    block: bool


_PROSE = """
    the this that these those is are was were be been being am isn't aren't because since for not no nor and or but if
    so as its it it's all both each every any some which who what where when while why how with without of to from by
    than by there here then thus therefore hence however also already only still just very too can cannot can't could
    would should must may might will shall do does did doesn't don't has have had having i we you they he she my our
    your their e.g i.e eg ie etc example note see above below optional action actions fact facts proposition
    propositions applicable inapplicable reachable unreachable valid invalid true false yes assuming given using via
    like such step steps we're we'll index plan states initially currently now think answer
"""
STOP = frozenset(_PROSE.split())
"""Words that make a parenthesis prose; none is the name of an action, predicate or object in a known domain."""

_ITEM = re.compile(r"\(([^()]*)\)|\[\s*\]|(?<![\w-])none(?![\w-])", re.IGNORECASE)
_SPACED = str.maketrans({",": " ", "'": " ", '"': " ", "`": " ", "*": " ", ";": " "})
_usual = re.compile(r"[\w -]*", re.ASCII).fullmatch
_ATOM = re.compile(r"[a-z][a-z0-9_-]*(?: [a-z0-9_][a-z0-9_-]*)*")
_SCHEMATIC = re.compile(r"[a-z][a-z0-9_-]*(?: (?:\?[a-z0-9_-]*|[a-z0-9_][a-z0-9_-]*|<[a-z0-9_ -]+>))*")
_NAME_BEFORE = re.compile(r"(?<![\w-])[A-Za-z][\w-]*$", re.ASCII)
_WORD_BEFORE = re.compile(r"(?<![\w-])([A-Za-z][\w-]*)[ \t]+$", re.ASCII)
_OUTER = re.compile(
    r"(?:(?<![\w-])(not)\s{0,4}|([!~])\s{0,4}|\(\s{0,4}([A-Za-z][\w.-]{0,40})[\s,]{1,4})\(?$", re.IGNORECASE
)
_AFTER_NONE = re.compile(r"[ \t]*(?:$|[\n.,;:!)\]}\"'`*_|(<-])")
_PLURALS = frozenset({"s", "es", "ies"})
_LONGEST = 400

_GAP = re.compile(
    r"(?:[\s,;.\"'`*_|+&>$#=-]|(?:and|or|then|steps?|actions?)\b|\d+(?!\d)[.):]?)*", re.IGNORECASE
)
_PREFIX = re.compile(
    r"(?:[\s*_`\"'#>|+$=\[({-]|\d+(?!\d)[.):]?|[a-z][.)]|(?:steps?|actions?|then|and)\b:?)*", re.IGNORECASE
)
_BULLET = re.compile(r"[*+>|#-]|\d")
_COMMENT = re.compile(r"[\s*_`\"'\])}.,;]*(?:$|\n|--?|[:;#(|/\[{]|->)")
_ANNOUNCED = re.compile(r"(?:\b(?:is|are|be|was|were|namely)|[:=]|->|=>)[\s*_`\"'\[({$]*$", re.IGNORECASE)
_CONCLUDES = re.compile(
    r"[\s*_#>-]*(?:so|thus|therefore|hence|in conclusion|in summary|in short|finally|overall|consequently"
    r"|as a result|to conclude|conclusion)\b",
    re.IGNORECASE,
)
_REJECTED = re.compile(
    r"(?:removed|inapplicable|not applicable|redundant|unnecessary|excluded|discarded|non-applicable)"
    r"(?:[\s-]+(?:actions?|steps?|pairs?|ones?|of))*[\s*_]*(?:is|are|was|were)?[\s*_]*:?[\s*_`\"'\[({$0-9.-]*$",
    re.IGNORECASE,
)
_BRACKET_BEFORE = re.compile(r"\[[\s\"'`*_]*$")
_BRACKET_AFTER = re.compile(r"[\s\"'`*_,.]{0,8}\]")
_PURE = re.compile(r"(?:\([^()]*\)|[\s,;.\[\]\"'`*_$-])*")


def items(text: str, vocabulary: frozenset[str] | None) -> list[Item]:
    """All items of ``text`` in order; linear in its length.

    A text of nothing but parentheses of prose has them for items: they are the answer, if a strange one.
    """
    kept = _items(text, vocabulary, prose=False)
    if not kept and _PURE.fullmatch(text):
        return _items(text, vocabulary, prose=True)
    return kept


def _items(text: str, vocabulary: frozenset[str] | None, *, prose: bool) -> list[Item]:
    kept: list[Item] = []
    for match in _ITEM.finditer(text):
        content = match[1]
        if content is not None:
            item = _atom(text, match.start(), match.end(), content, vocabulary, prose)
            if item is not None:
                kept.append(item)
        elif match[0][0] == "[":
            kept.append(Item(match.start(), match.end(), "[]", KNOWN))
        elif _AFTER_NONE.match(text, match.end()):
            kept.append(Item(match.start(), match.end(), "none", KNOWN))
    return kept


def _atom(
    text: str, start: int, end: int, content: str, vocabulary: frozenset[str] | None, prose: bool
) -> Item | None:
    if len(content) > _LONGEST:
        return None
    words = (content if _usual(content) else content.translate(_SPACED)).lower().split()
    before = text[start - 1] if start else "\n"
    if before not in "\n([,`":
        start, words = _with_name(text, start, before, words, vocabulary)
    if not words:
        return None
    known = vocabulary is None or words[0] in vocabulary
    if not prose and not STOP.isdisjoint(words[1:] if known and vocabulary else words):
        return None
    joined = " ".join(words)
    if joined == "none":
        return Item(start, end, "none", KNOWN)
    fault = _fault(joined, known and vocabulary is not None)
    if fault is None:
        return None
    atom = f"({joined})"
    if fault:
        return Item(start, end, atom, BAD, fault)
    last = text[max(0, start - 4) : start].rstrip()[-1:]
    if last.isalpha() or last in "!~(" and last:
        outer = _OUTER.search(text, max(0, start - 48), start)
        fault = _outer_fault(outer, atom, vocabulary) if outer is not None else ""
        if outer is not None and fault:
            return Item(outer.start(), end + text.startswith(")", end), atom, BAD, fault)
    return Item(start, end, atom, KNOWN if known else UNKNOWN)


def _with_name(
    text: str, start: int, before: str, words: list[str], vocabulary: frozenset[str] | None
) -> tuple[int, list[str]]:
    """Functional notation: the name before the parenthesis belongs to the atom."""
    if before.isalnum() or before == "_":
        name = _NAME_BEFORE.search(text, max(0, start - 64), start)
        if name is None or (len(words) == 1 and words[0] in _PLURALS):
            return start, []
        return name.start(), [name[0].lower(), *words]
    if vocabulary is not None and before in " \t" and not (words and words[0] in vocabulary):
        word = _WORD_BEFORE.search(text, max(0, start - 64), start)
        if word is not None and word[1].lower() in vocabulary:
            return word.start(), [word[1].lower(), *words]
    return start, words


def _fault(joined: str, known: bool) -> str | None:
    """ "" for a ground atom, what is wrong with an atom that is none, None for prose."""
    if _ATOM.fullmatch(joined):
        return ""
    if _SCHEMATIC.fullmatch(joined):
        return f"({joined}) names a variable"
    return f"({joined}) is no atom" if known else None


def _outer_fault(outer: re.Match[str], atom: str, vocabulary: frozenset[str] | None) -> str:
    word = outer[3].lower() if outer[3] else "not"
    if word == "not":
        return f"{atom} is negated"
    bare = word.strip(".")
    if word in STOP or bare in STOP or word in ("list", "set") or (vocabulary and word not in vocabulary):
        return ""
    return f"{atom} is nested in another atom"


def groups(text: str, found: list[Item], *, headings: bool = False, first: bool = False) -> list[Group]:
    """The groups that ``found`` form in ``text``: of the last RUNS runs, or of the ``first``.

    With ``headings`` blocks go on across lines that are headings.  A group that would go on beyond the runs
    looked at is dropped, and so is the whole text if it is one such group.
    """
    runs: list[list[Item]] = []
    spans_lines = False
    for item in found:
        if runs:
            joined = _joined(text, runs[-1][-1], item)
            if joined == "line" and not spans_lines:
                spans_lines = _opens_list(text, runs)
            if joined and (joined != "line" or spans_lines):
                runs[-1].append(item)
                continue
        runs.append([item])
        spans_lines = False
    limits = [run[0].start for run in runs[1:]] + [len(text)]
    bounds = [0] + [run[-1].end for run in runs[:-1]]
    chosen = slice(None, RUNS) if first else slice(-RUNS, None)
    described = [
        _run(text, run, bound, limit)
        for run, bound, limit in zip(runs[chosen], bounds[chosen], limits[chosen], strict=True)
    ]
    merged = _blocks(text, described, headings)
    if len(runs) > RUNS:
        return merged[:-1] if first else merged[1:]
    return merged


def _joined(text: str, before: Item, after: Item) -> str:
    """How two items belong together: "" not at all, "same" on a line, "line" if the second begins a line."""
    if before.text == "[]" or after.text == "[]":
        return ""
    if after.start - before.end < 3 and text[before.end : after.start] in (" ", ", ", ",", ""):
        return "same"
    if _GAP.fullmatch(text, before.end, after.start) is None:
        return ""
    line = text.rfind("\n", before.end, after.start)
    if line < 0:
        return "same"
    # An item that begins a line without a bullet and goes on as a sentence is no part of the list above it.
    sentence = _BULLET.search(text, line, after.start) is None and _COMMENT.match(text, after.end) is None
    return "" if sentence else "line"


def _opens_list(text: str, runs: list[list[Item]]) -> bool:
    """Whether the last run begins its line or is announced, so that it can go on with the next line."""
    start = runs[-1][0].start
    bound = runs[-2][-1].end if len(runs) > 1 else 0
    line = text.rfind("\n", bound, start) + 1
    if (line or not bound) and _PREFIX.fullmatch(text, line, start) is not None:
        return True
    return _ANNOUNCED.search(text, max(line or bound, start - 48), start) is not None


def _run(text: str, run: list[Item], bound: int, limit: int) -> Group:
    """Describe a run; ``bound`` is where the run before it ends, ``limit`` where the next one begins."""
    start, end = run[0].start, run[-1].end
    line = text.rfind("\n", bound, start) + 1
    begins = (line > 0 or not bound) and _PREFIX.fullmatch(text, line, start) is not None
    line = line or bound
    block = begins and (
        run[0].text == "none"
        or _COMMENT.match(text, end, limit) is not None
        or _BULLET.search(text, line, start) is not None
    )
    lead = max(line, start - 48)
    announced = _ANNOUNCED.search(text, lead, start) is not None or (
        not begins and _CONCLUDES.match(text, line, start) is not None
    )
    bracketed = run[0].text == "[]" or (
        start > 0
        and _BRACKET_BEFORE.search(text, max(0, start - 16), start) is not None
        and _BRACKET_AFTER.match(text, end) is not None
    )
    reject = (
        text[text.rfind("\n", max(bound, line - 200), max(line - 1, 0)) + 1 : start]
        if begins
        else text[lead:start]
    )
    rejected = _REJECTED.search(reject[-120:]) is not None
    return Group(run, start, end, bracketed, block or announced, rejected, block)


def _blocks(text: str, runs: list[Group], headings: bool) -> list[Group]:
    """Join runs that begin consecutive lines; what they merely mention in between is dropped."""
    merged: list[Group] = []
    mentions: list[Group] = []
    for run in runs:
        if merged and run.block and merged[-1].block and not (run.bracketed or merged[-1].bracketed):
            last = merged[-1]
            if not run.rejected and _consecutive(text[last.end : run.start], headings):
                merged[-1] = last._replace(items=last.items + run.items, end=run.end)
                mentions.clear()
                continue
        if run.block:
            merged.extend(mentions)
            mentions.clear()
            merged.append(run)
        else:
            mentions.append(run)
    merged.extend(mentions)
    return sorted(merged, key=lambda group: group.start)


def _consecutive(gap: str, headings: bool) -> bool:
    for line in gap.split("\n")[1:-1]:
        bare = line.strip(" \t*_`|")
        if not bare or line[0] in " \t":
            continue
        if not headings or not (bare.endswith(":") or line[0] in "#*"):
            return False
    return True


__all__ = ["BAD", "KNOWN", "STOP", "UNKNOWN", "Group", "Item", "groups", "items"]
