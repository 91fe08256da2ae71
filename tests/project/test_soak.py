"""The soak: fresh seeds that can be had again, a budget that is kept, failures that can be repeated."""

from __future__ import annotations

import re

import hypothesis.core
import pytest

CONFTEST = """
import pytest
from tests import soak

def pytest_addoption(parser):
    parser.addoption("--soak", action="store_true")
    parser.addoption("--budget", type=float, default=0)
    parser.addoption("--seed", default="")
    parser.addoption("--at", type=int)

def pytest_configure(config):
    config.addinivalue_line("markers", "soak: long")
    if config.getoption("--soak"):
        config.stash[soak.KEY] = own = soak.Soak(config)
        config.pluginmanager.register(own, "soak")

@pytest.fixture
def seeds(request):
    return soak.seeds_for(request.config, request.node)
"""
PROOFS = """
import time
import pytest

@pytest.mark.parametrize("number", [2, pytest.param(50, marks=pytest.mark.soak)])
def test_counted(seeds, number):
    for seed in seeds(number, least=3):
        print("seed", seed)

@pytest.mark.soak
def test_long(seeds):
    for seed in seeds(50, least=3):
        print("seed", seed)
        time.sleep(0.02)

@pytest.mark.soak
def test_broken(seeds):
    for seed in seeds(50):
        assert seed % 4, "every fourth seed breaks"
"""


@pytest.fixture
def proofs(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    """Runs ``PROOFS`` with these arguments; returns the output."""
    monkeypatch.setattr(hypothesis.core, "global_force_seed", None)
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(PROOFS)

    def run(*arguments: str) -> str:
        off = ("-p", "no:django", "-p", "no:cacheprovider", "-p", "no:randomly")
        return pytester.runpytest_inprocess("-rP", *off, *arguments).stdout.str()

    return run


def drawn(output: str) -> list[str]:
    return re.findall(r"^seed (\d+)$", output, re.M)


def test_a_landing_counts_from_nought(proofs):
    assert drawn(proofs("-k", "counted and 2")) == ["0", "1"]


def test_a_soak_draws_seeds_that_follow_from_its_own(proofs):
    arguments = ("--soak", "-k", "counted and 50")
    first = drawn(proofs(*arguments, "--seed", "one"))
    assert len(set(first)) == 50
    assert drawn(proofs(*arguments, "--seed", "one")) == first
    assert not set(first) & set(drawn(proofs(*arguments, "--seed", "other")))
    assert not set(first) & set(drawn(proofs(*arguments))), "without a word each run draws its own"


def test_a_budget_ends_a_proof_and_says_how_far_it_came(proofs):
    output = proofs("--soak", "--budget", "0.005", "--seed", "one", "-k", "long")
    done = len(drawn(output))
    assert 3 <= done < 50
    assert re.search(rf"^ +{done} of +50 seeds  test_\S+::test_long$", output, re.M)


def test_what_the_budget_does_not_reach_is_named(proofs):
    output = proofs("--soak", "--budget", "0.0005", "--seed", "one", "-k", "long or broken")
    assert "not reached" in output
    assert re.search(r"^not reached  test_\S+::test_broken$", output, re.M)
    assert len(drawn(output)) == 3, "what was begun has its least"


def test_a_failure_names_its_seed_and_repeats_at_it_alone(proofs):
    output = proofs("--soak", "--seed", "one", "-k", "broken")
    seed = re.search(r"FAILED  \S+ -m pytest --soak --seed one --at (\d+) '\S+::test_broken'", output)
    assert seed, output
    assert int(seed[1]) % 4 == 0
    assert "every fourth seed breaks" in proofs("--soak", "--seed", "one", "--at", seed[1], "-k", "broken")
    assert "1 passed" in proofs("--soak", "--seed", "one", "--at", "3", "-k", "broken")
