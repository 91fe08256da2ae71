"""The examples in the docstrings of the catalogue are true."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from mfcampaign.catalog import index, jsonlines, naming


@pytest.mark.parametrize("module", [naming, index, jsonlines], ids=lambda module: module.__name__)
def test_docstrings(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed
