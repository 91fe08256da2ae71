"""Browsers in words of ours: what a stranger's program calls itself is repeated nowhere."""

from __future__ import annotations

import re

# The first one found counts: nearly every browser also calls itself by the names of those before it.
BROWSERS = (
    ("Edge", r"Edg(?:e|A|iOS)?/"),
    ("Opera", r"OPR/"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"(?:Firefox|FxiOS)/"),
    ("Chrome", r"(?:Chrome|CriOS)/"),
    ("Safari", r"Version/[\d.]+ .*Safari/"),
)
SYSTEMS = (
    ("iPhone", r"\(iPhone"),
    ("iPad", r"\(iPad"),
    ("Android", r"Android"),
    ("Windows", r"Windows NT"),
    ("macOS", r"Mac OS X"),
    ("ChromeOS", r"CrOS"),
    ("Linux", r"Linux"),
)
UNKNOWN = "a browser that we do not know"
LONGEST = 500


def browser_named(user_agent: str) -> str:
    """“Firefox on Linux”; ``UNKNOWN`` for a program that calls itself otherwise."""
    read = user_agent[:LONGEST]
    browser = next((name for name, sign in BROWSERS if re.search(sign, read)), None)
    system = next((name for name, sign in SYSTEMS if re.search(sign, read)), None)
    if browser is None:
        return UNKNOWN
    return f"{browser} on {system}" if system else browser
