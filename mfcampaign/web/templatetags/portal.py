"""Tags that every template has: icons, cards, states.

They return finished strings: a table of two hundred rows may hold one in each cell.
"""

from __future__ import annotations

import datetime as dt
from functools import lru_cache
from html import unescape
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django import template
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.paginator import Page
from django.http import HttpRequest
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as django_url
from django.templatetags.static import static
from django.urls import NoReverseMatch, get_script_prefix, reverse
from django.utils import timezone
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString

from mfcampaign.web import states
from mfcampaign.web.drawings import cards, icons
from mfcampaign.web.drawings.deployment import deployment_map, deployment_words
from mfcampaign.web.drawings.sharing import Picture, picture_url
from mfcampaign.web.moments import exactly, said
from mfcampaign.web.navigation import edition_query
from mfcampaign.web.refusals import rule_link
from mfcampaign.web.static import core_styles
from mfcampaign.web.undo import undo_url_of
from rules import wording

register = template.Library()

# A file's address does not change while the process lives: each page would ask for ten of them.
register.simple_tag(lru_cache(maxsize=256)(static), name="asset")
register.simple_tag(lru_cache(maxsize=1)(core_styles), name="core_styles")
register.simple_tag(icons.icon, name="icon")
register.simple_tag(icons.suit, name="suit")
register.simple_tag(icons.faction, name="faction")
register.simple_tag(cards.fate_card, name="fate_card")
register.simple_tag(states.pill, name="state")
register.simple_tag(rule_link, name="rule")
register.simple_tag(deployment_map)
register.simple_tag(deployment_words)
register.filter("undo_url", undo_url_of)
register.filter("edition_query", edition_query)


def zone_of(context: Context) -> str:
    """The zone that the viewer has chosen; empty for strangers and for people who chose none."""
    user = getattr(getattr(context, "request", None), "user", None)
    if user is None or not user.is_authenticated or not user.timezone:
        return ""
    name: str = user.zone.key
    return name


class ShownIn(NamedTuple):
    """How a page shows moments: in the zone ``shown``, as seen from the minute ``now``. ``own`` is the zone
    of the page's subject, or empty; it is named after each moment if ``beside``."""

    shown: str
    own: str
    beside: bool
    now: dt.datetime


def shown_in(context: Context, zone: str = "") -> ShownIn:
    """In the reader's zone, else in ``zone``, else in the portal's."""
    chosen = zone_of(context)
    shown = chosen or zone or timezone.get_current_timezone_name()
    return ShownIn(shown, zone, not chosen, timezone.now().replace(second=0, microsecond=0))


@register.simple_tag(takes_context=True)
def when(context: Context, at: dt.datetime | None, zone: str = "") -> SafeString | str:
    """``{% when week.opens_at campaign.timezone %}``: a moment in the reader's zone, else in ``zone``, which
    then stands beside it. Near ones are said by their day; the exact moment is shown on hover."""
    return "" if at is None else moment(at, shown_in(context, zone))


def moment(at: dt.datetime, how: ShownIn) -> SafeString:
    """The element of one moment, with the zone beside it where ``how`` says so."""
    local = at.astimezone(ZoneInfo(how.shown))
    exact = exactly(local, how.shown)
    if how.own and how.own != how.shown:
        exact += f"; {exactly(at.astimezone(ZoneInfo(how.own)), how.own)}"
    return format_html(
        '<time datetime="{}" title="{}">{}</time>{}',
        local.isoformat(timespec="minutes"),
        exact,
        said(local, how.now),
        format_html(' <span class="soft">({})</span>', how.own) if how.own and how.beside else "",
    )


@register.filter
def pages_near(page: Page[Any]) -> list[int | str]:
    """The numbers of the first page, the last and those beside ``page``, with ``…`` for what is between.

    >>> from django.core.paginator import Paginator
    >>> pages_near(Paginator(range(90), 10).page(5))
    [1, '…', 4, 5, 6, '…', 9]
    """
    return [*page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)]


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
def counted(number: int, noun: str) -> str:
    """``{{ 1|counted:"model" }}`` is "1 model"; ``{{ 2|counted:"entry,entries" }}`` "2 entries"."""
    one, _, more = noun.partition(",")
    return wording.counted(number, one, more)


@register.filter
def figure(value: object) -> object:
    """A sum with a true minus sign: ``3``, ``−5``; what is no number stays as it is."""
    return f"\N{MINUS SIGN}{-value}" if isinstance(value, int) and value < 0 else value


@register.filter
def of_edition(name: str, code: str) -> list[str]:
    """Where a template of an edition is looked for: its own, else the one for any.

    >>> of_edition("sheet", "m3e")
    ['editions/m3e/sheet.html', 'editions/sheet.html']
    """
    return [f"editions/{code}/{name}.html", f"editions/{name}.html"]


@register.filter
def of_name(value: object, name: str) -> object:
    """What the thing has under that name, for tables whose columns are not known before."""
    return getattr(value, name, None)


class SharedNode(template.Node):
    """``{% shared text=… emblem="league" accent=… %}`` what a chat shows of this page: within,
    a line each, the small line, the title and facts. Without ``text`` the facts describe the page. ``path``
    is what is shared where it is not the page's own, ``picture`` where its picture is drawn."""

    def __init__(self, inner: NodeList, options: dict[str, FilterExpression]) -> None:
        self.inner, self.options = inner, options

    def render(self, context: Context) -> SafeString:
        lines = [" ".join(unescape(line).split()) for line in self.inner.render(context).splitlines()]
        kicker, title, *facts = [line for line in lines if line] + [""] * 2
        facts = [fact for fact in facts if fact]
        options = {name: str(value.resolve(context) or "") for name, value in self.options.items()}
        text = " ".join(options.pop("text", "").split()) or ". ".join(facts)
        picture = options.get("picture") or _picture_url(
            Picture(kicker, title, tuple(facts), options.get("emblem", "crow"), options.get("accent", ""))
        )
        request = context.get("request")
        path = options.get("path") or (request.path if request else "/")
        text = text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"
        return _shared(text, title, kicker, _site(request), path, picture)


# Signing takes as long as a query; the words of a page are the same at each visit.
_picture_url = lru_cache(maxsize=1024)(picture_url)


def _shared(text: str, title: str, kicker: str, site: str, path: str, picture: str) -> SafeString:
    return format_html(SHARED, text, title, site + path, site + picture, kicker)


def _site(request: HttpRequest | None) -> str:
    """The portal's own address, from the request; for a host that is not ours, from the settings."""
    try:
        return request.build_absolute_uri("/")[:-1] if request else settings.SITE_URL.rstrip("/")
    except DisallowedHost:
        return settings.SITE_URL.rstrip("/")


LONGEST_TEXT = 200
SHARED = (
    '<meta name="description" content="{0}"><meta property="og:site_name" content="Malifaux Leagues">'
    '<meta property="og:type" content="website"><meta property="og:title" content="{1}">'
    '<meta property="og:description" content="{0}"><meta property="og:url" content="{2}">'
    '<meta property="og:image" content="{3}"><meta property="og:image:width" content="1200">'
    '<meta property="og:image:height" content="630"><meta property="og:image:alt" content="{4}: {1}">'
    '<meta name="twitter:card" content="summary_large_image">'
)


@register.tag
def shared(parser: Parser, token: Token) -> SharedNode:
    pairs = (bit.partition("=") for bit in token.split_contents()[1:])
    options = {name: parser.compile_filter(value) for name, _, value in pairs}
    inner = parser.parse(("endshared",))
    parser.delete_first_token()
    return SharedNode(inner, options)


class AddressNode(URLNode):
    """``{% url %}`` as Django's; an address does not change while the process lives, so each is looked up
    once for its arguments."""

    def render(self, context: Context) -> str:
        name = self.view_name.resolve(context)
        args = tuple(arg.resolve(context) for arg in self.args)
        kwargs = tuple((key, value.resolve(context)) for key, value in self.kwargs.items())
        plain = all(isinstance(value, str | int) for value in (*args, *dict(kwargs).values()))
        look_up = _address if plain else _address.__wrapped__
        try:
            address = look_up(settings.ROOT_URLCONF, get_script_prefix(), name, args, kwargs)
        except NoReverseMatch:
            if self.asvar is None:
                raise
            address = ""
        if self.asvar:
            context[self.asvar] = address
            return ""
        return conditional_escape(address) if context.autoescape else address


@lru_cache(maxsize=8192, typed=True)
def _address(
    urls: str, prefix: str, name: str, args: tuple[Any, ...], kwargs: tuple[tuple[str, Any], ...]
) -> str:
    return reverse(name, args=args, kwargs=dict(kwargs))


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    node: URLNode = django_url(parser, token)
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)


class FixedNode(template.Node):
    """``{% fixed %}…{% endfixed %}``: what stands in every answer alike, rendered once a process. Nothing of
    the page, the request or who looks is known inside; addresses, files and icons are."""

    def __init__(self, inner: NodeList) -> None:
        self.inner = inner
        self.html: SafeString | None = None

    def render(self, context: Context) -> SafeString:
        if self.html is None:
            self.html = self.inner.render(context.new())
        return self.html


@register.tag
def fixed(parser: Parser, token: Token) -> FixedNode:
    inner = parser.parse(("endfixed",))
    parser.delete_first_token()
    return FixedNode(inner)


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


@register.simple_block_tag(takes_context=True, end_name="endbutton")
def button(
    context: Context,
    content: str,
    act: str,
    *places: str | int,
    look: str = "",
    htmx: bool = False,
    **fields: Any,
) -> SafeString:
    """``{% button "publish_round" event.slug round=3 look="main" %}Publish{% endbutton %}``: a form of one
    button that does an act. After the act's name stand the places that say who may, then fields of the form.
    ``look`` are the button’s variants: ``main``, ``small``, ``danger``, ``quiet``. A name with a colon is
    that of a view. With ``htmx`` the answer takes the place of the ``hx-target`` around the button."""
    name = act if ":" in act else f"act:{act}"
    address = _address(settings.ROOT_URLCONF, get_script_prefix(), name, places, ())
    by_htmx = format_html(' hx-post="{}"', address) if htmx else ""
    hidden = format_html_join("", '<input type="hidden" name="{}" value="{}">', fields.items())
    classes = " ".join(("button", *(f"button-{variant}" for variant in look.split())))
    return format_html(BUTTON, address, by_htmx, context["csrf_token"], hidden, classes, content)


BUTTON = (
    '<form class="inline-form" method="post" action="{}"{}>'
    '<input type="hidden" name="csrfmiddlewaretoken" value="{}">{}<button class="{}">{}</button></form>'
)
