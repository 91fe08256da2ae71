"""Takes control characters and marks of direction out of what people write.

Unicode's marks of direction act up to the end of the line: in a note, they turn around the portal's own words
that follow it. Scripts that are written from right to left do without them, because the direction of a text
follows from its letters. Control characters other than tabs and line breaks go with them: nobody sees them,
and formats such as XML and calendars cannot hold them.
"""

from __future__ import annotations

import re

_CONTROLS = (*range(9), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0x7F, 0xA0))
# Unicode's property Bidi_Control, whole.
_DIRECTIONS = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_GONE = dict.fromkeys((*_CONTROLS, *_DIRECTIONS))
_ESCAPED = "|".join(f"{code:04x}" for code in _GONE)
_WRITTEN_OUT = "".join(f"\\u{code:04x}" for code in _GONE if code >= 0x20)
# An escaped backslash is matched first: what follows it is no escape.
_IN_JSON = re.compile(rf"(\\\\)|\\[bf]|\\u(?i:{_ESCAPED})|[{_WRITTEN_OUT}]")


def without_control_characters(text: str) -> str:
    """The text without marks of direction and control characters; letters of every script stay.

    >>> without_control_characters("paid\\u202e 3\\u2066 Scrip\\x07\\n")
    'paid 3 Scrip\\n'
    >>> without_control_characters("שלום, Mara")
    'שלום, Mara'
    """
    return text.translate(_GONE)


def json_without_control_characters(raw: bytes) -> bytes:
    """JSON of which no text holds any of them; what is no UTF-8 comes back as it is.

    >>> json_without_control_characters(rb'{"a": "b\\u202Ec\\\\u202e"}')
    b'{"a": "bc\\\\\\\\u202e"}'
    """
    if raw.isascii() and b"\\" not in raw and b"\x7f" not in raw:
        return raw
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return raw
    return _IN_JSON.sub(lambda match: match[1] or "", text).encode()
