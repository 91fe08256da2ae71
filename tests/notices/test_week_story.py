"""The story of a closed week is one message, with its picture: in Discord, for programs and by mail."""

from __future__ import annotations

import datetime as dt

import time_machine
from django.test import Client

from mfcampaign.audit.queries import acts_of
from mfcampaign.campaigns.history.front_page import digest
from mfcampaign.campaigns.models import Game
from mfcampaign.notices.mail_messages import message_about
from mfcampaign.notices.models import Delivery, DetectionProgress, Notice
from mfcampaign.notices.operations import detection
from tests.campaigns.history.conftest import past  # noqa: F401  a league with a known past
from tests.notices.test_webhooks import hook_of


def test_a_closed_week_is_told_once_with_its_picture(past, listener):  # noqa: F811
    campaign = past.campaign
    for kind in ("signed", "discord"):
        hook_of(past.league, listener, kind=kind)
    act = acts_of(campaign, organiser=True).get(kind="week.closed", facts__week=1)
    DetectionProgress.objects.update_or_create(campaign=campaign, defaults={"ordinal": act.ordinal - 1})
    with time_machine.travel(act.created_at + dt.timedelta(minutes=1)):
        detection.detect(campaign.pk)
    result = f"{past.first.label} beat {past.second.label} 4 to 2."
    bodies = {
        each.webhook.kind: each.body
        for each in Delivery.objects.filter(event="week.closed", key=f"act:{act.pk}").select_related(
            "webhook"
        )
    }
    data = bodies["signed"]["data"]
    assert data["story"][0] == result
    assert any("was killed by" in line for line in data["story"])
    assert any(
        line.startswith(f"Arsenal of the week: {past.first.label} won 4 to 2") for line in data["story"]
    )
    (embed,) = bodies["discord"]["embeds"]
    assert embed["description"].splitlines()[:2] == [data["sentence"], result]
    assert embed["image"]["url"] == data["picture"]
    path = "/" + data["picture"].split("/", 3)[3]
    assert Client().get(path)["Content-Type"] == "image/png"
    notice = Notice.objects.get(user=past.first.user, key=f"act:{act.pk}")
    mail = message_about(past.first.user, [(campaign, [notice])])
    assert result in mail.text
    assert f'src="{data["picture"]}"' in mail.html
    others = Notice.objects.filter(campaign=campaign).exclude(key=f"act:{act.pk}")
    assert {each.digest.get("picture") for each in others.filter(subject__contains="week 2")} <= {None}


def test_the_next_games_are_told_once_they_are_paired(past):  # noqa: F811
    campaign = past.campaign
    assert not any(line.startswith("Next:") for line in digest(campaign, 1).lines)
    Game.objects.filter(week__campaign=campaign, week__number=2).update(state=Game.State.SCHEDULED)
    (line,) = (line for line in digest(campaign, 1).lines if line.startswith("Next:"))
    assert past.first.label in line
    assert past.second.label in line
    assert digest(campaign, 9) is None
