"""The rules for calls: of builtins, of the program's functions, of whatever a value turns out to be.

Function literals handed straight to map, filter, any, foldl, updateObj and removeObj become loops over their
bodies, so that no call is made at all.
"""

from __future__ import annotations

from collections.abc import Callable

from . import tree
from .actions import KEYS
from .compiler import Compiler, Env, Val, rule
from .expressions import numbers, truth
from .reference_names import LIBRARY_FUNCTIONS

KINDS = frozenset(("int", "bool", "str", "Pos", "Items", "Obj"))


@rule(tree.Call)
def call(c: Compiler, node: tree.Call, env: Env) -> Val:
    """A call, by what its head is."""
    if isinstance(node.function, tree.Get):
        return call_value(c, node, env)
    word = node.function.name
    bound = word in env.names or word in c.scopes.dirty
    if word in CONSTRUCTORS:
        return CONSTRUCTORS[word](c, node, env)
    if word in c.kinds:
        arguments = c.values(node.arguments, env)
        return c.make("KIND.make(rt, (*ARGS,))", "Obj", KIND=c.held(c.kinds[word]), ARGS=arguments)
    if bound or (env.in_cell and word not in c.functions):
        return call_value(c, node, env)
    if word not in c.functions:
        return call_global(c, node, env)
    if word == "prev" and len(node.arguments) == 1 and isinstance(node.arguments[0], tree.Name):
        return previous(c, node.arguments[0].name, env)
    shape = tuple(argument in c.scopes.in_place for argument in node.arguments)
    if (word, shape) in LOOPS:
        return LOOPS[word, shape](c, node, env)
    return call_builtin(c, node, env)


def call_builtin(c: Compiler, node: tree.Call, env: Env) -> Val:
    """A builtin or library function, by its name."""
    assert isinstance(node.function, tree.Name)
    word = node.function.name
    function, fewest, most = c.functions[word]
    arguments = c.values(node.arguments, env)
    given = len(arguments)
    if given < fewest or (given > most and word not in LIBRARY_FUNCTIONS):
        return wrong_number(c, f"{word} takes {fewest} to {most} arguments", arguments)
    if word in KEYS:
        for argument in arguments:
            c.discard(argument)
        return c.make("rt.keys == WORD", "bool", WORD=c.text(word))
    if word == "updateObj" and given == 3 and arguments[1].kind == "str":
        return c.make("update_field(rt, *ARGS)", ARGS=arguments)
    if given > most:
        arguments = [c.save(argument) for argument in arguments][:most]
    result = getattr(function, "__annotations__", {}).get("return", "")
    kind = result if result in KINDS else ""
    return c.make("FUNCTION(rt, *ARGS)", kind, FUNCTION=c.builtin(word), ARGS=arguments)


def wrong_number(c: Compiler, message: str, arguments: list[Val]) -> Val:
    """A call that fails once its arguments are evaluated."""
    for argument in arguments:
        c.discard(argument)
    return c.failing(f"{message}, not {len(arguments)}")


def call_global(c: Compiler, node: tree.Call, env: Env) -> Val:
    """A function of the program, by the name of a global: directly, where that never holds anything else."""
    assert isinstance(node.function, tree.Name)
    word = node.function.name
    direct = c.direct.get(word)
    if direct is None or len(direct.parameters) > len(node.arguments):
        return call_value(c, node, env)
    if env.loading:
        c.discard(c.make("g[WORD]", WORD=c.text(word)))
    arguments = c.values(node.arguments, env)
    if len(arguments) > len(direct.parameters):
        arguments = [c.save(argument) for argument in arguments][: len(direct.parameters)]
    return c.make("FUNCTION(rt, *ARGS)", FUNCTION=c.python_name(direct), ARGS=arguments)


def call_value(c: Compiler, node: tree.Call, env: Env) -> Val:
    """A call of whatever the head's value is."""
    head, *arguments = c.values((node.function, *node.arguments), env)
    return c.make("call_value(rt, HEAD, (*ARGS,))", HEAD=head, ARGS=arguments)


def previous(c: Compiler, word: str, env: Env) -> Val:
    """``(prev name)``: the name is not evaluated."""
    if env.stepping and word in c.lasting:
        return c.make("rt.prev[WORD]", WORD=c.text(word))
    other = c.builtin_value(word) if word in c.functions else "undef"
    return c.make("before(rt, WORD, OTHER)", WORD=c.text(word), OTHER=other)


# ---- constructors


def position(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(Position x y)``."""
    arguments = c.values(node.arguments, env)
    if len(arguments) != 2:
        return wrong_number(c, "Position takes 2 arguments", arguments)
    return numbers(c, *arguments, "Pos(A, B)", "Pos", "Position needs two numbers")


def rendered_elem(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(RenderedElem position color)``."""
    return c.make("rendered_elem(*ARGS)", ARGS=c.values(node.arguments, env))


CONSTRUCTORS: dict[str, Callable[[Compiler, tree.Call, Env], Val]] = {
    "Position": position,
    "RenderedElem": rendered_elem,
}
"""What makes values of the builtin types; cells.py adds Cell."""


# ---- loops


def body_of(c: Compiler, node: tree.Node, env: Env, count: int = 1) -> tuple[Env, list[str]]:
    """The environment of a literal's body and the variables of ``count`` parameters; emit clears its names."""
    assert isinstance(node, tree.Function)
    inside = c.bind(env, node.parameters, sure=True)
    variables = [inside.names[name] for name in node.parameters]
    return inside, variables + [c.temporary() for _ in range(count - len(variables))]


def run_body(c: Compiler, node: tree.Node, env: Env) -> tuple[Env, tree.Node]:
    """The environment in which a literal's body runs, its own names cleared, and the body."""
    assert isinstance(node, tree.Function)
    inside, fresh, _ = c.scope(env, (node.body,))
    c.clear(inside, fresh)
    return inside, node.body


def items_of(c: Compiler, source: Val, word: str) -> str:
    """The elements of a list in a variable, paid for."""
    items = c.temporary()
    c.emit("T = a_list(SOURCE, WORD)\nrt.spend(len(T))", T=items, SOURCE=source, WORD=c.text(word))
    return items


def map_(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(map (--> x body) l)``."""
    items = items_of(c, c.value(node.arguments[1], env), "map")
    made = c.temporary()
    _collected(c, node.arguments[0], env, items, made)
    return c.make("Items(tuple(M))", "Items", M=made)


def _collected(c: Compiler, function: tree.Node, env: Env, items: str, made: str) -> None:
    """The values of a literal for some elements, in a list."""
    outside, (variable,) = body_of(c, function, env)
    with c.nested() as block:
        inside, body = run_body(c, function, outside)
        c.emit("M.append(VALUE)", M=made, VALUE=c.value(body, inside))
    c.emit("M = []\nfor V in T: BODY", M=made, V=variable, T=items, BODY=block)


def _kept(c: Compiler, function: tree.Node, env: Env, items: str, turn: str) -> str:
    """The elements for which a literal is true (or, with ``not``, false), in a list."""
    kept = c.temporary()
    outside, (variable,) = body_of(c, function, env)
    with c.nested() as block:
        inside, body = run_body(c, function, outside)
        element = c.temporary()
        c.emit(f"if {turn} TEST: M.append(E)", TEST=truth(c, body, inside), M=kept, E=element)
    c.emit("M = []\nfor E in T:\n V = E\n BODY", M=kept, E=element, V=variable, T=items, BODY=block)
    return kept


def filter_(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(filter (--> x body) l)``."""
    items = items_of(c, c.value(node.arguments[1], env), "filter")
    kept = _kept(c, node.arguments[0], env, items, "")
    return c.make("appended(tuple(M))", "Items", M=kept)


def remove(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(removeObj l (--> x test))``."""
    items = items_of(c, c.value(node.arguments[0], env), "removeObj")
    kept = _kept(c, node.arguments[1], env, items, "not")
    return c.make("inferred_list(tuple(M))", "Items", M=kept)


def any_(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(any (--> x body) l)``."""
    items = items_of(c, c.value(node.arguments[1], env), "any")
    result = c.temporary()
    outside, (variable,) = body_of(c, node.arguments[0], env)
    with c.nested() as block:
        inside, body = run_body(c, node.arguments[0], outside)
        c.emit("if TEST:\n R = True\n break", TEST=truth(c, body, inside), R=result)
    c.emit("R = False\nfor V in T: BODY", R=result, V=variable, T=items, BODY=block)
    return c.make("R", "bool", R=result)


def foldl(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(foldl (--> (acc x) body) start l)``."""
    start, source = c.values(node.arguments[1:], env)
    result = c.temporary()
    c.emit("R = START", R=result, START=start)
    items = items_of(c, source, "foldl")
    outside, (so_far, variable) = body_of(c, node.arguments[0], env, 2)
    element = c.temporary()
    with c.nested() as block:
        c.emit("S = R\nV = E", S=so_far, R=result, V=variable, E=element)
        inside, body = run_body(c, node.arguments[0], outside)
        c.emit("R = VALUE", R=result, VALUE=c.value(body, inside))
    c.emit("for E in T: BODY", E=element, T=items, BODY=block)
    return c.make("R", R=result)


def update(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(updateObj l (--> x body))`` or ``(updateObj obj (--> x body))``."""
    source = c.save(c.value(node.arguments[0], env))
    items, made = c.temporary(), c.temporary()
    c.emit("T = A.items if type(A) is Items else single(A)\nrt.spend(len(T))", T=items, A=source)
    _collected(c, node.arguments[1], env, items, made)
    return c.make("Items(tuple(M)) if type(A) is Items else M[0]", M=made, A=source)


def update_chosen(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(updateObj l (--> x body) (--> x test))``."""
    source = c.save(c.value(node.arguments[0], env))
    items, made, element = c.temporary(), c.temporary(), c.temporary()
    c.emit("T = A.items if type(A) is Items else not_updated(A)\nrt.spend(len(T))", T=items, A=source)
    changing, (changed,) = body_of(c, node.arguments[1], env)
    testing, (tested,) = body_of(c, node.arguments[2], env)
    result = c.temporary()
    with c.nested() as change:
        c.emit("V = E", V=changed, E=element)
        inside, body = run_body(c, node.arguments[1], changing)
        c.emit("R = VALUE", R=result, VALUE=c.value(body, inside))
    with c.nested() as block:
        c.emit("V = E", V=tested, E=element)
        inside, body = run_body(c, node.arguments[2], testing)
        test = truth(c, body, inside)
        c.emit("R = E\nif TEST: BODY\nM.append(R)", R=result, E=element, TEST=test, BODY=change, M=made)
    c.emit("M = []\nfor E in T: BODY", M=made, E=element, T=items, BODY=block)
    return c.make("appended(tuple(M))", "Items", M=made)


LOOPS: dict[tuple[str, tuple[bool, ...]], Callable[[Compiler, tree.Call, Env], Val]] = {
    ("map", (True, False)): map_,
    ("filter", (True, False)): filter_,
    ("any", (True, False)): any_,
    ("foldl", (True, False, False)): foldl,
    ("updateObj", (False, True)): update,
    ("updateObj", (False, True, True)): update_chosen,
    ("removeObj", (False, True)): remove,
}
"""The loop for a builtin, by which of its arguments are literals that can be run in place."""
