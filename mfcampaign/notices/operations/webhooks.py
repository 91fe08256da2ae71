"""Webhooks: added and removed, events announced, deliveries retried after a failure."""

from __future__ import annotations

import base64
import datetime as dt
import json
import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone
from standardwebhooks import Webhook as Signature

from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.operations import operation
from mfcampaign.audit.queries import author, sentence_with_author
from mfcampaign.campaigns import reactions
from mfcampaign.campaigns.history.front_page import Digest
from mfcampaign.campaigns.league.news import News
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.notices import discord, outbound, routing
from mfcampaign.notices.mail_messages import absolute
from mfcampaign.notices.models import Delivery, Webhook
from mfcampaign.web.resilience.quotas import expect_room
from mfcampaign.web.resilience.rate_limit import SECONDS as HOUR
from mfcampaign.web.resilience.rate_limit import counted
from rules.refusal import Refusal

TOPIC = "notices.webhook"
# The retry policy of webhooks: six tries over about ten hours. A webhook with FAILURES failed events in a row
# is stopped.
RETRY_PAUSES = tuple(dt.timedelta(minutes=m) for m in (1, 5, 30, 120, 480))
TRIES = len(RETRY_PAUSES) + 1
FAILURES = 5
MOST = 10
TESTS_AN_HOUR = 30
"""A limit for each person: a test is sent at once, to any address that they entered."""


def add(campaign: Any, actor: Person | None, *, name: str, kind: str, url: str, topics: list[str]) -> Webhook:
    """A new webhook, switched on. ``Refusal`` for an address that the portal does not post to."""
    if campaign.sandbox:
        raise Refusal("This is a sandbox: it posts to nobody.", fix="Add the webhook to the league itself.")
    try:
        outbound.check_form(url)
    except outbound.Refused as refused:
        raise Refusal(
            str(refused), fix="Use the public https address that the other side gave you."
        ) from None
    with operation(campaign, actor, kind="webhook.added") as act:
        if Webhook.objects.filter(campaign=campaign).exclude(state=Webhook.State.REMOVED).count() >= MOST:
            raise Refusal(f"A league has at most {MOST} webhooks.", fix="Remove one that is not used.")
        own = Webhook.objects.filter(created_by=actor).exclude(state=Webhook.State.REMOVED)
        expect_room("webhooks", own.count() if actor else 0, "Remove one that is not used.")
        webhook = Webhook.objects.create(
            campaign=campaign,
            name=name,
            kind=kind,
            url=url,
            secret=f"whsec_{base64.b64encode(secrets.token_bytes(32)).decode()}",
            topics=[topic for topic in routing.TOPICS if topic in topics],
            created_by=actor,
        )
        act.say(f"{actor} added the webhook “{name}”.", organisers_only=True)
    return webhook


@reactions.season_opened.register
def take_along(campaign: Any, following: Any) -> None:
    """The webhooks of a season, with their secrets, in the next one; those that are off stay off."""
    for hook in Webhook.objects.filter(campaign=campaign).exclude(state=Webhook.State.REMOVED):
        hook.pk, hook._state.adding = None, True
        hook.campaign, hook.failures = following, 0
        hook.save()


def switch(webhook: Webhook, actor: Actor, state: str) -> Webhook:
    """On, off or removed. Switched on again, it starts without failures; what was missed stays missed."""
    verb = {"on": "switched on", "off": "switched off", "removed": "removed"}[state]
    with operation(webhook.campaign, actor, kind="webhook.switched") as act:
        fresh = Webhook.objects.select_for_update().get(pk=webhook.pk)
        if fresh.state == Webhook.State.REMOVED:
            raise Refusal("This webhook was removed.", fix="Add it again.")
        fresh.state, fresh.failures = state, 0
        fresh.save(update_fields=["state", "failures"])
        act.say(f"{actor} {verb} the webhook “{fresh.name}”.", organisers_only=True)
    return fresh


def announce(campaign: Any, item: News, story: Digest | None = None) -> int:
    """Write one delivery for each webhook that wants to hear of this act; once for each act. ``story`` is
    that of the week which it closed."""
    manner = routing.route_of(item.act.kind)
    if manner is None:
        return 0
    wanting = [
        hook
        for hook in Webhook.objects.filter(campaign=campaign, state=Webhook.State.ON)
        if manner.topic in hook.topics
    ]
    for hook in wanting:
        _deliver(
            hook,
            key=f"act:{item.act.pk}",
            event=item.act.kind,
            sentence=sentence_with_author(item.act),
            by=author(item.act),
            url=absolute(item.url),
            at=item.act.created_at,
            story=story,
        )
    return len(wanting)


def test(webhook: Webhook, actor: Actor) -> Delivery:
    """Send a test delivery."""
    if actor is not None and counted(f"rate:webhook-test:{actor.pk}", HOUR).number > TESTS_AN_HOUR:
        raise Refusal("Those were too many tests within an hour.", fix="Wait a while.")
    with operation(webhook.campaign, actor, kind="webhook.tested"):
        fresh = Webhook.objects.get(pk=webhook.pk)
        if fresh.state == Webhook.State.REMOVED:
            raise Refusal("This webhook was removed.", fix="Add it again.")
        return _deliver(
            fresh,
            key=f"test:{secrets.token_hex(8)}",
            event="webhook.test",
            sentence=f"{actor} asks whether you hear us.",
            by=str(actor or ""),
            url=absolute(f"/leagues/{webhook.campaign.slug}/"),
            at=timezone.now(),
        )


def _deliver(
    hook: Webhook,
    *,
    key: str,
    event: str,
    sentence: str,
    by: str,
    url: str,
    at: dt.datetime,
    story: Digest | None = None,
) -> Delivery:
    if hook.kind == Webhook.Kind.DISCORD:
        body = _discord(hook.campaign, sentence, url, at)
        if story is not None:
            (embed,) = body["embeds"]
            embed["description"] = discord.unmarked("\n".join((sentence, *story.lines)))[:2000]
            embed["image"] = {"url": absolute(story.picture)}
    else:
        body = _plain(hook.campaign, event, sentence, by, url, at)
        if story is not None:
            body["data"] |= {"story": list(story.lines), "picture": absolute(story.picture)}
    delivery, new = Delivery.objects.get_or_create(
        webhook=hook,
        key=key,
        defaults={
            "event_id": f"msg_{secrets.token_urlsafe(18)}",
            "event": event,
            "sentence": sentence,
            "body": body,
        },
    )
    if new:
        dispatch.post(TOPIC, {"delivery": delivery.pk})
    return delivery


def _plain(campaign: Any, event: str, sentence: str, by: str, url: str, at: dt.datetime) -> dict[str, Any]:
    return {
        "type": event,
        "timestamp": at.isoformat(),
        "data": {
            "league": campaign.slug,
            "league_name": campaign.name,
            "sentence": sentence,
            "by": by,
            "url": url,
        },
    }


def _discord(campaign: Any, sentence: str, url: str, at: dt.datetime) -> dict[str, Any]:
    """Names are people's own words: nobody is called by an @ in them, and no mark-up comes out of them."""
    return {
        "username": "Malifaux Leagues",
        "allowed_mentions": {"parse": []},
        "embeds": [
            {
                "title": discord.unmarked(campaign.name)[:250],
                "description": discord.unmarked(sentence)[:2000],
                "url": url,
                "timestamp": at.isoformat(),
                "color": 0xB58532,
            }
        ],
    }


def send(delivery_id: int) -> None:
    """Try once; ``Later`` while there are tries left. No transaction is held while the network is awaited."""
    delivery = Delivery.objects.select_related("webhook").get(pk=delivery_id)
    hook = delivery.webhook
    if delivery.state != Delivery.State.WAITING:
        return
    tested = delivery.event == "webhook.test"
    if hook.state != Webhook.State.ON and not (tested and hook.state != Webhook.State.REMOVED):
        delivery.state, delivery.next_at = Delivery.State.DROPPED, None
        delivery.save(update_fields=["state", "next_at"])
        return
    # Counted before it is sent: who dies while the other side drips has tried, and two never try at once.
    mine = Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.WAITING, attempts=delivery.attempts)
    if not mine.update(attempts=delivery.attempts + 1, tried_at=timezone.now()):
        return
    delivery.refresh_from_db()
    if delivery.attempts > TRIES:
        answer = outbound.Answer(0, delivery.error or "Every try was cut off.")
    else:
        answer = outbound.post(hook.url, *_written(hook, delivery))
    delivery.status, delivery.error = answer.status or None, answer.error
    delivery.next_at = None
    if answer.taken:
        delivery.state = Delivery.State.DELIVERED
        Webhook.objects.filter(pk=hook.pk).update(failures=0)
    elif tested or delivery.attempts >= TRIES:
        delivery.state = Delivery.State.FAILED
        if not tested:
            _failed(hook)
    else:
        delivery.next_at = timezone.now() + RETRY_PAUSES[delivery.attempts - 1]
    delivery.save()
    if delivery.next_at is not None:
        raise dispatch.RetryLater(RETRY_PAUSES[delivery.attempts - 1], delivery.error)


def _written(hook: Webhook, delivery: Delivery) -> tuple[bytes, dict[str, str]]:
    """Body and headers of Standard Webhooks: the id stays, the time and the signature are of this try."""
    body = json.dumps(delivery.body, ensure_ascii=False, separators=(",", ":"))
    headers = {"Content-Type": "application/json"}
    if hook.kind == Webhook.Kind.SIGNED:
        now = dt.datetime.now(dt.UTC)
        headers |= {
            "webhook-id": delivery.event_id,
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": Signature(hook.secret).sign(delivery.event_id, now, body),
        }
    return body.encode(), headers


def _failed(hook: Webhook) -> None:
    """Count a delivery that failed for good; after several in a row the webhook is stopped."""
    with transaction.atomic():
        fresh = Webhook.objects.select_for_update().get(pk=hook.pk)
        fresh.failures += 1
        if fresh.failures >= FAILURES and fresh.state == Webhook.State.ON:
            fresh.state = Webhook.State.FAILED
        fresh.save(update_fields=["failures", "state"])
