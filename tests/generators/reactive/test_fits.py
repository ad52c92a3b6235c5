"""Which effects fit a question about their cause, and why an intervention, run or claim is no question."""

from types import SimpleNamespace

import pytest

from certwright.domains.reactive.machine import Machine
from certwright.generators.reactive.questions import Wish, tasks
from certwright.generators.rng import Rng
from certwright.instances.errors import LimitError


def causes(kind="conjunctive", relevant=0b11, breaking=(1, 2), sufficient=(3,), butfor=3):
    return SimpleNamespace(
        kind=kind, relevant=relevant, breaking=breaking, sufficient=sufficient, butfor=butfor
    )


FORCED = causes("forced", relevant=0, breaking=(), sufficient=(), butfor=0)
OVER = causes("overdetermined", relevant=0b11, breaking=(3,), sufficient=(1, 2), butfor=0)
ONE = causes(relevant=0b1, breaking=(1,), sufficient=(1,), butfor=1)


@pytest.mark.parametrize(
    ("of", "target", "kind", "butfor", "sufficient", "breaking"),
    [
        (causes(), "conjunctive", True, True, True, False),
        (causes(), "overdetermined", False, False, False, False),
        (causes(), "", True, True, True, True),
        (causes(), "preventable", True, True, True, True),
        (causes(), "joint", False, False, False, False),
        (ONE, "conjunctive", False, False, False, False),
        (ONE, "", True, True, True, True),
        (OVER, "overdetermined", True, False, False, True),
        (OVER, "preventable", True, False, True, True),
        (OVER, "joint", False, False, False, True),
        (causes("overdetermined", sufficient=(3, 12), butfor=1), "overdetermined", True, True, True, True),
        (causes("overdetermined", sufficient=(3, 4), butfor=1), "overdetermined", True, True, False, True),
        (FORCED, "forced", True, True, False, False),
        (FORCED, "", True, True, False, False),
        (FORCED, "preventable", False, False, False, False),
        (FORCED, "conjunctive", False, False, False, False),
    ],
)
def test_what_fits_a_target(of, target, kind, butfor, sufficient, breaking):
    told = (
        tasks._fits_kind(of, target),
        tasks._fits_butfor(of, target),
        tasks._fits_sufficient(of, target),
    )
    assert told == (kind, butfor, sufficient)
    if target in ("joint", *tasks.FREE):
        assert tasks._fits_breaking(of, target) is breaking


@pytest.mark.parametrize(
    ("of", "fits"),
    [(causes(), True), (ONE, False), (OVER, True), (FORCED, False)],
    ids=["two", "one", "over", "forced"],
)
def test_a_strict_set_that_breaks_an_effect_is_one_of_several_literals(of, fits):
    assert tasks._fits_breaking(of, "conjunctive") is fits


@pytest.mark.parametrize(("clauses", "implicants", "fits"), [(40, 40, True), (41, 1, False), (1, 41, False)])
def test_a_cause_in_full_is_short(clauses, implicants, fits):
    long = causes(breaking=(3,) * clauses, sufficient=(3,) * implicants)
    assert tasks._fits_formula(long, "conjunctive") is fits
    assert not tasks._fits_formula(long, "overdetermined")


@pytest.fixture
def intervention(monkeypatch):
    """What comes of effects, each given by its cheapest certificate: (timesteps, flips) or None."""

    def made(*effects, target="deep", patience=2, level=3, mode="normal", falls=False, limit=False, seed=0):
        counted = []

        def count(product, budget, *, settings, limit):
            counted.append((budget, settings, limit))
            if over:
                raise LimitError("many")

        over = limit
        monkeypatch.setattr(
            tasks, "effects", lambda scene, mode, rng, happens, positive: list(range(len(effects)))
        )
        monkeypatch.setattr(tasks, "cheapest", lambda product: effects[product.number])
        monkeypatch.setattr(tasks, "cost", lambda best, inputs: best)
        monkeypatch.setattr(tasks, "read_effect", lambda effect: effect)
        monkeypatch.setattr(tasks, "Interventions", lambda machine, trace, effect, budget: budget)
        monkeypatch.setattr(tasks, "falls", lambda question: falls)
        monkeypatch.setattr(tasks, "count", count)
        scene = SimpleNamespace(
            machine=None, trace=(0,) * 5, rows=["r"],
            product=lambda effect: SimpleNamespace(number=effect, inputs=2),
        )  # fmt: skip
        found = tasks._intervention(scene, Wish(target, mode, level, patience), Rng("draw", seed))
        return found if isinstance(found, str) else {
            key: found[key] for key in ("effect", "mode", *BUDGETS)
        }, counted

    return made


BUDGETS = ("budget_timestep", "budget_atoms")


@pytest.mark.parametrize(
    ("effects", "how", "reason"),
    [
        ((), {}, "no_effect"),
        ((None,), {}, "out_of_reach"),
        (((5, 5),), {}, "out_of_reach"),
        (((4, 4),), {"level": 2}, "out_of_reach"),
        (((1, 1),), {}, "shallow"),
        (((2, 2),), {"falls": True}, "greedy"),
        (((2, 2),), {"limit": True}, "too_many_certificates"),
        (((2, 2), None), {"limit": True}, "out_of_reach"),
    ],
)
def test_why_there_is_nothing_to_bring_about(intervention, effects, how, reason):
    found = intervention(*effects, **how)
    assert (found[0] if isinstance(found, tuple) else found) == reason


@pytest.mark.parametrize(
    ("effects", "how", "effect"),
    [
        (((4, 4),), {}, 0),
        (((5, 5),), {"level": 4}, 0),
        (((3, 3),), {"level": 2}, 0),
        ((None, (1, 1), (2, 3)), {}, 2),
        (((1, 1),), {"target": "any"}, 0),
        (((1, 1),), {"patience": 0}, 0),
        (((2, 2),), {"falls": True, "target": "any"}, 0),
        (((2, 2),), {"mode": "hard"}, 0),
        (((2, 2),), {"mode": "ltlf"}, 0),
    ],
)
def test_an_intervention_takes_the_fewest_timesteps_or_one_more(intervention, effects, how, effect):
    seen = set()
    for seed in range(30):
        found, counted = intervention(*effects, **how, seed=seed)
        steps, flips = effects[effect]
        assert found["effect"] == effect and found["mode"] == ("hard" if how.get("mode") else "normal")
        assert found["budget_timestep"] in {steps, min(5, steps + 1)}
        assert found["budget_atoms"] in (None, flips + 1)
        assert counted == [(found["budget_timestep"], found["budget_atoms"], tasks.TRANSITIONS)]
        seen.add((found["budget_timestep"] - steps, found["budget_atoms"] is None))
    assert len(seen) == (4 if effects[effect][0] < 5 else 2)


LATCH = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
MUTE = Machine(("r",), (), 0, ((0,) * 2,), ((0,) * 2,))


def scene_of(machine, trace):
    return SimpleNamespace(machine=machine, trace=trace, run=machine.run(trace), rows=list(map(str, trace)))


def test_a_run_that_stays_where_it_is_is_idle_while_that_matters():
    strict, late = Wish("", "normal", 3, 2), Wish("", "normal", 3, 0)
    still, moving = scene_of(LATCH, (0, 0)), scene_of(LATCH, (0, 1))
    assert strict.strict and not late.strict
    assert tasks._trace(still, strict, Rng("any")) == "idle"
    assert tasks._trace(still, late, Rng("any")) == {"trace": ["0", "0"]}
    assert tasks._trace(moving, strict, Rng("any")) == {"trace": ["0", "1"]}
    assert tasks._trace(scene_of(MUTE, (0, 1)), strict, Rng("any")) == {"trace": ["0", "1"]}


def test_a_claimed_trace_is_the_machines_or_departs_from_it():
    one, right = scene_of(LATCH, (0, 1, 0)), ["0", "1", "1"]
    assert tasks._claim(scene_of(MUTE, (0,)), Wish("accepted", "normal", 3, 2), Rng("any")) == "no_outputs"
    told = set()
    for seed in range(40):
        assert tasks._claim(one, Wish("accepted", "normal", 3, 2), Rng("claim", seed)) == {
            "trace": ["0", "1", "0"],
            "outputs": right,
        }
        found = tasks._claim(one, Wish("rejected", "normal", 3, 2), Rng("claim", seed))
        told.add(found if isinstance(found, str) else "".join(found["outputs"]))
    # one bit turned, or the run of a trace with one bit turned, which may be the machine's own
    assert told == {"no_mistake", "111", "001", "010", "000"}
