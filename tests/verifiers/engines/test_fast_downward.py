"""SAS text is exact, and Fast Downward's answers are believed only as far as they go."""

import stat
from pathlib import Path
from typing import Any

import pytest

from certwright.domains.planning.strips import Operator, Task
from certwright.instances.errors import EngineMissingError, NameUnknownError
from certwright.verifiers.engines import fast_downward, process, sas
from certwright.verifiers.engines.outcome import Answer, EngineClaim, Proven, Refuted, Undecided, Why, meaning
from certwright.verifiers.engines.query import Query, first_failure
from certwright.verifiers.engines.registry import WITHOUT, engines

UNSOLVABLE = EngineClaim.UNSOLVABLE


def task(
    facts: str, operators: list[tuple[str, str, str, str]], init: str, goal: str, possible: bool = True
) -> Task:
    """A task of nullary facts, each given by a letter: operators as (name, pre, add, delete)."""
    names = sorted(facts)

    def mask(letters: str) -> int:
        return sum(1 << names.index(letter) for letter in set(letters))

    made = (
        Operator(f"({name})", mask(pre), mask(add), mask(delete))
        for name, pre, add, delete in sorted(operators)
    )
    return Task(tuple(f"({name})" for name in names), tuple(made), mask(init), mask(goal), possible)


WALK = task(
    "abcdk",
    [("ab", "a", "b", "a"), ("bc", "b", "c", "b"), ("cd", "ck", "d", "c"), ("key", "b", "k", "")],
    "a",
    "d",
)
"""a -> b -> c -> d along a road; the last step needs a key that lies at b."""


def plan(task: Task, search: str = "lazy", program: Path | None = None, **query: Any) -> Answer:
    return fast_downward.plan(Query(task, **query), search=search, program=program)


def mask(of: Task, letters: str) -> int:
    return of.mask(f"({letter})" for letter in letters)


def test_sas_text_is_what_the_format_says() -> None:
    small = task("ab", [("go", "a", "b", "a"), ("wait", "a", "a", "")], "a", "b")
    assert sas.write(Query(small).cut()).split("\n") == [
        *("begin_version", "3", "end_version", "begin_metric", "0", "end_metric", "2"),
        *("begin_variable", "var0", "-1", "2", "Atom a()", "NegatedAtom a()", "end_variable"),
        *("begin_variable", "var1", "-1", "2", "Atom b()", "NegatedAtom b()", "end_variable"),
        *("0", "begin_state", "0", "1", "end_state", "begin_goal", "1", "1 0", "end_goal", "1"),
        *("begin_operator", "go", "0", "2", "0 0 0 1", "0 1 -1 0", "1", "end_operator", "0", ""),
    ]


def test_a_goal_outside_the_task_is_a_constant_that_is_false() -> None:
    for possible, goal, value in ((False, "b", "1"), (True, "", "0")):
        made = task("ab", [("go", "a", "b", "a")], "a", goal, possible)
        text = sas.write(Query(made).cut(relevant=False)).split("\n")
        at = text.index("Atom constant()")
        assert text[at - 4 : at + 3] == [
            *("begin_variable", "var2", "-1", "2", "Atom constant()", "NegatedAtom constant()"),
            "end_variable",
        ]
        state, end = text.index("begin_state"), text.index("end_goal")
        assert text[state : state + 5] == ["begin_state", "0", "1", value, "end_state"]
        assert text[state + 5 : end] == ["begin_goal", *(["2", "1 0"] if goal else ["1"]), "2 0"]


def test_groups_become_variables_of_many_values() -> None:
    text = sas.write(Query(WALK).cut(), (mask(WALK, "abcd"),))
    assert "Atom a()\nAtom b()\nAtom c()\nAtom d()\n<none of those>\nend_variable" in text
    assert "begin_operator\ncd\n1\n1 0\n1\n0 0 2 3\n1\nend_operator" in text
    assert text.count("begin_variable") == 2


@pytest.mark.parametrize(
    ("operator", "variables"),
    [
        (("go", "a", "b", "a"), [("a", "b", "c"), ("d",), ("k",)]),
        (("go", "k", "b", "a"), [("a", "b", "c"), ("d",), ("k",)]),
        (("go", "k", "d", "abc"), [("a", "b", "c"), ("d",), ("k",)]),
        (("go", "k", "d", "a"), [("a",), ("b", "d"), ("c",), ("k",)]),
        (("go", "b", "d", "a"), [("a", "b", "c"), ("d",), ("k",)]),
    ],
)
def test_a_group_is_a_variable_where_every_change_has_its_value(
    operator: tuple[str, str, str, str], variables: list[tuple[str, ...]]
) -> None:
    others = [("end", "abcdk", "k", "k"), ("back", "k", "abc", "k")]
    made = task("abcdk", [operator, *others], "a", "abcdk")
    cut = Query(made).cut(relevant=False)
    groups = (mask(made, "bd"), mask(made, "abc"), mask(made, "k"))
    found = sas._variables(cut, groups)
    assert [tuple(made.facts[fact].strip("()") for fact in group) for group in found] == variables


def test_a_group_that_two_initial_facts_contradict_is_refused() -> None:
    with pytest.raises(ValueError, match="two facts in the initial state"):
        sas.write(Query(WALK, init=mask(WALK, "ab")).cut(), (mask(WALK, "abcd"),))


def test_steps_that_cannot_help_are_left_out() -> None:
    asked = Query(WALK, goal=mask(WALK, "c")).cut()
    assert [operator.name for operator in asked.operators] == ["(ab)", "(bc)"]
    assert WALK.names(asked.facts) == ["(a)", "(b)", "(c)"]
    everything = Query(WALK, goal=mask(WALK, "c")).cut(relevant=False)
    assert len(everything.operators) == 4


@pytest.mark.parametrize("search", fast_downward.SEARCHES)
def test_a_plan_is_found(search: str) -> None:
    found = plan(WALK, search=search)
    assert isinstance(found, Refuted)
    assert found.witness == ("(ab)", "(key)", "(bc)", "(cd)")
    assert found.optimal == (search != "lazy")


@pytest.mark.parametrize("search", fast_downward.SEARCHES)
def test_unsolvable_is_proven(search: str) -> None:
    locked = plan(WALK, search=search, without=mask(WALK, "k"))
    assert isinstance(locked, Proven)
    assert (locked.bound, "code 11" in locked.evidence) == (None, True)
    assert isinstance(plan(WALK, search=search, goal=mask(WALK, "ad")), Proven)
    outside = Task(WALK.facts, WALK.operators, WALK.init, WALK.goal, goal_possible=False)
    assert isinstance(plan(outside, search=search), Proven)
    assert isinstance(plan(outside, search=search, goal=WALK.goal), Refuted)


@pytest.mark.parametrize("search", ["lmcut", "blind"])
def test_a_bound_is_inclusive_and_proven_by_admissible_search(search: str) -> None:
    short = plan(WALK, search=search, bound=3)
    assert isinstance(short, Proven)
    assert short.bound == 3
    assert isinstance(plan(WALK, search=search, bound=4), Refuted)


def test_a_greedy_search_proves_no_bound() -> None:
    assert isinstance(plan(WALK, bound=3), Undecided)
    assert isinstance(plan(WALK, bound=4), Refuted)


def test_other_parts_can_be_exchanged() -> None:
    from_c = plan(WALK, init=mask(WALK, "ck"))
    assert isinstance(from_c, Refuted)
    assert from_c.witness == ("(cd)",)
    for empty in (plan(WALK, goal=0), plan(WALK, goal=mask(WALK, "a"))):
        assert isinstance(empty, Refuted)
        assert empty.witness == ()


def test_an_unknown_search_is_refused() -> None:
    with pytest.raises(NameUnknownError, match="no search 'magic'"):
        plan(WALK, search="magic")


def test_without_the_binary_the_mend_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WITHOUT, "z3, fd")
    with pytest.raises(EngineMissingError, match=r'pip install "up-fast-downward'):
        plan(WALK)


PLAN = "(ab)\\n(key)\\n(bc)\\n(cd)\\n; cost = 4\\n"
FAKES: dict[str, tuple[str, Why]] = {
    "hangs": ("sleep 60", Why.TIME),
    "killed": ("kill -SEGV $$", Why.CRASH),
    "unknown-code": ("exit 77", Why.CRASH),
    "out-of-memory": ("exit 22", Why.MEMORY),
    "out-of-time": ("exit 23", Why.TIME),
    "gave-up": ("exit 12", Why.GAVE_UP),
    "input-error": ("echo 'bad input' >&2; exit 33", Why.INPUT),
    "no-plan-file": ("exit 0", Why.OUTPUT),
    "garbage": (r"printf '\377\376 garbage' > sas_plan", Why.OUTPUT),
    "unknown-step": ("echo '(fly)' > sas_plan", Why.OUTPUT),
    "not-applicable": ("echo '(cd)' > sas_plan", Why.OUTPUT),
    "stops-short": ("echo '(ab)' > sas_plan", Why.OUTPUT),
    "empty-plan": (": > sas_plan", Why.OUTPUT),
}


def fake(folder: Path, script: str) -> Path:
    program = folder / "downward"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program


@pytest.mark.parametrize("name", FAKES)
def test_a_broken_binary_is_undecided(name: str, tmp_path: Path) -> None:
    script, why = FAKES[name]
    answer = plan(WALK, program=fake(tmp_path, script), deadline=1.0)
    assert isinstance(answer, Undecided), answer
    assert answer.why is why, answer


def test_a_fake_that_plans_is_believed_after_replay(tmp_path: Path) -> None:
    program = fake(tmp_path, f"printf '{PLAN.upper().replace(chr(92) + 'N', chr(92) + 'n')}' > sas_plan")
    assert isinstance(plan(WALK, program=program), Refuted)
    assert isinstance(plan(WALK, program=program, bound=3), Undecided)
    assert isinstance(plan(WALK, program=program, without=mask(WALK, "k")), Undecided)


def test_a_search_ends_when_its_lower_bound_suffices(tmp_path: Path) -> None:
    lines = "[t=0.1s, 9 KB] f = 3, 1 evaluated, 0 expanded\\n[t=0.2s, 9 KB] f = 5, 9 evaluated, 2 expanded\\n"
    program = fake(tmp_path, f"printf '{lines}'; sleep 60")
    proven = plan(WALK, search="lmcut", bound=4, program=program, deadline=30)
    assert isinstance(proven, Proven)
    assert proven.bound == 4
    late = plan(WALK, search="lmcut", bound=5, program=program, deadline=1)
    assert isinstance(late, Undecided)
    greedy = plan(WALK, search="lazy", bound=4, program=program, deadline=1)
    assert isinstance(greedy, Undecided)


def test_a_binary_that_is_not_there_is_undecided(tmp_path: Path) -> None:
    answer = plan(WALK, program=tmp_path / "none")
    assert isinstance(answer, Undecided)
    assert answer.why is Why.CRASH


def test_replay_names_the_broken_step() -> None:
    asked = Query(WALK).cut()
    assert first_failure(asked, ("(ab)", "(key)", "(bc)", "(cd)")) is None
    assert first_failure(asked, ("(ab)", "(bc)", "(cd)")) == "step 2: (cd) needs (k)"
    assert first_failure(asked, ("(ab)",)) == "the goal (d) does not hold at the end"


def test_only_listed_codes_decide() -> None:
    unsolvable = set()
    for key, row in engines().items():
        unsolvable |= {(key, code) for code, ending in row.endings.items() if ending.verdict is UNSOLVABLE}
        for code in range(-70, 256):
            if code not in row.endings:
                assert isinstance(meaning(row.endings, code).verdict, Why)
    relaxed = {("sat", "relaxed"), ("z3", "relaxed")}
    assert unsolvable == {("fd", 11), ("fd-translate", 10), ("up", "UNSOLVABLE_PROVEN")} | relaxed
    assert fast_downward.ENDINGS[12].verdict is Why.GAVE_UP


@pytest.mark.parametrize(
    ("search", "bound", "text"),
    [
        ("lazy", None, "let(h, ff(), lazy_greedy([h], preferred=[h], bound=infinity))"),
        ("lazy", 4, "let(h, ff(), lazy_greedy([h], preferred=[h], bound=5))"),
        ("lmcut", None, "astar(lmcut())"),
        ("lmcut", 4, "astar(lmcut())"),
        ("blind", None, "astar(blind(), bound=infinity)"),
        ("blind", 4, "astar(blind(), bound=5)"),
    ],
)
def test_what_the_binary_is_called_with(
    monkeypatch: pytest.MonkeyPatch, search: str, bound: int | None, text: str
) -> None:
    """The bound of the binary is exclusive; only an admissible search with a bound may end early."""
    called: list[tuple[Any, dict[str, Any]]] = []

    def run(argv: Any, **how: Any) -> process.Finished:
        called.append((argv, how))
        return process.Finished(12, "", "")

    monkeypatch.setattr(process, "run", run)
    fast_downward.search_sas("text", search=search, bound=bound, deadline=7, program=Path("x"))
    ((argv, how),) = called
    assert argv == ["x", "--internal-plan-file", "sas_plan", "--search", text]
    enough = how.pop("enough")
    assert how == {"stdin": "text", "deadline": 7, "collect": ("sas_plan",)}
    if search == "lazy" or bound is None:
        assert enough is None
    else:
        lines = [f"[t=0.1s, 9 KB] f = {value}, 1 evaluated, 0 expanded" for value in (4, 5)]
        assert [enough(line) for line in lines] == [False, True]


@pytest.mark.parametrize(
    ("asked", "search"), [({}, "lazy"), ({"optimal": True}, "lmcut"), ({"bound": 9}, "lmcut")]
)
def test_a_search_is_chosen_by_what_is_asked(
    monkeypatch: pytest.MonkeyPatch, asked: dict[str, Any], search: str
) -> None:
    called: list[dict[str, Any]] = []

    def search_sas(text: str, **how: Any) -> Undecided:
        called.append(how)
        return Undecided("fd", Why.TIME, "late")

    monkeypatch.setattr(fast_downward, "search_sas", search_sas)
    query = Query(WALK, deadline=3.0, **asked)
    assert fast_downward.plan(query).why is Why.TIME
    assert fast_downward.plan(query, search="blind").why is Why.TIME
    how = {"bound": asked.get("bound"), "deadline": 3.0, "program": None}
    assert called == [{"search": search, **how}, {"search": "blind", **how}]


def said(monkeypatch: pytest.MonkeyPatch, search: str, bound: int | None = None, **finished: Any) -> Any:
    """What becomes of how the binary is said to have ended."""
    done = process.Finished(**{"returncode": 0, "stdout": "", "stderr": "", **finished})
    monkeypatch.setattr(process, "run", lambda *_, **__: done)
    return fast_downward.search_sas("", search=search, bound=bound, deadline=7, program=Path("x"))


def test_every_ending_has_its_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    short, log = {"sas_plan": "(ab)\n(bc)\n"}, "[t=0.1s] f = 3, 8 evaluated\nf = 4, 9 evaluated"
    no, within = "no plan reaches the goal", "no plan of at most 3 steps reaches the goal"
    assert said(monkeypatch, "lmcut", files=short) == fast_downward.ClaimedPlan(("(ab)", "(bc)"), True)
    assert said(monkeypatch, "lazy", files=short) == fast_downward.ClaimedPlan(("(ab)", "(bc)"), False)
    assert said(monkeypatch, "lmcut", 2, files=short) == fast_downward.ClaimedPlan(("(ab)", "(bc)"), True)
    assert said(monkeypatch, "lazy", 1, files=short) == fast_downward.ClaimedPlan(("(ab)", "(bc)"), False)
    one = "no plan of at most 1 steps reaches the goal"
    assert said(monkeypatch, "lmcut", 1, files=short) == Proven(
        "fd", one, "lmcut: a shortest plan has 2 steps", 1
    )
    assert said(monkeypatch, "lmcut", 3, timed_out=True, stdout=log) == Proven(
        "fd", within, "lmcut: every open state had an estimate above 3", 3
    )
    for search, bound in (("lmcut", 4), ("lmcut", None), ("lazy", 3)):
        assert said(monkeypatch, search, bound, timed_out=True, stdout=log) == Undecided(
            "fd", Why.TIME, "no answer within 7 seconds"
        )
    assert said(monkeypatch, "lmcut") == Undecided(
        "fd", Why.OUTPUT, "plan announced, but no readable plan file: 'sas_plan'"
    )
    assert said(monkeypatch, "lmcut", files={"sas_plan": "go"}) == Undecided(
        "fd", Why.OUTPUT, "plan announced, but no readable plan file: not a step: go"
    )
    text = meaning(fast_downward.ENDINGS, 11).text
    assert said(monkeypatch, "lazy", returncode=11) == Proven("fd", no, f"lazy: exit code 11, {text}")
    text = meaning(fast_downward.ENDINGS, 13).text
    assert said(monkeypatch, "lmcut", 3, returncode=13) == Proven(
        "fd", within, f"lmcut: exit code 13, {text}", 3
    )
    assert said(monkeypatch, "lazy", 3, returncode=13) == Undecided(
        "fd", Why.GAVE_UP, "lazy: none found within the bound, which proves nothing"
    )
    ended = said(monkeypatch, "lazy", returncode=33, stderr="line 3\nbad input\n")
    assert ended == meaning(fast_downward.ENDINGS, 33).undecided("fd", "bad input")
