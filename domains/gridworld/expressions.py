"""The rules for constants, names, operators, scopes, lists, functions, fields and assignments."""

from dataclasses import replace

from . import tree
from .compiler import SCALARS, Compiler, Env, Val, rule
from .support import a_new_list

KNOWN_TYPES = {"int": "Number", "bool": "Bool", "str": "String"}
INSIDE = "-2147483648 <= (R := {}) <= 2147483647"
NO_BOOLEAN = "! needs a boolean; a key or clicked is asked with two parentheses: ((left))"


@rule(tree.Constant)
def constant(c: Compiler, node: tree.Constant, env: Env) -> Val:
    """A number, boolean or string."""
    return Val(c.text(node.value), type(node.value).__name__)


@rule(tree.Declaration)
def declaration(c: Compiler, node: tree.Declaration, env: Env) -> Val:
    """A type declaration inside an expression has no value."""
    return Val(c.text(None))


@rule(tree.Name)
def name(c: Compiler, node: tree.Name, env: Env) -> Val:
    """A variable, wherever it lives."""
    word = node.name
    if env.in_cell and word not in env.names:
        return cell_name(c, word, env)
    if word in c.kinds:
        return c.failing(f"{word} is an object type and no value")
    if word in c.scopes.dirty:
        return c.make("dynamic(rt, WORD, OTHERWISE)", WORD=c.text(word), OTHERWISE=otherwise(c, word))
    if word in env.names:
        local = env.names[word]
        if word in env.sure:
            return c.make("LOCAL", LOCAL=local)
        unset = c.text(f"{word} has no value yet")
        return c.make("LOCAL if LOCAL is not undef else fail(MESSAGE)", LOCAL=local, MESSAGE=unset)
    if word in c.functions:
        return c.make("FUNCTION", FUNCTION=otherwise(c, word))
    if not c.counted and word in c.direct:
        return c.make("Lambda(CODE)", "Lambda", CODE=c.signature(c.direct[word]))
    return c.make("rt.g[WORD]", WORD=c.text(word))


def otherwise(c: Compiler, word: str) -> str:
    """The value of a name that the program does not bind: a builtin's, or none."""
    return c.builtin_value(word) if word in c.functions else "undef"


def cell_name(c: Compiler, word: str, env: Env) -> Val:
    """A name in a cell's expression: captured, else a field of the object, else a caller's or a global."""
    if word in c.kinds:
        return c.failing(f"{word} is not defined")
    parts = {"WORD": c.text(word), "OTHERWISE": otherwise(c, word), "STACKED": word in c.scopes.dirty}
    general = c.make("cell_name(rt, captured, obj, cell, drawn, WORD, OTHERWISE, STACKED)", **parts)
    if env.kind is None or word not in env.fields or word == "e":
        return general
    quick = f"obj.{word}"
    if word not in ("origin", "elems"):
        quick, parts["PLACE"] = "obj.values[PLACE]", env.kind.index[word]
    return c.make(
        f"{quick} if obj is not None and obj.kind is KIND and WORD not in captured else GENERAL",
        KIND=c.held(env.kind),
        GENERAL=general,
        **parts,
    )


@rule(tree.Unary)
def unary(c: Compiler, node: tree.Unary, env: Env) -> Val:
    """``- + !``."""
    word = node.operator
    if isinstance(node.operand, tree.Constant) and type(node.operand.value) is int and word != "!":
        return Val(c.text(-node.operand.value if word == "-" else node.operand.value), "int")
    operand = c.value(node.operand, env)
    if word == "!":
        if operand.kind == "bool":
            return c.make("not A", "bool", A=operand)
        parts = {"A": operand, "T": c.temporary(), "MESSAGE": c.text(NO_BOOLEAN)}
        return c.make("not T if type(T := A) is bool else fail(MESSAGE)", "bool", **parts)
    return c.make("signed(A, WORD)", "int", A=operand, WORD=c.text(word))


@rule(tree.Binary)
def binary(c: Compiler, node: tree.Binary, env: Env) -> Val:
    """Arithmetic and comparison."""
    left, right = c.values((node.left, node.right), env)
    word = node.operator
    if word in ("==", "!="):
        return equality(c, left, right, word)
    if word in "/%":
        return c.make("divide(A, B, WORD)", "int", A=left, B=right, WORD=c.text(word))
    if word in "+-*":
        text, kind = f"R if {INSIDE.format(f'A {word} B')} else wrap(R)", "int"
    else:
        text, kind = f"A {word} B", "bool"
    return numbers(c, left, right, text, kind, f"{word} needs two numbers")


def numbers(c: Compiler, left: Val, right: Val, text: str, kind: str, message: str) -> Val:
    """A computation with two numbers; fails, once both are known, if one is none."""
    if left.kind == right.kind == "int":
        return c.make(text, kind, A=left, B=right, R=c.temporary())
    first, second = (value.kind == "int" and value.stable for value in (left, right))
    a, b = left if first else c.temporary(), right if second else c.temporary()
    parts = {"A": a, "B": b, "R": c.temporary(), "LEFT": left, "RIGHT": right, "MESSAGE": c.text(message)}
    test = "type(B := RIGHT) is int" if first else "type(A := LEFT) is type(B := RIGHT) is int"
    test = "type(A := LEFT) is int" if second else test
    return c.make(f"({text}) if {test} else fail(MESSAGE)", kind, **parts)


def equality(c: Compiler, left: Val, right: Val, word: str) -> Val:
    """``==`` and ``!=``."""
    turn = "" if word == "==" else "not "
    if left.kind == right.kind and left.kind in SCALARS:
        return c.make(f"A {word} B", "bool", A=left, B=right)
    for known, other, order in ((right, left, "T, A"), (left, right, "A, T")):
        if known.stable and known.kind in SCALARS:
            text = f"(T {word} A) if type(T := B) is {known.kind} else {turn}equal(rt, {order})"
            return c.make(text, "bool", A=known, B=other, T=c.temporary())
    text = "(T.x == U.x and T.y == U.y) if type(T := A) is type(U := B) is Pos else equal(rt, T, U)"
    return c.make(f"{turn}({text})", "bool", A=left, B=right, T=c.temporary(), U=c.temporary())


def truth(c: Compiler, value: Val) -> Val:
    """Whether a value counts as true."""
    if value.kind == "bool":
        return value
    return c.make("(T := A) is True or T is not False and truthy(T)", "bool", A=value, T=c.temporary())


def asked(c: Compiler, node: tree.Node, env: Env, text: str) -> Val:
    """A truth value; a function is called for it, by name or by a template for what is no truth value."""
    if isinstance(node, tree.Name) and node.name in c.functions:
        bound = node.name in env.names or node.name in c.scopes.dirty or env.in_cell
        if not bound and c.functions[node.name][1] == 0:
            return c.value(tree.Call(node.at, node, ()), env)
    value = c.value(node, env)
    if value.kind == "bool":
        return value
    return c.make(f"T if type(T := A) is bool else {text}(rt, T)", "bool", A=value, T=c.temporary())


@rule(tree.Logical)
def logical(c: Compiler, node: tree.Logical, env: Env) -> Val:
    """``&`` and ``|``: operands that are functions are called; the result is a boolean."""
    left = asked(c, node.left, env, "held")
    with c.nested() as block:
        right = asked(c, node.right, env, "held")
    word = "or" if node.disjunction else "and"
    if not block:
        return c.make(f"A {word} B", "bool", A=left, B=right)
    result = c.temporary()
    block += c.assignment(result, right)
    c.emit(f"T = A\nif {'not ' if word == 'or' else ''}T: BODY", T=result, A=left, BODY=block)
    return c.make("T", "bool", T=result)


@rule(tree.If)
def condition(c: Compiler, node: tree.If, env: Env) -> Val:
    """``if``: a function as the condition is true, it is not called."""
    test = truth(c, c.value(node.condition, env))
    with c.nested() as first:
        then = c.value(node.then, env)
    with c.nested() as second:
        last = c.value(node.otherwise, env)
    kind = then.kind if then.kind == last.kind else ""
    if not first and not second:
        return c.make("A if TEST else B", kind, A=then, B=last, TEST=test)
    result = c.temporary()
    first += c.assignment(result, then)
    second += c.assignment(result, last)
    c.emit("if TEST: BODY\nelse: REST", TEST=test, BODY=first, REST=second)
    return c.make("T", kind, T=result)


@rule(tree.Let)
def let(c: Compiler, node: tree.Let, env: Env) -> Val:
    """A scope; the last part must have a value."""
    inside, fresh, stacked = c.scope(env, node.body)
    marks = c.marks(stacked, {})
    early = {name for name in fresh if _is_set_first(node, name)}
    c.clear(inside, [name for name in fresh if name not in early])
    for part in node.body[:-1]:
        if isinstance(part, tree.Assign) and part.name in early:
            early.remove(part.name)
            value = checked(c, part, c.value(part.value, inside))
            c.emit("LOCAL = VALUE", LOCAL=inside.names[part.name], VALUE=value)
            inside = replace(inside, sure=inside.sure | {part.name})
        else:
            c.discard(c.value(part, inside))
    return c.cut(marks, c.value(node.body[-1], inside))


def _is_set_first(node: tree.Let, name: str) -> bool:
    for part in node.body[:-1]:
        own = isinstance(part, tree.Assign) and part.name == name
        inside = (part.value,) if own and isinstance(part, tree.Assign) else (part,)
        if name in tree.named(inside) | tree.assigned(inside):
            return False
        if own:
            return True
    return False


@rule(tree.Items)
def items(c: Compiler, node: tree.Items, env: Env) -> Val:
    """``(list ...)``."""
    parts = c.values(node.items, env)
    constant = c.constants(parts)
    if constant is not None:
        return c.held_value(a_new_list(*constant))
    return c.make("a_new_list(*PARTS)", "Items", PARTS=parts)


@rule(tree.Function)
def function(c: Compiler, node: tree.Function, env: Env) -> Val:
    """A function as a value."""
    return c.make("Lambda(CODE)", "Lambda", CODE=c.signature(node))


@rule(tree.Get)
def get(c: Compiler, node: tree.Get, env: Env) -> Val:
    """``(.. object field)``."""
    target, field = c.value(node.object, env), node.field
    if field in ("x", "y") and target.kind == "Pos":
        return c.make(f"A.{field}", "int", A=target)
    parts = {"A": target, "FIELD": c.text(field)}
    kind = {"x": "Pos", "y": "Pos", "origin": "Obj", "position": "Elem"}.get(field)
    if kind is not None:
        text = f"T.{field} if type(T := A) is {kind} else field_of(T, FIELD)"
        return c.make(text, T=c.temporary(), **parts)
    having = [kind for kind in c.kinds.values() if field in kind.index]
    if len(having) != 1:
        return c.make("field_of(A, FIELD)", **parts)
    text = "T.values[PLACE] if type(T := A) is Obj and T.kind is KIND else field_of(T, FIELD)"
    return c.make(text, T=c.temporary(), PLACE=having[0].index[field], KIND=c.held(having[0]), **parts)


@rule(tree.Assign)
def assign(c: Compiler, node: tree.Assign, env: Env) -> Val:
    """``(= name value)``: the nearest such variable, else a new one in this scope."""
    value = checked(c, node, c.value(node.value, env))
    c.may_hold(node.name, value)
    parts = {"WORD": c.text(node.name), "VALUE": value}
    if node.name in c.scopes.dirty:
        return c.make("set_dynamic(rt, WORD, VALUE, ROOT)", value.kind, ROOT=env.root, **parts)
    if node.name not in env.names:
        return c.make("set_global(rt, WORD, VALUE)", value.kind, **parts)
    local = env.names[node.name]
    c.emit("LOCAL = replaced(rt, WORD, VALUE, LOCAL)", LOCAL=local, **parts)
    return c.make("LOCAL", value.kind, LOCAL=local)


def checked(c: Compiler, node: tree.Assign, value: Val) -> Val:
    """A value whose type must be the declared one, where one is declared."""
    declared = c.declared.get(node.name)
    if declared is None or declared == KNOWN_TYPES.get(value.kind):
        return value
    parts = {"VALUE": value, "TYPE": c.text(declared), "WORD": c.text(node.name)}
    return c.make("of_type(VALUE, TYPE, WORD)", value.kind, **parts)


@rule(tree.SetField)
def set_field(c: Compiler, node: tree.SetField, env: Env) -> Val:
    """``(= (.. object field) value)``: changes the object itself, wherever it is shared."""
    target, value = c.values((node.object, node.value), env)
    return c.make("set_field(A, FIELD, B)", value.kind, A=target, FIELD=c.text(node.field), B=value)
