"""The first screen of README says what the door says of the question that it shows."""

import re
from pathlib import Path

import certwright as cw

README = (Path(__file__).parents[1] / "README.md").read_text()


def test_the_answers_on_the_first_screen_are_judged_as_it_says():
    question = cw.load("planning/nexta").filter(domain="swap")[2]
    shown = re.findall(r'^\| "(.+?)" \| (\w+), ([\d.]+) \| (.+) \|$', README, re.MULTILINE)
    assert len(shown) == 3
    for text, outcome, value, reason in shown:
        verdict = cw.score(question, text)
        assert (verdict.outcome.value, str(verdict.value)) == (outcome, value), text
        action = re.search(r"`(.+)`", text)
        named = re.sub(r"\bit\b", action[1], reason) if action else reason
        assert named in verdict.explanation, text
    closer, not_closer = question.truth["closer"], question.truth["not_closer"]
    assert len(closer) == 6 and "Six actions are right" in README
    claims = len(cw.verify(question).claims)
    assert f"{claims} claims stand behind that" in README and claims == len(closer) + len(not_closer) + 1
