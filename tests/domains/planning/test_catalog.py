"""The domains that ship with the package: complete, readable, plain typed STRIPS."""

import re

import pytest

from certwright.domains.planning import catalog
from certwright.domains.planning.conditions import conjuncts
from certwright.domains.planning.pddl import parse_domain
from certwright.domains.planning.tree import Atom
from certwright.domains.planning.writer import write_domain
from certwright.instances import names
from certwright.instances.errors import NameUnknownError

STRIPS = [key for key in catalog.domains() if key != "alfworld"]
"""The domains without disjunction; a household's text needs it."""


def test_every_domain_of_the_tables_is_there():
    assert catalog.domains() == tuple(sorted(names.domains()))


@pytest.mark.parametrize("key", ["", "nothing", "../ferry", "ferry/", "Ferry", "__pycache__"])
def test_other_keys_are_refused(key):
    with pytest.raises(NameUnknownError, match="unknown planning domain"):
        catalog.domain_text(key)
    with pytest.raises(NameUnknownError, match="unknown planning domain"):
        catalog.wording(key)


@pytest.mark.parametrize("key", catalog.domains())
def test_a_domain_reads_and_writes(key):
    text = catalog.domain_text(key)
    domain = parse_domain(text)
    assert names.domain_of_pddl(domain.name).key == key
    assert parse_domain(write_domain(domain)) == domain
    code = "\n".join(line.split(";")[0] for line in text.splitlines())
    assert code == code.lower()
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 120


@pytest.mark.parametrize("key", STRIPS)
def test_a_domain_is_positive_typed_strips_without_costs(key):
    domain = parse_domain(catalog.domain_text(key))
    assert domain.requirements == (":strips", ":typing")
    assert not domain.constants
    assert not domain.functions
    for schema in domain.schemas.values():
        assert all(isinstance(part, Atom) for part in conjuncts(schema.precondition))
        assert schema.cost is None
        assert schema.add or schema.delete
    signatures = [*domain.predicates.values(), *domain.schemas.values()]
    assert all(each.types != ("object",) for signature in signatures for each in signature.parameters)


@pytest.mark.parametrize("key", catalog.domains())
def test_nothing_in_a_domain_is_idle(key):
    """Every predicate occurs in a schema, every type in a signature, every parameter in its schema."""
    domain = parse_domain(catalog.domain_text(key))
    used = {each for each in domain.predicates if re.search(rf"\({each}[ )]", _schemas(key))}
    assert used == set(domain.predicates)
    signatures = [*domain.predicates.values(), *domain.schemas.values()]
    mentioned = {name for each in signatures for parameter in each.parameters for name in parameter.types}
    assert {name for used in mentioned for name in domain.ancestors[used]} >= {"object"}
    leaves = {name for name in domain.parents if name != "object"}
    assert all(mentioned & (domain.ancestors[name] - {"object"}) for name in leaves)


def _schemas(key):
    return catalog.domain_text(key).split("(:action", 1)[1]


@pytest.mark.parametrize("key", catalog.domains())
def test_a_domain_has_a_wording(key):
    wording = catalog.wording(key)
    assert wording.domain.name == parse_domain(catalog.domain_text(key)).name
    assert wording.title
