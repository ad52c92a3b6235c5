"""A command runner, and small files to run commands on."""

import subprocess
import sys
from pathlib import Path

import pytest
from testkit.shell import command

DOMAIN = """(define (domain ferry)
  (:requirements :strips :typing)
  (:types location car - object)
  (:predicates (at-ferry ?l - location) (at ?c - car ?l - location) (empty-ferry) (on ?c - car)
    (not-eq ?x ?y))
  (:action sail :parameters (?from - location ?to - location)
    :precondition (and (not-eq ?from ?to) (at-ferry ?from))
    :effect (and (at-ferry ?to) (not (at-ferry ?from))))
  (:action board :parameters (?c - car ?l - location)
    :precondition (and (at ?c ?l) (at-ferry ?l) (empty-ferry))
    :effect (and (on ?c) (not (at ?c ?l)) (not (empty-ferry))))
  (:action debark :parameters (?c - car ?l - location)
    :precondition (and (on ?c) (at-ferry ?l))
    :effect (and (at ?c ?l) (empty-ferry) (not (on ?c)))))
"""
PROBLEM = """(define (problem p) (:domain ferry)
  (:objects l0 l1 - location c0 - car)
  (:init (not-eq l0 l1) (not-eq l1 l0) (empty-ferry) (at-ferry l0) (at c0 l0))
  (:goal (and (at c0 l1))))
"""


@pytest.fixture
def certwright():
    """Run a command line in this process."""
    return command


@pytest.fixture
def questions(tmp_path, certwright):
    """A file of questions about a ferry with two places and one car."""
    folder = tmp_path / "pddl"
    folder.mkdir()
    (folder / "domain.pddl").write_text(DOMAIN)
    (folder / "p01.pddl").write_text(PROBLEM)
    file = tmp_path / "questions.jsonl"
    assert certwright("import", "pddl", folder, "--states", "0", "-o", file).code == 0
    return file


@pytest.fixture
def chat_server(tmp_path):
    """Starts servers with a script; gives the address of one and what it was asked so far."""
    started = []

    def start(mode="ok"):
        counts = tmp_path / f"counts-{len(started)}"
        counts.touch()
        script = Path(__file__).with_name("chat_server.py")
        process = subprocess.Popen(
            [sys.executable, "-u", str(script), str(counts), mode], stdout=subprocess.PIPE, text=True
        )
        started.append(process)
        return f"http://127.0.0.1:{process.stdout.readline().strip()}/v1", counts

    yield start
    for process in started:
        process.kill()
        process.wait()
