"""A number behind a name says which copy it is; counts say how many; what a text states of the whole is
held."""

from __future__ import annotations

import pytest

from rules.crews.catalogue import Catalogue
from rules.crews.text.doubts import corrected
from rules.crews.text.reading import doubts_of, read
from rules.crews.text.writing import write_as_app
from rules.refusal import Refusal
from tests.rules.crews.figures import CATALOGUE
from tests.rules.crews.words import changed, crew, judged, with_cards

HEAD = "Night watch (Guild)\nSize: 50\nLeader:\n  Dashel Barker\nHires:\n"


def copies(text: str, of: str = "guild-hound") -> int:
    return read(text, CATALOGUE).crew.count(of)


def refusal(text: str, catalogue: Catalogue = CATALOGUE) -> Refusal:
    with pytest.raises(Refusal) as refused:
        read(text, catalogue)
    return refused.value


def stated(pool: int, *hires: str) -> str:
    return HEAD.replace("Size: 50", f"Size: 50 - Pool: {pool}") + "".join(f"  {hire}\n" for hire in hires)


@pytest.mark.parametrize(
    ("hires", "count"),
    [
        (["Guild Hound", "Guild Hound 2"], 2),
        (["Guild Hound 2", "Executioner", "Guild Hound"], 2),
        (["Guild Hound 1", "Guild Hound 2"], 2),
        (["Guild Hound 3", "Guild Hound", "Guild Hound 2"], 3),
        (["Guild Hound A", "Guild Hound B"], 2),
        (["Guild Hound", "Guild Hound #2"], 2),
        (["Guild Hound", "Guild Hound"], 2),
        (["2x Guild Hound", "Guild Hound 3"], 3),
        (["Guild Hound 1"], 1),
        (["x2 Guild Hound"], 2),
        (["2x Guild Hound"], 2),
        (["Guild Hound x2"], 2),
        (["Guild Hound (x2)"], 2),
        (["Guild Hound 2x"], 2),
        (["Guild Hound x2 (6)"], 2),
        (["Guild Hound, Executioner, Guild Hound"], 2),
    ],
)
def test_numbers_say_which_copy_and_counts_how_many(hires: list[str], count: int) -> None:
    assert copies(HEAD + "".join(f"  {hire}\n" for hire in hires)) == count


def test_the_portal_writes_the_copies_as_the_app_does() -> None:
    written = crew("dashel-barker", "guild-hound+no-prisoners", "executioner", "guild-hound", "guild-hound")
    text = write_as_app(written, CATALOGUE)
    assert text.endswith(
        "Hires:\n  Guild Hound\n    No Prisoners\n  Guild Hound 2\n  Guild Hound 3\n  Executioner\n"
    )
    assert sorted(read(text, CATALOGUE).crew.members, key=str) == sorted(written.members, key=str)


def test_a_model_called_like_a_copy_is_not_taken_for_one() -> None:
    odd = with_cards(changed("guild-hound", slug="hound-two", name="Guild Hound 2"))
    written = crew("dashel-barker", "guild-hound", "guild-hound", "hound-two")
    assert read(write_as_app(written, odd), odd).crew.members == written.members


@pytest.mark.parametrize(("pool", "count"), [(6, 2), (7, 3), (8, 4)])
def test_a_number_without_its_first_copy_is_settled_by_the_sum(pool: int, count: int) -> None:
    text = stated(pool, "Executioner", "Guild Hound", "Guild Hound 3")
    whole = judged(crew("dashel-barker", "executioner", *["guild-hound"] * count))
    text = text.replace("Size: 50", f"Size: {whole.total.amount + pool}")
    account = read(text, CATALOGUE)
    assert account.crew.count("guild-hound") == count


def test_a_number_without_its_first_copy_and_without_a_sum_is_asked_about() -> None:
    text = HEAD + "  Guild Hound 2\n"
    assert "which copy it is, or how many" in refusal(text).sentence
    (doubt,) = doubts_of(text, CATALOGUE)
    assert (doubt.line, doubt.near, doubt.likely) == (6, ("1x Guild Hound", "2x Guild Hound"), False)
    for meant, count in zip(doubt.near, (1, 2), strict=True):
        assert copies(corrected(text, {doubt: meant})) == count


@pytest.mark.parametrize(
    "line", ["Guild Hound (3)", "Guild Hound [3]", "Guild Hound - 3ss", "Guild Hound 3ss"]
)
def test_a_cost_behind_a_name_is_no_number_of_copies(line: str) -> None:
    assert copies(HEAD + f"  {line}\n") == 1
    assert copies(f"Faction: Guild\nLeader: Dashel Barker\n{line}\n{line}") == 2


def test_a_bare_cost_is_one_in_a_message_and_asked_about_in_an_export() -> None:
    assert copies("Faction: Guild\nLeader: Dashel Barker\nGuild Hound 3") == 1
    assert "which copy" in refusal(HEAD + "  Guild Hound 3\n").sentence


@pytest.mark.parametrize("line", ["Guild Hound (2)", "Guild Hound 7", "Guild Hound 2\n  Guild Hound 2"])
def test_a_number_that_is_nothing_else_is_asked_about(line: str) -> None:
    assert "which copy it is" in refusal(HEAD + f"  {line}\n").sentence


def test_the_pool_is_compared_with_what_was_read() -> None:
    fair = crew("dashel-barker", *["executioner"], *["guild-hound"] * 4, size=30)
    text = write_as_app(fair, CATALOGUE, report=judged(fair))
    assert read(text, CATALOGUE).crew.size == 30
    wrong = text.replace("  Guild Hound 4\n", "")
    told = refusal(wrong)
    assert "Line 2: it says Pool 9; what was read costs 18 of 30, 3 less." in told.sentence
    assert "Look at line 9 (Guild Hound, 3)." in told.sentence
    assert "Correct the line that is wrong" in told.fix
    twice = refusal(text + "  Guild Hound 5\n")
    assert "costs 24 of 30, 3 more. Look at line 11 (Guild Hound, 3)." in twice.sentence


def test_what_the_portal_counts_itself_is_compared_too() -> None:
    text = "Faction: Guild\nLeader: Dashel Barker\nGuild Hound\n# 3 of 50 Soulstones, pool 10\n"
    assert copies(text) == 1
    assert (
        "it says that 3 Soulstones are spent; what was read costs 6"
        in refusal(text.replace("Guild Hound", "2x Guild Hound")).sentence
    )
    for line in ("Total: 4", "Pool: 9", "Cost: 3/40", "(9) stones in pool"):
        assert refusal(text + line).violations[0].subject == "line 5"


def test_a_cost_that_no_source_has_is_named_and_bars_only_the_comparison() -> None:
    unknown = with_cards(changed("executioner", cost=None))
    account = read(stated(9, "Executioner"), unknown)
    assert account.notes == (
        "No source has the Cost of Executioner. What line 2 states was not compared with the Crew.",
    )
    over = stated(10, "Executioner", *["Guild Hound"] * 4).replace("Size: 50", "Size: 20")
    assert "costs 12 of 20, 2 more" in refusal(over, unknown).sentence
