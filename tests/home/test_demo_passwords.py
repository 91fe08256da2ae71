"""Beyond one machine the demo's people have passwords of their own."""

from __future__ import annotations

import stat
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command

from mfcampaign.campaigns.scripted import demo
from mfcampaign.web.resilience.addresses import is_loopback

pytestmark = pytest.mark.django_db


def test_whoever_has_the_public_password_gets_another_that_is_kept(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    people = get_user_model().objects
    for name in ("organiser", "ashby", "somebody"):
        people.create_user(name, password=demo.PASSWORD)
    people.get(username="ashby").set_password("chosen since")
    call_command("demo", "--own-passwords", stdout=StringIO())
    organiser, other = people.get(username="organiser"), people.get(username="somebody")
    assert not organiser.check_password(demo.PASSWORD)
    assert other.check_password(demo.PASSWORD), "nobody of the demo"
    told = {name: password for name, password, _ in demo.sign_ins()}
    assert organiser.check_password(told["organiser"])
    assert stat.S_IMODE((tmp_path / demo.OWN_PASSWORDS).stat().st_mode) == 0o600
    call_command("demo", "--own-passwords", stdout=StringIO())
    assert demo.sign_ins()[0][1] == told["organiser"], "the next start prints the same"


@pytest.mark.parametrize(
    ("host", "alone"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("192.168.1.5", False)],  # noqa: S104  names
)
def test_only_this_machine_reaches_loopback(host: str, *, alone: bool) -> None:
    assert is_loopback(host) is alone
