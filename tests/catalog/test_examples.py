"""The examples in the docstrings of the catalogue are true."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from mfcampaign.catalog import cards, search
from mfcampaign.catalog.charts import json_file
from mfcampaign.catalog.data.m3e import naming


@pytest.mark.parametrize("module", [cards, naming, search, json_file], ids=lambda module: module.__name__)
def test_docstrings(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed
