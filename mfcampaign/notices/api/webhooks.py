"""Endpoints of a league's webhooks, for its organisers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import partial
from typing import Annotated, Literal

from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.api.form_validation import filled
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.campaigns import access as leagues
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.api_access import LEAGUE, organised
from mfcampaign.notices import access, queries
from mfcampaign.notices.forms import WebhookForm
from mfcampaign.notices.models import Delivery, Webhook
from mfcampaign.notices.operations import webhooks as webhook_operations

TAG = "Webhooks"
HOOKS = f"{LEAGUE}webhooks/"
organises = partial(act, scope="organise", tag=TAG)


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


@get(HOOKS, tuple[WebhookRow, ...], scope="organise", tag=TAG)
def webhooks(call: PersonCall, slug: str) -> tuple[WebhookRow, ...]:
    """The webhooks of a league, for its organisers."""
    return tuple(_row(hook) for hook in queries.webhooks(organised(call, slug)))


@organises(
    "post",
    HOOKS,
    leagues.organiser,
    example={"name": "Our bot", "kind": "signed", "url": "https://bot.example/hook", "topics": ["weeks"]},
    status=201,
    once=("secret",),
)
def add_webhook(call: PersonCall, visit: LeagueVisit, body: NewWebhook) -> Done[CreatedWebhook]:
    """Add a webhook. Its address must be public and https."""
    webhook = webhook_operations.add(visit.campaign, call.user, **filled(WebhookForm, body).cleaned_data)
    secret = webhook.secret if webhook.kind == Webhook.Kind.SIGNED else ""
    return Done(f"“{webhook.name}” is added. Send it a test.", CreatedWebhook(_row(webhook), secret))


@organises(
    "put", f"{HOOKS}<int:hook>/state/", access.webhook, page="notices:webhook", example={"state": "off"}
)
def switch_webhook(call: PersonCall, hook: Webhook, body: WebhookState) -> Done[None]:
    """Switch a webhook on or off, or remove it."""
    webhook_operations.switch(hook, call.user, body.state)
    to = reverse("notices:webhooks", args=[hook.campaign.slug]) if body.state == "removed" else ""
    return Done(f"“{hook.name}” is {'off now' if body.state == 'off' else body.state}.", None, to)


@organises("post", f"{HOOKS}<int:hook>/test/", access.webhook, page="notices:webhook")
def test_webhook(call: PersonCall, hook: Webhook) -> str:
    """Send a test delivery."""
    webhook_operations.test(hook, call.user)
    return "On its way; look at the log in a few seconds."


@get(f"{HOOKS}<int:hook>/deliveries/", Page[DeliveryRow], query=PageQuery, scope="organise", tag=TAG)
def deliveries(call: PersonCall, slug: str, hook: int) -> Page[DeliveryRow]:
    """The deliveries of a webhook, the newest first."""
    row = access.webhook(call.user, slug, hook)
    call.about(row.campaign)
    return by_key(queries.deliveries(row), call.query, _deliveries)


def _deliveries(rows: Iterable[Delivery]) -> list[DeliveryRow]:
    return [
        DeliveryRow(
            row.pk, row.event, row.sentence, row.state, row.attempts, row.status, row.error, row.created_at
        )
        for row in rows
    ]
