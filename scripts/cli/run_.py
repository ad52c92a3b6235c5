"""``certwright run``: agents play episodes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from . import common
from .exits import DONE

if TYPE_CHECKING:
    from ...instances.records import Episode, Instance
    from ..running import Casting

AGENTS = ("random", "random-raw", "greedy", "explorer", "optimal", "replay", "human", "model")


class Several(common.Command):
    """A command whose ``--models`` takes several words."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Say ``--models a b`` as ``--models a --models b``."""
        spelt: list[str] = []
        several = False
        for word in args:
            if several and not word.startswith("-") and spelt[-1] != "--models":
                spelt.append("--models")
            several = word == "--models" or (several and not word.startswith("-"))
            spelt.append(word)
        return super().parse_args(ctx, spelt)


def _levels(_: click.Context, __: click.Parameter, value: str | None) -> frozenset[int] | None:
    if value is None:
        return None
    found: set[int] = set()
    for part in value.split(","):
        first, dash, last = part.partition("-")
        if not (first.isdigit() and (last if dash else first).isdigit() and len(part) < 10):
            raise click.BadParameter(f"{part!r} is neither a level nor a range such as 1-3")
        found.update(range(int(first), int(last or first) + 1))
    return frozenset(found)


@click.command("run", cls=Several)
@click.argument("source", metavar="timetravel|FILE")
@click.option("--agent", type=click.Choice(AGENTS), default="random", show_default=True)
@click.option("--levels", callback=_levels, help="As in 1-3 or 1,4,6.")
@click.option("--runs", type=click.IntRange(1, 1000), default=1, show_default=True, help="Episodes a level.")
@click.option("--models", multiple=True, help="Names for Inspect, as in --models openrouter/a/b mockllm/c.")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many episodes.")
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Of our agents."
)
@click.option("--episodes", type=common.INPUT, help="Stored episodes, for --agent replay.")
@click.option("--results", type=common.OUTPUT_FOLDER, help="Append to this folder of results.")
@click.option(
    "--window", type=click.IntRange(0, 1000), help="Turns of its history that a model is shown [10]."
)
@click.option("--log-dir", help="Where Inspect writes its logs; by default where Inspect says.")
@click.option("-o", "--output", type=common.OUTPUT, help="Write the episodes; stdout without --results.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask before models are called.")
@common.quiet_option
def command(source: str, output: str | None, results: str | None, **asked: Any) -> int:
    """Let an agent play the six levels of the package (timetravel) or the episodes of a FILE of instances.

    Episodes are records that `certwright score` judges offline. --agent model calls models through Inspect
    (extra: inspect); keys come from the environment. Say SOURCE before --models.
    """
    import contextlib

    from ...instances.store import JsonlWriter
    from ..progress import track
    from ..timetravel.summary import Tally

    instances = _instances(source, asked["levels"])
    if results and any(one.family != "timetravel" for one in instances):
        raise click.UsageError("--results keeps episodes of time travel; write others with -o")
    models = asked["models"] if asked["agent"] == "model" else ()
    total = len(instances) * asked["runs"] * max(1, len(models))
    total = min(total, asked["limit"] or total)
    output = output or (None if results else "-")
    tally = Tally()
    with contextlib.ExitStack() as stack:
        writer = stack.enter_context(JsonlWriter(output, keep=True)) if output else None
        made = _episodes(instances, models, asked)
        shown = asked["quiet"] or asked["agent"] == "human"
        for instance, episode in track(made, "run", total=total, quiet=shown):
            if results:
                episode = _append(results, instance, episode)
            if writer:
                writer.write(episode)
            tally.add(instance, episode)
    if not asked["quiet"]:
        tally.print(sys.stderr)
    return DONE


def _instances(source: str, levels: frozenset[int] | None) -> list[Instance]:
    from ...instances.errors import RecordError
    from ...instances.store import read_instances
    from ...verifiers.timetravel.record import shipped_instances
    from ..running import chosen

    if source == "timetravel":
        return chosen(shipped_instances(), levels)
    faults = common.Faults()
    found = list(common.good(read_instances(source), faults))
    if faults:
        raise RecordError("the file has bad records", file=source)
    return chosen(found, levels)


def _episodes(
    instances: list[Instance], models: tuple[str, ...], asked: dict[str, Any]
) -> Iterator[tuple[Instance, Episode]]:
    from itertools import islice

    from ..running import played

    if asked["agent"] == "model":
        yield from _by_models(instances, models, asked)
        return
    made = played(instances, asked["runs"], _casting(asked))
    yield from islice(made, asked["limit"])


def _by_models(
    instances: list[Instance], models: tuple[str, ...], asked: dict[str, Any]
) -> Iterator[tuple[Instance, Episode]]:
    from ..harness.driving import WINDOW
    from ..running import estimate

    if not models:
        raise click.UsageError("--agent model needs --models")
    window = WINDOW if asked["window"] is None else asked["window"]
    common.say(estimate(instances, asked["runs"], len(models), asked["limit"], window).sentence(), err=True)
    if not asked["yes"] and sys.stdin.isatty():
        click.confirm("Go on?", abort=True, err=True)
    try:
        from ..harness.inspect import play_models
    except ImportError:
        from ...instances.errors import EngineMissingError

        raise EngineMissingError("models need Inspect: pip install 'certwright[inspect]'") from None
    runs, limit = asked["runs"], asked["limit"]
    yield from play_models(instances, models, runs, limit, window=window, log_dir=asked["log_dir"])


def _casting(asked: dict[str, Any]) -> Casting:
    from ...instances.store import read_episodes
    from ..agents.human import HumanAgent
    from ..running import Casting

    replays: dict[tuple[str, int], Episode] = {}
    if asked["agent"] == "replay":
        if asked["episodes"] is None:
            raise click.UsageError("--agent replay needs --episodes")
        faults = common.Faults()
        replays = {
            (one.instance, one.sample): one for one in common.good(read_episodes(asked["episodes"]), faults)
        }
    return Casting(asked["agent"], asked["seed"], replays, lambda: HumanAgent(_ask, _tell))


def _ask(prompt: str) -> str:
    common.say(prompt, nl=False, err=True)
    line = sys.stdin.readline()
    if not line:
        raise KeyboardInterrupt  # the end of the input interrupts
    return line


def _tell(text: str) -> None:
    """On a terminal with colours grids are drawn; elsewhere the text is what a model is shown."""
    from os import environ

    from ...instances.printable import printable
    from ..agents.pictures import ansi, redrawn

    drawn = sys.stderr.isatty() and "NO_COLOR" not in environ
    shown = printable(text)
    click.echo(redrawn(shown, ansi) if drawn else shown, err=True)


def _append(folder: str, instance: Instance, episode: Episode) -> Episode:
    from datetime import datetime, timezone
    from pathlib import Path

    from ..timetravel.results import Results

    now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Results(Path(folder)).append(instance, episode, timestamp=now)
