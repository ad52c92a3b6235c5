"""Reactive questions with a given truth, and their verdicts."""

from certwright.domains.reactive.hoa import write_hoa
from certwright.domains.reactive.words import rows
from certwright.instances.records import Answer, Instance, Prompt
from certwright.verifiers.judge import judge


def question(machine, trace, task, truth, form="gen", **query):
    return Instance(
        id="q",
        family="reactive",
        task=task,
        form=form,
        domain="test",
        world={"kind": "hoa", "hoa": write_hoa(machine)},
        query={"trace": rows(trace, len(machine.inputs)), **query},
        prompt=Prompt(question="?"),
        truth=truth,
    )


def output(ap, at, value=1, window=0):
    return {"kind": "output", "ap": ap, "value": value, "at": at, "window": window}


def verdict(instance, response):
    return judge(instance, Answer(id=instance.id, response=response))
