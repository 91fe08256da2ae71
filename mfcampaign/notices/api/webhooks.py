"""Endpoints of a league's webhooks, for its organisers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Annotated, Literal

from django.http import Http404
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import acts, get
from mfcampaign.api.form_validation import filled
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.campaigns.api_access import LEAGUE, organised
from mfcampaign.notices import queries
from mfcampaign.notices.forms import WebhookForm
from mfcampaign.notices.models import Delivery, Webhook
from mfcampaign.notices.operations import webhooks as verbs

TAG = "Webhooks"
HOOKS = f"{LEAGUE}webhooks/"


class WebhookRow(Struct, frozen=True):
    """A webhook of a league, without its address."""

    id: int
    name: str
    kind: str
    topics: tuple[str, ...]
    state: str
    failures: int


class NewWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """``kind``: ``signed`` (Standard Webhooks) or ``discord``; ``topics`` the subjects of its deliveries."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    kind: Literal["signed", "discord"]
    url: Annotated[str, Meta(max_length=500)]
    topics: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(min_length=1, max_length=20)]


class CreatedWebhook(Struct, frozen=True):
    """The new webhook; ``secret`` signs deliveries, and is answered once."""

    hook: WebhookRow
    secret: str


class WebhookState(Struct, frozen=True, forbid_unknown_fields=True):
    """Switched on, off, or removed."""

    state: Literal["on", "off", "removed"]


class DeliveryRow(Struct, frozen=True):
    """One delivery to a webhook."""

    id: int
    event: str
    sentence: str
    state: str
    attempts: int
    status: int | None
    error: str
    at: dt.datetime


def _row(hook: Webhook) -> WebhookRow:
    return WebhookRow(hook.pk, hook.name, hook.kind, tuple(hook.topics), hook.state, hook.failures)


def _hook(call: PortalCall, slug: str, pk: int) -> Webhook:
    campaign = organised(call, slug)
    hooks = Webhook.objects.exclude(state=Webhook.State.REMOVED)
    webhook = hooks.filter(campaign=campaign, pk=pk).first()
    if webhook is None:
        raise Http404
    webhook.campaign = campaign
    return webhook


@get(HOOKS, tuple[WebhookRow, ...], scope="organise", tag=TAG)
def webhooks(call: PersonCall, slug: str) -> tuple[WebhookRow, ...]:
    """The webhooks of a league, for its organisers."""
    return tuple(_row(hook) for hook in queries.webhooks(organised(call, slug)))


@acts(
    "post",
    HOOKS,
    CreatedWebhook,
    body=NewWebhook,
    example={"name": "Our bot", "kind": "signed", "url": "https://bot.example/hook", "topics": ["weeks"]},
    scope="organise",
    status=201,
    once=("secret",),
    tag=TAG,
)
def add_webhook(call: PersonCall, slug: str) -> CreatedWebhook:
    """Add a webhook. Its address must be public and https."""
    campaign = organised(call, slug)
    form = filled(WebhookForm, call.body)
    webhook = verbs.add(campaign, call.user, **form.cleaned_data)
    return CreatedWebhook(_row(webhook), webhook.secret if webhook.kind == Webhook.Kind.SIGNED else "")


@acts(
    "put", f"{HOOKS}<int:hook>/state/", body=WebhookState, example={"state": "off"}, scope="organise", tag=TAG
)
def switch_webhook(call: PersonCall, slug: str, hook: int) -> None:
    """Switch a webhook on or off, or remove it."""
    verbs.switch(_hook(call, slug, hook), call.user, call.body.state)


@acts("post", f"{HOOKS}<int:hook>/test/", scope="organise", tag=TAG)
def test_webhook(call: PersonCall, slug: str, hook: int) -> None:
    """Send a test delivery."""
    verbs.test(_hook(call, slug, hook), call.user)


@get(f"{HOOKS}<int:hook>/deliveries/", Page[DeliveryRow], query=PageQuery, scope="organise", tag=TAG)
def deliveries(call: PersonCall, slug: str, hook: int) -> Page[DeliveryRow]:
    """The deliveries of a webhook, the newest first."""
    return by_key(queries.deliveries(_hook(call, slug, hook)), call.query, _deliveries)


def _deliveries(rows: Iterable[Delivery]) -> list[DeliveryRow]:
    return [
        DeliveryRow(
            row.pk, row.event, row.sentence, row.state, row.attempts, row.status, row.error, row.created_at
        )
        for row in rows
    ]
