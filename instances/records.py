"""The record types: instance, answer, episode, verdict, manifest.

Each is a msgspec Struct that reads and writes one JSON object; its tag ``schema`` names record and version.
Parts that depend on the task (``query``, ``truth``, certificate bodies, ``metadata``) are plain JSON objects
here; the task's verifier types them.  Unknown keys are refused in our own records and ignored in answers,
which come from outside.
"""

from enum import Enum
from typing import Annotated, Any, Final, Literal

import msgspec

Json = dict[str, Any]
Form = Literal["gen", "bool", "mcq", "episode"]
Family = Literal["planning", "timetravel", "gridworld", "reactive"]

INSTANCE_SCHEMA: Final = "certwright.instance/1"
EPISODE_SCHEMA: Final = "certwright.episode/1"
VERDICT_SCHEMA: Final = "certwright.verdict/2"
MANIFEST_SCHEMA: Final = "certwright.manifest/1"


CANARY: Final = "certwright evaluation data; not for training. canary 5f0c6a1e-97b4-4d0e-8f6a-2f1b7d9c3e58"
"""Included in every record that our generators make, so that a training corpus can be searched for it."""


class Outcome(str, Enum):
    """What became of an answer.  ``undecided`` stays outside every mean; ``unparsed`` counts 0 inside it."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    UNDECIDED = "undecided"
    UNPARSED = "unparsed"


class Grade(str, Enum):
    """How well a claim is supported."""

    CERTIFIED = "certified"
    """Proven by a certificate of ours, which the independent checker replays."""
    ENGINE_PROVEN = "engine-proven"
    """Stated by a sound engine, without a certificate of ours."""
    UNDECIDED = "undecided"
    """Unknown; never stored as a truth."""
    UNVERIFIED = "unverified"
    """An imported truth that could not be checked."""


class Code(str, Enum):
    """The reason for a verdict: one enum for all families."""

    OK = "ok"
    # incorrect: the answer is legal and wrong
    WRONG = "wrong"
    MISSING_ITEMS = "missing_items"
    EXTRA_ITEMS = "extra_items"
    MISSING_AND_EXTRA_ITEMS = "missing_and_extra_items"
    REACHABLE = "reachable"
    NONE_IS_WRONG = "none_is_wrong"
    NOT_A_LANDMARK = "not_a_landmark"
    TRIVIAL_LANDMARK = "trivial_landmark"
    NOT_CLOSER = "not_closer"
    INAPPLICABLE = "inapplicable"
    WRONG_INDEX = "wrong_index"
    NOT_A_SUBSEQUENCE = "not_a_subsequence"
    NOT_SHORTER = "not_shorter"
    NOT_A_PLAN = "not_a_plan"
    GOAL_NOT_REACHED = "goal_not_reached"
    OVER_BUDGET = "over_budget"
    # incorrect: the answer is not legal in this world
    UNKNOWN_SYMBOL = "unknown_symbol"
    ARITY = "arity"
    ILL_TYPED = "ill_typed"
    STATIC_PREDICATE = "static_predicate"
    # undecided
    TRUTH_UNDECIDED = "truth_undecided"
    TRUTH_MISSING = "truth_missing"
    API_FAILURE = "api_failure"
    INTERNAL_ERROR = "internal_error"
    # unparsed
    EMPTY = "empty"
    NO_ANSWER = "no_answer"
    CONFLICTING = "conflicting"
    MALFORMED = "malformed"
    TOO_LARGE = "too_large"
    # refused rows (never scored)
    AMBIGUOUS_ID = "ambiguous_id"
    UNKNOWN_ID = "unknown_id"
    DUPLICATE = "duplicate"


class Generator(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The generator that made an instance."""

    name: str
    version: str


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The origin of an import; ``key`` is unique within the format (``acpbench:gen/reach/123``)."""

    format: str
    key: str
    file: str | None = None
    id: str | None = None
    answer: Any = None
    """The truth stored by the source, unchanged; `audit` compares it with ours."""
    fields: Json = {}
    """Further fields of the source's record that an exporter writes back."""
    sha256: str | None = None
    """The sha256 of the canonical JSON of the prompt as it was imported, in hex."""


class Prompt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a model is shown."""

    question: str
    context: str = ""
    choices: tuple[str, ...] = ()
    shots: tuple[str, ...] = ()
    answer_format: str = ""
    limits: Json = {}


class Certificate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A proof that the checker replays; ``kind`` selects the rule, ``body`` is its data (at most 64 kB)."""

    kind: str
    body: Json


class Grades(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of claims of the truth with each grade."""

    certified: int = 0
    engine_proven: int = 0
    undecided: int = 0
    unverified: int = 0

    @property
    def grade(self) -> Grade:
        """The weakest grade among the claims."""
        if self.undecided:
            return Grade.UNDECIDED
        if self.unverified:
            return Grade.UNVERIFIED
        return Grade.ENGINE_PROVEN if self.engine_proven else Grade.CERTIFIED


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="schema"):
    """A line of a file of ours: its tag ``schema`` names type and version."""


class Instance(Record, frozen=True, kw_only=True, tag=INSTANCE_SCHEMA):
    """One question with its world and, once labelled, its complete truth and the proofs of it."""

    id: str
    family: Family
    task: str
    form: Form
    domain: str
    world: Json
    query: Json
    prompt: Prompt
    level: int | None = None
    split: str | None = None
    seed: int | None = None
    index: int | None = None
    generator: Generator | None = None
    source: Source | None = None
    difficulty: dict[str, float] = {}
    truth: Json | None = None
    gold: str | None = None
    certificates: tuple[Certificate, ...] = ()
    grades: Grades | None = None
    canary: str | None = None
    commitment: str | None = None
    """In public files of private splits: the sha256 over a salt and the canonical truth, in hex."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One row of an answer file: raw text in ``response``, or data in ``answer``; unknown keys are ignored.

    ``task`` and ``form`` distinguish source ids that occur in several files of a benchmark.
    """

    id: str | int
    response: str | None = None
    answer: Any = None
    sample: Annotated[int, msgspec.Meta(ge=0)] = 0
    task: str | None = None
    form: str | None = None
    agent: str | None = None
    """The agent that answered: one file may hold rows of several agents."""


class Usage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cost of an episode or a reply; times are in seconds."""

    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    reasoning_tokens: int = 0


class Reply(Answer, frozen=True, omit_defaults=True, kw_only=True):
    """A model's reply and its cost; ``metadata`` may hold ``reasoning`` and ``stop`` (why the text ended)."""

    usage: Usage | None = None
    metadata: Json = {}


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One turn of an episode: the observation (as a digest), the action sent, the outcome."""

    action: Any
    outcome: str
    observation: str | None = None
    feedback: str = ""
    metadata: Json = {}


class Episode(Record, frozen=True, kw_only=True, tag=EPISODE_SCHEMA):
    """An agent's run in an interactive world, with enough data to replay it and score it again."""

    instance: str
    agent: str
    steps: tuple[Step, ...]
    stop: str
    sample: int = 0
    usage: Usage | None = None
    metadata: Json = {}


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The judgement of one answer; ``value`` is in 0..1, or None when undecided."""

    id: str
    sample: int = 0
    value: float | None
    outcome: Outcome
    code: Code
    answer: Any = None
    explanation: str = ""
    metadata: Json = {}
    seconds: float | None = None
    """The seconds that judging took, if requested."""
    agent: str | None = None
    """The agent that answered, if the row names one."""


class FileEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of a set: its length in records and bytes, and the sha256 of its bytes."""

    records: int
    bytes: int
    sha256: str


class Manifest(Record, frozen=True, kw_only=True, tag=MANIFEST_SCHEMA):
    """How a set was made: seed, counts, versions of certwright and of every engine, digests of the files."""

    family: str
    counts: dict[str, int]
    files: dict[str, FileEntry]
    versions: dict[str, str]
    seed: int | None = None
    arguments: Json = {}
    rejected: dict[str, int] = {}
    guesses: tuple[Json, ...] = ()
    """The scores of blind guessers on the set: for each group, the best fixed one and the learned one."""
