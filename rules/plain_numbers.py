"""Whole numbers as addresses, forms and files write them.

``str.isdigit`` is true of ``²``, which ``int`` refuses; ``int`` takes 4,300 digits at most, a database 18.
Whatever reads a number from outside asks here (tests/project/test_guards.py).
"""

from __future__ import annotations

LONGEST = 18


def whole(text: object, most: int = 10**LONGEST) -> int | None:
    """The number from 0 to ``most`` that ``text`` writes in plain digits; ``None`` for anything else.

    >>> whole("12"), whole("0"), whole("12", 9)
    (12, 0, None)
    >>> [whole(text) for text in ("", "-1", "²", "٣", "1_0", "9" * 19, None)]
    [None, None, None, None, None, None, None]
    """
    if not isinstance(text, str) or not text.isascii() or not text.isdigit() or len(text) > LONGEST:
        return None
    number = int(text)
    return number if number <= most else None
