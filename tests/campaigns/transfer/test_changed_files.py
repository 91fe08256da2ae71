"""A league file that was changed by hand is refused with the reason, or all of its pages can be shown."""

from __future__ import annotations

import random
import re

import msgspec
import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns.models import Campaign, Game, LeagueFile
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer import sealing
from mfcampaign.campaigns.transfer.middleware import SENTENCE
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.web import cache
from rules.fate.league import commitment
from rules.refusal import Refusal
from tests.campaigns.transfer import changed as hand

pytestmark = pytest.mark.django_db
SAMPLE, PAGES_OF = 24, 4


@pytest.fixture(scope="module")
def second_week(lived):
    return lived(hand.live, players=4, name="Much of everything")


@pytest.fixture
def league(second_week, db, in_process):
    return second_week()


@pytest.fixture
def lines(league):
    return hand.opened(league.campaign)


def came_in(league, content: bytes) -> Campaign:
    return transfer.import_league(read(content).opened(""), league.organiser)


def answer_to(league, content: bytes) -> Campaign | None:
    """The league, or nothing where the file was refused with a sentence."""
    try:
        return came_in(league, content)
    except Refusal as refusal:
        said = [violation.sentence for violation in refusal.violations] or [refusal.sentence]
        assert all(said)
        assert len(said[0]) > len("Line 1: ")
        return None


def test_the_unchanged_file_comes_in_and_is_the_same_again(league, lines):
    content = hand.file_of(lines)
    again = came_in(league, content)
    document, before = (read(each).opened("") for each in (hand.file_of(hand.opened(again)), content))
    assert document.rows == before.rows
    assert document.totals.players == before.totals.players
    assert hand.broken_pages(again, again.organisers.get().user, again.entries.first().user, None) == {}


def _tried(league, lines, names, rng, *, pages: int) -> tuple[int, int]:
    """Each place changed to something else, ``pages`` of those that were let in looked at; how many were
    refused and how many came in."""
    places, refused, accepted = hand.places(lines), 0, 0
    for name in names:
        value = hand.at(lines, places[name])
        other = rng.choice([each for each in hand.others(value) if each != value])
        point = transaction.savepoint()
        cache._values.clear()
        campaign = answer_to(league, hand.changed(lines, places[name], other))
        if campaign is None:
            refused += 1
        else:
            accepted += 1
            if accepted <= pages:
                people = [campaign.organisers.first().user, campaign.entries.first().user]
                broken = hand.broken_pages(campaign, *people)
                assert broken == {}, f"{name}: {value!r:.80} became {other!r:.80}"
        transaction.savepoint_rollback(point)
    return refused, accepted


@pytest.mark.both
def test_a_sample_of_changed_fields_is_refused_or_shown(league, lines):
    rng = random.Random(7)
    names = rng.sample(sorted(hand.places(lines)), SAMPLE)
    refused, accepted = _tried(league, lines, names, rng, pages=PAGES_OF)
    assert refused > SAMPLE / 3, "most of what a hand changes is noticed"
    assert accepted, "some fields may say something else"


@pytest.mark.soak
@pytest.mark.parametrize("part", range(12))
def test_every_field_changed_is_refused_or_shown(league, lines, part, seeds):
    for seed in seeds(2):
        rng = random.Random(seed)
        names = sorted(hand.places(lines))[part::12]
        _tried(league, lines, names, rng, pages=len(names))


@pytest.mark.parametrize(
    ("table", "path", "value", "sentence"),
    [
        ("campaign", ("timezone",), "Nowhere/Never", "not a time zone"),
        ("campaign", ("season",), "none", "none"),
        ("campaign", ("hire_days",), 30, "between 0 and 6 days"),
        ("campaign", ("policies",), {"nonsense": 1}, "no campaign setting called"),
        ("week", ("fate_commitment",), commitment(b"x" * 32), "the commitment is not that of its seed"),
        ("week", ("fate_seed",), "00" * 32, "the commitment is not that of its seed"),
        (
            "week",
            ("scenario", "strategy"),
            7,
            r"Line \d+: Expected `str`, got `int` - at `\$.scenario.strategy`",
        ),
        ("week", ("scenario", "flips"), [], "its scenario is not what its seed flips"),
        ("week", ("drawings",), [{"scenario": {}, "reason": "x", "by": "y"}], r"at `\$.drawings"),
        ("week", ("pairing", "facts"), "{}", r"Line \d+: pairing"),
        ("game", ("reveal",), {}, "its reveal says otherwise"),
        ("game", ("reveal", "seats", 0, "members"), [], "another Crew was revealed"),
        ("game", ("reveal", "seats", 0, "pool", "amount"), 99, "not the sum of its lines"),
        ("game", ("outcome", "vp"), [9, 0], "its outcome is not what its result comes to"),
        ("game", ("state",), "reported", "its reports say otherwise"),
        ("side", ("crew", "leader_id"), 9999, "names model 9999"),
        ("side", ("entry",), 5, "a Crew holds what its player never had"),
        ("report", ("result", "ended_turn"), "x", r"at `\$.result.ended_turn`"),
        ("decision", ("answer", "kind"), "dance", r"at `\$.answer"),
        ("act", ("facts",), [1], r"at `\$.facts"),
        ("ruling", ("changes",), [{"type": "Nothing"}], r"at `\$.changes"),
        ("account", ("kind",), "purse", "."),
    ],
)
def test_what_cannot_be_is_refused_by_name(league, lines, table, path, value, sentence):
    number = next(
        n
        for n, line in enumerate(lines)
        if line["is"] == table
        and line.get(path[0]) not in (None, {}, [])
        and line.get("state") != "scheduled"
    )
    with pytest.raises(Refusal) as refused:
        came_in(league, hand.changed(lines, (number, path), value))
    told = " ".join([*(violation.sentence for violation in refused.value.violations), str(refused.value)])
    assert re.search(sentence, told), told


def test_a_sealed_value_is_checked_as_every_other(league, lines):
    """Whoever has the pass-phrase can write the box anew."""
    content = write(league.campaign, phrase=hand.PHRASE)
    document = read(content)
    box = msgspec.json.decode(sealing.open_box(document.sealed, hand.PHRASE, document.salt))
    crew = next(each for each in box if each[2] == "crew")
    crew[3] = {"leader_id": "nobody"}
    closed = sealing.close(msgspec.json.encode(box), hand.PHRASE, document.salt)
    with pytest.raises(Refusal, match=r"Sealed, side \d+: .*crew"):
        msgspec.structs.replace(document, sealed=closed).opened(hand.PHRASE)


def test_files_of_before_with_what_is_counted_here_come_in(league, lines):
    """Counts, and links of the other portal, stood in files of format 2 until now."""
    campaign = next(n for n, line in enumerate(lines) if line["is"] == "campaign")
    entry = next(n for n, line in enumerate(lines) if line["is"] == "entry")
    older = list(lines)
    older[campaign] = lines[campaign] | {"acts": 99_999, "changes": {}, "look_at": None}
    older[entry] = lines[entry] | {"sheet_token": "a-link-of-the-other-portal"}
    again = came_in(league, hand.file_of(older))
    assert again.acts == sum(line["is"] == "act" for line in lines)
    assert not again.entries.exclude(sheet_token="").exists()


def arrived(league, lines) -> Campaign:
    file = transfer.upload(league.organiser, "much.league.jsonl", hand.file_of(lines))
    transfer.order(file, league.organiser, next(x["user"] for x in lines if x["is"] == "organiser"))
    return transfer.arrive(file.pk).campaign


def test_a_page_with_impossible_facts_says_so_and_the_import_can_be_withdrawn(league, lines):
    campaign = arrived(league, lines)
    game = Game.objects.filter(week__campaign=campaign).exclude(reveal={}).first()
    Game.objects.filter(pk=game.pk).update(reveal={"seats": 3}, outcome={"vp": 1})
    page = reverse("campaigns:game", args=[campaign.slug, game.week.number, game.table])
    organiser, player = Client(), Client()
    organiser.force_login(league.organiser)
    player.force_login(campaign.entries.first().user)
    for client, may in ((organiser, True), (player, False)):
        answer = client.get(page)
        assert answer.status_code == 409
        assert SENTENCE in answer.content.decode()
        assert (b"Withdraw import" in answer.content) is may
    withdraw = reverse("act:withdraw_league_import", args=[campaign.slug])
    assert player.post(withdraw).status_code == 404
    assert organiser.post(withdraw)["Location"] == reverse("campaigns:import")
    campaign.refresh_from_db()
    assert (campaign.state, campaign.listed) == ("cancelled", False)
    assert LeagueFile.objects.get(campaign=campaign).state == "undone"
    assert campaign.slug not in Client().get(reverse("campaigns:leagues")).content.decode()
    again = organiser.post(withdraw, headers={"referer": "http://testserver/"})
    assert again.status_code == 303, "refused with a sentence"
    assert organiser.get(page).status_code == 409


def test_an_error_on_a_league_of_this_portal_is_an_error(league):
    game = league.games(1)[0]
    Game.objects.filter(pk=game.pk).update(reveal={"seats": 3}, outcome={"vp": 1})
    client = Client(raise_request_exception=False)
    client.force_login(league.organiser)
    page = reverse("campaigns:game", args=[league.campaign.slug, 1, game.table])
    assert client.get(page).status_code == 500
