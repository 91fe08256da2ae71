"""Detection: which of a league's new acts, open actions and near deadlines people are to be notified of.

The ticker submits one command for each league with new acts. The act, the action or the deadline is part of
every notice's key, so that nothing is notified twice.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.dateformat import format as dated

from mfcampaign.audit.operations import operation
from mfcampaign.audit.queries import acts_of, sentence_with_author
from mfcampaign.campaigns.history.front_page import Digest, digest
from mfcampaign.campaigns.league import news
from mfcampaign.campaigns.league.next_actions import NextAction
from mfcampaign.notices import routing
from mfcampaign.notices.models import DetectionProgress, Notice
from mfcampaign.notices.models.notice import Kind
from mfcampaign.notices.operations import webhooks
from mfcampaign.notices.operations.notification import notify, settle
from rules.refusal import Refusal

WEEK_CLOSED = "week.closed"
"""The act with which the story of its week is told."""


def detect(campaign_id: int) -> dict[str, int]:
    """Notify the league's people of its new acts. One transaction; stories are computed before it."""
    return _detect(campaign_id, _stories(campaign_id))


def _stories(campaign_id: int) -> dict[int, Digest | None]:
    """The stories of the weeks that closed since the last time, by week."""
    campaign = news.league(campaign_id)
    progress = DetectionProgress.objects.filter(campaign_id=campaign_id).first()
    closed = acts_of(campaign, organiser=True).filter(
        kind=WEEK_CLOSED, ordinal__gt=progress.ordinal if progress is not None else 0
    )
    weeks = {act.facts["week"] for act in closed}
    return {week: digest(campaign, week) for week in sorted(weeks)}


@transaction.atomic
def _detect(campaign_id: int, stories: dict[int, Digest | None]) -> dict[str, int]:
    DetectionProgress.objects.get_or_create(campaign_id=campaign_id)
    progress = DetectionProgress.objects.select_for_update(no_key=True).get(campaign_id=campaign_id)
    campaign = news.league(campaign_id)
    who = news.people(campaign)
    acts, progress.ordinal = news.acts_after(campaign, progress.ordinal, timezone.now(), who)
    for item in acts:
        story = stories.get(item.act.facts["week"]) if item.act.kind == WEEK_CLOSED else None
        _tell(campaign, item, who, story)
        webhooks.announce(campaign, item, story)
    called = _call(campaign, news.calls(campaign, who))
    progress.acts = campaign.acts
    progress.save(update_fields=["acts", "ordinal"])
    return {"acts": len(acts), "called": called}


def _tell(campaign: Any, item: news.News, who: news.People, story: Digest | None) -> None:
    manner = routing.route_of(item.act.kind)
    if manner is None or manner.to == routing.NOBODY:
        return
    if manner.to == routing.ORGANISERS:
        concerned = who.organisers
    else:
        concerned = item.players if manner.to == routing.TABLE and item.players else who.everyone
    notify(
        [user for user in concerned if user.pk != item.act.actor_id],
        kind=manner.kind,
        subject=sentence_with_author(item.act),
        url=item.url,
        campaign=campaign,
        key=f"act:{item.act.pk}",
        digest=msgspec.to_builtins(story) if story is not None else None,
    )


def _call(campaign: Any, calls: list[tuple[Any, NextAction]]) -> int:
    """Notify the people who are waited for, once for each action; settle actions that are no longer open."""
    standing = {(user.pk, call_key(campaign, action)) for user, action in calls}
    settle(campaign, standing)
    sent = set(Notice.objects.filter(campaign=campaign, kind=Kind.ACTION).values_list("user", "key"))
    fresh = [(user, action) for user, action in calls if (user.pk, call_key(campaign, action)) not in sent]
    for user, action in fresh:
        notify(
            [user],
            kind=Kind.ACTION,
            subject=action.sentence,
            url=action.url,
            campaign=campaign,
            key=call_key(campaign, action),
        )
    return len(fresh)


def call_key(campaign: Any, action: NextAction) -> str:
    """One thing to do: the same page asked for in the same words, whenever it is asked."""
    digest = hashlib.sha256(f"{action.url}\n{action.sentence}".encode()).hexdigest()[:24]
    return f"call:{campaign.pk}/{digest}"


def remind_waited_for(campaign: Any, organiser: Any, now: dt.datetime) -> list[str]:
    """An organiser reminds the players who are waited for, each once a day of the league; the names of who
    was told. The act is read by organisers alone."""
    if campaign.sandbox:
        raise Refusal("This is a sandbox: nobody is reminded of anything.")
    day = now.astimezone(ZoneInfo(campaign.timezone)).date()
    with operation(campaign, organiser, kind="league.reminded") as act:
        who = news.people(act.row)
        players = {user.pk for user in who.players.values()}
        reminded: dict[int, str] = {}
        for user, action in news.calls(act.row, who):
            if user.pk not in players or user.pk == organiser.pk or user.pk in reminded:
                continue
            if notify(
                [user],
                kind=Kind.DEADLINE,
                subject=f"{organiser} reminds you: {action.sentence}",
                url=action.url,
                campaign=act.row,
                key=f"remind:{campaign.pk}/{day:%Y-%m-%d}",
            ):
                reminded[user.pk] = str(user)
        if not reminded:
            raise Refusal("Everybody waited for was reminded today.", fix="Remind them again tomorrow.")
        names = sorted(reminded.values())
        act.say(f"{organiser} reminded {', '.join(names)}.", organisers_only=True)
    return names


@transaction.atomic
def remind(campaign_id: int, due: dt.datetime) -> dict[str, int]:
    """Notify the people who are still waited for that a deadline is near."""
    campaign = news.league(campaign_id)
    calls = news.calls(campaign, news.people(campaign))
    # Payloads hold whole seconds, rows hold more.
    last = due + dt.timedelta(seconds=1)
    pressed = [(user, action) for user, action in calls if action.due is not None and action.due < last]
    for user, action in pressed:
        local = due.astimezone(user.zone)
        notify(
            [user],
            kind=Kind.DEADLINE,
            subject=f"{action.sentence}: until {dated(local, 'l j F, H:i')} ({user.zone.key})",
            url=action.url,
            campaign=campaign,
            key=f"due:{campaign.pk}/{int(due.timestamp())}/{call_key(campaign, action)}",
        )
    return {"reminded": len(pressed)}
