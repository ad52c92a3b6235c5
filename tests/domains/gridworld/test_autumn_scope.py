"""Slots and stacks against an interpreter that keeps the chain of environments, as the reference does."""

import random

import pytest
from testkit.sampling import every

from certwright.domains.gridworld import tree
from certwright.domains.gridworld.actions import Action
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.program import read_program
from certwright.instances.errors import AutumnError


class UndefinedError(Exception):
    pass


class Chain:
    """The reference's environments: dicts that know their caller's."""

    def __init__(self, parent=None):
        self.values, self.parent = {}, parent

    def find(self, name):
        env = self
        while env is not None and name not in env.values:
            env = env.parent
        return env

    def get(self, name):
        env = self.find(name)
        if env is None:
            raise UndefinedError
        return env.values[name]

    def assign(self, name, value):
        env = self.find(name)
        if env is None:
            self.values[name] = value
        elif isinstance(env.values[name], tree.Function) != isinstance(value, tree.Function):
            raise UndefinedError
        else:
            env.values[name] = value


def call(function, arguments, env):
    if not isinstance(function, tree.Function) or len(arguments) < len(function.parameters):
        raise UndefinedError
    inner = Chain(env)
    inner.values.update(zip(function.parameters, arguments, strict=False))
    return run(function.body, inner)


def run(node, env):
    match node:
        case tree.Constant(value=value):
            return value
        case tree.Function():
            return node
        case tree.Name(name=name):
            return env.get(name)
        case tree.Binary(left=left, right=right):
            values = run(left, env), run(right, env)
            if any(isinstance(value, tree.Function) for value in values):
                raise UndefinedError
            return (values[0] + values[1] + 2**31) % 2**32 - 2**31
        case tree.If(condition=condition, then=then, otherwise=otherwise):
            return run(then if run(condition.left, env) == run(condition.right, env) else otherwise, env)
        case tree.Let(body=body):
            inner = Chain(env)
            return [run(part, inner) for part in body][-1]
        case tree.Assign(name=name, value=value):
            result = run(value, env)
            env.assign(name, result)
            return result
        case tree.Call(function=tree.Name(name="foldl"), arguments=(function, start, _)):
            so_far, called = run(start, env), run(function, env)
            for item in (1, 2):
                so_far = call(called, (so_far, item), env)
            return so_far
        case tree.Call(function=function, arguments=arguments):
            called = env.get(function.name)
            return call(called, [run(argument, env) for argument in arguments], env)
    raise AssertionError(node)


NAMES = ["a", "b", "c", "d"]


def expression(rng, depth):
    """A random expression over few names, so that they clash."""
    kind = rng.randrange(10) if depth else rng.randrange(3)
    if kind < 2:
        return rng.choice(NAMES)
    if kind == 2:
        return str(rng.randrange(3))
    one, two = expression(rng, depth - 1), expression(rng, depth - 1)
    if kind == 3:
        return f"(+ {one} {two})"
    if kind == 4:
        return (
            f"(let (= {rng.choice(NAMES)} {one}) (= {rng.choice(NAMES)} {two}) {expression(rng, depth - 1)})"
        )
    if kind == 5:
        return f"(let {one} {two})"
    if kind == 6:
        function = rng.choice([f"(--> ({rng.choice('ab')} {rng.choice('cd')}) {one})", "h"])
        return f"(foldl {function} {two} (range 1 3))"
    if kind == 7:
        return f"(if (== {one} {rng.randrange(3)}) then {two} else {rng.choice(NAMES)})"
    return f"({rng.choice('fgh')} {one} {two})"


def program(rng):
    order = rng.sample("fgh", 3)
    parts = [f"(= {name} {rng.randrange(3)})" for name in rng.sample(NAMES, rng.randrange(1, 5))]
    # a function calls only those before it, or itself under a condition that ends, so that all runs end
    known = ""
    for name in order:
        body = expression(rng, 3)
        for other in "fgh":
            if other not in known:
                body = body.replace(f"({other} ", "(+ ").replace(f"foldl {other} ", "foldl (--> (a b) a) ")
        parameters = " ".join(rng.sample(NAMES, 2))
        if rng.random() < 0.3:
            body = f"(if (== n0 1) then (let (= n0 0) ({name} {body} 1)) else {body})"
        parts.append(f"(= {name} (--> ({parameters}) {body}))")
        known += name
    parts.append("(= n0 0)")
    clauses = [f"(on true (let (= n0 1) (= out {expression(rng, 3)})))" for _ in range(2)]
    return parts, clauses, f"(program (= out 0) {' '.join(parts)} {' '.join(clauses)})"


def expected(text):
    world = Chain()
    for node in read_program(text).statements:
        if isinstance(node, tree.On):
            run(node.body, world)
        else:
            run(node, world)
    return {name: value for name, value in world.values.items() if not isinstance(value, tree.Function)}


def found(text):
    machine = Machine(read_program(text))
    machine.step(Action("noop"))
    ours = machine.runtime.g
    return {
        name: value
        for name, value in ours.items()
        if isinstance(value, int) and name in {*NAMES, "out", "n0"}
    }


@pytest.mark.parametrize("seed", every(3, range(24)))
def test_names_mean_what_the_chain_says(seed):
    rng = random.Random(seed)
    good = 0
    for _ in range(25):
        _, _, text = program(rng)
        try:
            wanted = expected(text)
        except UndefinedError:
            with pytest.raises(AutumnError):
                found(text)
            continue
        good += 1
        assert found(text) == wanted, text
    assert good
