"""The names of models of all other editions, by which a pasted list is told to be one of theirs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec import Struct

from mfcampaign.catalog.build.datafiles import DATA_DIR
from mfcampaign.catalog.queries import catalogue_for, current_release, edition_choices
from rules.crews.text.names import letters_of, model_names
from rules.edition import is_known

UNPLAYED = DATA_DIR / "unplayed"


class NamesFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The names of an edition that has no catalogue here: its code, what it is called, the full names."""

    edition: str
    name: str
    models: tuple[str, ...]


def names_elsewhere(edition: str) -> Mapping[str, frozenset[str]]:
    """The names of the models of every edition but this one, spelled as ``letters_of`` does, by what the
    edition is called: from its current release, else from its file of names."""
    released = {
        name: model_names(catalogue_for(current_release(code).pk)).spelled()
        for code, name in edition_choices()
        if code != edition
    }
    return released | {file.name: spelled for file, spelled in _files() if not is_known(file.edition)}


@lru_cache(maxsize=1)
def _files() -> tuple[tuple[NamesFile, frozenset[str]], ...]:
    files = [
        msgspec.json.decode(path.read_bytes(), type=NamesFile) for path in sorted(UNPLAYED.glob("*.json"))
    ]
    return tuple((file, frozenset(map(letters_of, file.models))) for file in files)
