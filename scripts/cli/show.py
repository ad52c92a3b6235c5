"""``certwright show``: print an instance for reading."""

import json
import sys

import click

from ...instances.errors import NameUnknownError
from ...instances.records import Instance, Json
from ...instances.store import read_instances
from ..library.prompts import prompt
from ..tables import table
from . import common, exit_code

CERTIFICATE_CHARACTERS = 200  # the most characters of a certificate's body that are shown


@click.command("show", cls=common.Command)
@click.argument("file", type=common.RECORDS)
@click.argument("id", required=False)
@click.option("--prompt", "part", flag_value="prompt", help="Only the prompt that a model sees.")
@click.option("--truth", "part", flag_value="truth", help="Only the truth and the gold answer.")
@click.option("--pddl", "part", flag_value="pddl", help="Only the world.")
@click.option("--certificates", "part", flag_value="certificates", help="Only the certificates.")
def show_command(file: str, id: str | None, part: str | None) -> int:
    """Print one instance of FILE; without ID the table of its instances.

    ID is an id, the beginning of one, or the key of the source (acpbench:gen/reach/123).
    """
    faults = common.Faults()
    instances = common.good(read_instances(file), faults)
    if id is None and part is None:
        table("", ["id", "form", "grade", "certificates", "source"], map(overview, instances), sys.stdout)
    else:
        shown = False
        for instance in instances:
            if id is None or matches(instance, id):
                head = f"{instance.id}\n" if id is None else ""
                common.say("\n" * shown + head + render(instance, part))
                shown = True
        if not shown:
            raise NameUnknownError(f"{file} holds no instance {id!r}")
    faults.close()
    return exit_code(bad=bool(faults))


def matches(instance: Instance, name: str) -> bool:
    """Whether a name given on the command line is the instance's id, a prefix of it, or its source's key."""
    source = instance.source
    return instance.id.startswith(name) or (source is not None and name in (source.key, source.id))


def overview(instance: Instance) -> list[str]:
    """The row of the instance in a table."""
    grade = instance.grades.grade.value if instance.grades else "-"
    source = instance.source.key if instance.source else "-"
    return [instance.id, instance.form, grade, str(len(instance.certificates)), source]


def render(instance: Instance, part: str | None) -> str:
    """One part of an instance (prompt, truth, pddl, certificates), or all of them under headings."""
    writers = {"prompt": prompt, "truth": _truth, "pddl": _pddl, "certificates": _certificates}
    if part is not None:
        return writers[part](instance)
    head = "  ".join(overview(instance))
    sections = [f"--- {name} ---\n{write(instance)}" for name, write in writers.items()]
    return "\n\n".join([head, *sections])


def _truth(instance: Instance) -> str:
    shown: Json = {"query": instance.query, "truth": instance.truth, "gold": instance.gold}
    if instance.difficulty:
        shown["difficulty"] = instance.difficulty
    return json.dumps(shown, indent=1, ensure_ascii=False, sort_keys=True)


def _pddl(instance: Instance) -> str:
    if instance.world.get("kind") != "pddl":
        return "no PDDL world"
    return f"{instance.world['domain']}\n\n{instance.world['problem']}"


def _certificates(instance: Instance) -> str:
    lines = []
    for certificate in instance.certificates:
        body = json.dumps(certificate.body, ensure_ascii=False, sort_keys=True)
        cut = body if len(body) <= CERTIFICATE_CHARACTERS else body[:CERTIFICATE_CHARACTERS] + " ..."
        lines.append(f"{certificate.kind}: {cut}")
    return "\n".join(lines) or "no certificates"
