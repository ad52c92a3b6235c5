"""Run as a script: one fault is put into our code, records are made with it, and who notices is told.

Arguments: the fault's number, or "none" and perhaps a family.  Standard output: a JSON object from each
record's name to what became of it: ``label`` raised, or left it undecided; ``verify`` or ``prompt`` refused
it; ``audit`` found a fault in it; it is the ``same`` as without the fault; it says ``less``, and nothing
false; or it ``escaped``, unlike the right one and accepted.
"""

import gzip
import importlib.machinery
import importlib.util
import json
import sys
from importlib import import_module
from importlib.abc import MetaPathFinder
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "shared"))

from testkit.fault_table import FAULTS, Fault

ROOT = Path(__file__).parents[3]
EASY = {"ferry", "blocksworld", "grippers", "swap", "saltmere", "averne"}
NUMBER = sys.argv[1]
RECORDS = 3
"""Records of each task."""
CELLS = {
    "planning": ("items", "ferry"),
    "reactive": ("items", "latches"),
    "timetravel": ("maker", "saltmere"),
    "gridworld": ("items", "lever"),
}
"""Of each family the module that makes items, and the domain that is tried."""
SMALL_GRIDS = {
    "mfp": ("dowser", "lever", "bees", "frost"),
    "planning": ("lever", "crossing", "crane", "depot", "darkwalker", "bakery"),
    "change": ("lever", "depot", "keysmith", "bricks", "heaps", "gates"),
}


class Faulty(importlib.machinery.SourceFileLoader):
    """Loads a module whose text has the fault in it."""

    fault: Fault

    def get_code(self, fullname):
        text = Path(self.path).read_text()
        assert text.count(self.fault.old) == 1, f"{self.fault.file}: {text.count(self.fault.old)} such places"
        text = text.replace(self.fault.old, self.fault.new)
        if "replaced(" in self.fault.new:
            text += "\nfrom dataclasses import replace as replaced\n"
        return compile(text, self.path, "exec")


class Finder(MetaPathFinder):
    """Finds the module with the fault; all others are found as always."""

    def __init__(self, fault: Fault):
        self.fault = fault
        self.name = "certwright." + fault.file.removesuffix(".py").replace("/", ".")

    def find_spec(self, name, path=None, target=None):
        if name != self.name:
            return None
        loader = Faulty(name, str(ROOT / self.fault.file))
        loader.fault = self.fault
        return importlib.util.spec_from_file_location(name, loader.path, loader=loader)


def unpacked(file: Path):
    return gzip.open(file, "rt") if file.suffix == ".gz" else file.open()


def released(family: str, task: str) -> list[dict]:
    """Small released records of a task, as many of each form as are tried."""
    task, _, form = task.partition("-")
    chosen = []
    for file in sorted((ROOT / "instances" / family).glob("*.jsonl*")):
        records = [json.loads(line) for line in unpacked(file)]
        chosen += [one for one in records if one["task"] == task and (not form or one["form"] == form)]
    if family == "planning":
        chosen = [one for one in chosen if one["domain"] in EASY and (form or one["form"] == "gen")]
    if family == "timetravel":
        chosen = [one for one in chosen if one["truth"]["states"] < 300]
    if family == "gridworld":
        return [one for one in chosen if one["domain"] in SMALL_GRIDS[task]]
    if family == "reactive":
        kinds = {}
        for one in sorted(chosen, key=lambda one: len(json.dumps(one))):
            effect = one["query"].get("effect", {})
            kinds.setdefault((effect.get("kind"), bool(effect.get("window"))), []).append(one)
        return [one for group in kinds.values() for one in group[:RECORDS]]
    return sorted(chosen, key=lambda one: len(json.dumps(one)))[: 2 * RECORDS]


def labelled(record: dict):
    """A released record labelled anew, by code that may be at fault."""
    import msgspec

    from certwright.instances.records import Instance
    from certwright.verifiers.label import label
    from certwright.verifiers.planning.oracle import Effort

    bare = {key: one for key, one in record.items() if key not in ("truth", "gold", "certificates", "grades")}
    effort = Effort(engine="search") if record["family"] == "planning" else None
    return label(msgspec.convert(bare, Instance), effort)


def generated(family: str, task: str):
    """A question made by code that may be at fault; None where none can be made."""
    from certwright.generators.cells import Cell, Item

    task, _, form = task.partition("-")
    module, domain = CELLS[family]
    recipe = import_module(f"certwright.generators.{family}.family").Recipe
    maker = import_module(f"certwright.generators.{family}.{module}")
    levels = {} if family == "gridworld" else {"levels": (1,)}
    item = Item(Cell(domain, task, form or "episode"), 0)
    return maker.make_item(item, recipe(seed=3, **levels)).instance


def fate(instance, right: dict | None) -> str:
    """What becomes of a record; ``right`` is the one that is known to be true."""
    import msgspec

    from certwright.scripts.verifying import VerifySummary, check_line

    if instance is None or instance.truth is None or (instance.grades and instance.grades.undecided):
        return "label"
    checked = check_line(msgspec.json.encode(instance))
    state = VerifySummary().add(checked).report.state
    if state != "holds":
        return "prompt" if (checked.report.failed or "").startswith(("prompt", "domain")) else "verify"
    if right is not None and all(
        msgspec.to_builtins(getattr(instance, key)) == right.get(key) for key in ("truth", "gold")
    ):
        return "same"
    if right is not None and equivalent(instance, right):
        return "same"
    if right is not None and right["truth"].get("plan"):
        another = {**instance.truth, "plan": right["truth"]["plan"]}  # as long, and verified
        if another in (right["truth"], {**right["truth"], "actions": None}):
            return "same" if another == right["truth"] else "less"
    if _audited(instance):
        return "audit"
    return "same" if right is None and NUMBER == "none" else "escaped"


def equivalent(instance, right: dict) -> bool:
    """Whether two closed-world truths, which may list different sides, judge all that they name alike."""
    import msgspec

    from certwright.instances.records import Answer, Instance
    from certwright.verifiers.judge import judge

    if instance.truth["kind"] != "closed_world":
        return False
    answers = {"None", *instance.truth["items"], *right["truth"]["items"]}
    known = msgspec.convert(right, Instance)
    pairs = [
        [judge(one, Answer(id=one.id, response=text)).outcome for one in (instance, known)]
        for text in answers
    ]
    return all(one == other for one, other in pairs)


def _audited(instance) -> bool:
    from certwright.verifiers.audit.audit import audit
    from certwright.verifiers.audit.finding import AuditOptions
    from certwright.verifiers.audit.subject import cases

    (case,) = cases([instance])
    audited = audit(case, AuditOptions(checks=("gold", "answers", "second")))
    return any(finding.severity == "fault" for finding in audited.findings)


def tried(make, right: dict | None) -> str:
    """The fate of a record that is made here; what cannot be made was noticed by its maker.

    That the maker was called wrongly is no notice, and raises; so does all where there is no fault.
    """
    from certwright.instances.errors import UnsupportedError

    try:
        instance = make()
    except UnsupportedError:
        raise
    except Exception:
        if NUMBER == "none":
            raise
        return "label"
    return fate(instance, right)


def main() -> None:
    faults = FAULTS if NUMBER == "none" else [FAULTS[int(NUMBER)]]
    if len(sys.argv) > 2:
        faults = [fault for fault in faults if fault.family == sys.argv[2]]
    if NUMBER != "none":
        finder = Finder(faults[0])
        sys.meta_path.insert(0, finder)
        import_module(finder.name)  # a fault that cannot be put in is no fault
    found = {}
    for family, task, how in sorted({(f.family, task, f.how) for f in faults for task in f.tasks.split()}):
        if how == "generate":
            found[f"{family} {task} made"] = tried(lambda f=family, t=task: generated(f, t), None)
            continue
        for record in released(family, task):
            found[record["id"]] = tried(lambda one=record: labelled(one), record)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
