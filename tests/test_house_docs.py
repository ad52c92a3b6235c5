"""The commands in README.md and docs/ run as they stand, in order, in a folder of their own.

A fenced ``console`` block holds lines ``$ command``, a ``python`` block a program.  ``make`` is only asked
what it would do.  ``# exit code N`` after a command says what it ends with, if not 0.  A comment before a
block, ``<!-- needs: acpbench; long -->``, says that it needs the benchmark's files or takes minutes.
Commands of the shell run in forks of a loaded process (``forked_commands``); ``test_light_install`` and
``test_cli`` start new ones.
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ACPBENCH = ROOT.parent / "shared" / "data" / "acpbench"
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(
    r"(?:<!-- (?P<flags>[^\n]*) -->\n)?```(?P<language>console|python)\n(?P<text>.*?)```", re.DOTALL
)
EXIT_CODE = re.compile(r"# exit code (\d+)$")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(#[^)]*)?\)")


@dataclass(frozen=True)
class Command:
    """A shell command or a program, and the code it must end with."""

    text: str
    language: str
    code: int
    flags: frozenset[str]

    def arguments(self):
        if self.language == "python":
            return [sys.executable, "-c", self.text]
        text = re.sub(r"^make ", f"make -n -C {ROOT} ", self.text)
        return ["bash", "-euo", "pipefail", "-c", text]


def commands(document):
    for block in BLOCK.finditer(document.read_text()):
        flags = frozenset(re.split(r"[;:, ]+", block["flags"] or ""))
        if block["language"] == "python":
            yield Command(block["text"], "python", 0, flags)
            continue
        for line in block["text"].splitlines():
            if line.startswith("$ "):
                code = EXIT_CODE.search(line)
                yield Command(line[2:], "console", int(code[1]) if code else 0, flags)


def run(document, folder, long, loaded):
    for name in ("instances", "domains"):
        (folder / name).symlink_to(ROOT / name)
    path = os.pathsep.join([str(loaded), str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {
        **os.environ,
        "PATH": path,
        "PYTHONSAFEPATH": "1",
        "ACPBENCH": str(ACPBENCH),
        "AUTUMNBENCH": str(ACPBENCH.parent / "autumnbench"),
        "CERTWRIGHT_JOBS": "1",
    }
    for command in commands(document):
        if "long" in command.flags and not long:
            continue
        done = subprocess.run(
            command.arguments(), cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == command.code, (
            f"{command.text}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        )


def has(flag):
    return [
        document for document in DOCUMENTS if any(flag in command.flags for command in commands(document))
    ]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_commands_of_a_document_run(document, tmp_path, loaded):
    if not (ROOT / "instances" / "demo").is_dir():
        pytest.skip("instances/demo is absent")
    run(document, tmp_path, long=False, loaded=loaded)


@pytest.mark.long
@pytest.mark.parametrize("document", has("long"), ids=lambda path: path.name)
def test_the_long_commands_of_a_document_run(document, tmp_path, loaded):
    if not ACPBENCH.is_dir():
        pytest.skip(f"the benchmark's files are absent: {ACPBENCH}")
    run(document, tmp_path, long=True, loaded=loaded)


@pytest.mark.parametrize("document", [*DOCUMENTS, ROOT / "CHANGELOG.md"], ids=lambda path: path.name)
def test_links_lead_somewhere(document):
    missing = [
        target for target, _ in LINK.findall(document.read_text()) if not (document.parent / target).exists()
    ]
    assert not missing


def test_every_page_has_its_place_on_the_site():
    named = set(re.findall(r": ((?:docs/)?[\w-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE))
    pages = {path.relative_to(ROOT).as_posix() for path in DOCUMENTS}
    assert pages | {"CHANGELOG.md", "CONTRIBUTING.md"} == named


def test_every_command_of_the_shell_is_documented():
    from certwright.scripts.cli import COMMANDS

    text = (ROOT / "docs" / "shell.md").read_text()
    assert all(
        f"certwright {name}" in text or f"`{name}`" in text or f"## {name}" in text for name in COMMANDS
    )


def test_the_parser_of_documents(tmp_path):
    document = tmp_path / "a.md"
    fence = "`" * 3
    document.write_text(
        f"<!-- needs: acpbench; long -->\n{fence}console\n$ a b   # exit code 3\noutput\n$ c\n{fence}\n"
        f"text\n{fence}python\nprint(1)\n{fence}\n{fence}\n$ not run\n{fence}\n"
    )
    first, second, third = commands(document)
    assert (first.code, second.code, third.text) == (3, 0, "print(1)\n")
    assert "long" in first.flags
    assert not third.flags - {""}
