"""``certwright prompts``: questions as requests of an OpenAI-style batch."""

import click

from ...instances.errors import RecordError
from ...instances.hostile import decode
from ...instances.records import Json
from ...instances.store import JsonlWriter, read_instances
from ..library.prompts import requests
from ..tables import track
from . import common, exit_code


def _object(value: str) -> Json:
    if not isinstance(read := decode(value.encode()), dict):
        raise click.BadParameter("an object is wanted")
    return read


@click.command("prompts", cls=common.Command)
@click.argument("file", type=common.RECORDS)
@common.output_option
@click.option("--model", help="The model that each request names.")
@click.option("--system", help="A system message before each question.")
@common.option("--samples", type=common.POSITIVE, default=1, help="Requests per question.")
@click.option(
    "--body",
    callback=common.reader(_object),
    default="{}",
    help='Further fields of each request, as {"temperature": 0}.',
)
@common.quiet_option
def command(
    file: str, output: str, model: str | None, system: str | None, samples: int, body: Json, quiet: bool
) -> int:
    """Write the questions of FILE as chat requests, one per line, as batch interfaces accept them.

    The custom id is the id of the question, with #1, #2, ... appended for further samples, so that score can
    read the batch's output file. Episodes cannot be asked in one request: they are left out and reported.
    """
    more = body if model is None else {"model": model, **body}
    faults = common.Faults()
    with JsonlWriter(output, flush=False) as writer:
        for instance in track(common.good(read_instances(file), faults), "prompts", quiet=quiet):
            try:
                for request in requests(instance, samples, system, more):
                    writer.write(request)
            except RecordError as error:
                faults.report(error)
        if faults and not writer.records:
            faults.close()
            raise RecordError("none of its records is a question to be asked", file=file)
    faults.close()
    if "model" not in more and not quiet:
        common.note("no model is named; --model NAME writes it into the requests")
    return exit_code(bad=bool(faults))
