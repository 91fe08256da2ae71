"""What fits: no page slides sideways, with letters of usual size and twice as large; paper; a home screen."""

from __future__ import annotations

import contextlib
import re
import zlib
from typing import Any

import pytest
from django.urls import reverse

from mfcampaign.campaigns.scripted import demo
from tests.browser.conftest import _until_nobody_is_served
from tests.browser.engines.window import Window
from tests.browser.test_every_page import world  # noqa: F401  a fixture
from tests.play.playing import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
World = dict[str, Any]
TWICE = "document.documentElement.style.fontSize = '212.5%'; return 0"
# What is wider than the window, and by how much: to be read in a failure.
WIDE = """
const wide = [...document.querySelectorAll("main *, header *, footer *, nav *")].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && box.right > innerWidth + 1 && !one.closest("svg, .table-wrap, .tabs, [hidden]");
});
return wide.slice(-3).map((one) => one.outerHTML.slice(0, 120));
"""


def pages(world: World) -> list[str]:  # noqa: F811
    slug, week = world["slug"], world["week"]
    league = [
        reverse(f"campaigns:{name}", args=[slug])
        for name in ("league", "settings", "hires", "diary", "standings", "organise", "settings_rules")
    ]
    return [
        "/crews/new/?edition=m3e",
        "/events/new/",
        "/play/new/",
        "/play/new/record/",
        "/leagues/new/",
        "/catalogue/?edition=m3e",
        "/",
        *league,
        reverse("campaigns:week", args=[slug, week]),
        reverse("events:manage", args=[world["event"]]),
        reverse("events:settings", args=[world["event"]]),
        reverse("crews:crew", args=[world["crew"]]),
    ]


def test_no_page_slides_sideways_with_letters_twice_as_large(window: Window, world: World) -> None:  # noqa: F811
    window.sign_in("organiser", demo.PASSWORD)
    spills: dict[str, Any] = {}
    for path in pages(world):
        window.visit(path)
        for size in ("1", "2"):
            if size == "2":
                window.run(TWICE)
            if spill := window.overflow():
                spills[f"{path} × {size}"] = (spill, window.run(WIDE))
    assert spills == {}


def test_the_head_of_a_page_is_one_line_on_a_phone_and_on_a_home_screen(window: Window) -> None:
    head = "return document.querySelector('.mast').getBoundingClientRect().height"
    person("mara")
    window.visit("/about/")
    for signed_in in (False, True):
        if signed_in:
            window.sign_in("mara", "secret-pass")
            window.visit("/about/")
        for width in (360, 375):
            window.resize(width)
            assert window.run(head) < 70, (signed_in, width)
            assert window.run(STANDALONE) == "flex"
            assert window.run(head) < 70, (signed_in, width, "with a Back")
            window.visit("/about/")


# The rules for a home screen, as if the page stood on one.
STANDALONE = """
const alone = (rules) => [...rules].forEach((rule) => {
  if (rule.media?.mediaText.includes("standalone")) {
    rule.media.mediaText = rule.media.mediaText.replace(/\\(display-mode: standalone\\)/, "(min-width: 0px)");
  }
  if (rule.cssRules) alone(rule.cssRules);
});
for (const sheet of document.styleSheets) alone(sheet.cssRules);
return getComputedStyle(document.querySelector("[data-back]")).display;
"""


def test_it_can_stand_on_a_home_screen(window: Window) -> None:
    window.visit("/about/")
    icons = window.run(
        """
        const manifest = await (await fetch(document.querySelector("link[rel=manifest]").href)).json();
        const touch = document.querySelector("link[rel=apple-touch-icon]").href;
        const loaded = async (src) => {
          const picture = Object.assign(new Image(), { src });
          await picture.decode();
          return picture.naturalWidth;
        };
        const wide = await Promise.all(manifest.icons.map(({ src }) => loaded(src)));
        const all = Math.min(...wide) > 0 && wide.length;
        return [manifest.display, manifest.background_color, await loaded(touch), all];
        """
    )
    assert icons == ["standalone", "#261d17", 192, 4]
    assert "viewport-fit=cover" in window.run("return document.querySelector('[name=viewport]').content")
    window.visit("/about/rules/")
    window.until("return document.querySelector('[data-back]:not([hidden])')")
    shown = "return getComputedStyle(document.querySelector('[data-back]')).display"
    assert window.run(shown) == "none", "a browser has its own"
    window.run("document.querySelector('[data-back]').style.display = 'inline-flex'")
    window.click("[data-back]")
    window.until("return location.pathname === '/about/'")


SPLASHES = """async () => {
  const pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  const pictures = [];
  for (const { href, media } of document.querySelectorAll("link[rel=apple-touch-startup-image]")) {
    const picture = Object.assign(new Image(), { src: href });
    await picture.decode();
    pen.drawImage(picture, 0, 0);
    const corner = [...pen.getImageData(0, 0, 1, 1).data];
    pictures.push([media, picture.naturalWidth, picture.naturalHeight, corner]);
  }
  return pictures;
}"""


def test_ios_is_given_pictures_of_its_screen_for_the_moment_it_opens(browser: Any, live_server: Any) -> None:
    """In a Chromium that says what iOS says: no engine on Debian does."""
    context = browser.new_context(
        viewport={"width": 375, "height": 667}, screen={"width": 375, "height": 667}, device_scale_factor=2
    )
    try:
        context.add_init_script("navigator.standalone = false")
        page = context.new_page()
        for _ in range(2):  # drawn, then kept
            page.goto(f"{live_server.url}/about/")
            page.wait_for_selector("link[rel=apple-touch-startup-image]", state="attached")
        pictures = page.evaluate(SPLASHES)
        ground = [0x26, 0x1D, 0x17, 255]
        assert pictures == [
            ["(orientation: portrait)", 750, 1334, ground],
            ["(orientation: landscape)", 1334, 750, ground],
        ]
        assert page.locator("meta[name=apple-mobile-web-app-capable]").count() == 1
        page.add_init_script("navigator.standalone = true")
        page.goto(f"{live_server.url}/about/")
        page.wait_for_load_state("networkidle")
        assert page.locator("link[rel=apple-touch-startup-image]").count() == 0, "it stands there already"
    finally:
        context.close()
        _until_nobody_is_served()


A4, LETTER = (21.0, 29.7), (21.59, 27.94)


@pytest.mark.soak
@pytest.mark.parametrize("paper", [A4, LETTER], ids=["A4", "Letter"])
def test_a_crew_and_the_standings_are_printed_on_that_paper(window: Window, world: World, paper: Any) -> None:  # noqa: F811
    if window.engine == "webkit":
        pytest.skip("WebKitGTK's driver prints nothing: no command for it in 2.50")
    window.sign_in("organiser", demo.PASSWORD)
    crew = reverse("crews:share", args=[world["share"]])
    for path in (crew, reverse("campaigns:standings", args=[world["slug"]])):
        window.visit(path)
        assert _papers(window.paper(*paper)) == {tuple(round(side, 1) for side in paper)}, path


# What is meant for paper is laid on the screen: no driver shows it otherwise in all three engines.
ON_PAPER = """
const laid = (rules) => [...rules].forEach((rule) => {
  if (rule.media?.mediaText === "print") rule.media.mediaText = "all";
  if (rule.cssRules) laid(rule.cssRules);
});
for (const sheet of document.styleSheets) {
  if (sheet.media.mediaText === "print") sheet.media.mediaText = "all";
  laid(sheet.cssRules);
}
"""
# Of each text on paper how much darker or lighter it is than what is behind it, as grey: WCAG's contrast.
PALE = """
const pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
const drawn = (colour) => {
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  return pen.getImageData(0, 0, 1, 1).data;
};
const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
const grey = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
const behind = (one) => {
  for (let each = one; each; each = each.parentElement) {
    const ground = drawn(getComputedStyle(each).backgroundColor);
    if (ground[3] === 255) return grey(ground);
  }
  return 1;
};
const found = [];
let texts = 0;
const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const one = walker.currentNode.parentElement;
  const said = walker.currentNode.data.trim();
  const box = one.getBoundingClientRect();
  if (!said || box.width < 2 || box.height < 2 || one.closest("svg, .sr-only, button")) continue;
  texts += 1;
  const [ink, ground] = [grey(drawn(getComputedStyle(one).color)), behind(one)];
  const contrast = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
  if (contrast < 4.5) found.push(`${said.slice(0, 40)}: ${contrast.toFixed(1)}`);
}
return [texts, found];
"""


@pytest.mark.soak
def test_a_printer_without_colour_leaves_no_word_pale(window: Window, world: World) -> None:  # noqa: F811
    window.sign_in("organiser", demo.PASSWORD)
    window.run("document.documentElement.dataset.theme = 'dark'; document.cookie = 'theme=dark; path=/'")
    crew = reverse("crews:share", args=[world["share"]])
    for path in (crew, reverse("campaigns:standings", args=[world["slug"]])):
        window.visit(path)
        window.run(ON_PAPER)
        texts, pale = window.run(PALE)
        assert (texts > 20, pale) == (True, []), path
        assert window.run("return getComputedStyle(document.querySelector('.mast')).display") == "none"
    window.run("document.querySelector('main').style.color = '#999'; return 0")
    assert window.run(PALE)[1], "the negative control"


def _papers(printed: bytes) -> set[tuple[float, ...]]:
    """Width and height in centimetres of the pages of a PDF, in its streams too."""
    parts = [printed]
    for packed in re.findall(rb"stream\r?\n(.*?)endstream", printed, re.DOTALL):
        with contextlib.suppress(zlib.error):
            parts.append(zlib.decompress(packed))
    box = rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)"
    boxes = [sides for part in parts for sides in re.findall(box, part)]
    return {tuple(round(float(side) * 2.54 / 72, 1) for side in sides) for sides in boxes}
