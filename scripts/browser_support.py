"""``make check``: what style sheets, scripts and templates use, each stated browser has.

``browser_support.json`` lists what at least one of them lacks, by the names of MDN's browser-compat-data, and
from which version it has it. ``--write data.json`` makes it anew (``npm pack @mdn/browser-compat-data``).

What is lacking somewhere may be used inside ``@supports``; after the same property with a value that all
know (not if the value has a variable: a browser believes such a value until it is too late); or if
``WITHOUT`` says what a browser without it does.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import tinycss2

ROOT = Path(__file__).resolve().parent.parent
TABLE = Path(__file__).with_suffix(".json")
BROWSERS = {"safari_ios": "15.6", "firefox": "140", "chrome": "119"}
"""The iPhone 7's last Safari, the ESR before the last, Chrome of three years ago (November 2026)."""
KINDS = ("css", "javascript", "api", "html")
DEEP = {"api": 2, "javascript": 3}
"""Dots in the name of a member of a class."""
NOWHERE: dict[str, Any] = {"support": {}}

OURS = {"check", "delay", "drop", "escape", "isError", "move", "to"}
"""Members of our own objects, and of htmx's, that are called as one of a browser's."""
WITHOUT = {
    "api.AudioParam.exponentialRampToValueAtTime": "Firefox begins a little later",
    "api.Document.moveBefore": "htmx asks first",
    "api.Document.startViewTransition": "htmx asks first",
    "api.DocumentFragment.moveBefore": "htmx asks first",
    "api.Element.moveBefore": "htmx asks first",
    "api.Element.startViewTransition": "htmx asks first",
    "api.FileSystemHandle.requestPermission": "meant is that of Notification",
    "api.HTMLElement.hidePopover": "record.mjs closes the dialog",
    "api.HTMLElement.showPopover": "record.mjs opens the dialog",
    "api.HTMLFormElement.requestSubmit": "static/js/forms.mjs presses a button",
    "api.Navigator.wakeLock": "the screen dims as it always does",
    "api.Navigator.share": "portal.js copies the link",
    "api.Notification": "turn.mjs asks first; the title says whose turn it is",
    "api.ServiceWorkerRegistration.showNotification": "only where Notification is",
    "css.at-rules.media.forced-colors": "a phone that forces no colours needs none",
    "css.at-rules.page": "paper has the margins of the printer's dialogue",
    "css.at-rules.property": "portal.js shows the new figure at once",
    "css.properties.accent-color": "check boxes have the device's colour",
    "css.properties.break-after.avoid": "a heading may be the last line of a sheet",
    "css.properties.contain-intrinsic-size": "goes with content-visibility",
    "css.properties.content-visibility": "rows far below are laid out at once",
    "css.properties.cursor": "a finger has none",
    "css.properties.forced-color-adjust": "goes with forced-colors",
    "css.properties.outline": "round the corners of a button the line is square",
    "css.properties.overflow-anchor": "a browser that never anchors needs no telling",
    "css.properties.overflow-clip-margin": "a shadow at the edge of a row is cut",
    "css.properties.paint-order": "it lacks it for texts of HTML, not for those of SVG",
    "css.properties.resize": "a long text scrolls in its field",
    "css.properties.scrollbar-color": "the bar is grey",
    "css.properties.scrollbar-width": "the bar is wider",
    "css.properties.text-wrap": "lines break where they are full",
    "css.properties.user-select": "as -webkit-user-select, beside it",
    "css.selectors.-moz-progress-bar": "a browser's own bar each; others pass it over",
    "css.selectors.-webkit-meter-bar": "as above",
    "css.selectors.-webkit-meter-even-less-good-value": "as above",
    "css.selectors.-webkit-meter-inner-element": "as above",
    "css.selectors.-webkit-meter-optimum-value": "as above",
    "css.selectors.-webkit-meter-suboptimum-value": "as above",
    "css.selectors.-webkit-progress-bar": "as above",
    "css.selectors.-webkit-progress-value": "as above",
    "css.selectors.details-content": "portal.js opens them for paper",
    "css.selectors.selection": "what is selected has the device's colour",
    "css.types.color.light-dark": "static/css/colours.css",
    "html.global_attributes.autofocus": "the field of the search is tapped first",
    "html.elements.button.popovertarget": "record.mjs opens the dialog",
    "html.elements.button.popovertargetaction": "a press of a button of an open sheet closes it",
    "html.elements.link.rel.icon": "apple-touch-icon stands beside it",
    "html.elements.link.rel.manifest": "nothing to install; the page is the same",
    "html.elements.meta.name.theme-color": "the bar has the browser's colour",
    "html.elements.meta.name.viewport": "browsers of a desk need none",
    "html.elements.select.size": "it is a list that drops down",
    "html.global_attributes.popover": "record.css hides it, record.mjs opens it as a dialog",
}
"""Feature, or what it is part of → what a browser without it does. A line that is not used is a fault."""


@dataclass(frozen=True)
class Use:
    """A feature that a file uses, by its name in the table."""

    feature: str
    path: Path
    line: int


# -- the table


def table_of(data: dict[str, Any]) -> dict[str, Any]:
    """What stated browsers lack of MDN's data. What is part of something that the same browsers lack is left
    out, and so are parts of a method but those that ``SPELT`` finds."""
    lacking: dict[str, dict[str, str]] = {}
    for kind in KINDS:
        for name, compat in _features(data[kind], kind):
            deep = name.startswith(("api.", "javascript.")) and name.count(".") > DEEP[kind]
            since = {browser: first for browser, first in _first(compat) if not _has(browser, first)}
            above = lacking.get(name.rpartition(".")[0], {})
            if name in SPELT or (since and not deep and not since.keys() <= above.keys()):
                lacking[name] = since
    meta = data["__meta"]
    return {
        "made from": f"@mdn/browser-compat-data {meta['version']}",
        "browsers": BROWSERS,
        "shared": sorted(_shared([data["api"], data["javascript"]["builtins"]], lacking)),
        "lacking": lacking,
    }


def _features(node: dict[str, Any], name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if "__compat" in node:
        yield name, node["__compat"]
    for key, child in node.items():
        if key != "__compat":
            yield from _features(child, f"{name}.{key}")


def _first(compat: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each stated browser, and the first version that has it whole, by its own name, unasked; "" for none."""
    for browser in BROWSERS:
        support = compat["support"].get(browser, [])
        whole = [
            str(one["version_added"]).lstrip("≤")
            for one in (support if isinstance(support, list) else [support])
            if one.get("version_added") not in (None, False, "preview")
            and not one.keys() & {"flags", "prefix", "alternative_name", "partial_implementation"}
            and not _has(browser, str(one.get("version_removed") or ""))
        ]
        yield browser, min(whole, key=_number, default="")


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())


def _has(browser: str, since: str) -> bool:
    return bool(since) and _number(since) <= _number(BROWSERS[browser])


def _shared(rooms: list[dict[str, Any]], lacking: dict[str, Any]) -> set[str]:
    """Members that one class lacks and another has: their name alone says nothing."""
    names = {name.rpartition(".")[2] for name in lacking if name.startswith(("api.", "javascript."))}
    shared = set()
    for members in (members for room in rooms for members in room.values()):
        for member in names & members.keys():
            if all(
                _has(browser, first) for browser, first in _first(members[member].get("__compat", NOWHERE))
            ):
                shared.add(member)
    return shared


# -- style sheets


def uses_of_css(path: Path) -> Iterator[Use]:
    rules = tinycss2.parse_stylesheet(path.read_text(), skip_comments=True, skip_whitespace=True)
    yield from _rules(rules, path)


def _rules(rules: Iterable[Any], path: Path) -> Iterator[Use]:
    for rule in rules:
        if rule.type == "at-rule":
            if rule.lower_at_keyword == "supports":
                continue
            yield Use(f"css.at-rules.{rule.lower_at_keyword}", path, rule.source_line)
            for _, word in _words(rule.prelude):
                yield Use(f"css.at-rules.{rule.lower_at_keyword}.{word}", path, rule.source_line)
            if rule.content is not None:
                inside = tinycss2.parse_blocks_contents(
                    rule.content, skip_comments=True, skip_whitespace=True
                )
                yield from _rules([one for one in inside if one.type != "declaration"], path)
                yield from _declarations(inside, path)
        elif rule.type == "qualified-rule":
            yield from _selectors(rule.prelude, path)
            inside = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
            nested = [one for one in inside if one.type != "declaration"]
            yield from (Use("css.selectors.nesting", path, one.source_line) for one in nested)
            yield from _rules(nested, path)
            yield from _declarations(inside, path)
        elif rule.type == "error":
            raise SystemExit(f"{path}:{rule.source_line}: {rule.message}")


def _selectors(tokens: Iterable[Any], path: Path) -> Iterator[Use]:
    colon = False
    for token in tokens:
        if colon and token.type in ("ident", "function"):
            name = token.value if token.type == "ident" else token.name
            yield Use(f"css.selectors.{name}", path, token.source_line)
        colon = token.type == "literal" and token.value == ":"
        if token.type == "function":
            yield from _selectors(token.arguments, path)


def _declarations(declarations: Iterable[Any], path: Path) -> Iterator[Use]:
    """What they use, but for values that an earlier one of the same property stands in for."""
    known: set[str] = set()
    declared = [one for one in declarations if one.type == "declaration"]
    names = {one.lower_name for one in declared}
    for one in declared:
        uses = [Use(feature, path, one.source_line) for feature in _features_of(one)]
        if one.lower_name == "align-content" and "display" not in names:
            uses.append(Use("css.properties.align-content.context_block", path, one.source_line))
        late = any(feature.endswith(".var") for feature in _value_words(one))
        if late or one.lower_name not in known:
            yield from uses
        if not any(use.feature in lacking() for use in uses):
            known.add(one.lower_name)


def _features_of(declaration: Any) -> Iterator[str]:
    if not declaration.name.startswith("--"):
        yield f"css.properties.{declaration.lower_name}"
    yield from _value_words(declaration)
    if declaration.lower_name == "content" and any(
        token.type == "literal" and token.value == "/" for token in declaration.value
    ):
        yield "css.properties.content.alt_text"


def _value_words(declaration: Any) -> Iterator[str]:
    for kind, word in _words(declaration.value):
        if kind == "dimension":
            yield f"css.types.length.{word}"
        else:
            yield f"css.properties.{declaration.lower_name}.{word}"
        if kind == "function":
            yield from _functions().get(word, ())


def _words(tokens: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Names, functions and units with their kind, those inside functions and brackets too."""
    for token in tokens:
        if token.type == "ident":
            yield token.type, token.lower_value
        elif token.type == "dimension":
            yield token.type, token.lower_unit
        elif token.type == "function":
            yield token.type, token.lower_name
            yield from _words(token.arguments)
        elif token.type.endswith("block"):
            yield from _words(token.content)


# -- scripts and templates

NO_CODE = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|\$\{[^}]*\}|[^`\\])*`", re.DOTALL
)
SPELT = {
    "javascript.regular_expressions.lookbehind_assertion": r"\(\?<[=!]",
    "javascript.classes.static.initialization_blocks": r"\bstatic\s*\{",
    "api.FormData.FormData.submitter": r"new FormData\([^(),]+,",
}


def uses_of_script(path: Path) -> Iterator[Use]:
    """By name: members that no stated browser has under another interface, classes, and what is spelt."""
    text = path.read_text()
    for feature, spelling in SPELT.items():
        yield from (Use(feature, path, _line(text, at.start())) for at in re.finditer(spelling, text))
    code = NO_CODE.sub(lambda match: " " * len(match[0]) if "\n" not in match[0] else match[0], text)
    members, classes = _members(), _globals()
    for at in re.finditer(r"(\.\s*)?\b([A-Za-z_$][\w$]*)", code):
        for feature in (members if at[1] else classes).get(at[2], ()):
            yield Use(feature, path, _line(text, at.start()))


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


class _Tags(HTMLParser):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.uses: list[Use] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [f"html.elements.{tag}"]
        for name, value in attrs:
            names += [f"html.elements.{tag}.{name}", f"html.global_attributes.{name}"]
            names += [f"html.elements.{tag}.{name}.{value}", f"html.elements.{tag}.{name}_{value}"]
        self.uses += [Use(name, self.path, self.getpos()[0]) for name in names]


def uses_of_template(path: Path) -> list[Use]:
    tags = _Tags(path)
    tags.feed(re.sub(r"\{%.*?%\}|\{#.*?#\}", "", path.read_text()))
    return tags.uses


# -- the table by what is looked up


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(TABLE.read_text())
    return table


def lacking() -> dict[str, dict[str, str]]:
    features: dict[str, dict[str, str]] = _table()["lacking"]
    return features


@cache
def _by_last(pattern: str) -> dict[str, list[str]]:
    """Lacking features whose whole name is like that, by the last word of it."""
    by_last: dict[str, list[str]] = {}
    for name in lacking():
        if re.fullmatch(pattern, name):
            by_last.setdefault(name.rpartition(".")[2], []).append(name)
    return by_last


def _functions() -> dict[str, list[str]]:
    return _by_last(r"css\.types\.(?!length\.).+")


def _members() -> dict[str, list[str]]:
    members = _by_last(r"(api|javascript\.builtins)\.\w+\.\w+")
    return {name: features for name, features in members.items() if name not in {*_table()["shared"], *OURS}}


def _globals() -> dict[str, list[str]]:
    return _by_last(r"(api|javascript\.builtins)\.\w+")


# -- the check


def uses() -> Iterator[Use]:
    """All that the portal sends to a browser."""
    static = ROOT / "static"
    for path in sorted((static / "css").glob("*.css")):
        yield from uses_of_css(path)
    scripts = [*(static / "js").iterdir(), ROOT / "mfcampaign/web/installable/worker.js"]
    for path in sorted([*scripts, *(static / "vendor").glob("*.js")]):
        yield from uses_of_script(path)
    for path in sorted((ROOT / "templates").rglob("*.html")):
        yield from uses_of_template(path)


def faults(uses: Iterable[Use]) -> list[str]:
    """Sentences: what is used, where, and who lacks it."""
    said, excused = [], set()
    for use in uses:
        missing = lacking().get(use.feature)
        if missing is None:
            continue
        if excuses := {use.feature, use.feature.rpartition(".")[0]} & WITHOUT.keys():
            excused |= excuses
            continue
        who = ", ".join(
            f"{browser} {BROWSERS[browser]} (has it from {since})" if since else f"{browser} (never)"
            for browser, since in missing.items()
        )
        said.append(f"{use.path.relative_to(ROOT)}:{use.line}: {use.feature} is lacking in {who}")
    said += [f"scripts/browser_support.py: {name} is used no more" for name in WITHOUT.keys() - excused]
    return sorted(set(said))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", type=Path, metavar="DATA", help="data.json of @mdn/browser-compat-data")
    options = parser.parse_args()
    if options.write:
        table = table_of(json.loads(options.write.read_text()))
        lines = [f" {json.dumps(name)}: {json.dumps(since)}" for name, since in table.pop("lacking").items()]
        head = "".join(f" {json.dumps(name)}: {json.dumps(value)},\n" for name, value in table.items())
        TABLE.write_text("{\n" + head + ' "lacking": {\n' + ",\n".join(lines) + "\n}}\n")
        return 0
    if _table()["browsers"] != BROWSERS:
        print("browser_support.json was made for other browsers: make it anew with --write.")
        return 1
    sentences = faults(uses())
    print(
        "\n".join(sentences)
        or f"Every stated browser has what is used ({len(lacking())} features looked for)."
    )
    return int(bool(sentences))


if __name__ == "__main__":
    sys.exit(main())
