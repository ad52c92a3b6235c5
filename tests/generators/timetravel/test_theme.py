"""What is said of a theme of one's own, field by field."""

import msgspec
import pytest

from certwright.generators.timetravel.scenario import FOLDER, read, scenario, scenarios
from certwright.generators.timetravel.theme import FILE, faults, lint, notes, open_theme, theme_file
from certwright.generators.timetravel.wanted import MAX_CHARACTERS, MAX_EPOCHS
from certwright.instances.errors import NameUnknownError, RecordError

OURS = scenario("saltmere")
EPOCHS = ("past", "present", "future", "aftertime")
NO_NAME = "is no name of PDDL: small letters, digits and -"
TWICE = "is ambiguous: it stands in"
TITLE = "a title is letters, digits and -, beginning with a letter: it names the PDDL domain"
NO_WORD = "is no word of PDDL: small letters, digits and -"


def own(**changes):
    """A theme without faults, with changes; a table is changed key by key, None takes one out."""
    made = {"title": "Harbour"}
    for field, value in changes.items():
        if isinstance(value, dict):
            table = {**getattr(OURS, field), **value}
            value = {key: one for key, one in table.items() if one is not None}
        made[field] = value
    return msgspec.structs.replace(OURS, **made)


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"title": "My harbour"}, "title", TITLE),
        ({"title": "3-harbours"}, "title", TITLE),
        ({"title": "a" * 42}, "title", TITLE),
        (
            {"title": "Averne"},
            "title",
            "'Averne' is a scenario that comes along: give yours another title",
        ),
        ({"post": "owls"}, "post", "things travel by leaves or hands, found 'owls'"),
        ({"epochs": EPOCHS[:3]}, "epochs", "4 different epochs are needed, 3 are given"),
        ({"epochs": (*EPOCHS[:3], "past")}, "epochs", "4 different epochs are needed, 3 are given"),
        ({"facts": {"of": None}}, "facts.of", "is missing; a scenario of ours says '{0} is a room of {1}'"),
        ({"actions": {"fly": "all fly"}}, "actions.fly", "nothing is called so: take it out"),
        ({"facts": {"of": "{0} is of {2}"}}, "facts.of", "{2} is no argument; there are {0} {1}"),
        ({"facts": {"of": "{0} is of {1} {"}}, "facts.of", "a brace stands alone"),
        ({"facts": {"of": "{0} is of {1} }"}}, "facts.of", "a brace stands alone"),
        (
            {"facts": {"path": "{0} Belongs  to the {1}"}},
            "facts.path",
            "is ambiguous: of has the same sentence",
        ),
        ({"words": {"walk": "go there"}}, "words.walk", f"'go there' {NO_WORD}"),
        ({"words": {"walk": "define"}}, "words.walk", f"'define' {NO_WORD}"),
        ({"words": {"walk": "take"}}, "words.walk", "is ambiguous: take is called 'take' as well"),
        ({"names": {"prize": ()}}, "names.prize", "at least one name is needed"),
        ({"names": {"prize": ("lens", "The Lens")}}, "names.prize", f"'The Lens' {NO_NAME}"),
        ({"names": {"prize": ("lens", "quay")}}, "names.prize", f"'quay' {TWICE} hubs as well"),
        ({"names": {"prize": ("lens", "past")}}, "names.prize", f"'past' {TWICE} epochs as well"),
        ({"names": {"prize": ("lens", "lens")}}, "names.prize", f"'lens' {TWICE} prize as well"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_field(changes, field, said):
    assert list(faults(own())) == []
    assert list(faults(own(**changes))) == [(field, said)]


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, []),
        ({"title": "a" * 41}, []),
        ({"words": {"dragon": "worm"}}, [("words.dragon", "is useless: no level has this word")]),
        (
            {"names": {"prize": ("lens",)}},
            [("names.prize", "1 names: larger levels number them; 2 or more read better")],
        ),
        ({"names": {"prize": ("lens", "ledger")}}, []),
        (
            {"names": {"characters": OURS.names["characters"][: MAX_CHARACTERS - 1]}},
            [
                (
                    "names.characters",
                    f"{MAX_CHARACTERS - 1} names: larger levels number them; {MAX_CHARACTERS} or more "
                    "read better",
                )
            ],
        ),
        ({"names": {"characters": OURS.names["characters"][:MAX_CHARACTERS]}}, []),
        (
            {"epochs": (*EPOCHS, "never")},
            [("epochs", f"'never' is useless: a level has at most {MAX_EPOCHS} epochs")],
        ),
    ],
)
def test_notes_say_what_could_be_better(changes, found):
    assert list(notes(own(**changes))) == found
    assert not list(faults(own(**changes)))


@pytest.fixture
def folder(tmp_path):
    text = (FOLDER / "saltmere.toml").read_text(encoding="utf-8")
    (tmp_path / FILE).write_text(text.replace('"Saltmere"', '"Harbour"', 1), encoding="utf-8")
    return tmp_path


def test_a_theme_is_opened_by_its_folder_or_its_file(folder):
    for path in (folder, folder / FILE):
        opened = open_theme(path)
        assert (opened.key, opened.path) == ("harbour", str(folder / FILE))
        assert opened.scenario.title == "Harbour" and opened.notes == ()
        assert lint(path) == ([], [])


def test_a_theme_that_changes_is_opened_anew(folder):
    opened, file = open_theme(folder), folder / FILE
    file.write_text(file.read_text().replace('"Harbour"', '"Port"'))
    from certwright.generators.timetravel import theme

    theme._opened.cache_clear()
    with pytest.raises(RecordError) as caught:
        opened.scenario  # noqa: B018
    assert (caught.value.message, caught.value.file) == (
        "has changed since it was opened: start over",
        str(file),
    )
    file.write_text(file.read_text().replace('"Port"', '"Averne"'))
    with pytest.raises(RecordError) as caught:
        open_theme(folder)
    assert caught.value.field == "title" and caught.value.file == str(file)
    assert [field for field, _ in lint(folder)[0]] == ["title"]


def test_what_holds_no_theme_is_refused(tmp_path):
    with pytest.raises(RecordError) as caught:
        theme_file(tmp_path)
    assert caught.value.message == "holds no theme.toml; 'certwright timetravel new NAME' writes one"
    with pytest.raises(RecordError) as caught:
        read(b"title = 3", "x.toml")
    assert caught.value.file == "x.toml"
    with pytest.raises(NameUnknownError) as caught:
        scenario("nowhere")
    assert str(caught.value) == f"no scenario 'nowhere'; there are {', '.join(scenarios())}"
