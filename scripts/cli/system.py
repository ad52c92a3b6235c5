"""``certwright system``: a reactive system as canonical HOA, read or synthesised."""

import click

from ...domains.reactive.machine import Machine
from ...instances.errors import UndecidedError
from ...instances.outputs import write_whole
from .. import systems
from ..library.words import strings
from . import FAILED, UNDECIDED, common, completing


@click.command("system", cls=common.Command)
@click.argument("source", metavar="KEY|FILE|FORMULA", shell_complete=completing.a_system)
@click.option("--inputs", help="The input propositions, comma-separated, if the source does not name them.")
@click.option("--outputs", help="The output propositions; --inputs or --outputs is enough.")
@click.option(
    "--counter", type=common.OUTPUT, help="Where to write the counter-strategy if there is no machine."
)
@common.strict_option
@common.output_option
@common.deadline_option
@common.quiet_option
def command(
    source: str,
    inputs: str | None,
    outputs: str | None,
    counter: str | None,
    strict: bool,
    output: str,
    deadline: float | None,
    quiet: bool,
) -> int:
    """Write a system as canonical HOA: a bundled one (list systems), a file, or a specification.

    A file is HOA (a machine, or a game that Spot solves), ASCII AIGER, output of ltlsynt, a specification in
    TLSF's basic format, or LTL. A FORMULA such as 'G(r -> F g)' --inputs r --outputs g is synthesised by
    Spot; the machine is checked in two ways before it is written. If no machine satisfies a specification the
    exit code is 1; --counter FILE then writes the environment's machine, which gives the inputs and reads the
    outputs. The last line on stderr says whether the machine is Mealy or Moore.
    """
    named = {"inputs": strings(inputs), "outputs": strings(outputs)}
    try:
        loaded = systems.load(source, **named, deadline=deadline, strict=strict)
    except UndecidedError as error:
        common.note(f"undecided: {error}")
        return UNDECIDED
    if not loaded.realisable:
        none = "unrealisable: no machine satisfies the specification; against each of them the environment"
        common.note(f"{none} violates it with {systems.description(loaded.machine)}")
        if counter is not None:
            write_whole(counter, loaded.text())
        elif not quiet:
            common.note("--counter FILE writes this counter-strategy")
        return FAILED
    if not quiet:
        common.note("\n".join([*loaded.choices, *loaded.notes, systems.description(loaded.machine)]))
    write_whole(output, loaded.text())
    return 0


def machine_of(source: str, strict: bool) -> Machine:
    """The machine of a system given to a command; choices made are reported on stderr."""
    machine, choices = systems.machine_of(source, strict=strict)
    for choice in choices:
        common.note(choice)
    return machine
