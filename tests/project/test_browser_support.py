"""The check of style sheets and scripts finds what a stated browser lacks; colours have their fallback."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import browser_support, colours_fallback

ROOT = browser_support.ROOT


def found(tmp_path: Path, name: str, text: str) -> list[str]:
    """The features used by that file that a stated browser lacks."""
    path = tmp_path / name
    path.write_text(text)
    looks = {
        ".css": browser_support.uses_of_css,
        ".mjs": browser_support.uses_of_script,
        ".html": browser_support.uses_of_template,
    }
    return [use.feature for use in looks[path.suffix](path) if use.feature in browser_support.lacking()]


@pytest.mark.parametrize(
    ("text", "feature"),
    [
        ("p { color: light-dark(#000, #fff); }", "css.types.color.light-dark"),
        ("p { fill: color-mix(in srgb, red 45%, blue); }", "css.types.color.color-mix"),
        (
            "p { fill: red; fill: color-mix(in srgb, var(--a) 45%, blue); }",
            "css.types.color.color-mix",
        ),
        ("p { min-height: 2rem; align-content: center; }", "css.properties.align-content.context_block"),
        ("@container (width > 2rem) { p { color: red; } }", "css.at-rules.container"),
        ("p { @media print { color: red; } }", "css.selectors.nesting"),
        (":popover-open { color: red; }", "css.selectors.popover-open"),
    ],
)
def test_a_style_that_a_stated_browser_lacks_is_found(tmp_path: Path, text: str, feature: str) -> None:
    assert feature in found(tmp_path, "a.css", text)


@pytest.mark.parametrize(
    "text",
    [
        "p { display: grid; align-content: center; }",
        "p { fill: red; fill: color-mix(in srgb, red 45%, blue); }",
        "@supports (color: light-dark(red, blue)) { p { color: light-dark(red, blue); } }",
        "p:has(> a) { min-height: 100svh; inset: 0; }",
        "dialog::backdrop { color: red; }",
    ],
)
def test_what_all_have_or_what_has_a_fallback_is_no_fault(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, "a.css", text) == []


@pytest.mark.parametrize(
    ("text", "feature"),
    [
        ("new FormData(form, event.submitter);", "api.FormData.FormData.submitter"),
        ("form.requestSubmit();", "api.HTMLFormElement.requestSubmit"),
        ("/(?<=a)b/.test(word);", "javascript.regular_expressions.lookbehind_assertion"),
        ("rows.toSorted();", "javascript.builtins.Array.toSorted"),
        ("new CompressionStream('gzip');", "api.CompressionStream"),
        ("Promise.withResolvers();", "javascript.builtins.Promise.withResolvers"),
    ],
)
def test_a_script_that_a_stated_browser_lacks_is_found(tmp_path: Path, text: str, feature: str) -> None:
    assert feature in found(tmp_path, "a.mjs", text)


def test_words_texts_and_what_another_class_has_are_no_fault(tmp_path: Path) -> None:
    text = "// form.requestSubmit()\nsay('rows.toSorted()'); rows.map(one).find(two); new FormData(form);"
    assert found(tmp_path, "a.mjs", text) == []


def test_an_attribute_that_a_stated_browser_lacks_is_found(tmp_path: Path) -> None:
    text = '{% if a %}<details name="one"><summary>A</summary></details>{% endif %}<div popover>B</div>'
    assert {"html.elements.details.name", "html.global_attributes.popover"} <= set(
        found(tmp_path, "a.html", text)
    )


def test_the_portal_uses_nothing_that_a_stated_browser_lacks() -> None:
    uses = list(browser_support.uses())
    assert {use.path.suffix for use in uses} == {".css", ".js", ".mjs", ".html"}
    assert browser_support.faults(uses) == []


def test_an_excuse_that_is_used_no_more_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(browser_support.WITHOUT, "css.properties.never", "nothing")
    assert browser_support.faults([])[-1].endswith("is used no more")
    said = browser_support.faults(browser_support.uses())
    assert said == ["scripts/browser_support.py: css.properties.never is used no more"]


def test_every_colour_has_its_fallback_light_and_dark() -> None:
    text = colours_fallback.FALLBACK.read_text()
    assert text == colours_fallback.fallback(), "run `python -m scripts.colours_fallback`"
    assert text.count("--page: #f1e8d6;") == 1
    assert text.count("--page: #15110e;") == 2


def test_no_other_style_sheet_has_a_colour_of_two_lights() -> None:
    sheets = sorted((ROOT / "static" / "css").glob("*.css"))
    assert len(sheets) > 10
    twofold = [sheet.name for sheet in sheets if "light-dark(#" in sheet.read_text()]
    assert twofold == ["colours.css", "tokens.css"]
