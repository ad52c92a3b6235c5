"""The strict reader of wording.toml, and the templates and texts below it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certwright.domains.planning.pddl import parse_domain
from certwright.domains.planning.wording_load import load
from certwright.domains.planning.wording_reader import WordingReader
from certwright.domains.planning.wording_text import NAME, NAMES, conjunction, listing, parts, shape, tokens
from certwright.instances.errors import LimitError, RecordError, WorldError

DOMAIN = parse_domain(
    """(define (domain toy) (:requirements :typing) (:types thing toy - object doll - toy)
    (:predicates (near ?a ?b - thing) (held ?toy - toy) (other ?a ?b - thing) (done))
    (:action take :parameters (?toy - toy) :precondition (and) :effect (and (held ?toy) (done)))
    (:action join :parameters (?a ?b - thing) :precondition (other ?a ?b) :effect (near ?a ?b)))"""
)
GOOD = """
title = "Toy"
introduction = ["Things are joined."]
lead = ["now,"]
goal = ["Reach that {facts}."]
[objects]
thing = ["thing", "things"]
doll = ["doll", "dolls"]
[facts.near]
one = ["thing {a} is near thing {b}"]
group = "b"
many = ["thing {a} is near things {b}"]
[facts.held]
one = ["toy {toy} is held"]
[facts.other]
one = ["thing {a} differs from thing {b}"]
different = true
[facts.done]
one = ["all is done"]
[actions]
take = ["take toy {toy}", "from the floor, take toy {toy}"]
join = ["join thing {a} to thing {b}"]
"""


def test_the_good_one_loads():
    told = load(GOOD, DOMAIN)
    assert told.options["action take"] == 2 and told.options["fact near"] == 1
    assert told.fact(("near", "x", "y"), lambda key, options: 0) == "thing x is near thing y"
    assert WordingReader(told).facts("thing x is near things y and z and all is done") == {
        ("near", "x", "y"),
        ("near", "x", "z"),
        ("done",),
    }


FAULTS = {
    "no TOML": ("title = ", "title ", None, "not TOML"),
    "unknown key": ('title = "Toy"', 'title = "Toy"\nname = "Toy"', "name", "unknown key"),
    "missing key": ('title = "Toy"', "", "title", "missing"),
    "title no text": ('title = "Toy"', "title = 3", "title", "must be a text"),
    "introduction no list": ('["Things are joined."]', '"Things"', "introduction", "list"),
    "introduction empty": ('["Things are joined."]', "[]", "introduction", "list"),
    "introduction blank": ('["Things are joined."]', '[" "]', "introduction[0]", "text"),
    "paraphrase twice": (
        '["toy {toy} is held"]',
        '["toy {toy} is held", "toy {toy} is held"]',
        "facts.held.one",
        "twice",
    ),
    "lead without comma": ('"now,"', '"now"', "lead[0]", "comma"),
    "lead in upper case": ('"now,"', '"Now,"', "lead[0]", "lower case"),
    "goal without facts": ("Reach that {facts}.", "Reach that.", "goal[0]", "{facts}"),
    "goal with more after": ("{facts}.", "{facts} soon.", "goal[0]", "{facts}"),
    "goals alike": (
        '"Reach that {facts}."',
        '"Reach that {facts}.", "Reach {facts}."',
        "goal[1]",
        "begins like",
    ),
    "unknown type": ("doll = ", "dog = ", "objects.dog", "no such type"),
    "noun missing": ('thing = ["thing", "things"]', "", "objects", "thing has no wording"),
    "noun without plural": ('["doll", "dolls"]', '["doll"]', "objects.doll", "singular"),
    "noun with a comma": ('["doll", "dolls"]', '["doll, small", "dolls"]', "objects.doll", "singular"),
    "noun twice": ('["doll", "dolls"]', '["thing", "things"]', "objects", "one noun"),
    "unknown predicate": ("[facts.done]", "[facts.gone]", "facts.gone", "no such predicate"),
    "predicate missing": ('[facts.done]\none = ["all is done"]', "", "facts", "done has no wording"),
    "facts no table": ('[facts.done]\none = ["all is done"]', "[facts]\ndone = 3", "facts.done", "table"),
    "unknown key of a fact": ("different = true", "diffrent = true", "facts.other.diffrent", "unknown key"),
    "different no boolean": ("different = true", "different = 1", "facts.other.different", "true or false"),
    "different fluent": ('things {b}"]', 'things {b}"]\ndifferent = true', "facts.near", "static"),
    "group without many": ('many = ["thing {a} is near things {b}"]', "", "facts.near", "go together"),
    "group without a pair": (
        'b}"]\n[facts.held]',
        'b}", "{a} is near {b}"]\n[facts.held]',
        "facts.near",
        "in pairs",
    ),
    "unknown group": ('group = "b"', 'group = "c"', "facts.near.group", "no parameter"),
    "unknown action": ("join = ", "joint = ", "actions.joint", "no such action"),
    "action missing": ('join = ["join thing {a} to thing {b}"]', "", "actions", "join has no wording"),
    "unknown placeholder": ("toy {toy} is", "toy {doll} is", "facts.held.one[0]", "unknown placeholder"),
    "question mark": ("toy {toy} is", "toy {?toy} is", "facts.held.one[0]", "unknown placeholder"),
    "missing placeholder": ("from thing {b}", "from others", "facts.other.one[0]", "nowhere"),
    "repeated placeholder": ("to thing {b}", "to thing {b} or {a}", "actions.join[0]", "twice"),
    "upper case": ("toy {toy} is", "Toy {toy} is", "facts.held.one[0]", "lower case"),
    "two blanks": ("toy {toy} is", "toy  {toy} is", "facts.held.one[0]", "single blanks"),
    "full stop": ('is held"', 'is held."', "facts.held.one[0]", ""),
    "double apostrophe": ("toy {toy} is", "toy {toy} ''is", "facts.held.one[0]", "apostrophes"),
    "unclosed brace": ("toy {toy} is", "toy {toy} { is", "facts.held.one[0]", "characters"),
    "comma in a fact": ("toy {toy} is", "toy {toy}, is", "facts.held.one[0]", "do without"),
    "and in a fact": ("all is done", "all is over and done", "facts.done.one[0]", "do without"),
    "colon in an action": ("join thing", "join: thing", "actions.join[0]", "do without"),
    "placeholders joined by and": ("thing {a} to thing {b}", "{a} and {b}", "actions.join", "read as a list"),
    "list before and": (
        '["toy {toy} is held"]',
        '["toy {toy} is held"]\ngroup = "toy"\nmany = ["toys {toy} and more are held"]',
        "facts.held.many[0]",
        "do without",
    ),
    "paraphrase turned round": (
        '["thing {a} differs from thing {b}"]',
        '["thing {a} differs from thing {b}", "thing {b} differs from thing {a}"]',
        "facts",
        "can be read as",
    ),
    "actions alike": (
        '"join thing {a} to thing {b}"',
        '"join thing {a} to thing {b}", "join thing {b} to thing {a}"',
        "actions",
        "can be read",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_told_with_file_and_key(name):
    old, new, key, message = FAULTS[name]
    assert GOOD.count(old) == 1, "the fault must apply"
    with pytest.raises(RecordError) as caught:
        load(GOOD.replace(old, new), DOMAIN, file="toy/wording.toml")
    assert str(caught.value).startswith("toy/wording.toml: ")
    assert message in str(caught.value)
    if key is not None:
        assert caught.value.field == key


def test_two_predicates_with_one_shape_are_refused():
    domain = parse_domain(
        """(define (domain d) (:predicates (p ?x) (q ?y))
        (:action a :parameters (?x) :effect (and (p ?x) (q ?x))))"""
    )
    text = """
title = "D"
introduction = ["X."]
lead = ["now,"]
goal = ["Reach {facts}."]
objects.object = ["object", "objects"]
facts.p.one = ["object {x} is red"]
facts.q.one = ["object {y} is %s"]
actions.a = ["paint {x}"]
"""
    assert WordingReader(load(text % "blue", domain)).fact("object o is blue") == ("q", "o")
    with pytest.raises(RecordError, match="of q can be read as a sentence of p"):
        load(text % "red", domain)


NAMES_STRATEGY = st.lists(st.from_regex(r"\A[a-z0-9_-]{1,6}\Z"), min_size=1, max_size=6)
WORDS = frozenset(("zone", "zare", "zat", "and"))


@given(NAMES_STRATEGY, NAMES_STRATEGY)
def test_shapes_do_not_depend_on_names(first, second):
    first = [name for name in first if name not in WORDS] or ["a"]
    second = [name for name in second if name not in WORDS] or ["b"]
    form, listed = shape(tokens(f"Zone {listing(first)} zare zat {listing(second)}."), WORDS)
    assert form == (
        "zone",
        NAMES if len(first) > 1 else NAME,
        "zare",
        "zat",
        NAMES if len(second) > 1 else NAME,
    )
    assert listed == (tuple(first), tuple(second))


@given(
    st.lists(
        st.tuples(st.sampled_from(["zone {} zat", "{} zare", "zat {}"]), NAMES_STRATEGY),
        min_size=1,
        max_size=5,
    )
)
def test_conjunctions_fall_into_their_parts(pieces):
    pieces = [(text, [name for name in names if name not in WORDS] or ["a"]) for text, names in pieces]
    texts = [text.format(listing(names)) for text, names in pieces]
    found = list(parts(tokens(conjunction(texts, WORDS)), WORDS))
    assert found == [shape(tokens(text), WORDS) for text in texts]
    assert [listed for _, listed in found] == [(tuple(names),) for _, names in pieces]


@pytest.mark.parametrize("text", ["a (b)", "a. b", "a\x00", "ä", "{a}", "a\u2028!"])
def test_foreign_characters_are_refused(text):
    with pytest.raises(WorldError):
        tokens(text)


def test_long_texts_are_refused():
    with pytest.raises(LimitError):
        tokens("a " * 2_000_001)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    reader = WordingReader(load(GOOD, DOMAIN))
    for read in (reader.fact, reader.action, reader.facts, reader.goal, reader.context):
        try:
            read(text)
        except WorldError:
            continue


@given(st.text(alphabet="nowthigsardoeu,; .:0", max_size=60))
def test_any_words_are_read_or_refused(text):
    test_any_text_is_read_or_refused.hypothesis.inner_test(text)
