"""The set that ships: whole, small enough, no cell empty, and a slice of it made again byte for byte."""

import gzip
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest
from testkit.sampling import every

from certwright.domains.planning import atoms
from certwright.generators.cells import Cell, Item
from certwright.generators.planning.family import VERSION, Recipe
from certwright.generators.planning.items import make_item
from certwright.generators.planning.maker import maker, makers
from certwright.generators.planning.prompt import offers_none
from certwright.instances import manifest
from certwright.instances.canonical import encode
from certwright.instances.names import tasks
from certwright.instances.records import Instance
from certwright.instances.store import read_instances
from certwright.verifiers.audit.finding import LEARNED
from certwright.verifiers.audit.guess.panel import best, panel
from certwright.verifiers.planning.world import read_world

FOLDER = Path(__file__).resolve().parents[2] / "instances" / "planning"
FORMS = ("gen", "bool", "mcq")
TASK_KEYS = list(tasks("planning"))

pytestmark = pytest.mark.skipif(
    not (FOLDER / "gen.manifest.json").exists(), reason="instances/planning is not there: make data"
)


@lru_cache(None)
def released(form: str) -> list[Instance]:
    return [one for one in read_instances(FOLDER / f"{form}.jsonl.gz") if isinstance(one, Instance)]


@pytest.mark.parametrize("form", FORMS)
def test_files_are_those_of_their_manifests_and_every_cell_is_full(form: str) -> None:
    told = manifest.read(FOLDER / f"{form}.manifest.json")
    assert manifest.entry(FOLDER / f"{form}.jsonl.gz") == told.files[f"{form}.jsonl.gz"]
    wanted = {
        f"{task}/{form}/{domain}": 10
        for task in TASK_KEYS
        for domain in makers()
        if form in tasks()[task].groups
    }
    assert told.counts == wanted
    assert Counter(f"{one.task}/{one.form}/{one.domain}" for one in released(form)) == Counter(wanted)


def test_the_files_are_small_enough() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= 50_000_000


def of_this_version(form: str) -> None:
    """Skip what concerns the present generator where the files were made by another."""
    made = manifest.read(FOLDER / f"{form}.manifest.json").versions["generator"]
    if made != VERSION:
        pytest.skip(f"{form}.jsonl.gz was made by version {made} of the generator, not {VERSION}: make data")


@pytest.mark.parametrize("place", range(13))
def test_a_slice_is_made_again(place: int) -> None:
    domain, task, form = makers()[place], TASK_KEYS[place % 7], FORMS[place % 3]
    of_this_version(form)
    ids = {one.id: one for one in released(form) if one.index == 0}
    lines = gzip.decompress((FOLDER / f"{form}.jsonl.gz").read_bytes()).splitlines()
    recipe = Recipe(seed=7, levels=(3,), context="natural")
    new = make_item(Item(Cell(domain, task, form), 0), recipe).instance
    assert new is not None
    assert new.id in ids
    assert encode(new) in lines


@pytest.mark.parametrize("form", every(3, ["bool", "gen", "mcq"]))
def test_the_manifest_tells_what_blind_guessers_score(form: str) -> None:
    of_this_version(form)
    told = manifest.read(FOLDER / f"{form}.manifest.json")
    assert list(told.guesses) == best(panel(released(form)))
    assert not [row for row in told.guesses if row["above"] and row["strategy"] != LEARNED]
    above = {row["group"]: f"{row['score']:.2f}" for row in told.guesses if row["above"]}
    text = (FOLDER.parents[1] / "docs" / "audit.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| planning/")]
    assert {group: score for group, score, *_ in rows if group.endswith(f"/{form}")} == above


@pytest.mark.parametrize("task", TASK_KEYS)
def test_none_is_right_in_some_questions_of_every_domain_that_offers_it(task: str) -> None:
    of_this_version("gen")
    shares = {
        domain: sum(one.gold == "None" for one in released("gen") if (one.domain, one.task) == (domain, task))
        for domain in makers()
    }
    assert {domain for domain, nones in shares.items() if nones} == {
        domain for domain in makers() if offers_none(task, domain)
    }
    assert all(nones <= 2 for nones in shares.values())


def test_options_of_landmarks_agree_in_what_shows_of_them() -> None:
    of_this_version("mcq")
    uneven = Counter(
        one.domain
        for one in released("mcq")
        if one.task == "land" and len({shown_of(one, option["fact"]) for option in one.query["options"]}) > 1
    )
    assert sum(uneven.values()) <= 6
    assert not uneven.keys() - {"ferry", "grippers"}


def shown_of(one: Instance, fact: str) -> tuple[str, int, bool]:
    """The predicate, how many objects the unmet goal names, and whether one is in no fact of the state."""
    problem = read_world(one.world).problem
    unmet = {name for goal in problem.goal if goal not in problem.init for name in goal[1:]}
    known = {name for held in problem.fluent_init for name in held[1:]}
    head, *names = atoms.parse(fact)
    return head, sum(name in unmet for name in names), not known.issuperset(names)


def told_of(domain: str) -> list[str]:
    """The row of a domain in the table of hard negatives."""
    text = (FOLDER.parents[1] / "docs" / "generating.md").read_text(encoding="utf-8")
    (row,) = [line for line in text.splitlines() if line.startswith(f"| {domain} |")]
    return [cell.strip() for cell in row.strip("|").split("|")][1:]


@pytest.mark.parametrize("domain", makers())
def test_the_documents_tell_the_share_of_hard_negatives(domain: str) -> None:
    figures = {
        task: [one.difficulty for one in released("gen") if (one.domain, one.task) == (domain, task)]
        for task in ("reach", "areach", "land")
    }
    hard = {
        task: sum(each["unreachable"] > each["legal"] - each["relaxed_reachable"] for each in figures[task])
        for task in ("reach", "areach")
    }
    beyond = [each["landmarks_beyond_relaxation"] for each in figures["land"]]
    landmarks = int(sum(each["landmarks"] for each in figures["land"]))
    reach, areach, land, share = told_of(domain)
    assert (reach, areach) == (f"{hard['reach']}/10", f"{hard['areach']}/10")
    assert (land, share) == (f"{sum(map(bool, beyond))}/10", f"{int(sum(beyond))}/{landmarks}")
    if maker(domain).loose:
        assert min(hard.values()) >= 5
