"""Let an agent of yours play: it sees what a model sees, and its episode is scored by playing it again."""

import random

import certwright as cw


def act(env: cw.Play, draws: random.Random) -> tuple[str, dict[str, str]]:
    """The first tool, now and then with an argument that it allows; your model goes here."""
    tool = env.tools[0]["function"]
    name, schema = draws.choice(list(tool["parameters"]["properties"].items()))
    return tool["name"], {name: draws.choice(schema["enum"])} if draws.random() < 0.2 else {}


def main() -> None:
    draws = random.Random(7)
    for question in cw.load("reactive").filter(form="episode")[:4]:
        env = cw.play(question)
        while not env.done:
            taken = env.step(act(env, draws))
        verdict = env.score()
        print(f"{question.id}: {taken.outcome}, {verdict.outcome.value}, {verdict.explanation}")


if __name__ == "__main__":
    main()
