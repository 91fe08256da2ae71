"""Names of cards in a text: which text names which card, and the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from rules.core.crews.catalogue import Catalogue

FIELD = re.compile(r"^(name|faction|size|leader)\s*:\s*(.*)$", re.IGNORECASE)
COPIES_BEFORE = re.compile(r"^(\d{1,3})\s*[x×]\s+(.+)$", re.IGNORECASE)
COPIES_AFTER = re.compile(r"^(.+?)\s+[x×]\s*(\d{1,3})$", re.IGNORECASE)
BEARING = re.compile(r"\s+\+\s+")


def folded(text: str) -> str:
    """For comparing what people type: case, blanks and kinds of apostrophe set aside."""
    return " ".join(text.casefold().replace("\u2019", "'").split())


def _plain(name: str) -> bool:
    """Whether the name can stand in a line without being taken for something else."""
    marks = (FIELD.match(name), COPIES_BEFORE.match(name), COPIES_AFTER.match(name), BEARING.search(name))
    return not any(marks) and not name.startswith("#") and name == " ".join(name.split()) and bool(name)


class Names:
    """Slugs and printed names of one kind of card."""

    def __init__(self, cards: Iterable[tuple[str, str]]) -> None:
        """``cards``: (slug, printed name) pairs."""
        self._slugs: dict[str, str] = {}
        self._printed: dict[str, str] = {}
        named: dict[str, list[str]] = {}
        for slug, printed in cards:
            self._slugs[folded(slug)] = slug
            self._printed[slug] = printed
            named.setdefault(folded(printed), []).append(slug)
        self._named = named

    def label(self, slug: str) -> str:
        """The printed name where it names this card alone, else the slug."""
        printed = self._printed.get(slug, slug)
        alone = self._named.get(folded(printed)) == [slug] and self._slugs.get(folded(printed), slug) == slug
        return printed if alone and _plain(printed) else slug

    def find(self, text: str) -> tuple[str, ...]:
        """The slugs ``text`` may mean: one is an answer, several are a choice, none is a miss."""
        if (slug := self._slugs.get(folded(text))) is not None:
            return (slug,)
        return tuple(self._named.get(folded(text), ()))

    def like(self, text: str) -> str:
        """The nearest printed name, for "did you mean"; empty when nothing is near."""
        near = get_close_matches(folded(text), self._named, n=1, cutoff=0.6)
        return self._printed[self._named[near[0]][0]] if near else ""


def model_names(catalogue: Catalogue) -> Names:
    return Names((profile.slug, profile.full_name) for profile in catalogue.profiles())


def upgrade_names(catalogue: Catalogue) -> Names:
    return Names((upgrade.slug, upgrade.name) for upgrade in catalogue.upgrades())
