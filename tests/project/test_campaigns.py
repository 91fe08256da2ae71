"""Promises about campaigns: shared code asks ``rules.campaign.system`` and names no campaign.

What is looked at is discovered: every Python module and template. What counts as naming one: its code as a
word of its own, a row of a campaign that is not the usual one, or an import from its folder.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.campaign.system import expect_playable, systems, systems_for, unnamed_system
from rules.edition import editions
from rules.refusal import Refusal
from tests.project.test_editions import shared_modules, strings_of

ROOT = Path(__file__).resolve().parents[2]
ASK = (
    "Shared code names no campaign. Ask a member of rules.campaign.system.CampaignSystem that says what is "
    "decided here, or add one; what one campaign alone needs belongs into its folder (docs/campaigns.md):\n"
)
OWN = ("rules/campaign/systems/", "rules/campaign/rising/", "mfcampaign/campaigns/rising/")
OWN_TEMPLATES = "templates/campaigns/rising/"
NAMING = {
    "mfcampaign/campaigns/apps.py": "registers what the effects of an Aftermath write",
    "mfcampaign/campaigns/urls.py": "gathers the addresses of all features",
    "mfcampaign/campaigns/api.py": "gathers the endpoints of all features",
    "mfcampaign/catalog/models.py": "the kind of charts of before editions had kinds, as stored",
    "mfcampaign/campaigns/scripted/play.py": "plays every campaign by itself",
}
"""Shared files that import from the folder of a campaign or cite its rows, and why that holds for any."""


def codes() -> str:
    return "|".join(each.code for each in systems())


def rows() -> str:
    """What the rows of further campaigns begin with."""
    own = [each for each in systems() if not each.unnamed]
    documents = [ROOT / f"docs/rules/{name}.md" for each in own for name, _ in each.ledger]
    found = [re.findall(r"^\| ([A-Z0-9]+-[A-Z0-9]+-)\d+ \|", path.read_text(), re.M) for path in documents]
    heads = {head for heads in found for head in heads}
    assert heads, "nothing to look for"
    return "|".join(sorted(heads))


def imports_of(source: str) -> Iterator[tuple[int, str]]:
    folder = re.compile(r"(rules\.campaign\.(rising|systems)|mfcampaign\.campaigns\.rising)\b")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            if any(folder.match(name) for name in names):
                yield node.lineno, f"from {node.module} import …"


def test_shared_python_names_no_campaign() -> None:
    named = re.compile(rf"(?<![\w-])(?:{codes()})(?![\w-])|\b(?:{rows()})\d+")
    entry_points = ("rules/apps.py", "rules/editions/")
    places: dict[str, list[int]] = {}
    for path in shared_modules():
        name = str(path.relative_to(ROOT))
        if name.startswith((*OWN, *entry_points)):
            continue
        source = path.read_text(encoding="utf-8")
        lines = [line for line, text in strings_of(source) if named.search(text)]
        lines += [line for line, _ in imports_of(source)]
        if lines:
            places[name] = lines
    wrong = {name: lines for name, lines in places.items() if name not in NAMING}
    assert not wrong, f"{ASK}{wrong}"
    assert places.keys() >= NAMING.keys(), f"these do no longer: {NAMING.keys() - places.keys()}"


def test_shared_templates_name_no_campaign() -> None:
    named = re.compile(rf"(?<![\w-])(?:{codes()})(?![\w-])|\b(?:{rows()})\d+")
    paths = [path for path in sorted((ROOT / "templates").rglob("*.*")) if path.suffix in (".html", ".txt")]
    assert len(paths) > 200, "nothing to look at"
    wrong = [
        str(path.relative_to(ROOT))
        for path in paths
        if not str(path.relative_to(ROOT)).startswith(OWN_TEMPLATES)
        and named.search(path.read_text(encoding="utf-8"))
    ]
    assert not wrong, ASK + "\n".join(wrong)


def test_a_campaign_that_is_named_is_seen() -> None:
    named = re.compile(rf"(?<![\w-])(?:{codes()})(?![\w-])|\b(?:{rows()})\d+")
    assert all(map(named.search, ('if system == "rising-names"', "M4-CAMP-09")))
    assert not any(map(named.search, ("shifting-loyalties-m4e", "SL-HIRE-01")))
    assert list(imports_of("from rules.campaign.rising.leader import Source"))
    assert list(imports_of("from mfcampaign.campaigns import rising"))


def test_each_edition_with_leagues_plays_the_usual_campaign_first() -> None:
    for edition in editions():
        playable = systems_for(edition.code)
        assert bool(playable) == (edition.arsenal is not None)
        assert not playable or playable[0] is unnamed_system()
    with pytest.raises(Refusal, match="do not play"):
        expect_playable("rising-names", "m3e")


def test_every_campaign_has_its_documents() -> None:
    for each in systems():
        assert each.ledger, each.name
        for name, title in each.ledger:
            assert title
            assert (ROOT / f"docs/rules/{name}.md").is_file()
