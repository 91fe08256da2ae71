from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model

from mfcampaign.accounts.ways_in import guessing

PASSWORD = "iron-harvest-moon-47"


@pytest.fixture
def mara(db: None) -> Any:
    person = get_user_model().objects.create_user("mara", "mara@example.org", PASSWORD, display_name="Mara")
    EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=True)
    return person


@pytest.fixture
def password() -> str:
    return PASSWORD


@pytest.fixture(autouse=True)
def no_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong passwords wait for nothing; those who ask how long set it themselves."""
    monkeypatch.setattr(guessing, "DELAY_SECONDS", 0)
