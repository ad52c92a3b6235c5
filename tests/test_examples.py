"""The scripts of examples/ run as they stand, and say what they are to show; mypy accepts what is printed.

All Python of README.md and docs/ is checked too, each block as a program of its own.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHOWN = {
    "score_a_file.py": r"accept +\d+ answers +mean 0\.500",
    "grpo_reward.py": r"step 4: mean reward \d",
    "your_own_domain.py": r"the answer is 1; 1 claims, proof holds",
    "an_agent.py": r"(?s)reactive/intervene/alarm.*\n.*(in)?correct",
    "check_a_certificate.py": r"without its last atom: refused: intervention: these literals are not enough",
    "difficulty_curve.py": r"level 5: 0\.\d\d #+",
}
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


def environment(**more):
    return {**os.environ, "PYTHONSAFEPATH": "1", **more}


def test_every_example_is_run():
    assert {path.name for path in (ROOT / "examples").glob("*.py")} == set(SHOWN)


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_an_example_shows_what_it_is_to_show(name, tmp_path):
    picture = tmp_path / "curve.png"
    drawn = [str(picture)] * (name == "difficulty_curve.py")
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / name), *drawn],
        cwd=tmp_path,
        env=environment(MPLBACKEND="Agg"),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(SHOWN[name], done.stdout), done.stdout
    assert not drawn or picture.read_bytes().startswith(b"\x89PNG")


def programs(folder):
    """The examples, and each block of Python of the documents, as files."""
    for path in sorted((ROOT / "examples").glob("*.py")):
        shutil.copy(path, folder)
    for document in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for number, text in enumerate(BLOCK.findall(document.read_text())):
            (folder / f"{document.stem.replace('-', '_')}_{number}.py").write_text(text)


def mypy(folder):
    types = folder / "types"
    types.mkdir(exist_ok=True)
    if not (types / "certwright").exists():
        (types / "certwright").symlink_to(ROOT)
    files = sorted(str(path) for path in folder.glob("*.py"))
    options = ["--strict", "--namespace-packages", "--explicit-package-bases", "--follow-imports=silent"]
    cache = ["--cache-dir", str(folder / "cache"), "--config-file", str(ROOT / "pyproject.toml")]
    return subprocess.run(
        [sys.executable, "-m", "mypy", *options, *cache, *files],
        cwd=folder,
        env=environment(MYPYPATH=str(types)),
        capture_output=True,
        text=True,
    )


def test_mypy_accepts_every_example(tmp_path):
    programs(tmp_path)
    assert len(list(tmp_path.glob("*.py"))) > len(SHOWN), "README.md holds Python"
    done = mypy(tmp_path)
    assert done.returncode == 0, done.stdout


@pytest.mark.long
def test_mypy_would_see_a_mistake(tmp_path):
    (tmp_path / "wrong.py").write_text(
        "import certwright as cw\nvalue: str = cw.reward(cw.load('demo')[0])('x')\n"
    )
    done = mypy(tmp_path)
    assert "Incompatible types in assignment" in done.stdout


def test_the_page_on_the_library_is_current():
    from certwright.scripts.api_page import page

    assert (ROOT / "docs" / "api.md").read_text() == page(), "make api writes it again"
