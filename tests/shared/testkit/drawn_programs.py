"""Autumn programs drawn from the grammar: senseless ones, and ones whose cells are made in functions."""

import random

from certwright.domains.gridworld.builtins import BUILTINS
from certwright.domains.gridworld.standard import LIBRARY_FUNCTIONS

FUNCTIONS = [*sorted(BUILTINS), *sorted(LIBRARY_FUNCTIONS)]
LEAVES = [
    "a", "as", "n", "l", "f", "g", "h", "click", "GRID_SIZE", "origin", "x", "o", "left", "clicked", "A",
    "q", "delta", "s", "0", "1", "-1", "7", "true", '"red"', "(list)",
]  # fmt: skip
OPERATORS = ["+", "-", "*", "/", "%", "==", "!=", "<", "<=", "&", "|", "||", "and", "or", "&&"]
FORMS = [
    "({operator} {e} {e})", "(- {e})", "(! {e})", "(if {e} then {e} else {e})", "(let {e} {e})",
    "(= {leaf} {e})", "(= (.. {e} s) {e})", "(--> x {e})", "(--> (x o) {e})", "(.. {e} origin)",
    "(.. {e} x)", "(list {e} {e})",
    "({function} {e})", "({function} {e} {e})", "({function} {e} {e} {e})", "(({function}))", "(A {e} {e})",
    "(Position {e} {e})", "(Cell {e} {e} {e})", "(prev {leaf})", "(prev {e})", "(map (--> x {e}) as)",
    "(updateObj {e} (--> x {e}))",
]  # fmt: skip
PROGRAM = """(program (= GRID_SIZE 6) (object A (: s Int) {cells})
  (= g (--> x (+ x 1))) (= f (--> (x) {e})) (= h (--> (o x) {e}))
  (= a (initnext (A 1 (Position 2 2)) {next_a}))
  (= as (initnext (list (A 1 (Position 0 0)) (A 2 (Position 3 3))) {next_as}))
  (= n (initnext 0 (+ (prev n) 1))) (= l (initnext (list 1 2) (prev l)))
  (on left {e}) (on (clicked a) {e}) (on {e} {e}))"""


class Drawn(dict):
    """The parts of a text, drawn when they are asked for."""

    def __init__(self, dice, depth):
        self.dice, self.depth = dice, depth

    def __missing__(self, part):
        dice = self.dice
        if part in ("operator", "function", "leaf"):
            return dice.choice({"operator": OPERATORS, "function": FUNCTIONS, "leaf": LEAVES}[part])
        if part == "cells":
            return f'(list (Cell {self["e"]} 0 {self["e"]}) (Cell 1 {self["e"]} "red"))'
        if part.startswith("next_") and dice.random() < 0.6:
            return f"(prev {part.removeprefix('next_')})"
        if self.depth == 0 or dice.random() < 0.5:
            return dice.choice(LEAVES)
        return text(dice.choice(FORMS), Drawn(dice, self.depth - 1))


def text(form, drawn):
    """A form with a new draw for each blank."""
    parts = form.replace("}", "{").split("{")
    return "".join(drawn[part] if place % 2 else part for place, part in enumerate(parts))


def senseless(dice: random.Random) -> str:
    """A well-formed program."""
    return text(PROGRAM, Drawn(dice, 3))


NUMBERS = [
    "h", "k", "i", "j", "g", "0", "1", "2", "(+ h i)", "(+ i 1)", "(% k 3)", "(twice h)", "(twice i)",
    "((low))", "(.. origin x)", "(max h i)", "(if (<= i h) then 1 else 0)", "(let (= v h) (+ v 1))",
]  # fmt: skip
COLOURS = [
    '"red"', '(if (<= i h) then "blue" else "red")', '(if (< h k) then "gold" else "gray")', "(hue h i)",
    "(hue i g)", "(hue k 1)", "((shade))", "(at hues (% (abs h) 2))",
    '(if (clicked bs) then "red" else "blue")',
]  # fmt: skip
CELLS = [
    "(map (--> (i) {cell}) (range 0 3))", "(map (--> h {cell}) (range 0 2))", "(map dot (range 0 3))",
    "(list (dot h) (spot 1 k))", "(let (= j k) (list {cell} {cell}))", "(list {cell} (dot g))", "{cell}",
    "(let (= w 2) (list {cell} (spot w j)))",
    "(foldl (--> (so i) (concat (list so (list {cell})))) (list) (range 0 2))",
    "(concat (map (--> i (map (--> j {cell}) (range 0 2))) (range 0 2)))",
    "(if (< h 2) then (map dot (list h 1)) else {cell})",
]  # fmt: skip
NESTED = [*CELLS, "(.. (C h (Position 0 0)) elems)", "(concat (list (.. (C k origin) elems) (list {cell})))"]
CLAUSES = [
    '(= b (updateObj b "h" (+ (.. b h) 1)))', '(= b (updateObj b "k" g))', "(= g (+ g 1))",
    '(= bs (updateObj bs (--> one (updateObj one "h" (.. (.. one origin) x)))))', "(= b (moveRight b))",
    "(= bs (addObj bs (B g 1 (Position 2 3))))", '(= c (updateObj c "h" (+ (.. c h) 1)))',
    "(= bs (map (--> h (B (.. h h) 2 (.. h origin))) bs))", "(let (= h 2) (= b (B h g (Position 3 1))))",
    "(= bs (adjacentObjs b 2))", "(= b (nextLiquid b))", "(= c (moveDownNoCollision c))", "(= b (make g))",
]  # fmt: skip
CELLS_PROGRAM = """(program (= GRID_SIZE 7)
  {globals}
  (= low (--> () (% k 2))) (= twice (--> (i) (+ i i))) (= hues (list "blue" "lime"))
  (= hue (--> (i j) (if (< i j) then "lime" else "pink")))
  (= shade (--> () (if (< h 2) then "navy" else "tan")))
  (object C (: h Int) {cells})
  (object B (: h Int) (: k Int) {nested})
  (= dot (--> (i) {cell})) (= spot (--> (i h) {cell}))
  (= make (--> (h) (B (+ h 1) h (Position h 2))))
  (= c (initnext (C 1 (Position 1 5)) (prev c)))
  (= b (initnext (B 1 2 (Position 1 1)) (prev b)))
  (= bs (initnext (list (B 0 1 (Position 4 2)) (make 2)) (prev bs)))
  (on left {clause}) (on (clicked b) {clause}) (on true {clause}) (on right {clause}))"""


def with_made_cells(dice: random.Random) -> str:
    """A program of objects whose cells are made by map, functions, helpers and other objects, from fields."""

    def part(name: str) -> str:
        if name == "cell":
            return f"(Cell {dice.choice(NUMBERS)} {dice.choice(NUMBERS)} {dice.choice(COLOURS)})"
        if name == "globals":
            return " ".join(f"(= {word} {dice.randrange(3)})" for word in "ghijk" if dice.random() < 0.8)
        form = dice.choice({"cells": CELLS, "nested": NESTED, "clause": CLAUSES}[name])
        pieces = form.split("{cell}")
        return "".join(piece + part("cell") for piece in pieces[:-1]) + pieces[-1]

    parts = CELLS_PROGRAM.replace("}", "{").split("{")
    return "".join(part(piece) if place % 2 else piece for place, piece in enumerate(parts))
