"""No text and no data raise: pieces of answers in any order, and mutated rows of the corpus."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from certwright.instances.records import Answer, Code
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.published import published_values
from certwright.verifiers.reading.reading import Reading
from certwright.verifiers.reading.scanner import read, read_answer
from certwright.verifiers.reading.strict import START

CORPUS = Path(__file__).parent / "corpus"
PIECES = [
    *(
        "(a b)",
        "(sail l0 l1)",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        '"',
        "'",
        ",",
        ": ",
        "\n",
        "\n\n",
        " ",
        "- ",
        "1. ",
    ),
    *(
        "| ",
        "```",
        "```json\n",
        "<think>",
        "</think>",
        "<answer>",
        "</answer>",
        "<|channel|>final<|message|>",
    ),
    *(
        "\\boxed{",
        "Final answer: ",
        "Answer:",
        "the answer is ",
        "yes",
        "no",
        "none",
        "None",
        "A",
        "B)",
        "(C)",
    ),
    *(
        "4",
        "11",
        "-1",
        "index ",
        "not ",
        "!",
        "¬",
        "\\neg ",
        "a@1",
        "!b@2",
        "near@",
        "@3",
        "=0",
        " = 1",
        "is false",
    ),
    *(
        "or ",
        "and ",
        "because ",
        "unless ",
        "wait, ",
        "null",
        "true",
        "false",
        '"answer": ',
        '{"pos": [',
        '"neg": []',
    ),
    *(
        '"states": [0, 1]',
        '"outputs": ["0"]',
        '"accepted": true',
        "\ud800",
        "\x00",
        "\x01",
        "\x02",
        "\x03",
        "\x04",
    ),
    *(
        "\x06",
        "é",
        "（",
        "）",
        "。",
        "：",
        "9" * 30,
        "becomes true",
        "Positive effects:",
        "Negative effects:",
        "+ ",
    ),
    *(
        "~~",
        "_",
        "**",
        "?",
        "...",
        "50%",
        "x\u0305",
        "∅",
        "<a>",
        "1e999",
        "NaN",
        '[[0,"a",1]]',
        "Option 1: ",
        "if ",
    ),
]
NAMES = [None, frozenset({"a", "sail"}), frozenset({"a", "b", "near"})]


def corpus() -> list[str]:
    files = sorted(CORPUS.glob("*.jsonl"))
    return [json.loads(line)["text"] for file in files for line in file.read_text("utf-8").splitlines()]


def mutated(text: str, rng: random.Random) -> str:
    for _ in range(rng.randint(1, 4)):
        begin = rng.randrange(len(text) + 1)
        end = min(len(text), begin + rng.randint(0, 12))
        text = text[:begin] + rng.choice([rng.choice(PIECES), "", text[end : end + 20]]) + text[end:]
    return text[:1500]


def data(text: str, rng: random.Random) -> Any:
    return rng.choice(
        [
            *(text, [text], {"answer": text}, [[0, text, 1]], {"pos": [text], "neg": text}, [[text]]),
            *({"cnf": [[text]]}, {"a": {"b": text}}, [text, None, 3], 10**400, float("nan"), {"0": text}),
            *(
                {"states": text, "outputs": [text]},
                {"accepted": text, "first_bad_step": [text]},
                {"step_0": text},
            ),
            *([[[], "a", 1]], [[{}, "a", []]], {"name": text, "arguments": {"answer": text}}),
        ]
    )


def one(texts: list[str], rng: random.Random) -> Reading:
    text = (
        "".join(rng.choices(PIECES, k=rng.randint(0, 22)))
        if rng.random() < 0.55
        else mutated(rng.choice(texts), rng)
    )
    kind, names, draw = rng.choice(list(AnswerKind)), rng.choice(NAMES), rng.random()
    if draw < 0.85:
        choices = ("sail l0 l1", "x y z", "q r") if rng.random() < 0.3 else ()
        return read(text, kind, first=rng.random() < 0.2, vocabulary=names, choices=choices)
    if draw < 0.95:
        return read_answer(Answer(id="q", answer=data(text, rng)), kind, vocabulary=names)
    raw = published_values(text, rng.choice(list(START)))
    return Reading(raw, None if raw is not None else Code.NO_ANSWER, "as published")


@pytest.mark.parametrize("count", [4000, pytest.param(1_000_000, marks=pytest.mark.long)])
def test_nothing_raises(count: int) -> None:
    texts, rng = corpus(), random.Random(5)
    assert len(texts) > 1000
    for _ in range(count):
        reading = one(texts, rng)
        assert (reading.code is None) == (reading.value is not None)
        assert reading.note
