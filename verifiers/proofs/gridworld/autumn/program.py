"""What the text of a program tells of its runs, so that searches may leave something out."""

from .text import Node, parse, walk


class Program:
    """The statements of a text, and what follows from them.

    ``size``: GRID_SIZE as the last statement says that sets it to a number, 16 where none does.
    ``words``: all names and texts that stand in it.
    ``names_click``: whether the variable ``click`` is named, or could be by its text.
    ``click_dies``: no step reads a ``click`` that an earlier one has left.
    ``shares``: no value changes in place, and no identity is asked for, so that states may share values.
    """

    def __init__(self, text: str):
        self.statements = parse(text)
        self.plain = [node for node in self.statements if node[0] not in ("on", "object", "initnext")]
        self.clauses = [node for node in self.statements if node[0] == "on"]
        self.variables = {node[1]: node for node in self.statements if node[0] == "initnext"}
        nodes = [node for statement in self.statements for node in walk(statement)]
        sizes = [node[2][1] for node in self.statements if node[:2] == ("assign", "GRID_SIZE")]
        self.size = [16, *(size for size in sizes if type(size) is int)][-1]
        self.words = {word for node in nodes for word in node if isinstance(word, str)}
        self.names_click = any(map(_names_click, self.statements))
        self.assigned = {node[1] for node in nodes if node[0] == "assign"}
        local = {word for node in nodes if node[0] == "function" for word in node[1]}
        self.click_dies = "clicked" not in self.assigned | local and not any(
            map(_reads_an_old_click, self.statements)
        )
        self.shares = not any(map(_changes_in_place, nodes)) and not _observes_identity(nodes)


def _names_click(node: Node) -> bool:
    return any(
        part in (("name", "click"), ("constant", "click")) or part[:2] == ("assign", "click")
        for part in walk(node)
    )


def _reads_an_old_click(statement: Node) -> bool:
    """Whether a statement may read a ``click`` that an earlier step has left.

    Not so where the statement does not name it; nor in a clause whose condition asks ``clicked`` first, which
    is false in a step without a click, and in one with a click defines the variable anew.
    """
    past = (("name", "prev"), ("name", "defined"))
    before = [part for part in walk(statement) if part[0] == "call" and part[1] in past]
    first = statement[1] if statement[0] == "on" else statement
    while first[0] == "logical" and not first[1]:
        first = first[2]
    asks = first[0] == "call" and first[1] == ("name", "clicked") and not _names_click(first)
    asks = statement[0] == "on" and (asks or first == ("name", "clicked"))
    return (_names_click(statement) and not asks) or any(map(_names_click, before))


def _changes_in_place(node: Node) -> bool:
    """Whether a node sets a field or turns an object."""
    return node[0] == "set" or node in (("name", "rotate"), ("name", "rotateNoCollision"))


def _observes_identity(nodes: list[Node]) -> bool:
    """Whether removeObj or prev may stand anywhere but in a call that asks for no identity.

    These are removeObj with a function, or a name that never stands for anything else; prev with a name.
    """
    words = [(node[1], node[2][0] == "function") for node in nodes if node[0] == "assign"]
    words += [(node[1], False) for node in nodes if node[0] in ("initnext", "declare")]
    words += [(word, False) for node in nodes if node[0] == "function" for word in node[1]]
    functions = {word for word, always in words if always} - {word for word, always in words if not always}
    asking = 0
    for node in nodes:
        asking += node in (("name", "removeObj"), ("name", "prev"))
        if node[0] == "call" and node[1] == ("name", "removeObj") and len(node[2]) == 2:
            asking -= node[2][1][0] == "function" or (node[2][1][0] == "name" and node[2][1][1] in functions)
        elif node[0] == "call" and node[1] == ("name", "prev") and len(node[2]) == 1:
            asking -= node[2][0][0] in ("name", "constant")
    return asking > 0
