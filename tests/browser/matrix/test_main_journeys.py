"""The start of a campaign, an Aftermath, an event's day, a replay and an import, each in one window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from mfcampaign.campaigns.models import Entry
from mfcampaign.campaigns.scripted import demo
from mfcampaign.crews.models import Crew
from mfcampaign.crews.queries import build
from mfcampaign.events.loading import record
from mfcampaign.events.models import Event
from mfcampaign.play import loading
from mfcampaign.play.operations import playing
from tests.browser.engines.window import Window
from tests.browser.matrix.test_hands import SAFARI
from tests.browser.test_every_page import world  # noqa: F401  a fixture
from tests.campaigns.conftest import League, catalogue, figures, make_league  # noqa: F401  fixtures
from tests.crews.test_import import BREW
from tests.play.playing import SMALL, against_bot, go_on, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
World = dict[str, Any]
LOADED = (
    "document.readyState === 'complete' && !document.querySelector('.htmx-request, .taps-chip:not([hidden])')"
)


def test_a_campaign_begins_a_leader_models_and_an_arsenal(
    window: Window,
    make_league: Callable[..., League],  # noqa: F811
) -> None:
    league = make_league()
    window.sign_in(league.players[0].username, "secret-pass")
    start = reverse("campaigns:arsenal_start", args=[league.campaign.slug])
    window.visit(start)
    window.click("#builder [name=leader]")
    window.until(f"return {LOADED} && document.querySelector('#offers')")
    for _ in range(12):
        spent = window.text(".crew-spent")
        if not window.run("return document.querySelector('#offers button[name=add]:not([disabled])')"):
            break
        window.click("#offers button[name=add]:not([disabled])")
        window.until(f"return {LOADED} && document.querySelector('.crew-spent')?.innerText !== a[0]", spent)
    window.sees("legal", "#builder .action-bar")
    assert window.overflow() == 0
    window.click("main button", "Confirm Arsenal")
    window.until(f"return {LOADED} && location.pathname !== a[0]", start)
    entry = Entry.objects.get(campaign=league.campaign, user=league.players[0])
    assert entry.state != Entry.State.BUILDING
    assert entry.models.owned().filter(is_leader=True).count() == 1
    assert entry.models.owned().count() > 3


@pytest.mark.soak
def test_an_aftermath_to_its_end(window: Window, world: World) -> None:  # noqa: F811
    waiting = demo.waiting_aftermath()
    assert waiting is not None
    window.sign_in(waiting.side.entry.user.username, demo.PASSWORD)
    game = waiting.side.game
    window.visit(reverse("campaigns:aftermath", args=[world["slug"], game.week.number, game.table]))
    window.run(SAFARI)
    asked = []
    for _ in range(60):
        drawn = "!document.querySelector('#aftermath[hx-get]')"
        window.until(
            f"return {LOADED} && {drawn} && /done/.test(document.querySelector('main').innerText)"
            f" || {LOADED} && {drawn} && document.querySelector('#ask-title')"
        )
        if not window.run("return document.querySelector('#ask-title')"):
            break
        asked.append(window.text("#ask-title"))
        window.run("document.querySelector('#ask-title').dataset.before = '1'")
        default = window.run("return document.querySelectorAll('.choice .badge [href$=\"#clock\"]').length")
        window.click(".choice:has(.badge [href$='#clock']) button" if default else ".choice button")
        window.until(f"return {LOADED} && !document.querySelector('#ask-title[data-before]')")
        assert window.run("return document.activeElement.closest('#aftermath') !== null"), "keys stay there"
        assert window.overflow() == 0
    window.sees("Your Aftermath is done")
    assert len(asked) > 2
    waiting.refresh_from_db()
    assert waiting.state == waiting.State.LOCKED


@pytest.mark.soak
@pytest.mark.usefixtures("catalogue")
def test_an_event_from_its_announcement_to_the_winner(window: Window) -> None:
    get_user_model().objects.create_user("host", "host@example.org", "secret-pass")
    window.sign_in("host", "secret-pass")
    window.visit("/events/new/")
    window.fill("#id_name", "Lamplight Duel")
    window.click("main button", "Announce")
    window.sees("is open for registration")
    event = Event.objects.get()
    window.fill("#names", "Mara, Night Shift\nIlse")
    window.click("section[aria-labelledby=add-names] button")
    window.click("main button[value=add]")
    window.until(f"return {LOADED} && !document.querySelector('main button[value=add]')")
    window.visit(reverse("events:people", args=[event.slug]))
    window.click("main button", "Check everybody in")
    window.sees("Everybody is checked in", "body")
    window.visit(reverse("events:manage", args=[event.slug]))
    for button, then in (
        ("Begin the event", "Pair next round"),
        ("Pair next round", "Publish"),
        ("Publish", "Enter results"),
    ):
        window.click("main button", button)
        window.until(
            f"return {LOADED} && [...document.querySelectorAll('main button')]"
            ".some((one) => one.innerText.includes(a[0]))",
            then,
        )
        if button == "Pair next round":
            window.visit(reverse("events:organiser_round", args=[event.slug, 1]))
    (game,) = record(event).of_round(1)
    window.visit(reverse("events:organiser_round", args=[event.slug, 1]))
    assert window.overflow() == 0
    window.fill(f"[name=vp-a-{game.pk}]", "6")
    window.fill(f"[name=vp-b-{game.pk}]", "2")
    window.click("main button", "Enter results")
    window.until(f"return {LOADED} && !document.querySelector('.results-table input')")
    window.visit(reverse("events:round", args=[event.slug, 1]))
    window.sees("6–2")
    assert window.overflow() == 0


@pytest.mark.soak
def test_a_replay_is_stepped_through_by_thumb_and_by_keys(window: Window) -> None:
    mara = person("mara")
    row = against_bot(mara, setup=SMALL)
    go_on(row, {0: mara}, 8)
    row.refresh_from_db()
    if not row.over:
        playing.give_up(row, mara, 0)
    moments = sorted({0, *loading.counting(row).values_list("number", flat=True)})
    window.sign_in("mara", "secret-pass")
    window.visit(f"{row.get_absolute_url()}replay/?at=0")
    window.until("return document.querySelector('[data-replay]:not([hidden])')")
    for at in moments[1:4]:
        window.click("#step-on")
        _shows(window, at)
    window.click("#step-back")
    _shows(window, moments[2])
    window.keys("Right")
    _shows(window, moments[3])
    window.keys("Left", "Left")
    _shows(window, moments[1])
    assert window.value("[data-moment-link]").endswith(f"?at={moments[1]}")
    assert window.overflow() == 0


def _shows(window: Window, at: int) -> None:
    window.until("return document.querySelector('#moment')?.dataset.at === a[0]", str(at))


@pytest.mark.soak
@pytest.mark.usefixtures("catalogue")
def test_a_list_of_the_app_with_one_doubt_becomes_a_legal_crew(window: Window) -> None:
    person("mara")
    window.sign_in("mara", "secret-pass")
    window.visit("/crews/import/?edition=m3e")
    pasted = BREW.replace("Fermented River Monk", "River Monk")
    window.click("main textarea")
    window.run("document.querySelector('main textarea').value = a[0]", pasted)
    window.click("main button", "Import")
    window.until("return document.readyState === 'complete' && document.querySelector('#mean-0')")
    assert window.value("#mean-0") == "Fermented River Monk"
    assert window.value("main textarea").split() == pasted.split(), "nothing of what was pasted is lost"
    assert window.overflow() == 0
    window.click("main button", "Import as chosen")
    window.sees("Brew", "h1")
    made = build(Crew.objects.get())
    assert (made.report.legal, made.report.total.amount, made.report.pool) == (True, 43, 7)
    assert [member.slug for member in made.written.members].count("fermented-river-monk") == 2
