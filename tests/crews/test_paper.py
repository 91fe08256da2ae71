"""The printed Crew is one A4 page, measured in a real Chromium."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import sync_playwright

from mfcampaign.crews import operations
from mfcampaign.crews.models import Crew

LARGE = (
    ("guild-hound",) * 4
    + ("guard-patrol",) * 4
    + ("clockwork-trap",) * 8
    + ("watcher",) * 3
    + ("newsie",) * 3
)
STYLES = ("tokens", "base", "components", "forms", "print", "crews")


def with_styles(page: str) -> str:
    """The page as a browser would have it, style sheets inside: nothing is served here."""
    styles = "".join((Path(settings.BASE_DIR) / f"static/css/{name}.css").read_text() for name in STYLES)
    bare = re.sub(r"<(link|script)\b[^>]*>(</script>)?", "", page)
    return bare.replace("</head>", f"<style>{styles}</style></head>")


@pytest.mark.browser
@pytest.mark.parametrize(
    "models", [("executioner", "taggart-queeg", "the-judge"), LARGE], ids=["small", "large"]
)
def test_the_sheet_is_one_a4(crew: Crew, client_of: Any, chromium: str, models: tuple[str, ...]) -> None:
    for slug in models:
        operations.add(crew, crew.owner, slug)
    operations.change_settings(crew, crew.owner, notes="\n".join(f"line {number}" for number in range(60)))
    page = client_of(crew.owner).get(reverse("crews:print", args=[crew.public_id])).content.decode()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        sheet = browser.new_page()
        sheet.set_content(with_styles(page))
        pdf = sheet.pdf(prefer_css_page_size=True)
        browser.close()
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf)) == 1
