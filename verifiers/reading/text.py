"""What comes before reading: the part of a response that counts, in plain characters.

`outside_thinking` drops reasoning that is marked as such (``<think>`` and its kin: nested, several,
unclosed, or closed without having been opened); `plain` maps typographic quotes, brackets, dashes and
blanks to ASCII and undoes the markup of Markdown, LaTeX and HTML that wraps answers.  Both take time linear
in the text.
"""

from __future__ import annotations

import re

LIMIT = 4 * 1024 * 1024
"""Responses above this many characters are refused."""

WINDOW = 32_768
"""Of what is outside the thinking, only this many last characters are searched: an answer stands at the
end.
"""

_NAMES = ("think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad", "analysis")
_TAGS = (
    *((f"<{name}>", f"</{name}>") for name in _NAMES),
    ("[think]", "[/think]"),
    ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
)
_STEMS = ("think", "thought", "reasoning", "reflection", "scratchpad", "analysis")
"""Every tag holds one of these: texts without them are spared the search for tags."""
_FINAL_CHANNEL = "<|channel|>final<|message|>"
_ROUNDS = 16


def outside_thinking(text: str) -> tuple[str, bool]:
    """The last part that is outside all thinking and not blank, and False; all, and True, when there is none.

    A closing tag without an opening one ends thinking that began with the text; an opening tag without a
    closing one begins thinking that lasts to the end.

    >>> outside_thinking("<think>(a b)?</think> (c d)")
    (' (c d)', False)
    """
    if "<" not in text and "[" not in text and "◁" not in text:
        return text, False
    final = text.rfind(_FINAL_CHANNEL)
    if final >= 0:
        text = text[final + len(_FINAL_CHANNEL) :]
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = text
    if not any(stem in lowered for stem in _STEMS):
        return text, False
    opening = [tag for tag, _ in _TAGS if tag in lowered]
    closing = [tag for _, tag in _TAGS if tag in lowered]
    if not opening and not closing:
        return text, False
    end = len(text)
    for _ in range(_ROUNDS):
        close, after = _last(lowered, closing, end)
        begin = _first(lowered, opening, after, end)
        if text[after:begin].strip():
            return text[after:begin], False
        _, before = _last(lowered, closing, close)
        end = _first(lowered, opening, before, close)
        if end >= close:
            break
    return text, True


def _last(text: str, tags: list[str], end: int) -> tuple[int, int]:
    """Where the last of ``tags`` before ``end`` begins and where it ends; (0, 0) when there is none."""
    return max(((at, at + len(tag)) for tag in tags if (at := text.rfind(tag, 0, end)) >= 0), default=(0, 0))


def _first(text: str, tags: list[str], start: int, end: int) -> int:
    """Where the first of ``tags`` between ``start`` and ``end`` begins; ``end`` when there is none."""
    return min((at for tag in tags if (at := text.find(tag, start, end)) >= 0), default=end)


def _all(first: int, last: int, to: str | None) -> dict[int, str | None]:
    return dict.fromkeys(range(first, last + 1), to)


# By code point, since these characters look like one another.
_MAP: dict[int, str | None] = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full-width forms
    **_all(0x2000, 0x200A, " "),
    **_all(0x200B, 0x200D, None),
    **_all(0x2010, 0x2015, "-"),
    **_all(0x2018, 0x201B, "'"),
    **_all(0x201C, 0x201F, '"'),
    **_all(0x2028, 0x2029, "\n"),
    **dict.fromkeys((0x85,), "\n"),
    **dict.fromkeys((0xA0, 0x1680, 0x202F, 0x205F, 0x3000), " "),
    **dict.fromkeys((0xAD, 0x2060, 0xFE0F, 0xFEFF), None),
    **dict.fromkeys((0xAB, 0xBB, 0x2039, 0x203A, 0x301D, 0x301E), '"'),
    **dict.fromkeys((0xB4, 0x2032), "'"),
    **dict.fromkeys((0x2212, 0xFE63), "-"),
    **dict.fromkeys((0x207D, 0x2768, 0x2985, 0xFE59), "("),
    **dict.fromkeys((0x207E, 0x2769, 0x2986, 0xFE5A), ")"),
    **dict.fromkeys((0x27E6, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016), "["),
    **dict.fromkeys((0x27E7, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017), "]"),
    **dict.fromkeys((0x060C, 0x3001, 0xFE50), ","),
    **dict.fromkeys((0xB7, 0x2022, 0x2023, 0x2219, 0x25AA, 0x25CF, 0x25E6), "*"),
    **dict.fromkeys((0x2192, 0x21D2, 0x2794, 0x279C, 0x27F6, 0x27F9), "->"),
    **dict.fromkeys((0x2705, 0x2713, 0x2714), None),  # ticks
    0xAC: "!",  # negation sign
}
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")

_ESCAPED = re.compile(r"\\([_()\[\]{}*#.$%&~`<>!+|-])")
_LATEX = re.compile(
    r"\\(?:text(?:tt|bf|it|rm|sf|normal)?|math(?:tt|bf|it|rm|sf)|operatorname|emph)\s{0,4}\{([^{}]*)\}"
)
_LATEX_BLANK = re.compile(r"\\(?:[,;: ]|quad(?![a-z])|left(?![a-z])|right(?![a-z]))")
_MARKUP = re.compile(
    r"<\|[A-Za-z_]{1,32}\|>|</?s>|<eos>|</?(?:b|i|em|strong|code|pre|p|br|li|ul|ol|span|div|tt|output|response)\s?/?>",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"~~[^~\n]{1,200}~~")
_FENCE = re.compile(r"```+(?:(?!(?:none|yes|no)\b)[A-Za-z][A-Za-z0-9_+.-]*[ \t]*(?=\n))?", re.IGNORECASE)


def plain(text: str) -> str:
    """The text in ASCII punctuation without wrapping markup; Markdown fences stay, as three backticks."""
    if not text.isascii():
        text = _BEYOND_ASCII.sub(lambda run: run[0].translate(_MAP), text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "<" in text:
        text = _MARKUP.sub("\n", text)
    if "~~" in text:
        text = _STRUCK.sub(" ", text)
    if "\\" in text:
        text = _LATEX.sub(r"\1", text)
        text = _LATEX_BLANK.sub(" ", text)
        text = _ESCAPED.sub(r"\1", text)
    return text


def unfenced(text: str) -> str:
    """The text with the lines that open or close a fence made blank."""
    return _FENCE.sub("\n", text) if "```" in text else text


def window(text: str) -> tuple[str, bool]:
    """The last WINDOW characters, from the beginning of a line where one is near, and whether anything was
    cut.
    """
    if len(text) <= WINDOW:
        return text, False
    tail = text[-WINDOW:]
    line = tail.find("\n", 0, WINDOW // 8)
    return tail[line + 1 :], True


def of_one_line(text: str, found_at: list[tuple[int, str]], *, first: bool) -> list[str]:
    """What was found on the ``first`` line of ``text`` on which anything was, or on the last such line."""
    anchor = found_at[0 if first else -1][0]
    begin, end = text.rfind("\n", 0, anchor) + 1, text.find("\n", anchor)
    end = len(text) if end < 0 else end
    return [word for position, word in found_at if begin <= position < end]


__all__ = ["LIMIT", "WINDOW", "of_one_line", "outside_thinking", "plain", "unfenced", "window"]
