"""The shell completes names of domains, systems, tasks and sets, in lists too, and offers files."""

import pytest
from click.shell_completion import ShellComplete

from certwright.scripts.cli import COMMANDS, GROUPS, group


def completed(*words):
    *done, last = words
    return [one.value for one in ShellComplete(group, {}, "certwright", "_X").get_completions(done, last)]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("gen",), ["generate"]),
        (("generate", "plan"), ["planning"]),
        (("generate", "planning/v"), ["planning/val"]),
        (("generate", "planning", "--domain", "fer"), ["ferry"]),
        (("generate", "planning", "--domain", "ferry,gr"), ["ferry,grid", "ferry,grippers"]),
        (("generate", "reactive", "--form", "gen,bo"), ["gen,bool"]),
        (("run", "planning/just"), ["planning/just"]),
        (("play", "timet"), ["timetravel", "timetravel/level"]),
        (("cause", "--system", "simple_arbiter_2"), ["simple_arbiter_2"]),
        (("show", "planning/m"), ["planning/mcq"]),
        (("view", "planning/m"), ["planning/mcq"]),
        (("score", "a.jsonl", "--truth", "reactive/b"), ["reactive/bool"]),
        (("list", "dom"), ["domains"]),
        (("system", "lock_"), ["lock_3", "lock_5", "lock_8", "lock_10"]),
    ],
)
def test_names_are_completed(words, wanted):
    assert completed(*words) == wanted


def test_files_are_offered_where_no_name_begins_so():
    command = ShellComplete(group, {}, "certwright", "_X")
    (offered,) = command.get_completions(["run"], "./mine")
    assert (offered.type, offered.value) == ("file", "./mine")


def test_every_command_stands_in_one_group():
    listed = [name for commands in GROUPS.values() for name in commands]
    assert sorted(listed) == sorted(set(listed)) == sorted(COMMANDS)
    assert group.list_commands(None) == listed
