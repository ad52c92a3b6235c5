"""The strict reader of ``wording.toml``: every predicate, schema and type worded, every sentence unambiguous.

Every error is a RecordError that names the file and the key.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

from ...instances.errors import RecordError
from .tree import OBJECT, Domain, Parameter
from .wording import ActionWording, FactWording, Wording
from .wording_reader import action_index, fact_index
from .wording_text import Template, clip, tokens

T = TypeVar("T")

FACTS = "{facts}"
HOUSE_WORDS = frozenset(("and", "there", "is", "are", "one"))
"""The words of sentences that no wording.toml writes."""

_KEYS = frozenset(("title", "introduction", "goal", "lead", "objects", "facts", "actions"))
NAMES = frozenset(("names", "opening"))
"""What ``instances.names`` reads: the domain's names in PDDL of others, and how contexts in words begin."""
_FACT_KEYS = frozenset(("one", "group", "many", "different"))


def load(text: str, domain: Domain, *, file: str = "wording.toml") -> Wording:
    """The wording of a domain, checked; RecordError says what is wrong with it and where."""
    try:
        return _wording(_parse(text), domain)
    except RecordError as error:
        raise error.within(file) from None


def _parse(text: str) -> dict[str, Any]:
    try:
        table: dict[str, Any] = msgspec.toml.decode(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not TOML: {error}") from None
    _only(table, _KEYS | NAMES, "")
    for key in sorted(_KEYS - table.keys()):
        raise RecordError("missing", field=key)
    return table


def _wording(table: dict[str, Any], domain: Domain) -> Wording:
    told, done = _table(table["facts"], "facts"), _table(table["actions"], "actions")
    facts = {name: _fact(_table(each, f"facts.{name}"), domain, name) for name, each in told.items()}
    actions = {name: _action(each, domain, name) for name, each in done.items()}
    _complete(facts, domain.predicates, "facts", "predicate")
    _complete(actions, domain.schemas, "actions", "action")
    nouns = _nouns(_table(table["objects"], "objects"), domain)
    leads = _texts(table["lead"], "lead")
    spoken = (tokens(each) for each in (*leads, *(noun for pair in nouns.values() for noun in pair)))
    templates = [(f"facts.{name}", each) for name, row in facts.items() for each in (*row.one, *row.many)]
    templates += [(f"actions.{name}", each) for name, row in actions.items() for each in row.one]
    words = HOUSE_WORDS.union(*spoken, *(each.words() for _, each in templates)) - {",", ":", ";"}
    for key, template in templates:
        _at(key, lambda template=template: template.check(words))  # type: ignore[misc]
    _check_leads(leads, facts)
    wording = Wording(
        domain,
        _text(table["title"], "title"),
        tuple(
            "\n".join(" ".join(each.split()) for each in re.split(r"\n\s*\n", text.strip()))
            for text in _texts(table["introduction"], "introduction")
        ),
        _goals(_texts(table["goal"], "goal")),
        leads,
        nouns,
        facts,
        actions,
        words,
    )
    _at("facts", lambda: fact_index(wording))
    _at("actions", lambda: action_index(wording))
    return wording


def _fact(table: dict[str, Any], domain: Domain, name: str) -> FactWording:
    key = f"facts.{name}"
    _only(table, _FACT_KEYS, f"{key}.")
    if name not in domain.predicates:
        raise RecordError(f"domain {domain.name} has no such predicate", field=key)
    parameters = _names(domain.predicates[name].parameters)
    if ("group" in table) != ("many" in table):
        raise RecordError("group and many go together", field=key)
    different = table.get("different", False)
    if not isinstance(different, bool):
        raise RecordError("must be true or false", field=f"{key}.different")
    if different and (name in domain.fluents or len(parameters) != 2 or "group" in table):
        raise RecordError("only a static predicate of two arguments, without group, can be untold", field=key)
    singular = _compiled(table.get("one"), f"{key}.one", parameters, None)
    if "group" not in table:
        return FactWording(parameters, singular, different=different)
    group = _text(table["group"], f"{key}.group")
    if group not in parameters:
        raise RecordError(f"there is no parameter {group!r}", field=f"{key}.group")
    many = _compiled(table["many"], f"{key}.many", parameters, group)
    if len(singular) != len(many):
        raise RecordError("one and many go in pairs: as many of the one as of the other", field=key)
    return FactWording(parameters, singular, many, parameters.index(group))


def _action(value: Any, domain: Domain, name: str) -> ActionWording:
    key = f"actions.{name}"
    if name not in domain.schemas:
        raise RecordError(f"domain {domain.name} has no such action", field=key)
    parameters = _names(domain.schemas[name].parameters)
    return ActionWording(parameters, _compiled(value, key, parameters, None, conjunction=True))


def _compiled(
    value: Any, key: str, parameters: tuple[str, ...], group: str | None, *, conjunction: bool = False
) -> tuple[Template, ...]:
    """Templates; those of facts do without what separates facts in a conjunction."""
    templates = []
    for place, text in enumerate(_texts(value, key)):
        place_name = f"{key}[{place}]"
        template = _at(place_name, lambda text=text: Template.of(text, parameters, group))  # type: ignore[misc]
        refused = {":", ";"} if conjunction else {":", ";", ",", "and"}
        if refused.intersection(template.shape):
            raise RecordError(f"must do without {' '.join(sorted(refused))}", field=place_name)
        templates.append(template)
    return tuple(templates)


def _nouns(table: dict[str, Any], domain: Domain) -> dict[str, tuple[str, str]]:
    nouns = {}
    for kind, pair in table.items():
        key = f"objects.{kind}"
        if kind not in domain.parents:
            raise RecordError(f"domain {domain.name} has no such type", field=key)
        both = _texts(pair, key)
        if len(both) != 2 or any(not re.fullmatch(r"[a-z][a-z '-]*", noun) for noun in both):
            raise RecordError("must be the singular and the plural, in lower case", field=key)
        nouns[kind] = (both[0], both[1])
    if len(set(nouns.values())) != len(nouns) or len({plural for _, plural in nouns.values()}) != len(nouns):
        raise RecordError("two types have one noun", field="objects")
    inner = {above for parents in domain.parents.values() for above in parents}
    _complete(nouns, [kind for kind in domain.parents if kind not in inner | {OBJECT}], "objects", "type")
    return nouns


def _goals(texts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Goal sentences, cut where the facts stand; no two may begin alike."""
    cut: list[tuple[str, str]] = []
    for place, text in enumerate(texts):
        before, facts, after = text.partition(FACTS)
        key = f"goal[{place}]"
        if not facts or FACTS in after or not before.strip() or after not in (".", ""):
            raise RecordError(f"must have {FACTS} once, before the full stop", field=key)
        opening = _at(key, lambda before=before: tokens(before))  # type: ignore[misc]
        for other, _ in cut:
            words = tokens(other)
            if words[: len(opening)] == opening or opening[: len(words)] == words:
                raise RecordError("begins like another goal sentence", field=key)
        cut.append((before, after))
    return tuple(cut)


def _check_leads(leads: Iterable[str], facts: dict[str, FactWording]) -> None:
    """No sentence may begin with a lead; its words are no names, so shapes decide."""
    shapes = [template.shape for each in facts.values() for template in (*each.one, *each.many)]
    for place, lead in enumerate(leads):
        words = tokens(lead)
        like_fact = any(form[: len(words)] == words for form in shapes)
        if words[-1] != "," or lead[:1] != words[0][:1] or like_fact:
            what = "must end in a comma and begin in lower case as no fact does"
            raise RecordError(what, field=f"lead[{place}]")


def _names(parameters: Iterable[Parameter]) -> tuple[str, ...]:
    return tuple(each.name.removeprefix("?") for each in parameters)


def _complete(names: Iterable[str], wanted: Iterable[str], key: str, what: str) -> None:
    lacking = [name for name in wanted if name not in names]
    if lacking:
        raise RecordError(f"{what} {lacking[0]} has no wording", field=key)


def _only(table: dict[str, Any], keys: frozenset[str], prefix: str) -> None:
    for key in table:
        if key not in keys:
            raise RecordError(f"unknown key; there are {', '.join(sorted(keys))}", field=prefix + key)


def _table(value: Any, key: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecordError("must be a table", field=key)
    return value


def _texts(value: Any, key: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise RecordError("must be a list of texts", field=key)
    texts = tuple(_text(each, f"{key}[{place}]") for place, each in enumerate(value))
    if len(set(texts)) != len(texts):
        raise RecordError("the same text twice", field=key)
    return texts


def _text(value: Any, key: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise RecordError("must be a text", field=key)
    return value


def _at(key: str, check: Callable[[], T]) -> T:
    try:
        return check()
    except RecordError as error:
        raise RecordError(error.message, field=key) from None
    except ValueError as error:
        raise RecordError(clip(str(error), 200), field=key) from None
