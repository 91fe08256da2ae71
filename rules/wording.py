"""Grammar of the sentences we say: plurals, ranges, names. Each from this one place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

PARTICLES = frozenset(
    "a an and at by d' da das de del der di du el for in la le of on or the to van von with".split()
)


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "Soulstone"), counted(3, "Soulstone"), counted(0, "entry", "entries")
    ('1 Soulstone', '3 Soulstones', '0 entries')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def counted_are(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun, as the subject of a sentence.

    >>> counted_are(1, "result"), counted_are(2, "result of round 1", "results of round 1")
    ('1 result is', '2 results of round 1 are')
    """
    return f"{counted(number, noun, plural)} {'is' if number == 1 else 'are'}"


SPELLED = "no one two three four five six seven eight nine ten eleven twelve".split()


def spelled(number: int) -> str:
    """A number within a sentence: a word up to twelve.

    >>> spelled(8), spelled(13)
    ('eight', '13')
    """
    return SPELLED[number] if 0 <= number < len(SPELLED) else str(number)


def left(number: int, noun: str) -> str:
    """How many there still are.

    >>> left(1, "Soulstone"), left(0, "card")
    ('1 Soulstone is left', '0 cards are left')
    """
    return f"{counted_are(number, noun)} left"


def how_many(least: int, most: int) -> str:
    """How many may be chosen.

    >>> [how_many(2, 2), how_many(0, 3), how_many(0, 1), how_many(1, 3)]
    ['Choose 2', 'Choose up to 3, or none', 'Choose one, or none', 'Choose 1 to 3']
    """
    if least == most:
        return f"Choose {most}" if most != 1 else "Choose one"
    if least == 0:
        return "Choose one, or none" if most == 1 else f"Choose up to {most}, or none"
    return f"Choose {least} to {most}"


def listed(names: Iterable[str], word: str = "and") -> str:
    """Names as a sentence lists them; "" for none.

    >>> listed(["Ann"]), listed(["Ann", "Bea", "Cid"]), listed(["Ann", "Bea"], "or")
    ('Ann', 'Ann, Bea and Cid', 'Ann or Bea')
    """
    *first, last = [*names] or [""]
    return f"{', '.join(first)} {word} {last}" if first else last


def with_article(noun: str) -> str:
    """One of it.

    >>> [with_article(noun) for noun in ("Ice Pillar Marker", "Ram", "Union Miner")]
    ['an Ice Pillar Marker', 'a Ram', 'a Union Miner']
    """
    return f"{'an' if re.match('(?!uni)[aeiou]', noun, re.IGNORECASE) else 'a'} {noun}"


def span(least: object, most: object) -> str:
    """A range, or the one number that it is.

    >>> span(2, 5), span(2, 2)
    ('2 to 5', '2')
    """
    return str(least) if least == most else f"{least} to {most}"


def titled(name: str) -> str:
    """A name as people write it, from a key in lower case; capitals that it has stay.

    >>> titled("asami's soul"), titled("pistolero de latigo"), titled("the bride"), titled("fire-branded")
    ("Asami's Soul", 'Pistolero de Latigo', 'The Bride', 'Fire-Branded')
    >>> titled("Dr. McMourning")
    'Dr. McMourning'
    """
    words = [
        word if place and word in PARTICLES else re.sub(r"(^|-)(\w)", lambda m: m[1] + m[2].upper(), word)
        for place, word in enumerate(name.split(" "))
    ]
    return " ".join(words)


def slug_of(name: str) -> str:
    """A name as it stands in an address; empty where nothing of it can.

    >>> slug_of("The Watch"), slug_of("Bête Noire"), slug_of("…")
    ('the-watch', 'bete-noire', '')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain)).strip("-_")
