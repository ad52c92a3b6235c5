"""What prompts must say so that the rules alone decide: what may be named, is reachable, is left out."""

import re
from pathlib import Path

import pytest

from certwright.domains.planning import catalog
from certwright.generators.planning.prompt import ACTIONS, FACTS
from certwright.generators.planning.rendering import renderings
from certwright.instances.store import read_instances

DEMO = Path(__file__).resolve().parents[3] / "instances" / "demo" / "planning.jsonl"


@pytest.fixture(scope="module")
def prompts():
    """Task and form -> prompts of the demo's questions, made again."""
    found = {}
    for one in read_instances(DEMO):
        *_, shown = renderings(one)
        assert shown == one.prompt
        found.setdefault((one.task, one.form), []).append(shown)
    return found


def test_vocabulary_says_what_a_word_with_a_question_mark_stands_for(prompts):
    for task, listed in (("app", (ACTIONS,)), ("reach", (ACTIONS, FACTS))):
        for shown in prompts[task, "gen"]:
            assert [line for line in (ACTIONS, FACTS) if f"\n{line}\n(" in shown.context] == list(listed)


def test_the_current_state_counts_as_reachable(prompts):
    for task in ("reach", "areach"):
        for form in ("gen", "bool", "mcq"):
            assert all("current state" in shown.question for shown in prompts[task, form])


def test_actions_to_leave_out_are_numbered_and_bracketed(prompts):
    one = r"[Aa]ction \d+ \([a-z][^()]*\)"
    for shown in prompts["just", "mcq"]:
        assert all(re.fullmatch(f"{one}( and {one})?", option) for option in shown.choices)
        assert all(option.startswith("Action ") for option in shown.choices)
    for shown in prompts["just", "bool"]:
        assert re.search(f"Is it still a plan when {one}( and {one} are| is) left out\\?$", shown.question)


def test_household_tells_the_two_ways_of_taking_and_putting_apart():
    wording = catalog.wording("alfworld")
    take, out = (wording.actions[name].one for name in ("take", "take-out"))
    assert all("free-to-use receptacle" in template.text for template in take)
    assert all("open" in template.text for template in out)
