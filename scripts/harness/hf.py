"""A dataset of Hugging Face: ``datasets.load_dataset(FOLDER, "planning_reach", split="test")``.

Parquet, one config a family and task, one file a split (``test`` where a record names none), the same flat
columns in all; ``record_json`` holds the whole record, to be scored and verified.  The card is README.md.
"""

import json
import re
from collections.abc import Callable, Iterable
from io import BytesIO
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from ...instances.canonical import encode
from ...instances.errors import EngineMissingError, RecordError
from ...instances.formats import Format
from ...instances.outputs import write_within
from ...instances.records import CANARY, Instance
from ..library.prompts import prompt

SPLIT = "test"
_SPLIT = re.compile(r"\w+")
COLUMNS: dict[str, tuple[str, Callable[[Instance], Any], str]] = {
    "id": ("string", attrgetter("id"), "names the question by its content"),
    "family": ("string", attrgetter("family"), "planning, timetravel, gridworld or reactive"),
    "task": ("string", attrgetter("task"), "what is asked"),
    "form": ("string", attrgetter("form"), "gen (free answer), bool, mcq, or episode (played with tools)"),
    "domain": ("string", attrgetter("domain"), "the kind of world"),
    "level": ("int64", attrgetter("level"), "difficulty, where the question was generated"),
    "prompt": ("string", prompt, "the text to send"),
    "choices": ("list", lambda one: list(one.prompt.choices), "the options of a multiple-choice question"),
    "gold": ("string", attrgetter("gold"), "an answer that scores 1.0; one of many, so never match it"),
    "difficulty_json": ("string", lambda one: encode(one.difficulty).decode(), "measures, as JSON"),
    "canary": ("string", attrgetter("canary"), "a text by which corpora can be searched for this set"),
    "record_json": ("string", lambda one: encode(one).decode(), "the record: world, truth, certificates"),
}
"""Column -> its type, its value, what it holds."""
LICENCE = {"acpbench": "cdla-permissive-2.0", "autumnbench": "mit", "gf01": "apache-2.0", "tempobench": "mit"}
"""The licences of sources, by format, as their publishers state them."""


class ConfigSplit(NamedTuple):
    """One split of one config."""

    rows: int
    bytes: int
    file: str


def write(instances: Iterable[Instance | RecordError], folder: str | Path) -> list[RecordError]:
    """Write data and card; returns records that cannot be read.  EngineMissingError without pyarrow."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise EngineMissingError("parquet needs pyarrow: pip install 'certwright[hf]'") from None
    sets: dict[str, dict[str, list[Instance]]] = {}
    refused: list[RecordError] = []
    for instance in instances:
        if isinstance(instance, RecordError):
            refused.append(instance)
        elif not _SPLIT.fullmatch(split := instance.split or SPLIT):
            refused.append(RecordError(f"{instance.id}: no name for a split: {split!r}", field="split"))
        else:
            sets.setdefault(f"{instance.family}_{instance.task}", {}).setdefault(split, []).append(instance)
    types = {"string": pyarrow.string(), "int64": pyarrow.int64(), "list": pyarrow.list_(pyarrow.string())}
    schema = pyarrow.schema([(name, types[kind]) for name, (kind, _, _) in COLUMNS.items()])
    parts: dict[str, dict[str, ConfigSplit]] = {}
    for config, splits in sorted(sets.items()):
        for split, records in sorted(splits.items()):
            columns = {name: [value(record) for record in records] for name, (_, value, _) in COLUMNS.items()}
            rows = pyarrow.table(columns, schema=schema)
            packed, file = BytesIO(), f"data/{config}/{split}-00000-of-00001.parquet"
            pyarrow.parquet.write_table(rows, packed, compression="zstd")
            write_within(folder, file, packed.getvalue())
            parts.setdefault(config, {})[split] = ConfigSplit(len(records), rows.nbytes, file)
    if parts:
        every = [record for splits in sets.values() for records in splits.values() for record in records]
        write_within(folder, "README.md", _card(parts, every))
    return refused


def _card(parts: dict[str, dict[str, ConfigSplit]], instances: list[Instance]) -> str:
    head = "\n".join(_front_matter(parts, instances))
    rows = [
        f"| `{config}` | `{split}` | {part.rows} |"
        for config, splits in parts.items()
        for split, part in splits.items()
    ]
    columns = [f"| `{name}` | {kind} | {about} |" for name, (kind, _, about) in COLUMNS.items()]
    grades = {question.grades.grade.value if question.grades else "not labelled" for question in instances}
    generators = {f"{made.name} {made.version}" for question in instances if (made := question.generator)}
    sources = {question.source.format for question in instances if question.source}
    origin = [f"- made by the generator {name}" for name in sorted(generators)]
    origin += [f"- imported from {name}: {LICENCE.get(name, 'see its licence')}" for name in sorted(sources)]
    first, made_by = next(iter(parts)), "\n".join(origin) or "- written by hand"
    names = {"config": first, "split": next(iter(parts[first])), "grades": ", ".join(sorted(grades))}
    lists = {"counts": "\n".join(rows), "columns": "\n".join(columns), "origin": made_by}
    return CARD.format(head=head, **names, **lists, canary=CANARY)


def _front_matter(parts: dict[str, dict[str, ConfigSplit]], instances: list[Instance]) -> list[str]:
    """What the hub reads of a card, as YAML; all names in it are plain words."""
    licences = {
        LICENCE.get(question.source.format, "other") if question.source else "apache-2.0"
        for question in instances
    }
    sizes = (("n<1K", 10**3), ("1K<n<10K", 10**4), ("10K<n<100K", 10**5), ("100K<n<1M", 10**6))
    size = next((name for name, bound in sizes if len(instances) < bound), "n>1M")
    kinds = {"list": "sequence: string", "string": "dtype: string", "int64": "dtype: int64"}
    lines = ["pretty_name: certwright", "language: [en]", f"license: [{', '.join(sorted(licences))}]"]
    lines += ["task_categories: [question-answering, text-generation]", f"size_categories: [{size}]"]
    lines += ["tags: [reasoning, planning, verifiable-rewards, benchmark]", "configs:"]
    for place, (config, splits) in enumerate(parts.items()):
        lines += [f"- config_name: {config}", *(["  default: true"] if not place else []), "  data_files:"]
        for split, part in splits.items():
            lines += [f"  - split: {split}", f"    path: {json.dumps(part.file)}"]
    lines += ["dataset_info:"]
    for config, splits in parts.items():
        lines += [f"- config_name: {config}", "  features:"]
        for name, (kind, _, _) in COLUMNS.items():
            lines += [f"  - name: {name}", f"    {kinds[kind]}"]
        lines += ["  splits:"]
        for split, part in splits.items():
            lines += [f"  - name: {split}", f"    num_bytes: {part.bytes}", f"    num_examples: {part.rows}"]
    return lines


CARD = """---
{head}
---
# Reasoning questions with proven truth

Questions about formal worlds. The truth of each is complete (it decides every legal answer) and carries
certificates that a small independent checker replays; grades of truth in this set: {grades}.

**Evaluation data: keep it out of training corpora.** Canary: `{canary}`

## Scoring

`gold` is one right answer, often of many: comparing texts with it is wrong. `pip install certwright` scores
offline, without a model or an engine:

```python
import certwright as cw
import datasets
import msgspec

rows = datasets.load_dataset("PATH", "{config}", split="{split}")
question = msgspec.json.decode(rows[0]["record_json"], type=cw.Instance)
verdict = cw.score(question, "the model's reply")   # value 0 to 1, outcome, code, explanation
```

The column `record_json`, one line a row, is a file that every command reads: `certwright score REPLIES
--truth FILE`, `certwright verify FILE` (replays the certificates). Report *unparsed* replies beside the mean;
*undecided* ones, if there are any, stay outside of it. Questions of the form `episode` are played with tools:
`cw.play(question)`.

## Content

| config | split | questions |
|---|---|---|
{counts}

| column | type | what it holds |
|---|---|---|
{columns}

## Origin and licence

{origin}

Generated questions are under the Apache License 2.0, imported ones under the licence of their source.
"""

ROW = Format("hf", "A dataset of Hugging Face, parquet with a card", write=write)
