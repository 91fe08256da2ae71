"""Template tags and filters of the pages of a league."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from mfcampaign.audit.queries import Act, ActSnapshot
from mfcampaign.web.cache import cached
from mfcampaign.web.drawings import odds
from mfcampaign.web.drawings.icons import icon
from mfcampaign.web.templatetags.portal import ShownIn, moment, shown_in, zone_of
from rules.crews.catalogue import faction_name
from rules.edition import edition_of

register = template.Library()
register.filter("faction_name", faction_name)
register.filter("edition_of", edition_of)
register.simple_tag(odds.lines, name="odds_lines")
register.simple_tag(odds.risk_lines)
register.simple_tag(odds.reward_lines)

# The icon of an act in a diary, by a word of its kind; the first that is in it decides.
MARKS = {
    "hire": "scrip",
    "aftermath": "flip",
    "encounter": "swords",
    "arsenal": "crew",
    "week": "calendar",
}


@register.simple_tag(takes_context=True)
def act_lines(context: Context, acts: Iterable[ActSnapshot], zone: str) -> SafeString:
    """Acts as the lines of a timeline."""
    shown = shown_in(context, zone)
    return format_html_join("", "{}", ((_act_line(act, shown),) for act in acts))


def _act_line(act: ActSnapshot, shown: ShownIn) -> SafeString:
    hidden = act.audience == Act.Audience.ORGANISERS
    mark = "lock" if hidden else next((mark for word, mark in MARKS.items() if word in act.kind), "scroll")
    whom = " · organisers only" if hidden else ""
    by = format_html(BY, act.by) if act.by else ""
    reason = format_html(REASON, act.reason) if act.reason not in act.sentence else ""
    return format_html(LINE, icon(mark), moment(act.created_at, shown), by, whom, act.sentence, reason)


LINE = '<li><span class="mark">{}</span><p class="when">{}{}{}</p><p>{}</p>{}</li>\n'
BY = " · <bdi>{}</bdi>"
REASON = '<p class="soft small">Reason: <bdi>{}</bdi></p>'


class CachedNode(template.Node):
    """``{% cached campaign "standings" visit.viewer page.number %}…{% endcached %}``

    The HTML inside is made once for each state of the league, kind of viewer (a tuple of all that it
    may depend on of who looks), time zone, and whatever is named after; with an empty name it is made
    each time. Never put a form in it, a message, a hand, a Crew that is hidden, or the state of
    workers: these belong to one request or change without an act. A form raises ``ValueError``.
    """

    def __init__(self, nodelist: NodeList, expressions: list[FilterExpression]) -> None:
        self.nodelist = nodelist
        self.campaign, self.name, self.viewer, *self.more = expressions

    def render(self, context: Context) -> SafeString:
        name = self.name.resolve(context)
        if not name:
            return self.nodelist.render(context)
        viewer = self.viewer.resolve(context)
        if not isinstance(viewer, tuple):
            raise TypeError(f"cached {name!r}: who looks is a tuple, not {viewer!r}")
        campaign = self.campaign.resolve(context)
        more = (
            viewer,
            timezone.get_current_timezone_name(),
            zone_of(context),
            *(expression.resolve(context) for expression in self.more),
        )
        return cached(campaign, "html", lambda: self._rendered(context, name), name, *more)

    def _rendered(self, context: Context, name: str) -> SafeString:
        html = self.nodelist.render(context)
        if "csrfmiddlewaretoken" in html:
            raise ValueError(f"cached {name!r}: a form belongs to one request")
        return html


@register.tag("cached")
def cached_tag(parser: Parser, token: Token) -> CachedNode:
    words = token.split_contents()[1:]
    if len(words) < 3:
        raise template.TemplateSyntaxError("cached: which league, what, and for whom?")
    nodelist = parser.parse(("endcached",))
    parser.delete_first_token()
    return CachedNode(nodelist, [parser.compile_filter(word) for word in words])
