"""The user's own levels: read from folders as records, created, and linted."""

import re
from collections.abc import Iterator
from pathlib import Path

from ..domains.timetravel import level as levels
from ..domains.timetravel.level import LEVELS, Level
from ..generators.timetravel.scenario import FOLDER, scenarios
from ..generators.timetravel.theme import FILE
from ..instances.errors import CertwrightError, RecordError
from ..instances.outputs import write_whole
from ..instances.records import Instance
from ..verifiers.timetravel.level import instance_of

FILES = ("domain.pddl", "problem.pddl", "level.toml")


def level_folders(path: str | Path) -> list[Path]:
    """The folder itself if it holds a level, else the folders with levels below it; RecordError for none."""
    place = Path(path)
    if not place.is_dir():
        raise RecordError(f"a level is a folder with {', '.join(FILES)}", file=str(path))
    folders = [file.parent for file in sorted(place.rglob(FILES[2])) if file.is_file()]
    if not folders:
        raise RecordError(f"no level here: a level is a folder with {', '.join(FILES)}", file=str(path))
    return folders


def load(folder: Path) -> Level:
    """The level of a folder; RecordError or WorldError names the faulty file."""
    if missing := [name for name in FILES if not (folder / name).is_file()]:
        raise RecordError(f"holds no {missing[0]}", file=str(folder))
    try:
        return levels.load(folder)
    except UnicodeDecodeError as error:
        raise RecordError(f"invalid UTF-8 (byte {error.start})", file=str(folder)) from None


def read(path: str | Path) -> Iterator[Instance | RecordError]:
    """The unlabelled records of the levels under a path, a RecordError for each that is refused."""
    for folder in level_folders(path):
        try:
            level = load(folder)
            yield instance_of(level, domain=level.problem.domain.name)
        except CertwrightError as error:
            yield error if isinstance(error, RecordError) else RecordError(str(error), file=str(folder))


def begin(folder: Path) -> None:
    """Write a theme and a level to start from into a folder; RecordError if it exists or has a bad name."""
    if folder.exists():
        raise RecordError("exists already; name a new folder", file=str(folder))
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]{0,40}", folder.name) or folder.name.lower() in scenarios():
        raise RecordError("a theme is named by letters, digits and -, and unlike ours", file=str(folder))
    first = folder / "levels" / "first"
    first.mkdir(parents=True)
    text = (FOLDER / f"{scenarios()[0]}.toml").read_text("utf-8")
    text = re.sub(r"\A#.*\n", "# A theme: every name, word and sentence may be changed.\n", text)
    title = folder.name[0].upper() + folder.name[1:]
    write_whole(folder / FILE, re.sub(r"(?m)^title = .*$", f'title = "{title}"', text, count=1))
    for name in FILES:
        text = (LEVELS / "L03" / name).read_text("utf-8")
        write_whole(first / name, text.replace("saltmere-stone", f"{folder.name.lower()}-stone"))
