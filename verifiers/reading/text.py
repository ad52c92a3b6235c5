"""What comes before reading: the part of a response that counts, in plain characters.

`outside_thinking` drops reasoning that is marked as such (``<think>`` and its kin: nested, several,
unclosed, or closed without having been opened).  `plain` maps typographic signs to ASCII, writes LaTeX and
logical signs in our notation (``\\neg``, ``¬`` and ``\\overline{x}`` become ``!``), undoes Markdown and HTML,
and puts boxes and answer tags between BOX and END.  All of it takes time linear in the text.
"""

import re
import unicodedata

from .words import Guarded, lowered, rows, signs

LIMIT = 4 * 1024 * 1024
"""Responses above this many characters are refused."""

WINDOW = 32_768
"""Of what is outside the thinking, only this many last characters are searched: an answer stands at the
end."""

BOX, END = "\x02", "\x03"
"""Around the content of a box or an answer tag."""
YES, NO = "\u2713", "\u2717"
"""A tick and a cross, which judge what they stand beside."""

_NAMES = ("think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad", "analysis")
_TAGS = (
    *((f"<{name}>", f"</{name}>") for name in _NAMES),
    ("[think]", "[/think]"),
    ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
)
_FINAL_CHANNEL = "<|channel|>final"
_MESSAGE = "<|message|>"
_FUSED = "assistantfinal"
"""What is left of the mark of the final channel where special tokens are dropped."""
_ROUNDS = 16


def outside_thinking(text: str) -> tuple[str, bool]:
    """The last part that is outside all thinking and not blank, and False; all, and True, when there is none.

    A closing tag without an opening one ends thinking that began with the text; an opening tag without a
    closing one begins thinking that lasts to the end.  Of channels the final one counts, blank or not.

    >>> outside_thinking("<think>(a b)?</think> (c d)")
    (' (c d)', False)
    """
    if text.startswith(("analysis", _FUSED)) and _FUSED in text:
        return text[text.rindex(_FUSED) + len(_FUSED) :], False
    if "<" not in text and "think" not in text.lower():
        return text, False
    final = text.rfind(_FINAL_CHANNEL)
    if final >= 0:
        message = text.find(_MESSAGE, final, final + 200)
        return text[(message + len(_MESSAGE) if message >= 0 else final + len(_FINAL_CHANNEL)) :], False
    lower = lowered(text)
    if "<|channel|>analysis" in lower and "<|channel|>commentary" not in lower:
        return text, True
    opening = [tag for tag, _ in _TAGS if tag in lower]
    closing = [tag for _, tag in _TAGS if tag in lower]
    if not opening and not closing:
        return text, False
    end = len(text)
    for _ in range(_ROUNDS):
        close, after = _last(lower, closing, end)
        begin = _first(lower, opening, after, end)
        if text[after:begin].strip():
            return text[after:begin], False
        _, before = _last(lower, closing, close)
        end = _first(lower, opening, before, close)
        if end >= close:
            break
    return text, True


def _last(text: str, tags: list[str], end: int) -> tuple[int, int]:
    """Where the last of ``tags`` before ``end`` begins and where it ends; (0, 0) when there is none."""
    return max(((at, at + len(tag)) for tag in tags if (at := text.rfind(tag, 0, end)) >= 0), default=(0, 0))


def _first(text: str, tags: list[str], start: int, end: int) -> int:
    """Where the first of ``tags`` between ``start`` and ``end`` begins; ``end`` when there is none."""
    return min((at for tag in tags if (at := text.find(tag, start, end)) >= 0), default=end)


def _spelled(plain: str) -> str:
    """A sign of the table, in which blanks, line ends and nothing are written as signs of their own."""
    return plain.replace("␣", " ").replace("⏎", "\n").replace("␡", "")


# By code point, since these characters look like one another.
_MAP: dict[int, str | None] = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full-width forms
    **{
        code: unicodedata.normalize("NFKC", chr(code))
        for code in (*range(0x1D400, 0x1D800), *range(0x24B6, 0x24EA))
    },  # bold, circled letters
    **{0x2080 + digit: str(digit) for digit in range(10)},  # subscripts
}
for _plain, _codes in rows("character"):
    for _ends in ([int(_end, 16) for _end in _code.split("-")] for _code in _codes):
        _MAP.update(dict.fromkeys(range(_ends[0], _ends[-1] + 1), _spelled(_plain) or None))
_ALONE = {phrase: plain for plain, phrases in rows("translated alone") for phrase in phrases}
_TRANSLATED = {
    _spelled(phrase): f" {_spelled(plain)} " for plain, phrases in rows("translated") for phrase in phrases
}
_SAID = r"(?<=[\w)\]\"'*!])(?<!\bis)(?<!\bto)(?<!\bthe)(?<!\bof)(?<!answer)"
_EMOJI = re.compile("[\U0001f300-\U0001f64f\U0001f900-\U0001f9ff\u2639\u263a]")
_FACE = re.compile(
    rf"{_SAID}[ \t]?(?![\U0001f914-\U0001f915\U0001f615-\U0001f616])"
    "[\U0001f600-\U0001f64f\U0001f900-\U0001f9ff\U0001f300-\U0001f5ff\u2639\u263a]\ufe0f?(?=[ \\t]+[a-z])"
)
_MAY_SMILE = re.compile(r"[:;=8xX^](?:-?[)DPpoO3]|[dD]|_?\^)(?=\s|$)")
_SMILE = re.compile(rf"{_SAID}[ \t]{{1,2}}(?:[:;=8]-?[)DPpoO3]|x[dD]|XD|\^_?\^)(?=[ \t]+[a-z]|\s*$)")
"""A face ends a sentence as a stop does, where small letters go on."""
_UNSURE = Guarded(r"(?<![\w'])<<not sure>>;?")
_TURKISH = Guarded(r"(?<=[a-h0-9])'(?:dır|dir|dur|dür|tır|tir|tur|tür)(?!\w)")
"""The copula behind a letter or a number: "Cevap B'dir"."""
_BECAUSE = Guarded(r"(?<![\w'(@-])(?:becuase|becasue|beacuse|becouse|becaus|cuz|coz|bcoz|bc)(?![\w'@=-])")
_BARE = Guarded(
    r"(?<![\w'(@-])(?:thats|whats|theres|heres|dont|doesnt|didnt|isnt|arent|wasnt|werent|cant|wont|couldnt"
    r"|wouldnt|shouldnt|hasnt|havent|hadnt)(?![\w'@=-])"
)
"""Contractions without their apostrophe: "thats", "isnt"."""
_SUMMED_UP = Guarded(r"(?<![\w'])tl;?dr[ \t]{1,4}(?=[a-z0-9(\[])")
_CORRECTION = Guarded(r"(?:^|\n|[.!?] )[ \t\">#]*correct(?:ion|ed)\b[^\n:]{0,80}:[ \t]*(?=\n)")
"""A heading that takes back what stands above it: "Correction, as I got that wrong:"."""
_CALL = Guarded(
    r"(?:^|\n)[ \t]*(?:[a-z]{1,16}: )?(?:print\([ \t]*)?(?:[a-z][\w.]*[_.])?"
    r"(?:(?:answer|option|action|choice|choose|select|submit|plan|play|finish|respond)(?:_\w*)?"
    r"|\w+(?=\(\w+[ \t]*=)|print)"
    r"\([ \t]*(?:[a-z_]\w*[ \t]*=[ \t]*)?"
    r"(?:\"([^\"\n]{1,400})\"|'([^'\n]{1,400})'|(\[[^\n]{1,4000}\]|\d{1,9}|[a-h]|yes|no|true|false))"
    r"(?:,[ \t]*text[ \t]*=[ \t]*[\"']([^\"'\n]{1,400})[\"'])?[ \t]*\)[ \t]*\)?[ \t]*;?[\s`]*$"
)
"""A call on the last line that hands in an answer: choose_option(option="E")."""
_LOG_LEVEL = re.compile(
    r"(?m)^\[(?:final[ _]?)?(?:result|answer|final|verdict)\](?=:|[ \t]+\S)[ \t]*:?", re.IGNORECASE
)
"""What marks the answer in a log: "[RESULT] no"."""
_COMMENT = re.compile(r"(?<=[)\];])[ \t]+(?:#|//)([^\n]*)\s*$")
"""What is said behind a call on its line."""
_REWRITTEN = (
    _UNSURE.bits
    | _TURKISH.bits
    | _BECAUSE.bits
    | _BARE.bits
    | _SUMMED_UP.bits
    | _CALL.bits
    | _CORRECTION.bits
)
_BEHIND_ANS = frozenset(":=- .")
_SCRIPTS = re.compile("[\u0370-\u1dff\u1f00-\u1fff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Signs of scripts other than the Latin one, of which the listed phrases are read as English words."""


_LENGTHS: dict[str, list[int]] = {}
for _phrase in sorted(_TRANSLATED, key=len, reverse=True):
    _LENGTHS.setdefault(_phrase[0], []).append(len(_phrase))
"""How long the listed phrases are that begin with a sign, the longest first."""
_RUN = re.compile(
    "([\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+)|[\u0370-\u0dff\u0f00-\u1dff\u1f00-\u1fff]+"
)
"""Signs of a script without blanks between words (or with words that run on), or a word of another one."""
_STANDS_ALONE = re.compile(rf"(?<![^\s:.,;!{{])(?:{'|'.join(map(re.escape, _ALONE))})(?=\s*(?:[.,;!}}]|$))")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_CONTROL = {**dict.fromkeys(range(9)), **dict.fromkeys(range(14, 32))}
_CONTROLLED = re.compile("[\x00-\x08\r\x0e-\x1f]")

_ESCAPED = re.compile(r"\\([_()\[\]{}*#.$%&~`<>!+|-])")
_WRAPPER = re.compile(
    r"\\(?:text(?:tt|bf|it|rm|sf|sc|normal)?|math(?:tt|bf|it|rm|sf|bb|cal)|operatorname|emph|mbox|hbox"
    r"|underline|textcolor\{\w+\})"
    r"\*?\s{0,4}\{([^{}]*)\}"
)
_OVER = re.compile(r"\\(?:overline|bar|widebar)\s{0,4}\{([^{}]*)\}|\\(?:overline|bar)\s+(\w+)")
_SIGNS = {name: _spelled(plain) for plain, names in rows("latex") for name in names}
_SIGN = re.compile(r"\\([A-Za-z]{2,16})(?![A-Za-z])")
_BEGIN = re.compile(r"\\(?:begin|end)\s{0,4}\{[^{}\n]{0,40}\}(?:\{[^{}\n]{0,20}\})?")
_WEDGE = re.compile(r"/\\(?=[\s(!~])|\\/(?=[\s(!~])")
_CROSS, _QUAD = re.compile(r"\\times(?![A-Za-z])"), re.compile(r"\\q?quad(?![A-Za-z])")
"""What stands beside ticks: a cross, and a space between two items."""
_LATEX_BLANK = re.compile(r"\\[,;: ]")
_SUBSCRIPT = re.compile(r"_\{([A-Za-z0-9@,]{1,20})\}")
_BOXED = re.compile(r"\\(?:f?boxed|fbox)\s{0,4}\{")
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_ANSWER_TAG = re.compile(
    r"<\s?(/?)\s?(?:final[_ -]?|proposed[_ -]?)?(?:answer|plan|result|solution|final"
    r"|submission)(?:\s[^<>/\n]{0,60})?\s?>",
    re.IGNORECASE,
)
_SQUARE_TAG = re.compile(r"\[(/?)(?:final[_ -]?)?answer\]", re.IGNORECASE)
_MARKUP = re.compile(
    r"<\|[A-Za-z_]{1,32}\|>|</?s>|<eos>|<end_code>|</?(?:b|i|u|em|strong|code|pre|p|br|li|ul|ol|span|div"
    r"|tt|output"
    r"|response|center"
    r"|table|tbody|thead|tr|h[1-6]|tool_call|function_call|invoke|parameter|details|summary|sub"
    r"|sup)(?:\s[^<>]{0,80})?/?>",
    re.IGNORECASE,
)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z_-]{1,30})>")
_CELL = re.compile(r"<(/?)t[dh]>", re.IGNORECASE)
_STRUCK = re.compile(r"~~[^~]{1,4000}~~|<(?:s|del|strike)>[^<]{1,4000}</(?:s|del|strike)>")
_BULLET = re.compile(r"(?m)^([ \t>]*)[*][ \t]+(?=\S)")
_EMPHASIS = re.compile(r"\*+|\$+")
_PARAMETER = re.compile(r"<parameter name=\"(states|outputs|accepted|first_bad_step)\">")
_PHANTOM = re.compile(r"\\[hv]?phantom\{[^{}]*\}")
_CLOSING_HASHES = re.compile(r"(?m)(?<=\S)[ \t]+#{2,}[ \t]*$")
_SHOUTED = re.compile(r"!{2,}(?!\w)")
_UNDERLINED = re.compile(r"_(?<![A-Za-z0-9_(\[,]_)(_{0,2})(?=[A-Za-z(\[])([^_\n]{1,80})_\1(?![A-Za-z0-9_])")
_FENCE = re.compile(
    r"```+[ \t]*(?:(?!(?:none|yes|no|true|false)\b)[A-Za-z][A-Za-z0-9_+.-]*[ \t]*(?=\n))?", re.IGNORECASE
)


_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "nbsp": " ", "#39": "'", "not": "!"}
_ENTITY = re.compile(rf"&({'|'.join(_ENTITIES)});")
_RULE = re.compile(r"(?m)^[ \t]*:?-{2,}:?[ \t]*\|[-| :\t]*$")
_OPEN_ROW = re.compile(r"(?m)^(?=[^|\n]*[^|\s][^|\n]*\|)")
_ROW = re.compile(r"(?m)^[ \t]*\|[^\n]*<br[^\n]*$", re.IGNORECASE)
_BREAK = re.compile(r"<br\s?/?>", re.IGNORECASE)
_LONG_RUNS = re.compile(r"([ \t]{12}|\n{3})[ \t\n]*(?<=[ \t\n]{2})")
"""Of a run of blanks or of blank lines so much is kept."""


def plain(text: str) -> str:
    """The text in ASCII punctuation without wrapping markup; Markdown fences stay, as three backticks."""
    if _MAY_SMILE.search(text) is not None:
        text = _SMILE.sub(".", text)
    if not text.isascii():
        if _EMOJI.search(text) is not None:
            text = _FACE.sub(".", text)
        text = _BEYOND_ASCII.sub(lambda run: run[0].translate(_MAP), text)
        if _SCRIPTS.search(text) is not None:
            text = _STANDS_ALONE.sub(lambda alone: f" {_ALONE[alone[0]]} ", text)
            text = _translated(text)
    if not text.isprintable() and _CONTROLLED.search(text) is not None:
        text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROL)
    if "&" in text:
        text = _ENTITY.sub(lambda sign: _ENTITIES[sign[1]], text)
    if "~~" in text or "</" in text:
        text = _STRUCK.sub(" ", text)
    if "<" in text:
        text = _ANSWER_TAG.sub(lambda tag: END if tag[1] else BOX, text)
        text = _CELL.sub(lambda cell: " " if cell[1] else " | ", text)
        if "|" in text:
            text = _ROW.sub(lambda row: _BREAK.sub(", ", row[0]), text)
        text = _MARKUP.sub("\n", _PARAMETER.sub(r"\n\1: ", text))
        text = _TAG.sub(lambda tag: "\n" if tag[1] else f"\n{tag[2].replace('_', ' ')}: ", text)
    if "[/" in text:  # "[answer]" alone is no tag
        text = _SQUARE_TAG.sub(lambda tag: END if tag[1] else BOX, text)
    elif "[" in text:
        text = _LOG_LEVEL.sub("Answer: ", text)
    if "\\" in text:
        text = _without_latex(text)
    if "|" in text and _RULE.search(text) is not None:
        text = _OPEN_ROW.sub("| ", text)
    if "*" in text:
        text = _BULLET.sub(r"\1- ", text)
    if "*" in text or "$" in text:
        text = _EMPHASIS.sub("", text)
    if "##" in text:
        text = _CLOSING_HASHES.sub("", text)
    if "!!" in text:
        text = _SHOUTED.sub("!", text)
    if "_" in text:
        text = _UNDERLINED.sub(r"\2", text)
    if text.startswith(("ans", "Ans", "ANS")) and text[3:4] in _BEHIND_ANS:
        text = f"answer{text[3:]}"
    bits = signs(text) & _REWRITTEN
    if bits:
        text = _rewritten(text, bits)
    return _LONG_RUNS.sub(r"\1", text) if "    " in text or "\n\n\n\n" in text else text


def _rewritten(text: str, bits: int) -> str:
    """The text with phrases in the words that the parsers know; ``bits``: which of them it may hold."""
    text = _TURKISH.sub("", _UNSURE.sub("unsure", text, bits), bits)
    text = _BARE.sub(lambda said: _contracted(said[0]), text, bits)
    text = _SUMMED_UP.sub("TL;DR: ", _BECAUSE.sub("because", text, bits), bits)
    text = _CORRECTION.sub("\nCorrected answer:", text, bits)
    comment = _COMMENT.search(text) if bits & _CALL.bits else None
    if comment is not None:
        text = text[: comment.start()]
    end = text.rstrip(" \t\n;`") if bits & _CALL.bits else ""
    sign = end.rstrip(" \t)")[-1:]
    if end[-1:] == ")" and (sign in ('"', "'", "]") or sign.isalnum()):
        line = max(0, text.rfind("\n", 0, len(end)))
        if text[line : len(end)].lstrip()[0] not in "([{":
            text = text[:line] + _CALL.sub(r"\nFinal answer: \1\2\3 \4", text[line:], bits).rstrip()
    return text if comment is None else f"{text}\n{comment[1]}"


def _contracted(said: str) -> str:
    """A contraction with its apostrophe."""
    return f"{said[:-1]}'{said[-1]}"


def _translated(text: str) -> str:
    """The text with the English words for the listed phrases of other scripts, the longest phrase first."""
    pieces, place = [], 0
    for run in _RUN.finditer(text):
        at, end = max(run.start(), place), run.end()
        while at < end:
            for length in _LENGTHS.get(text[at].lower(), ()):
                english = _TRANSLATED.get(text[at : at + length].lower())
                if english is not None and (run[1] or not text[at + length : at + length + 1].isalnum()):
                    pieces += [text[place:at], english]
                    at = place = at + length
                    break
            else:
                at = at + 1 if run[1] else end
    return "".join([*pieces, text[place:]])


def _without_latex(text: str) -> str:
    if "\\checkmark" in text:
        text = _QUAD.sub(",", _CROSS.sub(f" {NO} ", text))
    if "{align" in text or "{array" in text or "{cases" in text:
        text = text.replace("&", " ")
    text = _WEDGE.sub(lambda sign: " & " if sign[0] == "/\\" else " | ", text)
    text = text.replace("\\\\", "\n")
    if "phantom{" in text:
        text = _PHANTOM.sub("", text)
    if "box" in text:
        text = _boxes(text)
    text = _SIGN.sub(lambda sign: _SIGNS.get(sign[1], sign[0]), text)
    if "{" in text:
        for _ in range(3):
            text, changed = _WRAPPER.subn(r"\1", text)
            text, over = _OVER.subn(lambda part: f"!({part[1]})" if part[1] else f"!{part[2]}", text)
            if not changed + over:
                break
        text = _BEGIN.sub(" ", text)
        text = _SUBSCRIPT.sub(_lowered, text)
    text = _SIGN.sub(lambda sign: _SIGNS.get(sign[1], sign[0]), text)
    text = _LATEX_BLANK.sub(" ", text)
    return _ESCAPED.sub(r"\1", text)


def _lowered(part: re.Match[str]) -> str:
    return part[1] if part[1][:1] == "@" else "_" + part[1]


def _boxes(text: str) -> str:
    """The text with the content of each box between BOX and END."""
    pieces, place = [], 0
    for box in _BOXED.finditer(text):
        if box.start() < place:
            continue
        close = _closing(text, box.end())
        pieces += [text[place : box.start()], BOX, text[box.end() : close], END]
        place = close + 1
    return "".join(pieces) + text[place:]


def _closing(text: str, start: int) -> int:
    depth = 1
    for brace in _BRACES.finditer(text, start):
        if brace[0] in "{}":
            depth += 1 if brace[0] == "{" else -1
            if not depth:
                return brace.start()
    return len(text)


def unfenced(text: str) -> str:
    """The text with the lines that open or close a fence made blank, and code marks made quotes."""
    return _FENCE.sub("\n", text).replace("`", '"') if "`" in text else text


def window(text: str) -> tuple[str, bool]:
    """The last WINDOW characters, from the beginning of a line where one is near, and whether anything was
    cut."""
    if len(text) <= WINDOW:
        return text, False
    tail = text[-WINDOW:]
    line = tail.find("\n", 0, WINDOW // 8)
    return tail[line + 1 :], True
