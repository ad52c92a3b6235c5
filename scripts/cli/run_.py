"""``certwright run``: agents play episodes, models are asked questions of every kind."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import datetime, timezone
from functools import cache
from importlib.util import find_spec
from itertools import islice
from os import environ
from pathlib import Path
from typing import Any

import click

from ...instances.errors import EngineMissingError
from ...instances.folders import holds_records, records_writer
from ...instances.outputs import printable
from ...instances.records import Episode, Instance, Json
from ...instances.resuming import INPUT, input_digest
from ...instances.store import JsonlWriter, raised, read_episodes, read_instances
from ...verifiers.timetravel.level import shipped_instances
from .. import own_levels
from ..agents.agent import ansi, redrawn
from ..campaign import (
    ModelSettings,
    Progress,
    Record,
    RecordKey,
    ask_models,
    failed,
    name_of,
    pending,
    prices,
)
from ..library.questions import integers, strings
from ..reporting.results import Results
from ..running import Casting, StopTally, chosen, estimate, played
from ..web.games import Games, games_folder
from ..web.terminal import by_hand
from . import DONE, common, exit_code

AGENTS = ("random", "random-raw", "greedy", "explorer", "optimal", "replay", "human", "model")
EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")


class Several(common.Command):
    """A command with a ``--models`` option that takes several words."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Rewrite ``--models a b`` as ``--models a --models b``."""
        spelt: list[str] = []
        several = False
        for word in args:
            if several and not word.startswith("-") and spelt[-1] != "--models":
                spelt.append("--models")
            several = word == "--models" or (several and not word.startswith("-"))
            spelt.append(word)
        return super().parse_args(ctx, spelt)


def _levels(value: str | None) -> frozenset[int] | str | None:
    if value is None or "/" in value or Path(value).exists():
        return value
    return frozenset(integers(value) or ())


@click.command("run", cls=Several)
@click.argument("source", metavar="FILE|FAMILY[/TASK]", shell_complete=common.a_set)
@click.option("--agent", type=common.Choice(AGENTS), help="[default: model with --models, else random]")
@click.option("--domain", help="Only these domains, as in ferry,grid.")
@click.option("--form", help="Only these forms, as in gen,bool,mcq,episode.")
@click.option(
    "--levels",
    "--level",
    callback=common.reader(_levels),
    help="Only these levels, as in 1-3 or 1,4,6; for timetravel also your own: FILE or folder.",
)
@common.option("--runs", type=click.IntRange(1, 1000), default=1, help="Samples per question.")
@click.option("--models", multiple=True, help="Names for Inspect, as in --models openrouter/a/b mockllm/c.")
@click.option("--limit", type=common.POSITIVE, help="The most samples, for each model.")
@common.option("--seed", type=common.SEED, default=0, help="The seed of the built-in agents.")
@click.option("--episodes", type=common.INPUT, help="Stored episodes, for --agent replay.")
@click.option("--results", type=common.FOLDER, help="Append to this folder of results.")
@common.option("--window", type=click.IntRange(0, 1000), default=10, help="How many past turns a model sees.")
@click.option("--temperature", type=common.Finite(0, 2))
@click.option("--max-tokens", type=common.POSITIVE, help="The most tokens of a reply.")
@click.option("--reasoning-effort", type=common.Choice(EFFORTS))
@click.option("--max-connections", type=click.IntRange(1, 10_000), help="Concurrent calls of a model.")
@click.option("--timeout", type=common.Finite(min=1), help="Seconds for one attempt of a call.")
@common.option("--max-retries", type=common.NATURAL, default=10, help="Retries of a call.")
@common.option(
    "--patience",
    type=common.Finite(min=1),
    default=900,
    help="Seconds without any reply after which a model is dropped.",
)
@click.option("--base-url", help="The provider's address, as in http://localhost:8000/v1.")
@click.option("--prices", type=common.INPUT, help="TOML: dollars per million tokens, by model.")
@click.option("--log-dir", help="Where Inspect writes its logs; by default Inspect's own choice.")
@click.option(
    "-o", "--output", type=common.OUTPUT_RECORDS, help="Write the records; stdout without --results."
)
@click.option("--resume", is_flag=True, help="Keep the existing output and ask only the rest.")
@common.jobs_option
@common.on_option
@click.option("-y", "--yes", is_flag=True, help="Call models without asking for confirmation.")
@common.quiet_option
def run_command(source: str, output: str | None, results: str | None, **options: Any) -> int:
    """Ask models, or let agents play: a FILE of instances, or a released set such as planning/reach.

    Records are answer rows and episodes, which `certwright score` judges offline; each is saved as soon as it
    is complete. Models are called through Inspect (extra: inspect), keys come from the environment; the
    built-in agents only play episodes. timetravel alone means the six levels. Give SOURCE before --models.
    """
    agent = options["agent"] or ("model" if options["models"] else "random")
    options["agent"] = agent
    instances = _instances(source, options)
    if results and any(instance.family != "timetravel" for instance in instances):
        raise click.UsageError("--results keeps episodes of time travel; write others with -o")
    if options["resume"] and not (output or results):
        raise click.UsageError("--resume needs -o or --results")
    if agent == "model":
        if options["on"]:
            raise click.UsageError("--on is for the built-in agents; models are called from here")
        return _by_models(source, instances, output, results, options)
    if options["resume"] and agent != "human":
        why = "--resume is for models and people; the built-in agents would repeat the same play"
        raise click.UsageError(why)
    return _by_agents(instances, output, results, options)


def _instances(source: str, options: Json) -> list[Instance]:
    if isinstance(path := options["levels"], str):
        if source != "timetravel":
            raise click.UsageError("--levels PATH is for timetravel")
        return list(raised(own_levels.read(path) if Path(path).is_dir() else read_instances(path)))
    if source == "timetravel":
        return chosen(shipped_instances(), options["levels"])
    picked = common.sound(source).filter(domain=strings(options["domain"]), form=strings(options["form"]))
    return chosen(picked, options["levels"], episodes=options["agent"] != "model")


def _by_agents(instances: list[Instance], output: str | None, results: str | None, options: Json) -> int:
    folder = Results(Path(results)) if results else None
    total = min(len(instances) * options["runs"], options["limit"] or sys.maxsize)
    output = output or (None if results else "-")
    tally = StopTally()
    with ExitStack() as stack:
        writer = stack.enter_context(records_writer(output, keep=True)) if output else None
        if human := options["agent"] == "human":
            made = _by_hand(instances, output or results, options)
        else:
            workers = common.executor(options["jobs"], options["on"], gradual=True)
            made = played(instances, options["runs"], _casting(options), workers, options["limit"])
        for instance, episode in made if human else common.track(made, "run", total):
            if folder is not None:
                episode = _append(folder, instance, episode)
            if writer:
                writer.write(episode)
            tally.add(instance, episode)
    if not common.quiet():
        tally.print(sys.stderr)
    return DONE


def _by_models(
    source: str, instances: list[Instance], output: str | None, results: str | None, options: Json
) -> int:
    if not options["models"]:
        raise click.UsageError("--agent model needs --models")
    if twice := [model for model, times in Counter[str](options["models"]).items() if times > 1]:
        raise click.UsageError(f"--models: {', '.join(twice)} is named twice; --runs asks several times")
    if output and output.endswith(".gz"):
        why = "-o: replies are written line by line, not as .gz; compress the file afterwards"
        raise click.UsageError(why)
    if output and not options["resume"] and holds_records(output):
        why = f"{output} holds answers: --resume asks only the rest, another -o starts afresh"
        raise click.UsageError(why)
    fields = ModelSettings.__dataclass_fields__
    settings = ModelSettings(**{key: value for key, value in options.items() if key in fields})
    output = output or (None if results else "-")
    tally = StopTally()
    with ExitStack() as stack:
        kept, done = _keeping(stack, source, output, results, settings, options["resume"])
        plays = pending(instances, options["models"], options["runs"], options["limit"], done)
        total, known = sum(map(len, plays.values())), prices(options["prices"])
        progress = Progress(total, known, quiet=common.quiet())
        if not progress.total:
            common.note("nothing is left to ask")
            return DONE
        common.note(estimate(plays, settings.window, progress.prices).sentence())
        if not options["yes"]:
            if not sys.stdin.isatty():
                raise click.UsageError(
                    "there is no terminal to ask whether to go on; --yes answers in advance"
                )
            click.confirm("Go on?", abort=True, err=True)

        def keep(instance: Instance, record: Record) -> None:
            record = kept(instance, record)
            progress.add(record)
            tally.add(instance, record)
            progress.show()

        try:
            if find_spec("inspect_ai") is None:
                raise EngineMissingError("models need Inspect: pip install 'certwright[inspect]'")
            ask_models(plays, settings, keep, common.note)
        finally:
            progress.close()
    if not common.quiet():
        tally.print(sys.stderr)
    if progress.failed:
        common.note(f"ended by the provider: {progress.failed}; --resume plays them again")
    return exit_code(bad=bool(progress.failed))


def _keeping(
    stack: ExitStack, source: str, output: str | None, results: str | None, how: ModelSettings, resume: bool
) -> tuple[Callable[[Instance, Record], Record], set[RecordKey]]:
    """The function that stores a record, and the names of the existing records."""
    done: set[RecordKey] = set()
    writer = None
    if output:
        made = {"command": "run", "source": source, INPUT: input_digest(source), **how.header()}
        writer = stack.enter_context(records_writer(output, resume=resume, made=made))
        done = {name_of(row) for row in writer.kept_answers()} if resume else set()
    folder = Results(Path(results)) if results else None
    if folder is not None and resume and folder.table.exists():
        good = Counter(name_of(row)[:2] for row in folder.episodes() if not failed(row))
        done |= {RecordKey(*pair, sample) for pair, count in good.items() for sample in range(count)}

    @cache
    def aside() -> JsonlWriter:
        return stack.enter_context(closing(JsonlWriter(f"{str(output).rstrip('/')}.failed", resume=True)))

    def keep(instance: Instance, record: Record) -> Record:
        if failed(record) and output and output != "-":
            aside().write(record)
        if folder is not None:
            record = _append(folder, instance, record)  # type: ignore[arg-type]
        if writer is not None and not failed(record):
            writer.write(record)
        return record

    return keep, done


def _casting(options: Json) -> Casting:
    if options["agent"] != "replay":
        return Casting(options["agent"], options["seed"])
    if options["episodes"] is None:
        raise click.UsageError("--agent replay needs --episodes")
    stored = common.good(read_episodes(options["episodes"]), common.Faults())
    replays = {(episode.instance, episode.sample): episode for episode in stored}
    return Casting("replay", options["seed"], replays)


def _by_hand(
    instances: list[Instance], output: str | None, options: Json
) -> Iterator[tuple[Instance, Episode]]:
    """Games at the terminal; turns are saved at once, next to the output, or with the games of `play`."""
    named = output not in (None, "-")
    games = Games(Path(f"{str(output).rstrip('/')}.games") if named else games_folder() / "run")
    if games.listed() and not options["resume"] and named:
        why = f"{games.folder} holds games: --resume continues them, another -o starts afresh"
        raise click.UsageError(why)
    return islice(by_hand(instances, options["runs"], games, question_line, tell), options["limit"])


def question_line(prompt: str) -> str:
    """Prompt on stderr and read a line of stdin; the end of the input interrupts."""
    common.say(prompt, nl=False, err=True)
    if line := sys.stdin.readline():
        return line
    raise KeyboardInterrupt


def tell(text: str) -> None:
    """Print a scene: with grids drawn on a terminal with colours, elsewhere as the text that a model sees."""
    drawn = sys.stderr.isatty() and "NO_COLOR" not in environ
    shown = printable(text)
    click.echo(redrawn(shown, ansi) if drawn else shown, err=True)


def _append(folder: Results, instance: Instance, episode: Episode) -> Episode:
    now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return folder.append(instance, episode, timestamp=now)
