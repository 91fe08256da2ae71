"""Checks of names that people give to themselves, to leagues, Crews and models: nothing that deceives the eye
(Unicode's table of confusables, UTS 39). Also slugs made of names, and tags."""

from __future__ import annotations

import secrets
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from functools import cache, lru_cache
from itertools import chain, count
from string import ascii_lowercase
from typing import TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.text import slugify

from rules.refusal import Refusal

Saved = TypeVar("Saved")

# Cc control, Cf format (marks of direction, zero width), Cs surrogate, Co private, Zl/Zp line separators
_FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters and marks that draw nothing (Default_Ignorable_Code_Point outside Cf), and the empty Braille cell.
_UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0))))
)
# They choose between two pictures of one sign, such as ❤ and ❤️; a name does without.
_STYLES = dict.fromkeys((0xFE0E, 0xFE0F))
LONGEST_LOOKS = 600
LONGEST_STEM, UNLISTED_BYTES = 60, 5
MOST_AT_ONCE = 50
LONGEST_TAG, MOST_TAGS = 40, 8
_RTL_MARK = "\u200e"


def honest(text: str) -> str:
    """The text in NFC with single spaces; ``ValidationError`` where something in it is not seen.

    >>> honest("  Mara   Voss ")
    'Mara Voss'
    """
    # Spaces go first: a tab at the end is a slip of the hand, a tab inside a name is not.
    composed = unicodedata.normalize("NFC", text.strip().translate(_STYLES))
    if any(unicodedata.category(char) in _FORBIDDEN or char in _UNSEEN for char in composed):
        raise ValidationError("A name has no control, invisible or direction-changing characters.")
    return " ".join(composed.split())


def plain(text: str) -> str:
    """The text in NFC with single spaces, without what is not seen: for names that come with something else,
    where nobody is asked again.

    >>> plain(" Night\\u202e  watch\\u3164 ")
    'Night watch'
    """
    composed = unicodedata.normalize("NFC", " ".join(text.split()))
    seen = (char for char in composed if unicodedata.category(char) not in _FORBIDDEN and char not in _UNSEEN)
    return " ".join("".join(seen).split())


@lru_cache(maxsize=4096)
def looks(name: str) -> str:
    """What two names share that a person could take for each other; upper and lower case are one.

    >>> looks("Mаrа") == looks("MARA")  # two of these are Cyrillic
    True
    >>> looks("Iara") == looks("lara"), looks("Arnold") == looks("Amold"), looks("Mara") == looks("Mira")
    (True, True, False)
    """
    seen = unicodedata.normalize("NFKC", name[:LONGEST_LOOKS])
    seen = "".join(
        char for char in seen if char not in _UNSEEN and unicodedata.category(char) not in _FORBIDDEN
    )
    alike = _prototypes()
    for _ in range(2):  # a character may fold to several, each of which may fold again
        seen = "".join(alike.get(char, char) for char in unicodedata.normalize("NFD", seen)).casefold()
    return "".join(unicodedata.normalize("NFKC", seen).split())[:LONGEST_LOOKS]


@cache
def _prototypes() -> dict[str, str]:
    """One string for all characters that look alike, by character.

    The library keeps each pair in both directions; all that hang together are one class, told by its only
    string of several characters if there is one, else by its first character. Small and capital Latin
    letters belong together, so I is like l and like i, too; of Greek ones they do not, or n would be like v.
    """
    # Six megabytes for those who take names.
    from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]

    neighbours: dict[str, set[str]] = defaultdict(set)
    for small in ascii_lowercase:
        neighbours[small].add(small.upper())
        neighbours[small.upper()].add(small)
    for shape, others in confusables_data.items():
        for other in others:
            first, second = shape.strip(_RTL_MARK), other["c"].strip(_RTL_MARK)
            neighbours[first].add(second)
            neighbours[second].add(first)
    prototypes: dict[str, str] = {}
    for start in neighbours:
        if start in prototypes:
            continue
        alike, ahead = {start}, [start]
        while ahead:
            new = set().union(*(neighbours[shape] for shape in ahead)) - alike
            alike |= new
            ahead = list(new)
        prototype = min(alike, key=lambda shape: (-len(shape), shape))
        prototypes |= dict.fromkeys(alike, prototype)
    return {shape: prototype for shape, prototype in prototypes.items() if len(shape) == 1}


def with_free_slug(
    model: type[Model],
    name: str,
    save: Callable[[str], Saved],
    *,
    usual: str,
    reserved: Collection[str],
    listed: bool,
) -> Saved:
    """What ``save`` makes under the next free slug (``free_slug``). Somebody else may take that in the same
    moment: then the next one. ``Refusal`` when that happens each time."""
    for _ in range(MOST_AT_ONCE):
        slug = free_slug(model, name, usual=usual, reserved=reserved, listed=listed)
        try:
            with transaction.atomic():
                return save(slug)
        except IntegrityError:
            if not model._default_manager.filter(slug=slug).exists():
                raise
    raise Refusal(f"Many are opening “{name}” at this moment.", fix="Try again in a moment.")


def free_slug(model: type[Model], name: str, *, usual: str, reserved: Collection[str], listed: bool) -> str:
    """The ``slug`` of a new row of that name, which no other row has; ``usual`` where the name gives none.

    That of an unlisted row ends in random digits whether the name is taken or not: a number after a name
    tells that the name is taken, and so does a name that is refused.
    """
    stem = slugify(name)[:LONGEST_STEM] or usual
    if not listed:
        return f"{stem}-{secrets.token_hex(UNLISTED_BYTES)}"
    rows = model._default_manager.filter(slug__startswith=stem)
    taken = {*reserved, *rows.values_list("slug", flat=True)}
    candidates = chain([stem], (f"{stem}-{number}" for number in count(2)))
    return next(slug for slug in candidates if slug not in taken)


def clean_tags(tags: Iterable[object]) -> list[str]:
    """Tags as they are kept: single blanks, each once whatever its capitals, in the order given; a comma
    parts two. ``Refusal`` for one that is too long, and for too many.

    >>> clean_tags(["Guild night", " guild  night ,cup", "", "1 Jan"])
    ['Guild night', 'cup', '1 Jan']
    """
    kept: dict[str, str] = {}
    for part in (part for tag in tags for part in str(tag).split(",")):
        word = " ".join(part.split())
        if len(word) > LONGEST_TAG:
            raise Refusal(f"A tag has at most {LONGEST_TAG} characters: {word}.", fix="Shorten it.")
        if word:
            kept.setdefault(word.casefold(), word)
    if len(kept) > MOST_TAGS:
        raise Refusal(f"These are {len(kept)} tags; {MOST_TAGS} are kept.", fix="Leave some out.")
    return list(kept.values())


class NameField(forms.CharField):
    """A line of honest characters with single spaces."""

    def clean(self, value: object) -> str:
        return honest(str(super().clean(value)))
