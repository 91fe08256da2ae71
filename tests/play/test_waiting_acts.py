"""Acts of a league's pages that waited on a device: done once, in order, under what was seen."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from django.urls import reverse
from msgspec.structs import replace

from mfcampaign.api.endpoint import ON_PAGES
from mfcampaign.audit.queries import last_ordinal
from mfcampaign.campaigns.aftermath import queries as aftermath_page
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.play.models import SentEntry
from mfcampaign.play.operations import outbox
from mfcampaign.play.operations.waiting import WaitingEntry, Written
from tests.campaigns.conftest import League, catalogue, figures, in_process, make_league  # noqa: F401  fixtures

pytestmark = pytest.mark.django_db
_numbers = itertools.count(1)


def act(name: str, *places: Any, base: int = 0, device: str = "phone", **fields: Any) -> WaitingEntry:
    n = next(_numbers)
    form = "&".join(f"{field}={value}" for field, value in fields.items())
    written = Written("act", f"{reverse(f'act:{name}', args=places)}?{form}")
    return WaitingEntry(f"{device}.{n}.0000", device, n, f"league {places[0]}", base, written)


def said(answers: Any) -> list[str]:
    return [answer.is_ for answer in answers]


@pytest.mark.usefixtures("in_process")
def test_a_week_is_hired_and_handed_in_from_an_outbox(make_league: Any) -> None:  # noqa: F811
    league: League = make_league(players=2)
    league.found_all()
    first, slug, user = league.start(), league.campaign.slug, league.players[0]
    (game,) = league.games()
    side, other = play.sides(game)
    if side.entry.user_id != user.pk:
        side, other = other, side
    crew = choices.crew(side)
    models = [f"model={member.model_id}" for member in crew.members]
    there = [slug, 1, game.table]
    fields = {"leader": f"{crew.leader_id}&{'&'.join(models)}"}
    in_, back = act("hand_in_crew", *there, **fields), act("take_back_crew", *there)
    again = replace(act("hand_in_crew", *there, **fields))
    illegal = act("hand_in_crew", *there, leader=0)
    answers = outbox.take_all(user, [in_, back, illegal, again])
    assert said(answers) == ["done", "done", "refused"], "what came after a refusal waits behind it"
    assert "Leader" in answers[-1].sentence
    given_up = replace(illegal, drop=True)
    assert said(outbox.take_all(user, [in_, back, given_up, again])) == [
        "repeat",
        "repeat",
        "dropped",
        "done",
    ]
    assert said(outbox.take_all(user, [illegal])) == ["dropped"], "a copy of it was on its way"
    side.refresh_from_db()
    assert side.crew_submitted_at is not None

    weeks.reach_deadline(first, league.organiser, reason="A test")
    play.settle()
    entry, seen = league.entry(0), last_ordinal(league.campaign)
    wanted = choices.hire(entry.weeks.latest("pk"))
    hire = act("hire_model", slug, base=seen, slug=wanted)
    assert said(outbox.take_all(user, [hire])) == ["done"]
    taken = act("take_back_purchase", slug, base=seen)
    once_more = act("hire_model", slug, base=seen, slug=wanted)
    assert said(outbox.take_all(user, [hire, taken, once_more])) == ["repeat", "done", "done"]
    assert entry.models.filter(hired_week=2).count() == 1

    tablet = act("hire_model", slug, base=seen, device="tablet", slug=wanted)
    (asked,) = outbox.take_all(user, [tablet])
    assert asked.is_ == "conflict"
    assert len(asked.theirs) == 3
    hires.lock(entry, user)
    (refused,) = outbox.take_all(user, [replace(tablet, base=last_ordinal(league.campaign))])
    assert (refused.is_, refused.sentence) == ("refused", "You said you are done hiring.")
    assert refused.fix == "Open your hires again first."
    assert entry.models.filter(hired_week=2).count() == 1
    assert SentEntry.objects.filter(user=user).count() == 7


@pytest.mark.usefixtures("in_process")
def test_an_answer_waits_unless_a_card_is_flipped_after_it(make_league: Any) -> None:  # noqa: F811
    """What the page says of each answer is what follows from it."""
    league: League = make_league(players=2)
    league.found_all()
    league.start()
    (game,) = league.games()
    for side in play.sides(game):
        play.submit_crew(side)
    play.report(game, taste="waits")
    other = play.sides(game)[1].entry.user
    there = [league.campaign.slug, 1, game.table]
    confirmed = [act("confirm_report", *there, number=1) for _ in range(2)]
    assert said(outbox.take_all(other, confirmed)) == ["done", "same"]
    play.let_draw(game)
    row = next(row for row in play.aftermaths(game) if row.side.entry.user == other)
    answered = []
    while row.state == "open":
        play.settle()
        row.refresh_from_db()
        view = aftermath_page.own(row)
        if view.ask is None:
            break
        choice = view.by_default
        assert choice is not None
        answer = {"ordinal": view.ask.ordinal, "option": choice.option.key}
        if choice.bearers:
            answer["bearer"] = choice.bearers[0][0]
        chosen = act("choose", *there, **answer)
        assert said(outbox.take_all(other, [chosen, chosen])) == ["done", "repeat"]
        row.refresh_from_db()
        answered.append(choice.flips)
        assert choice.flips == (row.waiting_for == "fate"), (view.ask.kind, choice.option.key)
    assert len(answered) > 2, "it was over too soon to tell"


def test_only_what_may_wait_waits_and_only_ones_own(make_league: Any) -> None:  # noqa: F811
    league: League = make_league(players=2)
    slug = league.campaign.slug
    waits = {name for name, endpoint in ON_PAGES.items() if endpoint.waits}
    assert waits == {
        "hire_model",
        "buy_upgrade",
        "take_back_purchase",
        "hand_in_crew",
        "take_back_crew",
        "confirm_report",
        "choose",
    }
    assert outbox.take(league.players[0], act("lock_hires", slug)).sentence == "This cannot be done later."
    stranger = outbox.take(league.organiser, act("hire_model", slug, slug="guild-hound"))
    assert (stranger.is_, stranger.sentence) == ("refused", "That is not there any more, or not yours.")
    assert not SentEntry.objects.exists()
