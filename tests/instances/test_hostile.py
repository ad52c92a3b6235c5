import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certwright.instances.errors import RecordError
from certwright.instances.hostile import DEPTH_LIMIT, decode, repeated_key, shallow

texts = st.text(st.sampled_from('[]{}"\\,: a\n'), max_size=8)
values = st.recursive(
    texts | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(texts, inner), max_leaves=12
)


def depth(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(depth, value), default=0)
    return 0


@given(values)
def test_depth_is_counted_exactly(value):
    text = json.dumps(value, ensure_ascii=False).encode()
    deep = depth(value)
    assert shallow(text, deep)
    assert not deep or not shallow(text, deep - 1)


@pytest.mark.parametrize("size", [DEPTH_LIMIT, DEPTH_LIMIT + 1])
def test_the_limit_on_depth(size):
    text = b"[" * size + b"]" * size
    if size <= DEPTH_LIMIT:
        decode(text)
    else:
        with pytest.raises(RecordError, match="nested deeper"):
            decode(text)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (b'{"a":1,"a":1}', "a"),
        (b'[{"x":{"b":1,"c":2,"b":3}}]', "b"),
        (b'{"\\u0061":1,"a":2}', "a"),
        (b'{"a":{"a":1},"b":{"a":2}}', None),
        (b'"{\\"a\\":1,\\"a\\":2}"', None),
    ],
)
def test_repeated_keys(text, key):
    assert repeated_key(text) == key
    if key:
        with pytest.raises(RecordError, match=f"twice.*{key}"):
            decode(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(b'{"a":NaN}', "malformed", id="nan"),
        pytest.param(b'{"a":Infinity}', "malformed", id="infinity"),
        pytest.param(b'{"a":1e999}', "out of range", id="float too large"),
        pytest.param(b'{"a":' + b"9" * 5000 + b"}", "out of range", id="integer too large"),
        pytest.param(b'{"a":"\xff"}', "invalid UTF-8", id="bad utf-8"),
        pytest.param(b'{"a":"\\ud800"}', "surrogate", id="lone surrogate"),
        pytest.param(b'{"a":', "truncated|too early", id="cut off"),
        pytest.param(b"", "too early", id="empty"),
        pytest.param(b'{"a":1}{', "malformed", id="trailing text"),
        pytest.param(b'{"a":"\x00"}', "malformed", id="control character"),
        pytest.param(b"[" * 10**6, "nested deeper|too early", id="a million brackets"),
        pytest.param(b'{"a":' * 10**5, "nested deeper|too early", id="a hundred thousand objects"),
    ],
)
def test_hostile_text_is_refused_in_words(text, message):
    with pytest.raises(RecordError, match=message):
        decode(text)
