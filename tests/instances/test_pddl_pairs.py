import gzip

import pytest

from certwright.generators.planning.imports import read
from certwright.instances.errors import RecordError
from certwright.instances.formats.acpbench import read as read_acpbench
from certwright.instances.formats.pddl import read_pairs, read_text, write
from certwright.instances.names import tasks

DOMAIN = "; (define (domain not-this))\n(DEFINE (DOMAIN Floor-Tile)\n (:requirements :typing))\r\n"
PROBLEM = "(define (problem p1) (:domain floor-tile) (:init) (:goal (and)))"


def world_of(domain, problem):
    return {"kind": "pddl", "domain": read_text(domain), "problem": read_text(problem)}


def read_worlds(path):
    """The name and the world of each pair."""
    return [one if isinstance(one, RecordError) else (one.name, one.world) for one in read_pairs(path)]


def saved(folder, **files):
    for name, text in files.items():
        path = folder / name.replace("_", ".", 1)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return folder


def test_a_pair_of_files(tmp_path):
    saved(tmp_path, domain_pddl=DOMAIN, p1_pddl=PROBLEM)
    world = {"kind": "pddl", "domain": DOMAIN, "problem": PROBLEM}
    assert world_of(tmp_path / "domain.pddl", tmp_path / "p1.pddl") == world
    for path in (tmp_path, tmp_path / "p1.pddl"):
        assert list(read_worlds(path)) == [("p1.pddl", world)]


def test_packed_files(tmp_path):
    (tmp_path / "d.pddl.gz").write_bytes(gzip.compress(DOMAIN.encode()))
    (tmp_path / "p.pddl.gz").write_bytes(gzip.compress(PROBLEM.encode()))
    ((name, world),) = read_worlds(tmp_path)
    assert (name, world["domain"]) == ("p.pddl.gz", DOMAIN)


def test_the_domain_may_lie_in_the_folder_above(tmp_path):
    saved(tmp_path, domain_pddl=DOMAIN)
    saved(tmp_path / "instances", a_pddl=PROBLEM, b_pddl=PROBLEM)
    assert [name for name, _ in read_worlds(tmp_path / "instances")] == ["a.pddl", "b.pddl"]


def test_several_domains_in_one_folder(tmp_path):
    other = DOMAIN.replace(":typing", ":strips")
    ferry = "(define (domain ferry))"
    (tmp_path / "p1-domain.pddl").write_text(DOMAIN)
    (tmp_path / "p1-problem.pddl").write_text(PROBLEM)
    (tmp_path / "domain_p2.pddl").write_text(other)
    (tmp_path / "p2.pddl").write_text(PROBLEM)
    (tmp_path / "f-domain.pddl").write_text(ferry)
    (tmp_path / "q.pddl").write_text(PROBLEM.replace("floor-tile", "Ferry"))
    (tmp_path / "z.pddl").write_text(PROBLEM)
    *found, error = read_worlds(tmp_path)
    assert [(name, world["domain"]) for name, world in found] == [
        ("p1-problem.pddl", world_of(tmp_path / "p1-domain.pddl", tmp_path / "z.pddl")["domain"]),
        ("p2.pddl", other),
        ("q.pddl", ferry),
    ]
    assert isinstance(error, RecordError) and "2 different domain files" in str(error)
    assert error.file.endswith("z.pddl")


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        ("(define (problem p) (:init))", r"no \(:domain"),
        ("(define (problem p) (:domain elsewhere))", "no domain file defines 'elsewhere'"),
    ],
)
def test_a_problem_without_its_domain_is_told(tmp_path, problem, message):
    saved(tmp_path, domain_pddl=DOMAIN, p_pddl=problem, q_pddl=PROBLEM)
    error, good = read_worlds(tmp_path)
    assert good[0] == "q.pddl"
    with pytest.raises(RecordError, match=message):
        raise error


def test_bytes_that_are_no_text_are_told(tmp_path):
    saved(tmp_path, domain_pddl=DOMAIN)
    (tmp_path / "p.pddl").write_bytes(b"\xff\xfe")
    (error,) = read_worlds(tmp_path)
    assert "UTF-8" in str(error)


def test_nothing_to_read_is_told(tmp_path):
    (error,) = read_worlds(tmp_path)
    assert "no PDDL problem" in str(error)
    (error,) = read_worlds(tmp_path / "none.pddl")
    assert "cannot be read" in str(error)


def test_a_world_is_asked_what_needs_nothing_else(tmp_path):
    saved(tmp_path, domain_pddl=DOMAIN, p1_pddl=PROBLEM)
    found = list(read(tmp_path))
    asked = [key for key, task in tasks("planning").items() if task.question]
    assert [instance.task for instance in found] == asked
    for instance in found:
        assert instance.domain == "floortile"
        assert instance.source.key == f"pddl:gen/{instance.task}/p1.pddl"
        assert PROBLEM in instance.prompt.context
        assert instance.prompt.question and instance.prompt.answer_format


def test_worlds_go_out_and_come_back(acpbench, tmp_path):
    instances = [instance for instance in read_acpbench(acpbench) if instance.task in ("app", "prog")]
    refused = write(instances, tmp_path)
    assert len(refused) == sum(instance.form != "gen" for instance in instances)
    sent = {(one.world["domain"], one.world["problem"]) for one in instances if one.world}
    back = list(read_worlds(tmp_path))
    assert all(not isinstance(item, RecordError) for item in back)
    assert {(world["domain"], world["problem"]) for _, world in back} == sent
    assert len(back) == len(sent)
