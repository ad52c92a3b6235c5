"""The pipeline: order, duplicates, prompts, splits, blind guessers."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from certwright.domains.planning import atoms, catalog
from certwright.domains.planning.wording_reader import WordingReader
from certwright.generators.cells import Cell, Item, Made, items
from certwright.generators.pipeline import Pipeline, unproven
from certwright.generators.planning.duplicates import digest
from certwright.generators.planning.family import FAMILY, Recipe
from certwright.generators.planning.items import make_item, shot_instances
from certwright.generators.rng import Rng
from certwright.generators.splits import opens, public, read_secret
from certwright.instances.errors import LimitError, RecordError
from certwright.instances.records import Grades, Instance
from certwright.verifiers.audit.guess.panel import panel
from certwright.verifiers.planning.world import read_world

TINY = Recipe(seed=5, levels=(1,), context="pddl")
SECRET = bytes(range(16))


def stream(recipe: Recipe, count: int, start: int = 0, **cell: list[str]) -> tuple[Pipeline, list[Instance]]:
    asked = {"domains": ["ferry"], "tasks": ["app", "val"], "forms": ["gen"], **cell}
    line = Pipeline(FAMILY.cells(**asked), count, recipe, start)
    return line, list(line.instances(make_item(item, recipe) for item in line.items()))


def renamed(one: Instance, seed: int) -> Instance:
    """The question with its objects under each other's names."""
    problem = read_world(one.world).problem
    rng, new = Rng("rename", seed), {}
    for types in sorted(set(problem.objects.values())):
        names = [name for name in problem.objects if problem.objects[name] == types]
        new |= dict(zip(names, rng.shuffle(names), strict=True))
    pieces = []
    for word in one.world["problem"].replace("(", " ( ").replace(")", " ) ").split():
        pieces.append(new.get(word, word))
    query = msgspec.json.decode(msgspec.json.encode(one.query), type=dict)

    def moved(value: object) -> object:
        if isinstance(value, dict):
            return {key: moved(each) for key, each in value.items()}
        if isinstance(value, list):
            return [moved(each) for each in value]
        if isinstance(value, str) and value.startswith("("):
            parts = atoms.parse(value)
            return atoms.text((parts[0], *(new[part] for part in parts[1:])))
        return value

    world = {**one.world, "problem": " ".join(pieces)}
    return msgspec.structs.replace(one, world=world, query=moved(query))


def test_items_come_index_by_index_and_a_longer_run_begins_alike() -> None:
    some = FAMILY.cells(["ferry", "grid"], ["app", "nexta"], ["gen", "bool"])
    assert len(some) == 6  # nexta has one form
    short, long = list(items(some, 2)), list(items(some, 3))
    assert long[: len(short)] == short


def test_a_run_from_the_middle_is_the_tail_of_the_whole() -> None:
    _, whole = stream(TINY, 12)
    _, tail = stream(TINY, 4, start=8)
    assert tail == whole[-len(tail) :]
    assert [one.index for one in tail] == [8, 8, 9, 9, 10, 10, 11, 11]


def test_a_question_that_cannot_be_made_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Pipeline(FAMILY.cells(["ferry"], ["app", "val"], ["gen"]), 4, TINY, start=2)
    asked = []

    def make(item: Item, recipe: Recipe, first: int = 0, avoid: object = ()) -> Made:
        asked.append(item.name)
        return Made(item, None, "", 3, {"no_state": 2, "limit": 1} if len(asked) == 1 else {})

    monkeypatch.setattr(type(line), "family", replace(FAMILY, make=make))
    for number, name, refused in (
        (5, "ferry/val/gen/4", " (no_state 2, limit 1)"),
        (0, "ferry/app/gen/2", ""),
    ):
        with pytest.raises(LimitError) as caught:
            line.question(number)
        assert str(caught.value) == f"{name}: no attempt was accepted{refused}; take another seed or level"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, None),
        ({"gold": None}, "no_gold"),
        ({"gold": "[(no such action)]"}, "gold_not_correct"),
        ({"truth": None}, "undecided"),
        ({"grades": None}, "undecided"),
        ({"grades": Grades(engine_proven=1)}, "undecided"),
        ({"grades": Grades(certified=1, undecided=1)}, "undecided"),
    ],
)
def test_what_is_not_released(changes: dict[str, object], reason: str | None) -> None:
    made = make_item(Item(Cell("ferry", "app", "gen"), 0), TINY).instance
    assert made is not None
    assert unproven(msgspec.structs.replace(made, **changes)) == reason


def test_no_two_questions_are_alike_up_to_names() -> None:
    line, made = stream(TINY, 60, domains=["visitall"], tasks=["app"])
    found = [digest(one) for one in made]
    assert len(set(found)) == len(found)
    assert line.tally.rejected["visitall/duplicate"] > 0, "so tiny a world must have repeated itself"


@pytest.mark.parametrize("task", ["app", "prog", "val", "just", "areach"])
@pytest.mark.parametrize("form", ["gen", "mcq"])
def test_digests_do_not_see_names(task: str, form: str) -> None:
    one = make_item(Item(Cell("ferry", task, form), 1), TINY).instance
    assert one is not None
    for seed in range(5):
        assert digest(renamed(one, seed)) == digest(one)


def test_digests_see_state_and_query() -> None:
    _, made = stream(TINY, 6, tasks=["prog"])
    one = made[0]
    other = next(each for each in made if each.query["action"].split()[0] != one.query["action"].split()[0])
    assert digest(msgspec.structs.replace(one, query={"action": "(debark c0 l0)"})) != digest(
        msgspec.structs.replace(one, query={"action": "(board c0 l0)"})
    )
    assert digest(one) != digest(other)


def test_taken_digests_are_avoided() -> None:
    _, first = stream(TINY, 3)
    line = Pipeline(FAMILY.cells(["ferry"], ["app", "val"], ["gen"]), 3, TINY)
    line.taken |= {digest(one) for one in first}
    second = list(line.instances(make_item(item, TINY) for item in line.items()))
    assert not {one.id for one in first} & {one.id for one in second}
    assert line.tally.rejected["ferry/duplicate"] >= len(first)


def test_contexts_change_the_prompt_alone() -> None:
    item = Item(Cell("grid", "app", "mcq"), 0)
    shown = {}
    for context in ("natural", "pddl", "both"):
        one = make_item(item, replace(TINY, context=context)).instance
        assert one is not None
        shown[context] = one
    assert shown["natural"].world == shown["pddl"].world == shown["both"].world
    assert shown["natural"].query == shown["pddl"].query
    assert "(:action" in shown["pddl"].prompt.context
    assert "(:action" not in shown["natural"].prompt.context
    assert shown["both"].prompt.context.startswith(shown["natural"].prompt.context)
    assert len({one.id for one in shown.values()}) == 3


@pytest.mark.parametrize("domain", ["ferry", "grid", "logistics"])
def test_natural_contexts_read_back_to_the_state(domain: str) -> None:
    one = make_item(Item(Cell(domain, "app", "gen"), 2), replace(TINY, context="natural")).instance
    assert one is not None
    problem = read_world(one.world).problem
    wording, rng = catalog.wording(domain), TINY.rng(Item(Cell(domain, "app", "gen"), 2)).fork("wording")
    told = wording.context(problem, lambda key, options: rng.fork("paraphrase", key).below(options))
    assert told.strip() in one.prompt.context
    assert WordingReader(wording).context(told)[1] == problem.init


def test_worked_examples_stand_before_the_question_and_come_from_elsewhere() -> None:
    recipe = replace(TINY, shots=2)
    one = make_item(Item(Cell("ferry", "val", "bool"), 0), recipe).instance
    assert one is not None
    assert len(one.prompt.shots) == 2
    shots = shot_instances("val", "bool", "pddl")
    assert [shot.domain for shot in shots] == ["grid", "logistics"]
    assert all(f"Answer: {shot.gold}" in text for shot, text in zip(shots, one.prompt.shots, strict=True))


def test_levels_do_not_overlap_in_objects_and_a_curriculum_takes_turns() -> None:
    recipe = replace(TINY, levels=(1, 2, 3))
    _, made = stream(recipe, 6, tasks=["app"])
    assert [one.level for one in made] == [1, 2, 3, 1, 2, 3]
    sizes: dict[int, list[float]] = {1: [], 2: [], 3: []}
    for one in made:
        sizes[one.level or 0].append(one.difficulty["objects"])
    assert max(sizes[1]) < min(sizes[2])
    assert max(sizes[2]) < min(sizes[3])


def test_a_secret_changes_every_question_and_a_public_file_tells_nothing() -> None:
    private = replace(TINY, split="private", secret=SECRET)
    _, hidden = stream(private, 3)
    _, guessed = stream(replace(private, secret=bytes(16)), 3)
    assert not {one.id for one in hidden} & {one.id for one in guessed}
    for one in hidden:
        shown = public(one, SECRET)
        assert shown.id == one.id
        assert (shown.seed, shown.index, shown.truth, shown.gold, shown.grades) == (None,) * 5
        assert shown.certificates == ()
        assert shown.canary == one.canary
        assert set(shown.difficulty) <= {"objects", "facts", "operators", "true_facts", "sequence_length"}
        assert opens(shown, one, SECRET)
        assert not opens(shown, msgspec.structs.replace(one, truth={"kind": "index", "index": 99}), SECRET)
        assert not opens(shown, one, bytes(16))


@pytest.mark.parametrize("text", ["", "abc", "00" * 15, "zz" * 16, "00" * 17], ids=repr)
def test_a_secret_is_128_bits_of_hex(tmp_path: Path, text: str) -> None:
    file = tmp_path / "secret"
    file.write_text(text)
    with pytest.raises(RecordError):
        read_secret(file)
    file.write_text("0f" * 16 + "\n")
    assert read_secret(file) == b"\x0f" * 16


@pytest.mark.long
@pytest.mark.parametrize("form", ["bool", "mcq"])
def test_blind_guessers_stay_near_chance(form: str) -> None:
    tasks = ["app", "prog", "reach", "areach", "val", "just", "land"]
    domains = ["blocksworld", "ferry", "grid", "logistics", "visitall", "floortile", "grippers"]
    _, made = stream(replace(TINY, levels=(2,)), 20, domains=domains, tasks=tasks, forms=[form])
    assert not [row for row in panel(made) if row.above]
