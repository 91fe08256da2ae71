"""The file of card scripts, looked up by kind and printed name.

>>> script = script_of("ability", "Armor", value=2)
>>> script.parts[0].amount
2
>>> script_of("ability", "Howl At The Moon") is None
True
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import msgspec

from rules.editions.m3e.scripts.carried_out import lacking
from rules.editions.m3e.scripts.script import (
    SCRIPTS,
    AnyScript,
    Entry,
    Kind,
    Moment,
    Moments,
    Scripts,
    filled,
)


@lru_cache(maxsize=1)
def scripts() -> Scripts:
    """The whole file of card scripts."""
    raw = files("rules.editions.m3e.scripts").joinpath("data/m3e-cards.json").read_bytes()
    return msgspec.json.decode(raw, type=Scripts)


@lru_cache(maxsize=1)
def _by_name() -> dict[tuple[str, str], list[Entry]]:
    by_name: dict[tuple[str, str], list[Entry]] = {}
    for entry in scripts().entries:
        by_name.setdefault((entry.kind, plain(entry.name)), []).append(entry)
    return by_name


def plain(name: str) -> str:
    """A printed name without case, quotation marks and kinds of apostrophe."""
    quotes = {ord(mark): None for mark in "'’‘\"“”!.,"}
    return name.casefold().translate(quotes).strip()


def entry_of(
    kind: Kind, name: str, *, value: int | None = None, type_: str = "", model: str = ""
) -> Entry | None:
    """The most specific entry for that copy of the name; ``None`` when there is none."""
    best: Entry | None = None
    most = -1
    for entry in _by_name().get((kind, plain(name)), ()):
        says = 0
        if entry.values:
            says += 2 if value in entry.values else -99
        if entry.types:
            says += 4 if plain(type_) in map(plain, entry.types) else -99
        if entry.models:
            says += 8 if plain(model) in map(plain, entry.models) else -99
        if says > most:
            best, most = entry, says
    return best


@lru_cache(maxsize=1)
def moments() -> dict[tuple[str, str], Moment]:
    """Every known moment by kind and name."""
    raw = files("rules.editions.m3e.scripts").joinpath("data/m3e-moments.json").read_bytes()
    known = msgspec.json.decode(raw, type=Moments).moments
    return {(moment.kind, plain(moment.name)): moment for moment in known}


def moment_of(kind: Kind, name: str) -> Moment | None:
    """When what that name does is due, if its text says so."""
    return moments().get((kind, plain(name)))


@lru_cache(maxsize=4096)
def script_of(
    kind: Kind, name: str, *, value: int | None = None, type_: str = "", model: str = ""
) -> AnyScript | None:
    """The script of that copy if it is completely executed; ``None`` when it is prompted."""
    entry = entry_of(kind, name, value=value, type_=type_, model=model)
    if entry is None or entry.status != "scripted":
        return None
    script = msgspec.convert(filled(entry.script, value, type_), SCRIPTS[kind])
    return None if lacking(script) else script
