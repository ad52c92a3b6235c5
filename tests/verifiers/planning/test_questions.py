import dataclasses
import random
import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from testkit.sampling import every

import certwright
from certwright.domains.planning import atoms
from certwright.domains.planning.grounding import ground
from certwright.domains.planning.lifted import ActionModel, instantiate, validate
from certwright.domains.planning.pddl import parse
from certwright.instances.canonical import seal
from certwright.instances.errors import RecordError
from certwright.instances.formats.acpbench import read
from certwright.instances.formats.acpbench_writer import write
from certwright.instances.names import domains
from certwright.instances.records import Instance, Prompt, Source
from certwright.verifiers.planning import questions

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "acpbench"


@pytest.fixture(scope="module")
def imported() -> list[Instance]:
    """All real ACPBench questions, their formal queries still empty."""
    if not DATA.is_dir():
        pytest.skip("the real ACPBench files are not beside this checkout")
    return [record for record in read(DATA) if isinstance(record, Instance)]


def of(imported, *tasks):
    return [instance for instance in imported if instance.form == "gen" and instance.task in tasks]


def world(instance):
    return parse(instance.world["domain"], instance.world["problem"])


def test_every_real_question_gets_its_query(imported):
    found = list(questions.formal_queries(imported))
    assert [str(record) for record in found if isinstance(record, RecordError)] == []
    keys = {"val": ["actions"], "just": ["plan"], "prog": ["action"]}
    for before, after in zip(imported, found, strict=True):
        expected = keys.get(before.task, []) if before.form == "gen" else []
        assert list(after.query) == expected
        assert seal(after) is after
        assert (after.id == before.id) == (not expected)
        assert msgspec.structs.replace(after, id=before.id, query={}) == before


def test_every_real_progression_question_is_resolved_to_its_effects(imported):
    asked = of(imported, "prog")
    assert len(asked) == 50
    for instance in asked:
        problem = world(instance)
        action = atoms.parse(questions.formal_query(instance).query["action"])
        ground_action = instantiate(problem, action)
        assert ground_action.applicable(problem.init)
        stored = instance.source.answer
        pos, neg = (sorted(map(atoms.text, part)) for part in questions.effects(ground_action, problem))
        assert (pos, neg) == (sorted(stored["pos"]), sorted(stored["neg"]))
        named = questions.mentions(instance.prompt.question, problem.objects)
        assert set(action[1:]) == set(named)


def test_every_real_progression_question_is_resolved_without_the_stored_answer(imported):
    for instance in of(imported, "prog"):
        source = msgspec.structs.replace(instance.source, answer=None)
        blind = questions.formal_query(msgspec.structs.replace(instance, source=source))
        assert blind.query == questions.formal_query(instance).query


def test_a_wrong_stored_answer_does_not_move_a_resolved_action(imported):
    for instance in of(imported, "prog"):
        wrong = msgspec.structs.replace(instance.source, answer={"pos": ["(nothing)"], "neg": []})
        misled = questions.formal_query(msgspec.structs.replace(instance, source=wrong))
        assert misled.query == questions.formal_query(instance).query


def test_quoted_sequences_agree_with_the_stored_answers(imported):
    for instance in of(imported, "val"):
        actions = [atoms.parse(action) for action in questions.formal_query(instance).query["actions"]]
        assert validate(world(instance), actions).failed_step == instance.source.answer
        assert len(actions) == instance.prompt.question.count("(")
    for instance in of(imported, "just"):
        plan = [atoms.parse(action) for action in questions.formal_query(instance).query["plan"]]
        assert validate(world(instance), plan).ok


SCHEMA = re.compile(r"(\([A-Za-z0-9_-]+(?: \?[A-Za-z0-9_-]+)*\)) - ")


def templates(context):
    """Schema name: parameters and sentence, as a context lists them."""
    listing = context.split("The available actions are:")[1].split("The goal is to reach")[0]
    pieces = SCHEMA.split(listing.strip())
    found = {}
    for head, sentence in zip(pieces[1::2], pieces[2::2], strict=True):
        name, *parameters = head.strip("()").lower().split()
        found[name] = (parameters, re.sub(r",?\s*(and)?\s*$", "", sentence.strip()).rstrip("."))
    return found


def described(action, context):
    """An action in the words of a context."""
    parameters, sentence = templates(context)[action[0]]
    terms = dict(zip(parameters, action[1:], strict=True))
    return re.sub(r"\?[\w-]+", lambda match: terms[match.group().lower()], sentence)


def wander(problem, seed, steps):
    """The problem with another initial state, some random steps away."""
    task, rng = ground(problem), random.Random(seed)
    state = task.init
    for _ in range(rng.randint(0, steps)):
        following = rng.choice(list(task.applicable(state))).apply(state)
        if any(task.applicable(following)):
            state = following
    facts = {atoms.parse(name) for name in task.names(state) if not atoms.is_negation(name)}
    static = {fact for fact in problem.init if fact[0] not in problem.domain.fluents}
    moved = dataclasses.replace(problem, init=frozenset(facts | static))
    return moved, [atoms.parse(operator.name) for operator in task.applicable(state)]


@pytest.mark.parametrize("domain", every(3, domains()))
def test_any_action_in_any_wording_of_the_real_contexts_is_recognised(imported, domain):
    """Every wording of the data, filled with applicable actions of states that the data does not hold."""
    resolved = 0
    asked = [one for one in of(imported, "app", "areach", "just", "nexta", "val") if one.domain == domain]
    for instance in asked:
        problem, actions = wander(world(instance), instance.id, 25)
        model = problem.kept(ActionModel)
        for action in actions[:: max(1, len(actions) // 15)]:
            text = described(action, instance.prompt.context).lower()
            true = questions.effects(model.instantiate(action), problem)
            found = questions.applicable_over(problem, questions.mentions(text, problem.objects))
            chosen = questions.choose(found, text, problem, true)
            assert chosen is not None and questions.effects(chosen, problem) == true, (text, action)
            unaided = questions.choose(found, text, problem, None)
            assert unaided is None or questions.effects(unaided, problem) == true, (text, action)
            resolved += 1
    assert resolved >= 20


@pytest.mark.parametrize(
    ("text", "objects", "named"),
    [
        ("board c1 at l1", ["c1", "c10", "l1", "l10"], {"c1": 1, "l1": 1}),
        ("board c10 at l1-10", ["c1", "c10", "l1", "l1-1", "l1-10"], {"c10": 1, "l1-10": 1}),
        ("drive T1 to L1-0.", ["t1", "l1-0"], {"t1": 1, "l1-0": 1}),
        (
            "swap dave:book with zoe:pen",
            ["dave", "book", "zoe", "pen"],
            {"dave": 1, "book": 1, "zoe": 1, "pen": 1},
        ),
        ("tile tile_1 of tile_1's row", ["tile_1", "tile"], {"tile_1": 2, "tile": 1}),
        ("odd names a.b and a+b", ["a.b", "a", "a+b"], {"a.b": 1, "a+b": 1}),
        ("nobody", [], {}),
    ],
)
def test_mentions(text, objects, named):
    assert questions.mentions(text, objects) == Counter(named)


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ('sequence "(a b) (c)"?', ["(a b)", "(c)"]),
        ('plan "[(a b), (c)]" by', ["(a b)", "(c)"]),
        ('plan ["(a b)", "(c)"] by', ["(a b)", "(c)"]),
        ('in (prose) the plan "(A  b)\n(c )" (that is all)', ["(a b)", "(c)"]),
        ("(a) () (b)", ["(a)"]),
        ("applied:\n0: (a b)\n1: (c)\n10. (d)", ["(a b)", "(c)", "(d)"]),
        ("none here", []),
        ("((a)(b", ["(a)"]),
    ],
)
def test_quoted_actions(text, actions):
    assert questions.quoted_actions(text) == actions


DOMAIN = """(define (domain shop) (:requirements :typing) (:types item place)
 (:predicates (at ?i - item ?p - place) (held ?i - item) (clean ?i - item) (free) (near ?p ?q - place))
 (:action pick-up :parameters (?i - item ?p - place) :precondition (and (at ?i ?p) (free))
  :effect (and (held ?i) (not (at ?i ?p)) (not (free))))
 (:action polish :parameters (?i - item ?p - place) :precondition (at ?i ?p) :effect (clean ?i))
 (:action smash :parameters (?i - item ?p - place) :precondition (at ?i ?p) :effect (not (at ?i ?p)))
 (:action shine :parameters (?p - place ?i - item) :precondition (at ?i ?p) :effect (clean ?i))
 (:action rest :parameters () :precondition () :effect (free)))"""
PROBLEM = """(define (problem p) (:domain shop) (:objects cup cup2 - item shelf shelf2 - place)
 (:init (at cup shelf) (at cup2 shelf2) (free) (near shelf shelf)) (:goal (held cup)))"""


def asked(words, answer=None, task="prog", template='Performing the action "{}" does what?'):
    return seal(
        Instance(
            id="",
            family="planning",
            task=task,
            form="gen",
            domain="shop",
            world={"kind": "pddl", "domain": DOMAIN, "problem": PROBLEM},
            query={},
            prompt=Prompt(question=template.format(words)),
            source=Source("acpbench", "acpbench:gen/prog/1", "prog.gen.json", "1", answer),
        )
    )


@pytest.mark.parametrize(
    ("words", "answer", "action"),
    [
        pytest.param("Pick up Cup from shelf", None, "(pick-up cup shelf)", id="the likest name"),
        pytest.param(
            "do something to cup2 on shelf2",
            {"pos": ["(held cup2)"], "neg": ["(at cup2 shelf2)", "( free )"]},
            "(pick-up cup2 shelf2)",
            id="stored effects",
        ),
        pytest.param(
            "treat cup on shelf",
            {"pos": ["(clean cup)"], "neg": []},
            "(polish cup shelf)",
            id="equal effects: the first by name",
        ),
        pytest.param(
            "shine cup on shelf",
            {"pos": ["(clean cup)"], "neg": []},
            "(shine shelf cup)",
            id="equal effects: the likest name",
        ),
        pytest.param("smash cup, the cup, on shelf", None, "(smash cup shelf)", id="an object named twice"),
        pytest.param("smash cup on shelf, not shelf2", None, "(smash cup shelf)", id="an object too many"),
        pytest.param("(SMASH  cup shelf)", None, "(smash cup shelf)", id="a ground action"),
        pytest.param("take a rest", None, "(rest)", id="no object at all"),
    ],
)
def test_descriptions(words, answer, action):
    assert questions.formal_query(asked(words, answer)).query == {"action": action}


OPEN, NONE = "several applicable actions fit the description", "no applicable action fits the description"
FAR = "cup shelf2"


@pytest.mark.parametrize(
    ("instance", "message"),
    [
        pytest.param(asked("treat cup on shelf"), f"{OPEN} 'treat cup on shelf'", id="open"),
        pytest.param(asked("Pick up cup from shelf2"), f"{NONE} 'pick up cup from shelf2'", id="not so"),
        pytest.param(asked("(smash cup shelf2)"), f"{NONE} '(smash cup shelf2)'", id="inapplicable, ground"),
        pytest.param(asked("(break cup shelf)"), f"{NONE} '(break cup shelf)'", id="unknown schema"),
        pytest.param(asked("(smash cup vase)"), f"{NONE} '(smash cup vase)'", id="unknown object"),
        pytest.param(asked(f"{FAR}{'vase ' * 30}"), f"{NONE} '{FAR}{'vase ' * 18}'", id="cut off"),
        pytest.param(
            asked("x" * (questions.DESCRIPTION + 1)),
            f"the description is longer than {questions.DESCRIPTION} characters", id="endless",
        ),
        pytest.param(
            asked(FAR + "x" * (questions.DESCRIPTION - len(FAR))), f"{NONE} '{FAR}{'x' * 90}'",
            id="as long as it may be",
        ),
        pytest.param(
            asked("", template="What does {}do?"), "the question quotes no action", id="no quotation"
        ),
        pytest.param(
            asked("no plan", task="val"), "the question quotes no sequence of actions", id="no sequence"
        ),
        pytest.param(
            asked("", task="val", template="Of (rest) (rest) or of{} (rest) (smash cup shelf)?"),
            "the question quotes several sequences of actions", id="several sequences",
        ),
    ],
)  # fmt: skip
def test_doubt_is_refused(instance, message):
    with pytest.raises(RecordError) as caught:
        questions.formal_query(instance)
    assert (caught.value.field, str(caught.value)) == ("question", f"{message} (at question)")
    put_in = RecordError("put in")
    passed, found = questions.formal_queries([put_in, instance])
    assert passed is put_in
    assert isinstance(found, RecordError) and found.file == "acpbench:gen/prog/1"


def test_a_world_that_cannot_be_read_is_refused():
    world = {"kind": "pddl", "domain": "(", "problem": ""}
    with pytest.raises(RecordError, match=r"^the world cannot be read: ") as caught:
        questions.formal_query(msgspec.structs.replace(asked("x"), world=world))
    assert caught.value.field == "world"


def test_a_sequence_that_stands_there_twice_is_one():
    both = asked("", task="val", template="Of (rest) (smash cup shelf), that is{} (rest) (smash cup shelf)?")
    assert questions.formal_query(both).query == {"actions": ["(rest)", "(smash cup shelf)"]}


def test_a_query_that_is_there_is_kept():
    instance = seal(msgspec.structs.replace(asked("pick up cup from shelf"), query={"action": "(x)"}))
    assert questions.formal_query(instance) is instance


def test_a_text_that_names_everything_costs_little():
    names = " ".join(f"o{k}" for k in range(300))
    schema = "(:action a :parameters (?a ?b ?c ?d ?e ?f) :precondition () :effect (p ?a))"
    instance = msgspec.structs.replace(
        asked(names),
        world={
            "kind": "pddl",
            "domain": f"(define (domain d) (:predicates (p ?x)) {schema})",
            "problem": f"(define (problem q) (:domain d) (:objects {names}) (:init) (:goal (p o1)))",
        },
    )
    with pytest.raises(RecordError, match="no applicable action fits"):
        questions.formal_query(instance)


def test_our_own_questions_come_back_whole_from_acpbench_files(tmp_path):
    ours = [
        instance
        for instance in certwright.load("planning")
        if instance.form == "gen" and instance.domain in ("ferry", "swap") and instance.task != "land"
    ]
    refused = write(ours, tmp_path)
    assert {error.field for error in refused} <= {"truth"}
    back = {(one.task, repr(one.query)) for one in questions.formal_queries(read(tmp_path))}
    assert {(one.task, repr(one.query)) for one in ours if one.task in ("val", "prog", "just")} <= back


def test_two_sequences_of_one_length_are_refused():
    instance = Instance(
        id="",
        family="planning",
        task="val",
        form="gen",
        domain="ferry",
        world={},
        query={},
        prompt=Prompt(question="Of (board c0 l0) or of (sail l0 l1)?"),
    )
    with pytest.raises(RecordError, match="quotes several sequences"):
        questions.formal_query(instance)
