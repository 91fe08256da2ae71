"""Pages compared by what they say: where a template breaks its lines is no part of it."""

from __future__ import annotations

import html
import re


def flat(page: str) -> str:
    """The page with every run of blanks as one, and none between tags or at the ends of an element's text.

    >>> flat("<td>\\n  0\\n</td>\\n<td>1 <b>of 2</b></td>")
    '<td>0</td><td>1 <b>of 2</b></td>'
    """
    page = re.sub(r">\s+<", "><", page)
    page = re.sub(r"(<[^/>][^>]*>)\s+", r"\1", page)
    page = re.sub(r"\s+</", "</", page)
    return re.sub(r"\s+", " ", page)


def read_aloud(page: str, main: bool = False) -> str:
    """What a page says, in one line: without tags, with its characters as a reader sees them.

    >>> read_aloud("<p>Squatter&#x27;s\\n <b>Rights</b></p>")
    "Squatter's Rights"
    """
    page = page.partition("<main")[2].partition(">")[2] if main else page
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())
