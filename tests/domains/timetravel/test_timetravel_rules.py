"""Rules that may not settle are refused, with rule, file and line; so are annotations of nothing."""

import msgspec
import pytest

from certwright.domains.planning.pddl import parse_domain
from certwright.domains.planning.writer import write_domain
from certwright.domains.timetravel.kernel import World
from certwright.domains.timetravel.level import NAMES, of_world, read, shipped
from certwright.instances.errors import RecordError, UnsupportedError, WorldError

HEAD = """(define (domain d)
  (:requirements :negative-preconditions :time)
  (:predicates (p) (q) (r) (s))
  (:action go :parameters () :precondition () :effect (p))
  (:action undo :parameters () :precondition (p) :effect (not (p)))
"""
PROBLEM = "(define (problem x) (:domain d) (:objects e) (:init INIT) (:goal (q)))"
ABOUT = {"title": "T", "epochs": ["e"], "characters": ["e"]}


def world(events, init="", **about):
    return World(read(HEAD + events + ")", PROBLEM.replace("INIT", init), {**ABOUT, **about}))


SETTLING = {
    "chain": "(:event one :precondition (p) :effect (q)) (:event two :precondition (q) :effect (r))",
    "consumer": "(:event one :precondition (p) :effect (and (not (p)) (q)))",
    "same effect twice": "(:event one :precondition (p) :effect (and (q) (not (p))))"
    " (:event two :precondition (p) :effect (and (q) (not (p))))",
    "never together": "(:event one :precondition (p) :effect (and (not (s)) (r)))"
    " (:event two :precondition (and (s) (not (p)) (r)) :effect (q))",
}
UNSETTLING = {
    "there and back": ("(:event one :precondition (p) :effect (not (q)))"
                       " (:event two :precondition (p) :effect (q))", "one", "may not end"),
    "blinking": ("(:event one :precondition (and (p) (not (q))) :effect (q))"
                 " (:event two :precondition (q) :effect (not (q)))", "one", "may not end"),
    "race for a fact": ("(:event one :precondition (p) :effect (and (not (p)) (q)))"
                        " (:event two :precondition (p) :effect (r))", "one", "depends on which"),
    "race by negation": ("(:event one :precondition (and (p) (not (r))) :effect (q))"
                         " (:event two :precondition (p) :effect (r))", "two", "depends on which"),
}  # fmt: skip


@pytest.mark.parametrize("events", SETTLING.values(), ids=SETTLING)
def test_rules_that_settle_are_taken(events):
    assert len(world(events, init="(s)").rules) == events.count("(:event")


@pytest.mark.parametrize(("events", "rule", "why"), UNSETTLING.values(), ids=UNSETTLING)
def test_rules_that_may_not_settle_are_refused_by_name_file_and_line(events, rule, why):
    with pytest.raises(WorldError, match=why) as caught:
        world(events.replace(" (:event two", "\n (:event two"))
    assert f"({rule})" in str(caught.value)
    assert caught.value.file == "domain.pddl" and caught.value.line == {"one": 6, "two": 7}[rule]


def test_the_initial_state_must_be_settled():
    with pytest.raises(WorldError, match="initial state"):
        world("(:event one :precondition (p) :effect (q))", init="(p)")


def test_a_milestone_cannot_be_taken_back():
    with pytest.raises(WorldError, match="taken back by"):
        world("(:event one :precondition (p) :effect (q))", milestones=["(p)"])


@pytest.mark.parametrize(
    ("about", "field"),
    [
        ({"epochs": ["never"]}, "epochs"),
        ({"characters": []}, "characters"),
        ({"milestones": ["(z)"]}, "milestones"),
        ({"milestones": ["p"]}, "milestones"),
        ({"locks": ["(q e)"]}, "locks"),
        ({"decay": {"unstable": ["s"]}}, "decay.unstable"),
        ({"wording": {"rules": {"none": "x"}}}, "wording.rules"),
        ({"wording": {"facts": {"p": "{0}"}}}, "wording.facts.p"),
        ({"wording": {"actions": {"go": "{0.__class__}"}}}, "wording.actions.go"),
    ],
    ids=str,
)
def test_annotations_that_speak_of_nothing_are_refused(about, field):
    with pytest.raises(RecordError) as caught:
        world("(:event one :precondition (p) :effect (q))", **about)
    assert caught.value.field == field


@pytest.mark.parametrize("about", [{"decay": {"unstable": ["p"], "window": 0}}, {"unknown": 1}], ids=str)
def test_annotations_of_another_shape_are_refused(about):
    with pytest.raises(RecordError):
        world("(:event one :precondition (p) :effect (q))", **about)


def test_planning_domains_still_refuse_events_by_name():
    text = HEAD + "(:event one :precondition (p) :effect (q)))"
    with pytest.raises(UnsupportedError, match=r"events are not supported|:time"):
        parse_domain(text)
    with pytest.raises(UnsupportedError, match="events are"):
        parse_domain(text.replace(" :time", ""))


@pytest.mark.parametrize("name", NAMES)
def test_levels_survive_writing_and_records(name):
    level = shipped(name)
    domain = level.problem.domain
    again = parse_domain(write_domain(domain), events=True)
    assert {k: e.schema for k, e in again.events.items()} == {k: e.schema for k, e in domain.events.items()}
    assert again.schemas == domain.schemas
    copy = of_world(msgspec.json.decode(msgspec.json.encode(level.world())), name=name)
    assert copy.problem == level.problem and copy.about.optimal is None
    assert "optimal" not in level.world()["level"]


@pytest.mark.parametrize("name", NAMES)
def test_levels_word_everything_that_they_declare(name):
    level = shipped(name)
    domain, wording = level.problem.domain, level.about.wording
    assert wording.facts.keys() == domain.predicates.keys()
    assert wording.actions.keys() == domain.schemas.keys()
    assert wording.rules.keys() == domain.events.keys()
    arguments = [
        (sentence, len(declared.parameters))
        for sentences, table in (
            (wording.facts, domain.predicates),
            (wording.actions, domain.schemas),
            (wording.rules, {key: event.schema for key, event in domain.events.items()}),
        )
        for key, sentence in sentences.items()
        for declared in [table[key]]
    ]
    for sentence, count in arguments:
        assert sentence.format(*["x"] * count)
