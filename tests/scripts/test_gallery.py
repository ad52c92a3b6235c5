"""The gallery in docs/ is what the worlds make; its pictures are small and well formed."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from certwright.domains.gridworld.catalog import world, worlds
from certwright.domains.gridworld.frames import Grid
from certwright.scripts.gallery import SHOWN, files, frames, main, page, strip

DOCS = Path(__file__).resolve().parents[2] / "docs"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def made():
    return files()


def test_the_gallery_is_what_the_worlds_make(made):
    stale = [
        name for name, text in made.items() if not (DOCS / name).exists() or (DOCS / name).read_text() != text
    ]
    assert not stale, "say make gallery"
    assert {path.name for path in (DOCS / "gallery").iterdir()} == {f"{key}.svg" for key in worlds()}


def test_every_world_stands_on_the_page(made):
    text = made["gallery.md"]
    for key in worlds():
        about = world(key).about
        assert f"](gallery/{key}.svg)" in text and f"### {about.title}" in text
        assert " ".join(about.lesson.split()) in text
    assert page({}).startswith("# The grid worlds")


def test_pictures_are_small_and_well_formed(made):
    for name, text in made.items():
        if name.endswith(".svg"):
            root = ET.fromstring(text)
            assert 1 < len(root.findall(f"{SVG}g")) <= SHOWN
            assert len(text) < 60_000
    assert sum(map(len, made.values())) < 1_000_000


def drawn(text: str) -> list[Grid]:
    """The frames that a strip shows, painted cell by cell."""
    found = []
    for frame in ET.fromstring(text).iter(f"{SVG}rect"):
        size = int(frame.get("width"))
        found.append([[frame.get("fill")] * size for _ in range(size)])
    groups = [one for one in ET.fromstring(text).iter(f"{SVG}g") if one.get("shape-rendering")]
    for rows, group in zip(found, groups, strict=True):
        for path in group.findall(f"{SVG}path"):
            for part in path.get("d").split("z")[:-1]:
                x, rest = part[1:].split(" ")
                y, length = rest.split("h")[:2]
                for column in range(int(length.split("v")[0])):
                    rows[int(y)][int(x) + column] = path.get("fill")
    return [tuple(map(tuple, rows)) for rows in found]


@pytest.mark.parametrize("key", ["crane", "swing", "fever"])
def test_a_picture_shows_the_frames(key, made):
    shown = frames(world(key))
    assert drawn(made[f"gallery/{key}.svg"]) == [frame for _, frame in shown]
    assert shown[0][0] == "at first" and len({frame for _, frame in shown}) > 1


def cells(frame, colour):
    return {(x, y) for y, row in enumerate(frame) for x, cell in enumerate(row) if cell == colour}


@pytest.mark.parametrize(
    ("key", "colour", "at_first", "at_last"),
    [
        ("hopper", "red", {(1, 7), (18, 4)}, {(18, 4)}),
        ("lever", "firebrick", {(3, 11)}, {(2, 4)}),
        ("keysmith", "green", set(), {(1, 1), *((20 + pin, 16) for pin in range(4))}),
    ],
)
def test_pictures_of_slow_worlds_show_what_happens(key, colour, at_first, at_last):
    """A berry is eaten, the boulder flies on to a ledge, four teeth fit and earn a coin."""
    shown = [frame for _, frame in frames(world(key))]
    assert cells(shown[0], colour) == at_first and cells(shown[-1], colour) == at_last


def test_captions_and_colours_are_escaped():
    text = strip([("a < b", (('"><script>', "red"), ("red", "red")))])
    assert "<script>" not in text and ET.fromstring(text) is not None


def test_pictures_of_worlds_that_are_gone_are_taken_out(tmp_path, monkeypatch):
    monkeypatch.setattr("certwright.scripts.gallery.worlds", lambda: ("swing",))
    (tmp_path / "gallery").mkdir()
    (tmp_path / "gallery" / "gone.svg").write_text("")
    main([str(tmp_path)])
    assert [path.name for path in (tmp_path / "gallery").iterdir()] == ["swing.svg"]
    assert (tmp_path / "gallery.md").read_text().count("![") == 1
