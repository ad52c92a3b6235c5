"""A folder of tasks for lm-eval: ``lm_eval --include_path FOLDER --tasks certwright``.

One task a task and form, with no shots and with two; names and tags are those of ACPBench's tasks with
``certwright`` for ``acp``.  The folder can be moved: a small module in it finds the data beside itself, and
asks this package for the scores.  Written after lm-eval 0.4.13.
"""

from collections.abc import Iterable
from pathlib import Path

from ...instances.canonical import encode
from ...instances.errors import RecordError
from ...instances.formats import Format
from ...instances.outputs import write_whole
from ...instances.records import Instance, Json
from ...verifiers.scoring import labelled
from ..library.prompts import prompt
from .rewards import record_json

SHOTS = 2
SCORING = '''"""The data of these tasks, and the scores of replies; needs certwright and datasets."""

from pathlib import Path

import certwright
import datasets
import msgspec

RECORD = msgspec.json.Decoder(certwright.Instance)


def questions(file, **_):
    """The split of a task."""
    return datasets.load_dataset("json", data_files={"test": str(Path(__file__).parent / "data" / file)})


def process_results(doc, results):
    """``score`` is 0 to 1, ``parsed`` whether an answer was found; one that is undecided has no score."""
    verdict = certwright.score(RECORD.decode(doc["record_json"]), results[0])
    parsed = {"parsed": float(verdict.outcome.value != "unparsed")}
    return parsed if verdict.value is None else {"score": verdict.value, **parsed}
'''
COMMON = """custom_dataset: !function scoring.questions
test_split: test
fewshot_split: test
fewshot_config: {sampler: first_n}
fewshot_delimiter: "\\n\\n\\n\\n"
output_type: generate_until
doc_to_text: "{{question}}"
doc_to_target: "{{answer}}"
process_results: !function scoring.process_results
generation_kwargs: {until: ["\\n\\n\\n\\n"], do_sample: false, temperature: 0.0, max_gen_toks: 2048}
metric_list:
  - {metric: score, aggregation: mean, higher_is_better: true}
  - {metric: parsed, aggregation: mean, higher_is_better: true}
"""
"""What all tasks share; in two-shot prompts, and there alone, ``Answer:`` stands before each answer."""
GROUP = """group: certwright
task: [{tasks}]
aggregate_metric_list:
  - {{metric: score, weight_by_size: true}}
  - {{metric: parsed, weight_by_size: true}}
"""


def write(instances: Iterable[Instance | RecordError], folder: str | Path) -> list[RecordError]:
    """Write data, tasks and scoring (nothing where nothing can be asked); what cannot be asked comes back."""
    files: dict[str, list[Json]] = {}
    families: dict[str, str] = {}
    refused = []
    for instance in instances:
        try:
            if isinstance(instance, RecordError):
                raise instance
            name, row = _row(instance)
        except RecordError as error:
            refused.append(error)
            continue
        files.setdefault(name, []).append(row)
        families[name] = instance.family
    if not files:
        return refused
    target = Path(folder)
    (target / "data").mkdir(parents=True, exist_ok=True)
    for name, rows in files.items():
        write_whole(target / "data" / f"{name}.jsonl", b"".join(encode(row) + b"\n" for row in rows))
        write_whole(target / f"{name}.yaml", _task(name, families[name], 0))
        if len(rows) > SHOTS:
            write_whole(target / f"{name}_{SHOTS}shot.yaml", _task(name, families[name], SHOTS))
    write_whole(target / "_common", COMMON)
    write_whole(target / "scoring.py", SCORING)
    tasks = ", ".join(f"certwright_{name}" for name in sorted(files))
    write_whole(target / "certwright.yaml", GROUP.format(tasks=tasks))
    return refused


def _row(instance: Instance) -> tuple[str, Json]:
    """The name of the task, and its document; RecordError for what cannot be asked."""
    if instance.form == "episode":
        raise RecordError(f"{instance.id}: an episode is played (certwright run), not asked", field="form")
    if not labelled(instance) or instance.gold is None:
        message = f"{instance.id}: not labelled: certwright label makes truth and gold"
        raise RecordError(message, field="truth")
    own = {"id": instance.id, "domain": instance.domain, "record_json": record_json(instance)}
    return f"{instance.task}_{instance.form}", {**own, "question": prompt(instance), "answer": instance.gold}


def _task(name: str, family: str, shots: int) -> str:
    form, ending = name.rpartition("_")[2], f"_{shots}shot" if shots else ""
    tags = [f"certwright_{family}{ending}", f"certwright_{form}{ending}"]
    if family == "planning" and shots:
        tags.append("certwright_bench_hard" if form == "gen" else "certwright_bench")
    cue = 'doc_to_text: "{{question}}\\n\\nAnswer:"\n' if shots else ""
    return (
        f"include: _common\ntask: certwright_{name}{ending}\ntag: [{', '.join(tags)}]\n"
        f"dataset_kwargs: {{file: {name}.jsonl}}\nnum_fewshot: {shots}\n{cue}metadata: {{version: 1.0}}\n"
    )


ROW = Format("lm-eval", "Tasks for lm_eval --include_path", write=write)
