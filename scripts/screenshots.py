"""``make screenshots``: docs/pictures, of the real pages of a demo league that was just played.

A portal of its own is started in a temporary directory, so the pictures never show anybody's data.
Needs a Chromium (``CHROMIUM`` or on the ``PATH``). Some of ``NAMES`` may be given as arguments.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
PICTURES = ROOT / "docs" / "pictures"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
SIZES = {"phone": (375, 812, 1.0), "desktop": (1280, 800, 1.0)}
NAMES = (
    *("home-desktop-light", "week-phone-dark", "crew-phone-light", "aftermath-phone-dark"),
    *("standings-desktop-dark", "play-desktop-light", "sight-desktop-light", "event-desktop-light"),
)
"""The pictures that README.md shows: page, size, theme."""
OPEN_SECONDS = 600

from tests import services  # noqa: E402  needs the path above


class Picture(NamedTuple):
    """``name`` ends with size and theme: ``week-phone-dark``; ``person`` signs in first, "" nobody."""

    name: str
    address: str
    person: str

    @property
    def size(self) -> str:
        return self.name.split("-")[-2]

    @property
    def theme(self) -> str:
        return self.name.split("-")[-1]


def main(names: list[str]) -> int:
    chromium = services.chromium()
    if not chromium:
        print("No Chromium: set CHROMIUM or install one.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="mfc-pictures-") as home, _portal(Path(home)) as base:
        pictures = [picture for picture in _pictures() if not names or picture.name in names]
        PICTURES.mkdir(parents=True, exist_ok=True)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            for picture in pictures:
                _take(browser, base, picture)
            browser.close()
    return 0


@contextlib.contextmanager
def _portal(home: Path) -> Iterator[str]:
    """A portal with the demo league; this process sees the same database afterwards."""
    for name in ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "DJANGO_ENV"):
        os.environ.pop(name, None)
    os.environ["VAR_DIR"] = str(home)
    port, log = services.free_port(), home / "portal.log"
    command = [sys.executable, "manage.py", "portal", "--port", str(port)]
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT)
    try:
        deadline = time.monotonic() + OPEN_SECONDS
        while "The portal is open" not in log.read_text(errors="replace"):
            if process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(log.read_text(errors="replace"))
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(120)


def _pictures() -> list[Picture]:
    """Each of ``NAMES`` with the address of its page and who sees it there."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mfcampaign.settings")
    import django

    django.setup()
    pages = _pages()
    return [Picture(name, *pages[name.partition("-")[0]]) for name in NAMES]


def _pages() -> dict[str, tuple[str, str]]:
    """The address of each page and its person: of the demo league, its event, and a table and an Encounter
    that the demo leaves out."""
    from django.contrib.auth import get_user_model
    from django.urls import reverse

    from mfcampaign.campaigns.models import GameSide
    from mfcampaign.campaigns.scripted import demo
    from mfcampaign.events import demo as events
    from mfcampaign.events.models import Event
    from mfcampaign.play.terrain import Terrain
    from mfcampaign.tables import operations as tables
    from rules.edition import unnamed
    from rules.table.generator.generate import TableRequirements, generate_table

    player = next(iter(demo.PLAYERS))
    user = get_user_model().objects.get(username=player)
    aftermath = demo.waiting_aftermath()
    assert aftermath is not None, "the demo league leaves an aftermath to go on with"
    game = aftermath.side.game
    league, week = game.week.campaign, game.week
    place = {"slug": league.slug, "week": week.number}
    hiring = GameSide.objects.filter(game__week=week, crew_submitted_at=None).first()
    assert hiring is not None, "the demo league leaves a Crew to hire"
    chooses = place | {"table": hiring.game.table}
    sheet = generate_table("copper mill 41", TableRequirements(theme="town"), unnamed().table).sheet
    table = tables.keep(user, sheet, title="The copper mill")
    ground = Terrain(sheet, sheet.name)
    walk = _played(
        user, ground, "walk", lambda play: play.state.turn > 1 and play.asks[0].kind == "destination"
    )
    event = Event.objects.get(name=events.NAME)
    return {
        "home": (reverse("home"), player),
        "week": (reverse("campaigns:week", args=[league.slug, week.number]), player),
        "crew": (reverse("campaigns:crew", kwargs=chooses), hiring.entry.user.username),
        "aftermath": (reverse("campaigns:aftermath", kwargs=place | {"table": game.table}), player),
        "standings": (reverse("campaigns:standings", args=[league.slug]), player),
        "play": (walk.get_absolute_url(), player),
        "sight": (f"{reverse('tables:sight')}?on={table.code}", ""),
        "event": (reverse("events:event", args=[event.slug]), player),
    }


def _played(user: Any, ground: Any, name: str, until: Callable[[Any], object]) -> Any:
    """An Encounter with a bot on that ground, played as a bot would until ``until`` holds of it; where it
    never does, the next one."""
    from mfcampaign.play import loading
    from mfcampaign.play.operations import creation, playing
    from rules.editions.m3e.examples.encounters import skirmish
    from rules.editions.m3e.simulation.bots import Greedy
    from rules.fate.shuffle import Stream, digest

    for number in range(9):
        game = creation.create(user, ground.under(skirmish(f"pictures-{name}-{number}")), opponent="greedy")
        creation.speak(game, user, 0, "Twenty letters and a few more")
        bot = Greedy(Stream(digest("pictures", name)))
        while not game.over:
            play = loading.play_of(game)
            if until(play):
                return game
            ask = play.asks[0]
            playing.answer(game, user, ask.seat, bot.answer(play, ask), kind=ask.kind, seen=game.version)
            game.refresh_from_db()
    raise AssertionError(f"no Encounter shows {name}")


def _take(browser: Browser, base: str, picture: Picture) -> None:
    from mfcampaign.campaigns.scripted import demo

    width, height, scale = SIZES[picture.size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        color_scheme="dark" if picture.theme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    if picture.person:
        page.goto(f"{base}/account/login/")
        page.fill("input[name=login]", picture.person)
        page.fill("input[name=password]", demo.PASSWORD)
        page.press("input[name=password]", "Enter")
        page.wait_for_load_state("networkidle")
    answer = page.goto(f"{base}{picture.address}", wait_until="networkidle")
    assert answer is not None, picture
    assert answer.ok, f"{picture.name}: {answer.status} at {picture.address}"
    page.screenshot(path=PICTURES / f"{picture.name}.png")
    context.close()
    print(f"docs/pictures/{picture.name}.png", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
