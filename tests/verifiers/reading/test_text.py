"""Plain characters, rule by rule, and which part of a response counts."""

import pytest

from certwright.verifiers.reading.text import outside_thinking, plain

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
