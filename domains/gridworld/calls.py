"""The rules for calls: of builtins, of the program's functions, of whatever a value turns out to be.

Function literals handed straight to map, filter, any, foldl, updateObj and removeObj become loops over their
bodies, and so do names that always hold one function.
"""

from collections.abc import Callable

from . import tree
from .actions import KEYS
from .compiler import Compiler, Env, Val, rule
from .expressions import numbers, truth
from .standard import LIBRARY_FUNCTIONS
from .values import Pos

PAID = "rt.work -= len(T)\nif rt.work < 0: rt.spend(0)"  # takes a list's elements from the budget of the step
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
    places, loop = LOOPS.get((word, len(node.arguments)), ({}, call_builtin))
    if all(runs_in_loop(c, node.arguments[place], env, count) for place, count in places.items()):
        return loop(c, node, env)
    return call_builtin(c, node, env)


def call_builtin(c: Compiler, node: tree.Call, env: Env) -> Val:
    """A builtin or library function, by its name."""
    word = tree.called(node)
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
    word = tree.called(node)
    direct = c.direct.get(word)
    if direct is None or len(direct.parameters) > len(node.arguments):
        return call_value(c, node, env)
    if env.loading:
        c.discard(c.make("rt.g[WORD]", WORD=c.text(word)))
    arguments = c.values(node.arguments, env)
    if len(arguments) > len(direct.parameters):
        arguments = [c.save(argument) for argument in arguments][: len(direct.parameters)]
    return c.make("FUNCTION(rt, *ARGS)", FUNCTION=c.python_name(direct), ARGS=arguments)


def call_value(c: Compiler, node: tree.Call, env: Env) -> Val:
    """A call of whatever the head's value is."""
    if isinstance(node.function, tree.Get) and node.function.field == "render" and not node.arguments:
        return c.make("rendered(rt, A)", A=c.value(node.function.object, env))
    head, *arguments = c.values((node.function, *node.arguments), env)
    return c.make("call_value(rt, HEAD, (*ARGS,))", HEAD=head, ARGS=arguments)


def previous(c: Compiler, word: str, env: Env) -> Val:
    """``(prev name)``: the name is not evaluated."""
    if env.stepping and word in c.lasting:
        return c.make("rt.prev[WORD]", WORD=c.text(word))
    other = c.builtin_value(word) if word in c.functions else "undef"
    return c.make("before(rt, WORD, OTHER)", WORD=c.text(word), OTHER=other)


def position(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(Position x y)``."""
    arguments = c.values(node.arguments, env)
    if len(arguments) != 2:
        return wrong_number(c, "Position takes 2 arguments", arguments)
    x, y = arguments
    constant = c.constants(arguments)
    if constant is not None and set(map(type, constant)) == {int}:
        return c.held_value(Pos(*constant))
    return numbers(c, x, y, "Pos(A, B)", "Pos", "Position needs two numbers")


def rendered_elem(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(RenderedElem position color)``."""
    return c.make("rendered_elem(*ARGS)", ARGS=c.values(node.arguments, env))


CONSTRUCTORS: dict[str, Callable[[Compiler, tree.Call, Env], Val]] = {
    "Position": position,
    "RenderedElem": rendered_elem,
}
"""What makes values of the builtin types; cells.py adds Cell."""


class Each:
    """What a loop does with each element: a literal that is run in place, or a function called directly."""

    def __init__(self, c: Compiler, node: tree.Node, env: Env, count: int = 1):
        self.c, self.node, self.inside, own = c, node, env, tuple[str, ...]()
        if isinstance(node, tree.Function):
            self.inside, own = c.bind(env, node.parameters, sure=True), node.parameters
        self.variables = [self.inside.names[name] for name in own]
        self.variables += [c.temporary() for _ in range(count - len(own))]
        """The Python variables of the elements."""

    def value(self) -> Val:
        """The value for the elements that the variables hold."""
        c = self.c
        if isinstance(self.node, tree.Function):
            inside, fresh, _ = c.scope(self.inside, (self.node.body,))
            c.clear(inside, fresh)
            return c.value(self.node.body, inside)
        assert isinstance(self.node, tree.Name)
        function = c.direct[self.node.name]
        arguments = [c.make("V", V=name) for name in self.variables[: len(function.parameters)]]
        return c.make("FUNCTION(rt, *ARGS)", FUNCTION=c.python_name(function), ARGS=arguments)


def runs_in_loop(c: Compiler, node: tree.Node, env: Env, count: int) -> bool:
    """Whether an argument is a function whose body or whose Python function can be run in a loop."""
    if node in c.scopes.in_place:
        return True
    if not isinstance(node, tree.Name) or env.loading or env.in_cell or node.name in env.names:
        return False
    return node.name in c.direct and len(c.direct[node.name].parameters) <= count


def items_of(c: Compiler, source: Val, word: str) -> str:
    """The elements of a list in a variable, paid for."""
    items = c.temporary()
    text = f"T = S.items if type(S := SOURCE) is Items else a_list(S, WORD)\n{PAID}"
    c.emit(text, T=items, S=c.temporary(), SOURCE=source, WORD=c.text(word))
    return items


def map_(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(map (--> x body) l)``."""
    items = items_of(c, c.value(node.arguments[1], env), "map")
    return c.make("Items(tuple(M))", "Items", M=_collected(c, node.arguments[0], env, items))


def _collected(c: Compiler, function: tree.Node, env: Env, items: str) -> str:
    made, each = c.temporary(), Each(c, function, env)
    with c.nested() as block:
        c.emit("M.append(VALUE)", M=made, VALUE=each.value())
    c.emit("M = []\nfor V in T: BODY", M=made, V=each.variables[0], T=items, BODY=block)
    return made


def _kept(c: Compiler, function: tree.Node, env: Env, items: str, turn: str) -> str:
    """The elements for which a function is true (or, with ``not``, false), in a list."""
    kept, element, each = c.temporary(), c.temporary(), Each(c, function, env)
    with c.nested() as block:
        c.emit(f"if {turn} TEST: M.append(E)", TEST=truth(c, each.value()), M=kept, E=element)
    c.emit("M = []\nfor E in T:\n V = E\n BODY", M=kept, E=element, V=each.variables[0], T=items, BODY=block)
    return kept


def filter_(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(filter (--> x body) l)``."""
    items = items_of(c, c.value(node.arguments[1], env), "filter")
    return c.make("appended(tuple(M))", "Items", M=_kept(c, node.arguments[0], env, items, ""))


def remove(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(removeObj l (--> x test))``."""
    items = items_of(c, c.value(node.arguments[0], env), "removeObj")
    return c.make("a_new_list(*tuple(M))", "Items", M=_kept(c, node.arguments[1], env, items, "not"))


def any_(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(any (--> x body) l)``."""
    items = items_of(c, c.value(node.arguments[1], env), "any")
    result, each = c.temporary(), Each(c, node.arguments[0], env)
    with c.nested() as block:
        c.emit("if TEST:\n R = True\n break", TEST=truth(c, each.value()), R=result)
    c.emit("R = False\nfor V in T: BODY", R=result, V=each.variables[0], T=items, BODY=block)
    return c.make("R", "bool", R=result)


def foldl(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(foldl (--> (acc x) body) start l)``."""
    start, source = c.values(node.arguments[1:], env)
    result, element = c.temporary(), c.temporary()
    c.emit("R = START", R=result, START=start)
    items = items_of(c, source, "foldl")
    each = Each(c, node.arguments[0], env, 2)
    so_far, variable = each.variables
    with c.nested() as block:
        c.emit("S = R\nV = E", S=so_far, R=result, V=variable, E=element)
        c.emit("R = VALUE", R=result, VALUE=each.value())
    c.emit("for E in T: BODY", E=element, T=items, BODY=block)
    return c.make("R", R=result)


def update(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(updateObj l (--> x body))`` or ``(updateObj obj (--> x body))``."""
    source, items = c.save(c.value(node.arguments[0], env)), c.temporary()
    c.emit(f"T = A.items if type(A) is Items else single(A)\n{PAID}", T=items, A=source)
    made = _collected(c, node.arguments[1], env, items)
    return c.make("Items(tuple(M)) if type(A) is Items else M[0]", M=made, A=source)


def update_chosen(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(updateObj l (--> x body) (--> x test))``."""
    source = c.save(c.value(node.arguments[0], env))
    items, made, element, result = (c.temporary() for _ in range(4))
    c.emit(f"T = A.items if type(A) is Items else not_updated(A)\n{PAID}", T=items, A=source)
    changed, tested = Each(c, node.arguments[1], env), Each(c, node.arguments[2], env)
    with c.nested() as change:
        c.emit("V = E", V=changed.variables[0], E=element)
        c.emit("R = VALUE", R=result, VALUE=changed.value())
    with c.nested() as block:
        c.emit("V = E", V=tested.variables[0], E=element)
        test = truth(c, tested.value())
        c.emit("R = E\nif TEST: BODY\nM.append(R)", R=result, E=element, TEST=test, BODY=change, M=made)
    c.emit("M = []\nfor E in T: BODY", M=made, E=element, T=items, BODY=block)
    return c.make("appended(tuple(M))", "Items", M=made)


LOOPS: dict[tuple[str, int], tuple[dict[int, int], Callable[[Compiler, tree.Call, Env], Val]]] = {
    ("map", 2): ({0: 1}, map_),
    ("filter", 2): ({0: 1}, filter_),
    ("any", 2): ({0: 1}, any_),
    ("foldl", 3): ({0: 2}, foldl),
    ("updateObj", 2): ({1: 1}, update),
    ("updateObj", 3): ({1: 1, 2: 1}, update_chosen),
    ("removeObj", 2): ({1: 1}, remove),
}
"""By builtin and number of arguments: which of them are functions, of how many parameters, and the loop."""
