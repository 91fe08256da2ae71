"""Template tags of the navigation on every page."""

from __future__ import annotations

from django import template
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString

from mfcampaign.home import navigation

register = template.Library()


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
        signed_in = bool(user is not None and user.is_authenticated and not user.is_visitor)
        return navigation.bar(here or navigation.room_of(request.path), signed_in=signed_in)


@register.tag
def nav(parser: Parser, token: Token) -> NavNode:
    nodelist = parser.parse(("endnav",))
    parser.delete_first_token()
    return NavNode(nodelist)
