"""Closures for operators and conditions."""

from __future__ import annotations

import operator
from collections.abc import Callable

from ...instances.errors import AutumnError
from . import tree
from .compiling import Compiler, Env, Run
from .equality import equal
from .runtime import INT_MAX, Frame, truthy, wrap
from .values import Callable_, Lambda, Value

INT_MIN = -INT_MAX - 1


def unary(c: Compiler, node: tree.Unary, env: Env) -> Run:
    """``- + !``."""
    operand, word = c.compile(node.operand, env), node.operator
    if isinstance(node.operand, tree.Constant) and type(node.operand.value) is int and word != "!":
        value = -node.operand.value if word == "-" else node.operand.value
        return lambda f: value

    def negate(f: Frame) -> Value:
        value = operand(f)
        if type(value) is not bool:
            raise c.error(node, "! needs a boolean; a key or clicked is asked with two parentheses: ((left))")
        return not value

    def sign(f: Frame) -> Value:
        value = operand(f)
        if type(value) is not int:
            raise c.error(node, f"{word} needs a number")
        return wrap(-value) if word == "-" else value

    return negate if word == "!" else sign


def quotient(a: int, b: int) -> int:
    """Division that cuts towards zero."""
    value = abs(a) // abs(b)
    return value if (a < 0) == (b < 0) else -value


def remainder(a: int, b: int) -> int:
    """Remainder with the sign of the dividend."""
    value = abs(a) % abs(b)
    return value if a >= 0 else -value


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": quotient,
    "%": remainder,
}
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def binary(c: Compiler, node: tree.Binary, env: Env) -> Run:
    """Arithmetic and comparison."""
    left, right, word = c.compile(node.left, env), c.compile(node.right, env), node.operator
    if word in ("==", "!="):
        return equality(left, right, word == "==")
    if word in _COMPARISONS:
        compare = _COMPARISONS[word]

        def comparison(f: Frame) -> Value:
            a, b = left(f), right(f)
            if type(a) is int and type(b) is int:
                return compare(a, b)
            raise c.error(node, f"{word} needs two numbers")

        return comparison
    compute, divides = _ARITHMETIC[word], word in "/%"

    def arithmetic(f: Frame) -> Value:
        a, b = left(f), right(f)
        if type(a) is int and type(b) is int:
            if divides and (b == 0 or (b == -1 and a == INT_MIN)):
                raise c.error(node, f"division of {a} by {b}")
            value = compute(a, b)
            return value if INT_MIN <= value <= INT_MAX else wrap(value)
        raise c.error(node, f"{word} needs two numbers")

    return arithmetic


def equality(left: Run, right: Run, wanted: bool) -> Run:
    """``==`` and ``!=``."""

    def compare(f: Frame) -> Value:
        a, b = left(f), right(f)
        kind = type(a)
        if kind is type(b) and (kind is int or kind is str or kind is bool):
            return (a == b) is wanted
        return equal(f[0], a, b) is wanted

    return compare


def logical(c: Compiler, node: tree.Logical, env: Env) -> Run:
    """``&`` and ``|``: operands that are functions are called; the result is a boolean."""
    left, right = c.compile(node.left, env), c.compile(node.right, env)
    disjunction = node.disjunction

    def decide(f: Frame) -> Value:
        value = left(f)
        if type(value) is not bool:
            value = held(f, value)
        if value is disjunction:
            return value
        value = right(f)
        return value if type(value) is bool else held(f, value)

    def held(f: Frame, value: Value) -> bool:
        if type(value) is Lambda or type(value) is Callable_:
            try:
                value = value.call(f[0], ())
            except AutumnError as error:
                raise c.located(node, error) from None
        return truthy(value)

    return decide


def condition(c: Compiler, node: tree.If, env: Env) -> Run:
    """``if``: a function as the condition is true, it is not called."""
    test, then = c.compile(node.condition, env), c.compile(node.then, env)
    otherwise = c.compile(node.otherwise, env)

    def choose(f: Frame) -> Value:
        value = test(f)
        if value is True or (value is not False and truthy(value)):
            return then(f)
        return otherwise(f)

    return choose
