"""Chance in tests: the same on every run of a test, never twice the same within one."""

from __future__ import annotations

import secrets

import pytest

from tests.randomness import Stream


@pytest.fixture(scope="module")
def shared() -> bytes:
    return secrets.token_bytes(32)


def test_a_stream_follows_from_its_name() -> None:
    one, same, other = Stream("one"), Stream("one"), Stream("other")
    assert one.token_bytes(40) == same.token_bytes(40) != other.token_bytes(40)
    assert [one.randrange(54) for _ in range(20)] == [same.randrange(54) for _ in range(20)]
    assert one.sample(range(54), 54) == same.sample(range(54), 54)
    assert len(one.token_bytes()) == 32
    assert one.token_bytes(0) == b""


def test_a_stream_reaches_everything_and_repeats_nothing() -> None:
    stream = Stream("far")
    assert {stream.randrange(54) for _ in range(2_000)} == set(range(54))
    assert len({stream.token_bytes(8) for _ in range(2_000)}) == 2_000


def test_a_stretch_under_another_name_leaves_the_stream_where_it_was() -> None:
    plain, led_away = Stream("a"), Stream("a")
    first = plain.token_bytes()
    assert led_away.token_bytes() == first
    with led_away.named("b"):
        assert led_away.token_bytes() == Stream("b").token_bytes()
    assert led_away.token_bytes() == plain.token_bytes()


def test_a_test_draws_from_its_own_name(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--soak") or request.config.getoption("--chance"):
        pytest.skip("these are other draws")
    assert secrets.token_bytes(16) == Stream(request.node.nodeid).token_bytes(16)


def test_what_tests_share_draws_from_its_own_name(request: pytest.FixtureRequest, shared: bytes) -> None:
    if request.config.getoption("--soak") or request.config.getoption("--chance"):
        pytest.skip("these are other draws")
    assert shared == Stream("tests/project/test_randomness.py::shared[0]").token_bytes(32)
    assert secrets.token_bytes(16) == Stream(request.node.nodeid).token_bytes(16)
