"""What models and people write around an answer, and how they hedge or deny one.

A frame says which notations it can hold: plain text of one line (``INLINE``), Markdown
(``MARKUP``), formulas (``LATEX``), JSON (``DATA``), several lines (``BLOCK``).
"""

from typing import NamedTuple

INLINE, MARKUP, LATEX, DATA, BLOCK = "inline", "markup", "latex", "data", "block"
LINE = (INLINE, MARKUP, DATA)
PLAIN = (INLINE, DATA, BLOCK)


class Frame(NamedTuple):
    """What stands around an answer; ``{}`` is the answer."""

    text: str
    holds: tuple[str, ...] = (*LINE, BLOCK)

    def around(self, answer: str) -> str:
        """The whole response."""
        return self.text.replace("{}", answer)


FRAMES: dict[str, Frame] = {
    "terse": Frame("{}"),
    "marked": Frame("Final answer: {}", LINE),
    "bold mark": Frame("I went through the description once more.\n\n**Answer:** {}", LINE),
    "mark above": Frame("**Final Answer:**\n\n{}"),
    "heading": Frame("## Analysis\n\nThe description is short.\n\n## Final answer\n\n{}"),
    "thinking closed": Frame("<think>\nLet me see. Everything has to be checked.\n</think>\n\n{}"),
    "tag": Frame("<answer>{}</answer>"),
    "tag lines": Frame("<reasoning>Checked step by step.</reasoning>\n<answer>\n{}\n</answer>"),
    "channel": Frame(
        "<|channel|>analysis<|message|>Check it.<|end|><|start|>assistant<|channel|>final<|message|>{}"
    ),
    "fence": Frame("```\n{}\n```", PLAIN),
    "fence after mark": Frame("Final answer:\n\n```\n{}\n```", PLAIN),
    "backticks": Frame("Final answer: `{}`", (INLINE, DATA)),
    "boxed": Frame("So we have $\\boxed{\\text{{}}}$", (INLINE,)),
    "full stop": Frame("Final answer: {}.", LINE),
    "German": Frame("Ich habe alles der Reihe nach geprüft.\n\nAntwort: {}", LINE),
    "French": Frame("Réponse finale : {}", LINE),
    "Chinese": Frame("逐步检查之后:\n\n最终答案:{}", LINE),
    "Windows lines": Frame("All of it was checked.\r\n\r\nFinal answer: {}\r\n", LINE),
    "offer": Frame("Final answer: {}\n\nLet me know if you would like to see the reasoning.", LINE),
    "reason": Frame("Final answer: {}, because this follows from the description.", (INLINE, MARKUP)),
    "remark": Frame("Final answer: {} (I have checked this twice)", LINE),
    "formula": Frame("${}$", (LATEX,)),
    "formula marked": Frame("Final answer: ${}$", (LATEX,)),
    "formula boxed": Frame("Hence\n\n$$\\boxed{{}}$$", (LATEX,)),
    "formula in brackets": Frame("The answer is\n\\[ {} \\]", (LATEX,)),
    "capitals": Frame("FINAL ANSWER: {}", LINE),
}
"""Around a right answer, and around a wrong one."""

CORRECTION = (
    "Final answer: {other}\n\nWait, that is wrong: I had misread the question.\n\nFinal answer: {answer}"
)
"""A marked answer that is taken back, and the one that stands."""

HEDGES: dict[str, str] = {
    "unless": "{answer}, unless it is {other}",
    "condition": "If I read the question rightly: {answer}. Otherwise: {other}.",
    "lines": "{answer}\n\nor\n\n{other}",
    "two marks": "Final answer: {answer}\nFinal answer: {other}",
    "cannot decide": "Either {answer} or {other}; I cannot decide which.",
    "in parentheses": "Final answer: {answer} (or else {other})",
    "two tags": "<answer>{answer}</answer>\n<answer>{other}</answer>",
}
NEGATIONS: dict[str, str] = {
    "not": "not {answer}",
    "is not": "The answer is not {answer}.",
    "anything but": "Anything but {answer}.",
    "marked not": "Final answer: not {answer}",
    "wrong": "{answer} is wrong.",
}
