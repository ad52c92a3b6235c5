"""A reward function as GRPO trainers call it: a list of completions in, a list of rewards out.

With TRL: ``GRPOTrainer(reward_funcs=reward, train_dataset=rows(...))``.  The truth travels as the question's
record, so a worker needs no data set, no planner and no clock.  Here a toy policy takes the trainer's place.
"""

import random
from typing import Any

import msgspec

import certwright as cw


def rows(questions: cw.Questions) -> list[dict[str, Any]]:
    """What a training set holds: the chat prompt, and the record to be scored against."""
    return [{"prompt": cw.messages(one), "record": msgspec.json.encode(one).decode()} for one in questions]


def reward(completions: list[Any], record: list[str], **_: Any) -> list[float | None]:
    """One reward a completion, 0.0 to 1.0; None where nobody can judge, which TRL leaves out."""
    rewards = []
    for completion, text in zip(completions, record, strict=True):
        question = msgspec.json.decode(text, type=cw.Instance)
        answer = completion if isinstance(completion, str) else completion[-1]["content"]
        rewards.append(cw.reward(question, undecided=None)(answer))
    return rewards


def main() -> None:
    random.seed(7)
    batch = rows(cw.load("reactive/member")[:8])
    chance = 0.5
    for step in range(5):
        words = random.choices(["yes", "no"], [chance, 1 - chance], k=len(batch))
        completions = [[{"role": "assistant", "content": f"Final answer: {word}"}] for word in words]
        rewards = reward(completions, record=[row["record"] for row in batch])
        decided = [value for value in rewards if value is not None]
        pairs = zip(decided, words, strict=True)
        gain = sum(value - 0.5 if word == "yes" else 0.5 - value for value, word in pairs)
        chance = min(0.95, max(0.05, chance + 0.1 * gain))
        print(f"step {step}: mean reward {sum(decided) / len(decided):.3f}, says yes with {chance:.2f}")


if __name__ == "__main__":
    main()
