"""Tags that every template has: icons, cards, states, the navigation.

They return ready strings: a table of two hundred rows may hold one in each cell.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.templatetags.static import static
from django.utils.safestring import SafeString

from mfcampaign.web import cards, icons, navigation, states
from mfcampaign.web.drawings.deployment import deployment_map, deployment_words
from mfcampaign.web.notices import undo_url_of
from mfcampaign.web.refusals import rule_link

register = template.Library()

# A file's address does not change while the process lives: each page would ask for ten of them.
register.simple_tag(lru_cache(maxsize=256)(static), name="asset")
register.simple_tag(icons.icon, name="icon")
register.simple_tag(icons.suit, name="suit")
register.simple_tag(icons.faction, name="faction")
register.simple_tag(cards.fate_card, name="fate_card")
register.simple_tag(states.pill, name="state")
register.simple_tag(rule_link, name="rule")
register.simple_tag(deployment_map)
register.simple_tag(deployment_words)
register.filter("undo_url", undo_url_of)


@register.filter
def minus(value: int, other: int) -> int:
    """``{{ 5|minus:2 }}`` is 3."""
    return value - other


@register.filter
def signed(value: int) -> str:
    """A summand with its sign, the minus a true one: ``+3``, ``−5``, ``0``."""
    if value == 0:
        return "0"
    return f"+{value}" if value > 0 else f"\N{MINUS SIGN}{-value}"


@register.filter
def figure(value: object) -> object:
    """A sum as it stands, a minus a true one: ``3``, ``−5``; what is no number stays as it is."""
    return f"\N{MINUS SIGN}{-value}" if isinstance(value, int) and value < 0 else value


class NavNode(template.Node):
    """``{% nav %}{% block nav_here %}{% endblock %}{% endnav %}``: the rooms, with where one is marked.

    The block may name a room (home, leagues, crews, catalogue, you); left empty, the address tells.
    """

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        here = self.nodelist.render(context).strip()
        request = context.get("request")
        if request is None:
            return navigation.bar(here, signed_in=False)
        user = getattr(request, "user", None)
        signed_in = bool(user is not None and user.is_authenticated)
        return navigation.bar(here or navigation.room_of(request.path), signed_in=signed_in)


@register.tag
def nav(parser: Parser, token: Token) -> NavNode:
    nodelist = parser.parse(("endnav",))
    parser.delete_first_token()
    return NavNode(nodelist)


class FoldNode(template.Node):
    """``{% page_query page=3 %}``: the present query string with some values replaced or dropped."""

    def __init__(self, changes: dict[str, FilterExpression]) -> None:
        self.changes = changes

    def render(self, context: Context) -> str:
        query = context["request"].GET.copy()
        for name, expression in self.changes.items():
            value: Any = expression.resolve(context)
            if value in (None, ""):
                query.pop(name, None)
            else:
                query[name] = str(value)
        encoded: str = query.urlencode()
        return f"?{encoded}".replace("&", "&amp;") if encoded else "?"


@register.tag
def page_query(parser: Parser, token: Token) -> FoldNode:
    pairs = (bit.partition("=") for bit in token.split_contents()[1:])
    return FoldNode({name: parser.compile_filter(value) for name, _, value in pairs})
