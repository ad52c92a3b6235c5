"""Domains of somebody's own: what a folder may hold, what it gives, and what is said otherwise."""

import json
import re
from dataclasses import replace
from itertools import pairwise

import pytest

from certwright.domains.planning.catalog import domain_text, domains
from certwright.domains.planning.pddl import parse_domain, parse_problem
from certwright.domains.planning.wording_draft import draft
from certwright.domains.planning.wording_load import load
from certwright.generators.cells import Cell, Item
from certwright.generators.planning import maker as maker_module
from certwright.generators.planning import own
from certwright.generators.planning.family import Recipe
from certwright.generators.planning.items import make_item
from certwright.generators.planning.maker import MOST_APPLICABLE
from certwright.generators.planning.own import _proposal, open_folder, size
from certwright.generators.rendering import tie
from certwright.instances.errors import CertwrightError, RecordError, WorldError
from certwright.verifiers.checking import check

DOMAIN = """; two rooms and a lamp in each
(define (domain lamps) (:requirements :strips :typing) (:types room)
 (:predicates (at ?r - room) (lit ?r - room) (dark ?r - room) (door ?r - room ?s - room))
 (:action walk :parameters (?r - room ?s - room) :precondition (and (at ?r) (door ?r ?s))
  :effect (and (at ?s) (not (at ?r))))
 (:action light :parameters (?r - room) :precondition (and (at ?r) (dark ?r))
  :effect (and (lit ?r) (not (dark ?r)))))
"""
MAKER = """
from certwright.generators.planning.maker import Maker, Range, domain_beside, level, world
DOMAIN = domain_beside(__file__)
def propose(rng, sizes):
    rooms = [f"r{n}" for n in range(sizes["rooms"])]
    doors = [("door", *pair) for pair in zip(rooms, rooms[1:] + rooms[:1])]
    lit = [("dark", room) for room in rooms]
    return world(DOMAIN, "p", {"room": rooms}, [*doors, *lit, ("at", rooms[0])], [("lit", rooms[-1])])
MAKER = Maker("lamps", parameters={"rooms": Range(3, 9)}, propose=propose, objects=lambda s: s["rooms"],
    levels={n: level(n + 2, n + 2, rooms=(n + 2, n + 2)) for n in range(1, 6)})
"""


def problem(rooms, name="p", goal="(lit r1)"):
    names = [f"r{number}" for number in range(rooms)]
    doors = " ".join(f"(door {a} {b}) (door {b} {a})" for a, b in pairwise(names))
    dark = " ".join(f"(dark {room})" for room in names)
    return (
        f"(define (problem {name}) (:domain lamps) (:objects {' '.join(names)} - room)"
        f" (:init (at r0) {doors} {dark}) (:goal {goal}))"
    )


def folder(tmp_path, **files):
    place = tmp_path / "lamps"
    place.mkdir(exist_ok=True)
    for name, text in {"domain_pddl": DOMAIN, **files}.items():
        stem, _, ending = name.rpartition("_")
        (place / f"{stem}.{ending}").write_text(text)
    return place


def made(opened, task="app", form="gen", level=1, index=0):
    recipe = Recipe(seed=5, levels=(level,), own=(opened,))
    return make_item(Item(Cell(opened.key, task, form), index), recipe).instance


def test_problem_files_are_shared_out_over_the_levels_by_size(tmp_path):
    files = {f"p{rooms}_pddl": problem(rooms) for rooms in (7, 3, 6, 4, 5)}
    opened = open_folder(folder(tmp_path, **files))
    assert (opened.key, opened.notes) == ("lamps", ())
    objects = [int(made(opened, level=level).difficulty["objects"]) for level in (1, 2, 3, 4, 5)]
    assert objects == [3, 4, 5, 6, 7]


def test_few_files_serve_several_levels_and_that_is_said(tmp_path):
    opened = open_folder(folder(tmp_path, a_pddl=problem(3), b_pddl=problem(6)))
    (note,) = opened.notes
    assert "2 problem files serve all 5 levels" in note
    assert [int(made(opened, level=level).difficulty["objects"]) for level in (1, 5)] == [3, 6]


def test_a_file_of_which_no_question_can_be_made_is_named(tmp_path):
    stuck = problem(3).replace("(at r0)", "")
    opened = open_folder(folder(tmp_path, a_pddl=problem(3), b_pddl=stuck))
    assert "b.pddl: no action can ever be applied; no question is made of it" in opened.notes[0]


def test_a_draft_of_a_wording_is_told_until_somebody_has_read_it(tmp_path):
    place = folder(tmp_path, a_pddl=problem(4))
    text = draft(parse_domain(DOMAIN))
    for written, told in ((text, True), (text.partition("\n")[2], False)):
        (place / "wording.toml").write_text(written)
        notes = open_folder(place).notes
        assert any("wording.toml: a draft that nobody has read" in note for note in notes) is told


@pytest.mark.parametrize("words", [False, True])
def test_a_record_is_proven_and_rendered_without_the_folder(tmp_path, words):
    place = folder(tmp_path, a_pddl=problem(4))
    if words:
        (place / "wording.toml").write_text(draft(parse_domain(DOMAIN)))
    instance = made(open_folder(place), "nexta")
    assert (instance.domain, "wording" in instance.world) == ("lamps", True)
    assert ("The domain in PDDL" in instance.prompt.context) is not words
    for path in place.iterdir():
        path.unlink()
    assert tie(instance).state == "rendered"
    report = check(instance)
    assert report.state == "holds", report


def test_the_prompt_of_another_world_is_refused(tmp_path):
    from msgspec.structs import replace

    instance = made(open_folder(folder(tmp_path, a_pddl=problem(4))))
    assert tie(replace(instance, domain="ferry")).reason == "domain: the world's is lamps, not ferry"
    other = replace(instance.prompt, context=instance.prompt.context.replace("lit", "dim"))
    assert tie(replace(instance, prompt=other)).state == "refused"


def test_a_domain_that_is_called_like_one_of_ours(tmp_path):
    text = DOMAIN.replace("(domain lamps)", "(domain ferry)")
    place = folder(tmp_path, domain_pddl=text, a_pddl=problem(4).replace(":domain lamps", ":domain ferry"))
    opened = open_folder(place)
    instance = made(opened)
    assert instance.domain == "ferry" and "(lit" in instance.world["domain"]
    assert tie(instance).state == "rendered"
    assert check(instance).state == "holds"


def test_a_maker_draws_the_problems(tmp_path):
    opened = open_folder(folder(tmp_path, make_py=MAKER))
    assert [int(made(opened, level=level).difficulty["objects"]) for level in (1, 5)] == [3, 7]


@pytest.mark.parametrize(
    ("files", "error", "said"),
    [
        ({}, RecordError, "no problem file here"),
        ({"domain_pddl": "(define (domain"}, RecordError, "no problem file here|never closed"),
        (
            {"a_pddl": problem(3).replace("(at r0)", "(near r0)")},
            WorldError,
            "a.pddl.*'near' is not declared",
        ),
        ({"a_pddl": problem(3), "wording_toml": "title ="}, RecordError, "wording.toml.*not TOML"),
        ({"m_py": "import nothing_like_it\nMAKER = 1"}, RecordError, "m.py.*ModuleNotFoundError"),
        ({"m_py": "MAKER = 1"}, RecordError, "MAKER is no Maker but int"),
        ({"m_py": MAKER.replace('"lamps"', '"lumps"')}, RecordError, "MAKER is for 'lumps'.*is 'lamps'"),
        ({"m_py": MAKER, "n_py": MAKER}, RecordError, "m.py and n.py both offer a MAKER"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path, files, error, said):
    with pytest.raises(CertwrightError, match=f"(?s){said}"):
        open_folder(folder(tmp_path, **files))


@pytest.mark.parametrize(
    ("text", "sizes", "fault"),
    [
        (problem(3), (3, 10, 7), ""),
        (problem(3).replace("(at r0)", ""), (3, 0, 0), "no action can ever be applied"),
    ],
)
def test_how_large_a_problem_is(text, sizes, fault):
    told, said = size(parse_problem(text, parse_domain(DOMAIN)), None)
    assert said == fault
    if sizes[1]:
        assert told[0] == sizes[0] and told[1] > told[0] and told[2] > told[0]


def test_a_problem_of_which_too_many_actions_are_applicable():
    names = [f"r{number}" for number in range(MOST_APPLICABLE + 1)]
    many = f"(define (problem p) (:domain lamps) (:objects {' '.join(names)} - room) (:init (at r0) "
    for doors, fault in (
        (MOST_APPLICABLE, ""),
        (MOST_APPLICABLE + 1, "101 actions are applicable at once, questions have at most 100"),
    ):
        init = " ".join(f"(door r0 {room})" for room in names[:doors])
        told, said = size(parse_problem(f"{many} {init}) (:goal (at r1)))", parse_domain(DOMAIN)), None)
        assert (told[0], said) == (101, fault)


def test_a_problem_that_grounds_to_too_much(monkeypatch):
    monkeypatch.setattr(own, "GROUNDED", 3)
    told, said = size(parse_problem(problem(5), parse_domain(DOMAIN)), None)
    assert told == (0, 0, 0) and said and "\n" not in said


def test_a_wording_that_cannot_say_a_problem(tmp_path):
    class Mute:
        def context(self, problem, choose):
            assert choose("any", 3) == 0
            raise WorldError("no words for lit", file="wording.toml", line=2, column=1)

    world = parse_problem(problem(3), parse_domain(DOMAIN))
    _, said = size(world, Mute())
    assert said.startswith("wording.toml cannot say it: ") and "no words for lit" in said


def test_a_level_of_which_no_question_can_be_made_is_named(tmp_path, monkeypatch):
    opened = open_folder(folder(tmp_path, make_py=MAKER))
    own.draw_each_level(opened)
    told = iter(["", "", "it is too dark"])
    monkeypatch.setattr(own, "size", lambda problem, wording: ((0, 0, 0), next(told)))
    with pytest.raises(RecordError) as caught:
        own.draw_each_level(opened)
    assert (caught.value.message, caught.value.file) == ("level 3: it is too dark", opened.path)


def test_what_is_no_file_of_python_is_said(tmp_path):
    text = tmp_path / "maker.txt"
    text.write_text(MAKER)
    with pytest.raises(RecordError) as caught:
        own.maker_of(text, "lamps")
    assert (caught.value.message, caught.value.file) == ("cannot be read as Python", str(text))


WORLD_LINE = 8
"""The line of MAKER in which its problem is built."""


@pytest.mark.parametrize(
    ("right", "wrong", "line", "said"),
    [
        ('("dark", room)', '("dim", room)', WORLD_LINE, "predicate 'dim' is not declared"),
        ('("dark", room)', '("dark", room, room)', WORLD_LINE, "'dark' takes 1 arguments, found 2"),
        ('("at", rooms[0])', '("at", "r77")', WORLD_LINE, "object 'r77' is not declared"),
        ('{"room": rooms}', '{"hall": rooms}', WORLD_LINE, "type 'hall' is not declared"),
        (
            'f"r{n}"',
            'f"R{n}"',
            WORLD_LINE,
            "not as PDDL reads it (names are words in lower case): 'R0', 'R1'",
        ),
        ('("at", rooms[0])', '("at", 0)', WORLD_LINE, "facts are tuples of names, objects are names"),
        ("rooms = [", "rooms = rng.rooms; [", 5, "AttributeError: 'Rng' object has no attribute 'rooms'"),
        ('sizes["rooms"]', 'sizes["halls"]', 5, "KeyError: 'halls'"),
        ('s: s["rooms"]', 's: s["halls"]', 9, "KeyError: 'halls'"),
        ('s: s["rooms"]', 's: "3"', 9, "a number of objects is wanted, not str"),
        ("return world(", "return str(", WORLD_LINE, "TypeError: str() takes at most 3 arguments"),
        ("return world(", "return (", 4, "a problem or None is wanted, not tuple"),
    ],
)
def test_a_fault_of_a_maker_is_said_with_its_line(tmp_path, capsys, right, wrong, line, said):
    from certwright.scripts.cli import run

    place = folder(tmp_path, make_py=MAKER.replace(right, wrong))
    with pytest.raises(RecordError) as caught:
        made(open_folder(place))
    assert (caught.value.file, caught.value.line) == (str(place / "make.py"), line)
    assert caught.value.message.startswith(said)
    assert run(["wording", "check", str(place)]) == 3
    assert f"{place / 'make.py'}:{line}: {said}" in capsys.readouterr().err


def test_a_file_of_a_maker_that_does_not_compile_is_said_with_its_line(tmp_path):
    place = folder(tmp_path, make_py=MAKER.replace("return world(", "return world(("))
    with pytest.raises(RecordError, match=r"make\.py:8: SyntaxError: "):
        open_folder(place)


def test_the_check_of_a_folder_draws_every_level(tmp_path, capsys):
    from certwright.scripts.cli import run

    place = folder(tmp_path, make_py=MAKER)
    assert run(["wording", "check", str(place)]) == 0
    assert capsys.readouterr().err == "lamps: shown as PDDL\n"
    late = MAKER.replace("    rooms =", "    if sizes['rooms'] == 7:\n        return None\n    rooms =")
    (place / "make.py").write_text(late)
    assert run(["wording", "check", str(place)]) == 3
    assert "no usable problem of lamps, level 5, in 50 draws of sizes" in capsys.readouterr().err


def test_a_folder_and_a_name_may_stand_in_one_option(tmp_path, capsys):
    from certwright.scripts.cli import run

    place, file = folder(tmp_path, make_py=MAKER), tmp_path / "set.jsonl"
    asked = ["--level", "1", "-n", "1", "--jobs", "1", "-o", str(file)]
    assert run(["generate", "planning/prog", "--domain", f"{place},ferry", *asked]) == 0
    assert [json.loads(line)["domain"] for line in file.read_text().splitlines()] == ["ferry", "lamps"]
    assert capsys.readouterr().err.startswith("2 questions")
    assert run(["generate", "planning/prog", "--domain", "lamp,ferry", *asked]) == 2
    assert "'lamp' is not known" in capsys.readouterr().err
    assert run(["generate", "planning/prog", "--domain", f"{place}s,ferry", *asked]) == 3
    assert f"{place}s: no folder of this name" in capsys.readouterr().err


def test_an_item_that_cannot_be_made_says_why(tmp_path, capsys, monkeypatch):
    from certwright.generators.planning import items
    from certwright.scripts.cli import run

    monkeypatch.setattr(items, "OWN_ATTEMPTS", 18)

    place = folder(tmp_path, make_py=MAKER.replace("    rooms =", "    return None\n    rooms ="))
    asked = [
        "--domain",
        str(place),
        "--level",
        "1",
        "-n",
        "1",
        "--jobs",
        "1",
        "-o",
        str(tmp_path / "s.jsonl"),
    ]
    assert run(["generate", "planning/prog", *asked]) == 1
    assert re.search(
        r"^lamps/prog/gen/0: no attempt was accepted \(no_problem \d+\)$", capsys.readouterr().err, re.M
    )


def test_two_domains_need_a_name_that_tells_them_apart(tmp_path):
    place = folder(tmp_path, other_pddl=DOMAIN, a_pddl=problem(3))
    (place / "domain.pddl").rename(place / "first.pddl")
    with pytest.raises(RecordError, match=r"2 files define a domain \(first.pddl, other.pddl\)"):
        open_folder(place)


def test_files_that_change_while_a_set_is_made_are_noticed(tmp_path):
    place = folder(tmp_path, a_pddl=problem(3))
    opened = open_folder(place)
    (place / "a.pddl").write_text(problem(4))
    fresh = type(opened)(opened.key, opened.path + "/.", opened.digest)
    with pytest.raises(RecordError, match="its files have changed"):
        _ = fresh.maker


@pytest.mark.parametrize("key", domains())
def test_every_domain_has_a_draft_that_loads(key):
    domain = parse_domain(domain_text(key))
    wording = load(draft(domain), domain)
    assert set(wording.facts) == set(domain.predicates)


def test_the_shell_makes_checks_and_imports(tmp_path, capsys, monkeypatch):
    from certwright.generators.planning import items
    from certwright.scripts.cli import run

    monkeypatch.setattr(items, "OWN_ATTEMPTS", 18)

    place, file = folder(tmp_path, a_pddl=problem(3)), tmp_path / "set.jsonl"
    asked = ["--domain", str(place), "--level", "1", "-n", "1", "--jobs", "1", "-o", str(file)]
    assert run(["generate", "planning/app", *asked]) == 0
    assert "the only problem file serves all 5 levels" in capsys.readouterr().err
    manifest = json.loads((tmp_path / "set.manifest.json").read_text())
    assert list(manifest["arguments"]["own"]) == ["lamps"]
    checked = ["generate", "--check", str(tmp_path / "set.manifest.json"), "--jobs", "1"]
    assert run(checked) == 3
    assert "the set was made of lamps: name the folder with --domain" in capsys.readouterr().err
    assert run([*checked, "--domain", str(place)]) == 0
    (place / "b.pddl").write_text(problem(3).replace("(at r0)", "(at r0"))
    capsys.readouterr()
    assert run(["import", "pddl", str(tmp_path), "--states", "1", "-o", str(tmp_path / "all.jsonl")]) == 3
    assert "b.pddl:1:" in capsys.readouterr().err
    rows = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    proven = [row for row in rows if "certificates" in row]
    assert {(row["task"], row["form"]) for row in proven} >= {
        ("app", "mcq"),
        ("prog", "gen"),
        ("reach", "bool"),
    }
    assert {row["source"]["file"] for row in rows} == {"lamps/a.pddl"}
    (tmp_path / "proven.jsonl").write_text("".join(json.dumps(row) + "\n" for row in proven))
    assert run(["verify", str(tmp_path / "proven.jsonl"), "-q"]) == 0


def test_a_proposal_is_read_back_once(monkeypatch):
    read = []

    def counted(text, *rest, **named):
        read.append(text)
        return parse_problem(text, *rest, **named)

    monkeypatch.setattr(maker_module, "parse_problem", counted)
    action = "(:action go :parameters (?x) :precondition (on ?x) :effect (not (on ?x)))"
    domain = parse_domain(f"(define (domain d) (:predicates (on ?x)) {action})")
    problem = maker_module.world(domain, "p", {"object": ["a"]}, [("on", "a")], [("on", "a")])
    assert _proposal(problem) is problem
    assert len(read) == 1
    other = replace(problem, init=frozenset({("on", "b")}))
    with pytest.raises(RecordError, match="'b' is not"):
        _proposal(other)
    assert len(read) == 2
