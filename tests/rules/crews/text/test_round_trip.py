"""Every legal Crew is read back from each layout, whatever people and programs put around its names."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest

from rules.crews.crewlist import CrewList
from rules.crews.hiring import check_crew
from rules.crews.text.reading import read
from rules.crews.text.writing import write, write_as_app
from rules.edition import editions
from rules.refusal import Refusal
from tests.rules.crews.text.catalogues import catalogue, legal_crew
from tests.soak import Seeds

MANY = pytest.param(500, marks=pytest.mark.soak)
EDITIONS = [each.code for each in editions()]
LAYOUTS = {"own": write, "app": write_as_app}


def written(crew: CrewList, edition: str, layout: str) -> str:
    figures = catalogue(edition)
    return LAYOUTS[layout](crew, figures, name="Night watch", report=check_crew(crew, figures))


def same(one: CrewList, other: CrewList) -> bool:
    """Whether they are one Crew, the order of its models aside."""
    first, second = (
        (each.faction, each.leader, each.leader_upgrades, each.size, each.format) for each in (one, other)
    )
    return first == second and Counter(one.members) == Counter(other.members)


def each_line(change: Callable[[str, int], str], text: str) -> str:
    """``change`` of what stands behind the indent of each line."""
    changed = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.lstrip()
        changed.append(line[: len(line) - len(words)] + change(words, number) if words else line)
    return "\n".join(changed)


def only_models(change: Callable[[str, int], str]) -> Callable[[str], str]:
    """As ``each_line``, but for headings, fields and comments."""

    def changed(words: str, number: int) -> str:
        return words if re.match(r"#|.*:|.*\(\w", words) else change(words, number)

    return lambda text: each_line(changed, text)


def with_apostrophe(sign: str) -> Callable[[str], str]:
    return lambda text: text.replace("'", sign)


def hyphens(text: str) -> str:
    return each_line(lambda words, _: words.replace("-", "‑"), text)


def ligatures(text: str) -> str:
    return text.replace("ffi", "ﬃ").replace("fi", "ﬁ").replace("fl", "ﬂ")


def as_table(text: str) -> str:
    """Rows of a table in Markdown: the Upgrades of the app's layout keep the plus of a message."""
    rows = [line.strip() for line in text.splitlines()]
    indents = [len(line) - len(line.lstrip()) for line in text.splitlines()]
    return "\n".join(
        f"| {'+ ' if indent >= 4 else ''}{row} | |" for row, indent in zip(rows, indents, strict=True)
    )


DISTURBANCES: dict[str, Callable[[str], str]] = {
    "capitals": str.upper,
    "small letters": str.lower,
    **{f"apostrophe {sign!a}": with_apostrophe(sign) for sign in ("‘", "’", "ʼ", "′", "`", "´", "&#39;", "")},
    "hyphens": hyphens,
    "ligatures": ligatures,
    "NFD": lambda text: unicodedata.normalize("NFD", text),
    "bullets": lambda text: each_line(lambda words, _: f"- {words}" if words[0] != "#" else words, text),
    "points": lambda text: each_line(lambda words, _: f"•{words}" if words[0] != "#" else words, text),
    "numbers": only_models(lambda words, number: f"{number}. {words}"),
    "check boxes": only_models(lambda words, _: f"- [ ] {words}"),
    "ticked boxes": only_models(lambda words, _: f"☑️ {words}"),
    "emoji": lambda text: each_line(lambda words, _: f"🐕‍🦺 {words} 🔥" if words[0] != "#" else words, text),
    "bold": only_models(lambda words, _: f"**{words}**"),
    "table": as_table,
    "carriage returns": lambda text: text.replace("\n", "\r\n"),
    "blank lines": lambda text: text.replace("\n", "\n\n"),
    "fixed blanks": lambda text: text.replace(" ", "\u00a0"),
    "soft hyphens": only_models(lambda words, _: words[:3] + "\u00ad" + words[3:]),
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("crews", [25, MANY])
def test_what_is_written_is_read_back(edition: str, crews: int, seeds: Seeds) -> None:
    for seed in seeds(crews):
        crew = legal_crew(edition, Random(seed))
        account = read(written(crew, edition, "own"), catalogue(edition))
        assert account.crew == crew, seed
        assert account.name == "Night watch"
        assert same(read(written(crew, edition, "app"), catalogue(edition)).crew, crew), seed


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("crews", [3, MANY])
def test_no_disturbance_changes_what_is_read(layout: str, crews: int, seeds: Seeds) -> None:
    """One at a time, and every two of them, of each edition in turn."""
    pairs = list(combinations(DISTURBANCES, 2))
    for seed in seeds(crews):
        chance = Random(seed)
        edition = EDITIONS[seed % len(EDITIONS)]
        crew = legal_crew(edition, chance)
        text = written(crew, edition, layout)
        for names in [*((name,) for name in DISTURBANCES), *chance.sample(pairs, min(len(pairs), 60))]:
            disturbed = text
            for name in names:
                disturbed = DISTURBANCES[name](disturbed)
            try:
                account = read(disturbed, catalogue(edition))
            except Refusal as refusal:
                pytest.fail(f"seed {seed}, {names}: {refusal}\n{disturbed}")
            assert same(account.crew, crew), (seed, names, disturbed)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("crews", [8, MANY])
def test_no_changed_line_gives_a_legal_crew_of_another_total(layout: str, crews: int, seeds: Seeds) -> None:
    refused = 0
    for seed in seeds(crews):
        for edition in EDITIONS:
            chance = Random(seed)
            figures = catalogue(edition)
            lines = written(legal_crew(edition, chance), edition, layout).splitlines()
            for changed in one_line_changed(lines, edition, chance):
                try:
                    crew = read("\n".join(changed), figures).crew
                except Refusal:
                    refused += 1
                    continue
                report = check_crew(crew, figures)
                pools = re.findall(r"[Pp]ool:? (\d+)", "\n".join(changed))
                spent = re.findall(r"# (\d+) of", "\n".join(changed))
                if report.legal:
                    assert [report.pool] * len(pools) == list(map(int, pools)), (seed, changed)
                    assert [report.total.amount] * len(spent) == list(map(int, spent)), (seed, changed)
    assert refused, "nothing was ever stopped"


def one_line_changed(lines: list[str], edition: str, chance: Random) -> list[list[str]]:
    """The lines with one left out, one twice, one of another name, one with another number, for each line."""
    names = [profile.full_name for profile in catalogue(edition).profiles()]
    changed = []
    for at, line in enumerate(lines):
        indent = line[: len(line) - len(line.lstrip())]
        others = [indent + chance.choice(names), f"{line} {chance.randint(2, 4)}", re.sub(r"\d+$", "1", line)]
        changed += [lines[:at] + lines[at + 1 :], [*lines[: at + 1], *lines[at:]]]
        changed += [[*lines[:at], other, *lines[at + 1 :]] for other in others]
    return changed
