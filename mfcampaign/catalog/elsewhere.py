"""The names of models of all other editions, by which a pasted list is told to be one of theirs."""

from __future__ import annotations

from collections.abc import Mapping

from mfcampaign.catalog.queries import catalogue_for, current_release, edition_choices
from rules.crews.text.names import model_names


def names_elsewhere(edition: str) -> Mapping[str, frozenset[str]]:
    """The names of the models of every edition but this one that has figures, spelled as ``letters_of`` does,
    by what the edition is called."""
    return {
        name: model_names(catalogue_for(current_release(code).pk)).spelled()
        for code, name in edition_choices()
        if code != edition
    }
