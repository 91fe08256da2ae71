"""A name others see deceives nobody."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from mfcampaign.accounts.names import clean_display_name


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Mara", "Mara"),
        ("  Mara   Voss ", "Mara Voss"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("李小龍", "李小龍"),
        ("O'Malley-47", "O'Malley-47"),
        ("x" * 40, "x" * 40),
    ],
)
def test_an_honest_name_is_kept_composed(written: str, kept: str) -> None:
    assert clean_display_name(written) == kept


@pytest.mark.parametrize(
    "written",
    [
        "",
        "x",
        "x" * 41,
        "a\u202eb",
        "a\u200bb",
        "a\x00b",
        "a\nb",
        "a\u2066b\u2069",
        "\ufeffMara",
        "…!",
        "a\u2028b",
    ],
)
def test_a_name_that_hides_something_is_refused(written: str) -> None:
    with pytest.raises(ValidationError):
        clean_display_name(written)
