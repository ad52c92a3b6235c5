"""The catalog of systems: what it must hold, and that it is made from the families byte for byte."""

import json
import re
from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest

from certwright.domains.reactive import systems as bundled
from certwright.domains.reactive.hoa import canonical, write_hoa
from certwright.domains.reactive.systems import system, system_name, systems
from certwright.generators.reactive.families import FAMILIES
from certwright.generators.reactive.families.specification import Requirements
from certwright.instances.errors import EngineFailureError, NameUnknownError, WorldError
from certwright.scripts import shipped
from certwright.verifiers.engines.registry import present

needs_spot = pytest.mark.skipif(not present("spot"), reason="Spot is not installed")


def test_there_are_enough_systems_of_some_size():
    sizes = [entry.states for entry in systems()]
    assert len({entry.family for entry in systems()}) >= 20
    assert sum(size >= 8 for size in sizes) >= 60
    assert sum(size == 1 for size in sizes) <= len(sizes) / 10
    assert len({entry.sha256 for entry in systems()}) == len(sizes), "no two systems are the same table"


def test_index_and_families_belong_together():
    expected = [(family.key, size) for family in FAMILIES.values() for size in family.sizes]
    assert [(entry.family, entry.parameter) for entry in systems()] == expected
    for entry in systems():
        wanted = FAMILIES[entry.family].build(entry.parameter)
        assert (entry.formula, entry.inputs, entry.outputs) == (wanted.formula, wanted.inputs, wanted.outputs)


def test_the_folder_holds_the_index_and_its_tables():
    found = {path.name for path in shipped.FOLDER.iterdir() if path.suffix in (".hoa", ".json")}
    assert found == {"index.json", *(f"{entry.key}.hoa" for entry in systems())}


def test_assumptions_are_in_front():
    assert Requirements(("r",), ("g",), ("G g",), ("G F r", "F r")).formula == "(G F r & F r) -> (G g)"
    some = Counter("->" in entry.formula.split("G(")[0] for entry in systems())
    assert some[True] >= 10, "specifications in the style of SYNTCOMP, guarantees under assumptions"


def test_a_changed_table_is_noticed(monkeypatch):
    texts = bundled._text
    system.cache_clear()
    monkeypatch.setattr(bundled, "_text", lambda name: texts(name).replace("Start: 0", "Start:  0"))
    with pytest.raises(WorldError, match=r"^simple_arbiter_2\.hoa: the sha256"):
        system("simple_arbiter_2")
    system.cache_clear()


def test_unknown_systems_are_refused():
    with pytest.raises(NameUnknownError, match="nosuch"):
        system_name("nosuch")


@needs_spot
@pytest.mark.parametrize("key", ["simple_arbiter", "load_balancer", "lift", "handshake", "counter"])
def test_systems_are_made_again_byte_for_byte(key):
    family = FAMILIES[key]
    size = family.sizes[1]
    machine, formula = shipped.table(family, size)
    assert canonical(machine) == machine
    line = json.loads(json.dumps(shipped.entry(family, size, machine, formula)))
    entry = system_name(f"{key}_{size}")
    assert (line["sha256"], line["formula"], line["states"]) == (entry.sha256, entry.formula, entry.states)
    assert write_hoa(machine) == bundled._text(f"{key}_{size}.hoa")


@needs_spot
def test_what_cannot_be_vouched_for_is_not_kept(monkeypatch):
    family = FAMILIES["simple_arbiter"]
    monkeypatch.setattr(shipped.spot, "synthesise", lambda *rest: system("simple_arbiter_3"))
    with pytest.raises(EngineFailureError, match="cycle"):
        shipped.table(FAMILIES["delay"], 2)
    monkeypatch.setattr(shipped.spot, "synthesise", lambda *rest: None)
    with pytest.raises(EngineFailureError, match="no machine satisfies it"):
        shipped.table(family, 2)


@needs_spot
@pytest.mark.long
def test_all_systems_are_made_again_byte_for_byte(capsys):
    assert shipped.main(["--check"]) == 0, capsys.readouterr().err


def test_the_table_of_the_documents_is_the_index():
    text = (Path(__file__).resolve().parents[3] / "docs" / "systems.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| ((?:\d+: \d+(?:, )?)+) \|", text, re.MULTILINE)
    expected = []
    for family, group in groupby(systems(), key=lambda entry: entry.family):
        entries = list(group)
        sizes = ", ".join(f"{entry.parameter}: {entry.states}" for entry in entries)
        expected.append((family, entries[0].title, sizes))
    assert rows == expected
