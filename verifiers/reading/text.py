"""What comes before reading: the part of a response that counts, in plain characters.

`outside_thinking` drops reasoning that is marked as such (``<think>`` and its kin: nested, several, unclosed,
or closed without having been opened); `plain` maps typographic quotes, brackets, dashes and blanks to ASCII and
undoes the markup of Markdown, LaTeX and HTML that wraps answers.  Both take time linear in the text.
"""

from __future__ import annotations

import re

LIMIT = 4 * 1024 * 1024
"""Responses above this many characters are refused."""

WINDOW = 32_768
"""Of what is outside the thinking, only this many last characters are searched: an answer stands at the end."""

_NAMES = ("think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad", "analysis")
_TAGS = (
    *((f"<{name}>", f"</{name}>") for name in _NAMES),
    ("[think]", "[/think]"),
    ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
)
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


_MAP: dict[int, str | None] = {
    **dict.fromkeys(map(ord, "“”„‟«»‹›〝〞"), '"'),
    **dict.fromkeys(map(ord, "‘’‚‛′´"), "'"),
    **dict.fromkeys(map(ord, "﹙⁽❨⦅"), "("),
    **dict.fromkeys(map(ord, "﹚⁾❩⦆"), ")"),
    **dict.fromkeys(map(ord, "【「『〔〖⟦"), "["),
    **dict.fromkeys(map(ord, "】」』〕〗⟧"), "]"),
    **dict.fromkeys(map(ord, "、﹐،"), ","),
    **dict.fromkeys(map(ord, "‐‑‒–—―−﹣"), "-"),
    **dict.fromkeys(map(ord, "•●◦▪‣·∙"), "*"),
    **dict.fromkeys(map(ord, "→⇒➜➔⟶⟹"), "->"),
    **dict.fromkeys(map(ord, "\u0085\u2028\u2029"), "\n"),
    **dict.fromkeys(map(ord, "\u00a0\u1680\u202f\u205f\u3000"), " "),
    **dict.fromkeys(range(0x2000, 0x200B), " "),
    **dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0f"), None),
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    ord("¬"): "!",
    ord("✅"): None,
    ord("✔"): None,
    ord("✓"): None,
}

_ESCAPED = re.compile(r"\\([_()\[\]{}*#.$%&~`<>!+|-])")
_LATEX = re.compile(
    r"\\(?:text(?:tt|bf|it|rm|sf|normal)?|math(?:tt|bf|it|rm|sf)|operatorname|emph)\s{0,4}\{([^{}]*)\}"
)
_LATEX_BLANK = re.compile(r"\\(?:[,;: ]|quad(?![a-z])|left(?![a-z])|right(?![a-z]))")
_MARKUP = re.compile(
    r"<\|[A-Za-z_]{1,32}\|>|</?s>|<eos>|</?(?:b|i|em|strong|code|pre|p|br|li|ul|ol|span|div|tt|output|response)\s?/?>",
    re.IGNORECASE,
)
_FENCE = re.compile(r"```+(?:(?!(?:none|yes|no)\b)[A-Za-z][A-Za-z0-9_+.-]*[ \t]*(?=\n))?", re.IGNORECASE)


def plain(text: str) -> str:
    """The text in ASCII punctuation without wrapping markup; Markdown fences stay, as three backticks."""
    if not text.isascii():
        text = text.translate(_MAP)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "<" in text:
        text = _MARKUP.sub("\n", text)
    if "\\" in text:
        text = _LATEX.sub(r"\1", text)
        text = _LATEX_BLANK.sub(" ", text)
        text = _ESCAPED.sub(r"\1", text)
    return text


def unfenced(text: str) -> str:
    """The text with the lines that open or close a fence made blank."""
    return _FENCE.sub("\n", text) if "```" in text else text


def window(text: str) -> tuple[str, bool]:
    """The last WINDOW characters, from the beginning of a line where one is near, and whether anything was cut."""
    if len(text) <= WINDOW:
        return text, False
    tail = text[-WINDOW:]
    line = tail.find("\n", 0, WINDOW // 8)
    return tail[line + 1 :], True


__all__ = ["LIMIT", "WINDOW", "outside_thinking", "plain", "unfenced", "window"]
