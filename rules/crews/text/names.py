"""Which text names which card: people type a name in capitals, with any apostrophe, with a title or
without."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache

from msgspec import Struct

from rules.crews.catalogue import Catalogue

LONGEST_NAME = 120
SILENT = dict.fromkeys(map(ord, "'’‘ʼʻ′`´＇‛."))
"""Apostrophes of every kind, and full stops: people leave them out."""
MARK = re.compile(r" mk [ivx\d]+$")
NEAR = 12
"""CardNames that are compared with what the Crew may hire, before the nearest are offered."""


def folded(text: str) -> str:
    """For comparing what people type: case, blanks and kinds of apostrophe set aside."""
    return " ".join(text.casefold().replace("\u2019", "'").split())


def letters_of(text: str) -> str:
    """The words of a name by their letters and digits alone, without accents and a leading article; empty for
    what is too long for a name.

    >>> letters_of("THE Som’er Teeth–Jones"), letters_of("Shōjō"), letters_of("M&SU ﬁtter")
    ('somer teeth jones', 'shojo', 'm and su fitter')
    """
    if len(text) > LONGEST_NAME:
        return ""
    spelled = unicodedata.normalize("NFKD", text.translate(SILENT).replace("&", " and ")).casefold()
    words = "".join(_letter(letter) for letter in spelled).split()
    return " ".join(words[1:] if words[:1] == ["the"] and len(words) > 1 else words)


def _letter(letter: str) -> str:
    if letter.isalnum():
        return letter
    return "" if unicodedata.combining(letter) or unicodedata.category(letter) == "Cf" else " "


class Named(Struct, frozen=True):
    """A card by its ``slug`` and its ``printed`` name; ``name`` is the one without its title, ``also`` are
    others by which it is known."""

    slug: str
    printed: str
    name: str = ""
    also: tuple[str, ...] = ()


class CardNames:
    """Slugs and names of one kind of card."""

    def __init__(self, cards: Iterable[Named]) -> None:
        self._slugs: dict[str, tuple[str, ...]] = {}
        self._printed: dict[str, str] = {}
        self._exact: dict[str, tuple[str, ...]] = {}
        self._spelled: dict[str, tuple[str, ...]] = {}
        self._also: dict[str, tuple[str, ...]] = {}
        self._untitled: dict[str, tuple[str, ...]] = {}
        for card in cards:
            self._slugs[folded(card.slug)] = (card.slug,)
            self._printed[card.slug] = card.printed
            _put(self._exact, folded(card.printed), card.slug)
            _put(self._spelled, letters_of(card.printed), card.slug)
            _put(self._untitled, letters_of(card.name or card.printed), card.slug)
            for name in card.also:
                _put(self._also, letters_of(name), card.slug)
            if (unmarked := MARK.sub("", letters_of(card.printed))) != letters_of(card.printed):
                _put(self._also, unmarked, card.slug)

    def printed(self, slug: str) -> str:
        """The name for a person; the slug itself where no card has it."""
        return self._printed.get(slug, slug)

    def exact(self, text: str) -> tuple[str, ...]:
        """The slugs whose card is called exactly so, case and blanks aside."""
        return self._slugs.get(folded(text)) or self._exact.get(folded(text), ())

    def find(self, text: str) -> tuple[str, ...]:
        """The slugs that ``text`` may mean: one is an answer, several are a choice, none is a miss.

        What is printed comes before other spellings, these before other names, a name without its title last.
        """
        return self.exact(text) or next(filter(None, self._loosely(text)), ())

    def _loosely(self, text: str) -> Iterator[tuple[str, ...]]:
        spelled = letters_of(text)
        if not spelled or text.lstrip().startswith("("):
            return
        yield self._spelled.get(spelled, ())
        yield self._also.get(spelled, ())
        yield self._untitled.get(spelled, ())
        before, comma, _ = text.partition(",")
        if comma:
            yield self._untitled.get(letters_of(before), ())

    def retitled(self, text: str) -> bool:
        """Whether a card is found in ``text`` only by leaving its title out, or adding one."""
        spelled = letters_of(text)
        return not (self.exact(text) or self._spelled.get(spelled) or self._also.get(spelled))

    def near(self, text: str, rank: Callable[[str], int] = lambda slug: 0, most: int = 4) -> tuple[str, ...]:
        """The slugs of the nearest names, for "did you mean": those of the least ``rank`` first, then the
        nearest. Near is what ``text`` begins with, what has every word of it or begins with it, and what is
        alike letter by letter."""
        words = letters_of(text[:LONGEST_NAME]).split()
        if not words:
            return ()
        wanted, asked = " ".join(words), set(words)
        begun = [" ".join(words[:count]) for count in range(len(words), 0, -1)]
        near = [name for name in begun if name in self._spelled]
        near += [name for name in self._spelled if asked <= set(name.split())]
        near += get_close_matches(wanted, self._spelled, n=NEAR, cutoff=0.6)
        near += [name for name in self._spelled if name.startswith(wanted)]
        slugs = dict.fromkeys(slug for name in near[: 3 * NEAR] for slug in self._spelled[name])
        return tuple(sorted(slugs, key=rank)[:most])

    def has_words(self, slug: str, text: str) -> bool:
        """Whether every word of ``text`` stands in the printed name."""
        return set(letters_of(text).split()) <= set(letters_of(self.printed(slug)).split())

    def spelled(self) -> frozenset[str]:
        """Every name by its letters (``letters_of``)."""
        return frozenset(self._spelled) | frozenset(self._also)


def _put(names: dict[str, tuple[str, ...]], name: str, slug: str) -> None:
    if name and slug not in names.get(name, ()):
        names[name] = (*names.get(name, ()), slug)


@lru_cache(maxsize=8)
def model_names(catalogue: Catalogue) -> CardNames:
    """The names of its models; made once for a catalogue."""
    return CardNames(
        Named(profile.slug, profile.full_name, profile.name, profile.aliases)
        for profile in catalogue.profiles()
    )


@lru_cache(maxsize=8)
def upgrade_names(catalogue: Catalogue) -> CardNames:
    """The names of its Upgrades; made once for a catalogue."""
    return CardNames(Named(upgrade.slug, upgrade.name) for upgrade in catalogue.upgrades())
