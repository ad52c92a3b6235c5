"""Plain characters, rule by rule, and which part of a response counts."""

import pytest

from certwright.verifiers.reading.text import WINDOW, outside_thinking, plain, window

PLAIN = [
    ("a\r\nb\rc", "a\nb\nc"),
    ("a\x00b\x1fc", "abc"),
    ("a\x0bb", "a\x0bb"),
    ("tab\there", "tab\there"),
    (
        "x &amp;&amp; y &lt;b&gt; &quot;q&quot;&nbsp;&#39;s&#39; &not;p &copy;",
        "x && y \n \"q\" 's' !p &copy;",
    ),
    ("~~(a b)~~ (c d)", "  (c d)"),
    ("<del>no</del> yes", "  yes"),
    ("<s>no</s> yes", "  yes"),
    ("<answer>B</answer>", "\x02B\x03"),
    ("< / final_answer >x", "\x03x"),
    ("<PLAN>p</PLAN>", "\x02p\x03"),
    ("<td>a</td><th>b</th>", " | a  | b "),
    ("| a<br>b | c<br/>d |", "| a, b | c, d |"),
    ("a<br>b", "a\nb"),
    ("<b>x</b><h2>y</h2></s>", "\nx\n\ny\n\n"),
    ("<|im_end|>z", "\nz"),
    ("<choice>B</choice>", "\nchoice: B\n"),
    ("<best_option>B</best_option>", "\nbest option: B\n"),
    ("[answer]B[/answer]", "\x02B\x03"),
    ("[final answer]B[/final answer]", "\x02B\x03"),
    ("[answer]B", "[answer]B"),
    ("[RESULT] no", "Answer: no"),
    ("[final answer]: no", "Answer:  no"),
    ("see [answer] no", "see [answer] no"),
    ("## Answer: x ##", "## Answer: x"),
    ("#### a@1 ####\nb", "#### a@1\nb"),
    ("submit(answer='A')  # as b1 is free", "\nFinal answer: A\n as b1 is free"),
    ("<answer status='final'>B</answer>", "\x02B\x03"),
    ('<answer value="yes"/>', '<answer value="yes"/>'),
    ("so \u2234 yes \u220e", "so  therefore  yes "),
    ("\\boxed{B}", "\x02B\x03"),
    ("\\text{yes}", "yes"),
    ("\\neg p \\land q", "! p  &  q"),
    ("\\overline{x}", "!(x)"),
    ("\\(x\\)", "(x)"),
    ("a \\_ b", "a _ b"),
    ("\\begin{array}{l}x\\end{array}", " x "),
    ("a\\,b", "a b"),
    ("p /\\ q \\/ r", "p  &  q  |  r"),
    ("a | b\n--|--\nc | d", "| a | b\n| --|--\n| c | d"),
    ("| a | b |\n|---|---|\n| c | d |", "| a | b |\n|---|---|\n| c | d |"),
    ("a | b", "a | b"),
    ("* one\n  * two", "- one\n  - two"),
    ("*not*bullet", "notbullet"),
    ("**bold** $x$", "bold x"),
    ("wow!!! !!x", "wow! !!x"),
    ("_it_ __bold__ a_b_c _(x y)_", "it bold a_b_c (x y)"),
    ("ans: B", "answer: B"),
    ("Ans B", "answer B"),
    ("answer B", "answer B"),
    ("answerable", "answerable"),
    ("ANS=3", "answer=3"),
    ("ansatz", "ansatz"),
    ("Cevap B'dir", "Cevap B"),
    ("becuase x", "because x"),
    ("tldr B", "TL;DR: B"),
    ("Correction:\nB", "\nCorrected answer:\nB"),
    ("Corrected, as I erred:\nB", "\nCorrected answer:\nB"),
    ('choose_option(option="E")', "\nFinal answer: E"),
    ("submit('(a b)')", "\nFinal answer: (a b)"),
    ('print(answer("B"));', "\nFinal answer: B"),
    ('choose("E") now', 'choose("E") now'),
    ("plan([a, b])", "\nFinal answer: [a, b]"),
    ("a            \t  b", "a            b"),
    ("a\n\n\n\n\nb", "a\n\n\nb"),
    ("a    b", "a    b"),
    ("１２Ａ", "12A"),
    ("𝐁", "B"),
    ("Ⓑ", "B"),
    ("x₂", "x2"),
    ("“q” ‘r’ — – …", "\"q\" 'r'  --  - ..."),
    ("¬x ∧ y ∨ z → w ↔ v", "!x & y | z -> w ↔ v"),
    ("✓ ✗ ✔ ✘", "✓ ✗ ✓ ✗"),
    ("答案是B", " answer  is B"),
    ("はい", " yes "),
    ("нет", " no "),
]
"""Boxes and answer tags stand between the signs 2 and 3."""
OUTSIDE = [
    ("<think>a</think>b", "b", False),
    ("a</think>b", "b", False),
    ("<think>a", "<think>a", True),
    ("a<think>b</think>c<think>d", "c", False),
    ("<think>a<think>b</think>c</think>", "<think>a<think>b</think>c</think>", True),
    ("x<think>y</think> ", "x", False),
    ("[think]a[/think]b", "b", False),
    ("[THINK]a[/THINK]b", "b", False),
    ("◁think▷a◁/think▷b", "b", False),
    ("<|begin_of_thought|>a<|end_of_thought|>b", "b", False),
    ("<|channel|>analysis<|message|>a", "<|channel|>analysis<|message|>a", True),
    ("<|channel|>analysis<|message|>a<|channel|>final<|message|>b", "b", False),
    ("<|channel|>final b", " b", False),
    (
        "<|channel|>analysis<|message|>a<|end|><|channel|>commentary<|message|>b",
        "<|channel|>analysis<|message|>a<|end|><|channel|>commentary<|message|>b",
        False,
    ),
    ("<|channel|>final<|message|>", "", False),
    ("<Reasoning>a</Reasoning>b", "b", False),
    ("<scratchpad>a</scratchpad>", "<scratchpad>a</scratchpad>", True),
    ("think about it", "think about it", False),
    ("<b>think</b>", "<b>think</b>", False),
]


@pytest.mark.parametrize(("text", "expected"), PLAIN)
def test_plain_characters(text, expected):
    assert plain(text) == expected


@pytest.mark.parametrize(("text", "outside", "thinking"), OUTSIDE)
def test_the_part_that_counts(text, outside, thinking):
    assert outside_thinking(text) == (outside, thinking)


@pytest.mark.parametrize(("between", "outside"), [(173, "b"), (174, "x" * 174 + "<|message|>b")])
def test_the_message_of_a_channel_begins_soon(between, outside):
    assert outside_thinking(f"<|channel|>final{'x' * between}<|message|>b") == (outside, False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The answer is _B_.", "The answer is B."),
        ("__(a b)__ and a_b_c", "(a b) and a_b_c"),
        ("a &amp; b &lt; c&nbsp;&quot;d&quot; &unknown;", 'a & b < c "d" &unknown;'),
        ("A ~~B~~ C", "A   C"),
        ("A <s>B</s> C", "A   C"),
        ("a\r\nb\rc\x00d", "a\nb\ncd"),
        ("a\x07b", "ab"),
        ("* one\n  * two", "- one\n  - two"),
        ("**B** and $C$", "B and C"),
        ("!!! no", "! no"),
        ("Ans: B", "answer: B"),
        ("ANS B", "answer B"),
        ("Answer: B", "Answer: B"),
        ("B cuz b1 is clear", "B because b1 is clear"),
        ("tl;dr B", "TL;DR: B"),
        ("Cevap B'dir", "Cevap B"),
        (r"\overline{a@1} \land \bar b", "!(a@1)  &  !b"),
        (r"s_{0} \land a_{@1}", "s_0  &  a@1"),
        (r"\boxed{\text{A}} \phantom{x}", "\x02A\x03 "),
        (r"\textbf{\texttt{\emph{x}}}", "x"),
        ("a" + " " * 30 + "b", "a" + " " * 12 + "b"),
        ("a" + "\n" * 30 + "b", "a\n\n\nb"),
    ],
)
def test_plain_text(text: str, expected: str) -> None:
    assert plain(text) == expected


def test_only_the_end_of_a_long_text_is_searched() -> None:
    assert window("a" * WINDOW) == ("a" * WINDOW, False)
    assert window("a" * WINDOW + "b") == ("a" * (WINDOW - 1) + "b", True)
    assert window("x\ny\n" + "a" * (WINDOW - 2)) == ("a" * (WINDOW - 2), True)


@pytest.mark.parametrize(
    ("text", "outside", "thinking"),
    [
        ("<|channel|>analysis<|message|>x<|channel|>final<|message|>B", "B", False),
        ("<|channel|>analysis<|message|>x<|channel|>final B", " B", False),
        ("<|channel|>analysis<|message|>x", "<|channel|>analysis<|message|>x", True),
        ("◁think▷x◁/think▷B", "B", False),
        ("[THINK]x[/THINK]B", "B", False),
        ("<analysis>x</analysis>B", "B", False),
        ("B <|begin_of_thought|>x", "B ", False),
    ],
)
def test_channels_and_rarer_tags(text: str, outside: str, thinking: bool) -> None:
    assert outside_thinking(text) == (outside, thinking)
