"""The bench of third-party PDDL domains: what counts as equal to Fast Downward's grounding."""

import pytest

from certwright.domains.planning.pddl import parse
from certwright.instances.formats.pddl import read_pairs
from certwright.scripts.bench import pddl_domains

pytest.importorskip("fast_downward")

DOMAIN = """
(define (domain harbour)
  (:requirements :adl)
  (:predicates (moored ?s) (inspected ?s) (leaking ?s))
  (:action inspect :parameters (?s)
    :precondition (not (inspected ?s))
    :effect (and (inspected ?s) (when (not (moored ?s)) (leaking ?s))))
  (:action moor :parameters (?s) :effect (moored ?s)){more})
"""
PROBLEM = """
(define (problem quay) (:domain harbour) (:objects gull tern)
  (:init (moored gull) (moored tern)) (:goal (and (inspected gull) (inspected tern))))
"""
SET_OUT = """
  (:action sail :parameters (?s) :precondition (moored ?s) :effect (not (moored ?s)))"""
SALVAGE = """
  (:action salvage :parameters (?s) :precondition (not (moored ?s)) :effect (inspected ?s))"""


def _write(folder, more):
    (folder / "domain.pddl").write_text(DOMAIN.format(more=more))
    (folder / "quay.pddl").write_text(PROBLEM)


@pytest.fixture
def row(tmp_path):
    def of(more):
        _write(tmp_path, more)
        (result,) = pddl_domains.rows(tmp_path)
        return result

    return of


@pytest.mark.parametrize(("more", "never"), [("", True), (SET_OUT, False)])
def test_a_kept_fact_is_excused_only_where_no_plan_reaches_it(tmp_path, more, never):
    _write(tmp_path, more)
    (pair,) = read_pairs(tmp_path)
    problem = parse(pair.world["domain"], pair.world["problem"])
    for conditions in (("(leaking gull)",), ("(inspected tern)", "(not (moored gull))")):
        assert pddl_domains._never_holds(problem, pair, conditions) is never


@pytest.mark.parametrize(("more", "kept"), [("", "6 facts, 4 actions"), (SALVAGE, "6 facts, 6 actions")])
def test_what_stands_behind_negations_that_never_hold_may_be_kept_by_the_translator(row, more, kept):
    result = row(more)
    assert (result.domain, result.kind, result.equal) == ("domain.pddl", "ADL", True)
    assert result.result == f"4 facts, 4 actions; Fast Downward: {kept}; optimal cost 2"


def test_a_fact_that_can_hold_may_not_be_missing(row, monkeypatch):
    real = pddl_domains.grounding

    def with_one_more(domain, problem, *, deadline):
        theirs = real(domain, problem, deadline=deadline)
        return type(theirs)((*theirs.facts, "(inspected wreck)"), theirs.actions, theirs.init, theirs.goal)

    assert row(SET_OUT).equal is True
    monkeypatch.setattr(pddl_domains, "grounding", with_one_more)
    result = row(SET_OUT)
    assert result.equal is False
    assert "; Fast Downward: " in result.result
