"""The installed app: what the manifest and the worker name is there, and the policy lets both in."""

from __future__ import annotations

import json

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_manifest_names_icons_that_are_there() -> None:
    answer = Client().get("/manifest.webmanifest")
    described = json.loads(answer.content)
    assert described["start_url"] == "/"
    for icon in described["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/")), icon
    assert 'rel="manifest"' in Client().get("/").content.decode()


def test_the_worker_keeps_files_that_are_there_and_has_a_policy_of_its_own() -> None:
    answer = Client().get("/sw.js")
    head = json.loads(answer.content.decode().split("\n", 1)[0].removeprefix("const PORTAL = ").rstrip(";"))
    assert len(head["files"]) > 30
    for file in head["files"]:
        assert finders.find(file.removeprefix("/static/")), file
    assert Client().get(head["stand_in"]).status_code == 200
    assert answer["Cache-Control"] == "no-cache"
    assert answer["Content-Security-Policy"].startswith("default-src 'none'")
    policy = Client().get("/").headers["Content-Security-Policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy
