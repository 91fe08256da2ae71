"""A league as a file: the same bytes again after it was brought in, the same totals, nothing hidden told."""

from __future__ import annotations

import json
import re

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from mfcampaign.accounts.models import User
from mfcampaign.audit.models import Act
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Campaign, Entry, Transfer, Week
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.tables import BY_MODEL, LATER, STAYS, TABLES
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.catalog.models import Release
from mfcampaign.dispatch import operations as dispatch
from rules.refusal import Refusal
from tests import data_sets
from tests.campaigns.transfer.changed import file_of, opened

pytestmark = pytest.mark.django_db
PHRASE = "the willow by the old mill"


@pytest.fixture(scope="module")
def second_week(lived):
    def story(league):
        first = league.week(1)
        play.live_week(first)
        weeks.reach_deadline(first, league.organiser, "Agreed.")
        play.hire_all(league.week(2))
        dispatch.drain()
        (game,) = league.games(2)
        play.submit_crew(play.sides(game)[0])

    return lived(story, players=3, name="Under way")


@pytest.fixture
def under_way(second_week, db, in_process):
    """Three players; week 1 over, in week 2 a game in its aftermath (or Crews handed in)."""
    return second_week()


def lines(content: bytes) -> list[dict]:
    return [json.loads(line) for line in content.splitlines()]


def here_again(content: bytes, by: User, person: int | None = None) -> Campaign:
    return transfer.import_league(read(content).opened(PHRASE), by, person=person)


def organiser_in(content: bytes) -> int:
    return next(row["user"] for row in lines(content) if row["is"] == "organiser")


def test_every_row_of_a_league_travels_or_says_why_not():
    ours = set(apps.get_app_config("campaigns").get_models())
    travelling = {table.model for table in TABLES}
    assert len(ours) > 20
    assert ours - travelling - set(STAYS) == set(), "say in export/tables.py what becomes of these rows"
    assert travelling & set(STAYS) == set()
    for table in TABLES:
        taken = {"is", "n"} & {field.name for field in (*table.fields, *table.many)}
        assert not taken, f"{table.name} has a column called {taken}, which means something else in the file"


def test_what_was_written_is_written_again_byte_by_byte(under_way):
    league = under_way
    before = write(league.campaign, phrase=PHRASE)
    assert before == write(league.campaign, phrase=PHRASE), "the same league is the same file"
    again = here_again(before, league.organiser, organiser_in(before))
    assert again.pk != league.campaign.pk
    assert write(again, phrase=PHRASE) == before
    assert [r.rank for r in league_page.standings(again)] == [
        r.rank for r in league_page.standings(league.campaign)
    ]
    assert balances.verify(again) == []


def test_no_id_of_this_database_is_in_the_file(make_league, in_process, count_from_afar):
    """Every table is made to count from its own millions: none of those numbers may be found."""
    league = make_league(players=3)
    count_from_afar()
    league.found_all()
    first = league.start()
    play.live_week(first)
    weeks.reach_deadline(first, league.organiser, "Agreed.")
    second = league.week(2)
    play.hire_all(second)
    dispatch.drain()
    (game,) = league.games(2)
    play.play(game)
    content = write(league.campaign, phrase=PHRASE).decode()
    ids = {row for row in content.splitlines() if re.search(r"\b[789]\d{6}\b", row)}
    assert not ids, "ids of this database: teach export/numbers.py\n" + "\n".join(row[:2000] for row in ids)


def test_the_league_lives_on_where_it_came_to(under_way):
    """Hidden Crews, hands and sealed cards came along: the week ends there as it would have here."""
    league = under_way
    content = write(league.campaign, phrase=PHRASE)
    again = here_again(content, league.organiser, organiser_in(content))
    ends = []
    for campaign in (league.campaign, again):
        week = Week.objects.select_related("campaign").get(campaign=campaign, number=2)
        (game,) = week.games.select_related("week__campaign")
        play.submit_crew(play.sides(game)[1])
        play.report(game, taste="same")
        play.confirm(game)
        play.settle()
        play.finish(game)
        weeks.reach_deadline(week, league.organiser, "Agreed.")
        week.refresh_from_db()
        assert week.state == Week.State.CLOSED
        flips = [
            decision.answer
            for aftermath in play.aftermaths(game)
            for decision in aftermath.decisions.filter(source="fate").order_by("ordinal")
        ]
        ends.append(flips[0]["cards"][0])
    assert ends[0] == ends[1], "the same sealed cards"


def test_what_is_hidden_cannot_be_read_in_the_file(under_way):
    league = under_way
    week = league.week(2)
    (game,) = league.games(2)
    side = play.sides(game)[0]
    for content in (write(league.campaign), write(league.campaign, phrase=PHRASE)):
        assert bytes(week.fate_seed).hex() not in content.decode()
        rows = [row for row in lines(content) if row["is"] == "side"]
        assert "crew" not in rows[-2], "the Crew that is in, and not revealed"
        assert "fate_seed" in next(row for row in lines(content) if row["is"] == "week"), "week 1 is open"
    assert side.crew
    plain = write(league.campaign)
    with pytest.raises(Refusal, match="without its sealed part"):
        read(plain).opened("")
    sealed = read(write(league.campaign, phrase=PHRASE))
    with pytest.raises(Refusal, match="does not open the file"):
        sealed.opened("another phrase altogether")


def test_the_people_become_guests_whom_a_link_lets_in(under_way):
    league = under_way
    content = write(league.campaign, phrase=PHRASE)
    again = here_again(content, league.organiser, organiser_in(content))
    for entry in again.entries.select_related("user"):
        assert entry.user.is_guest
        assert str(entry.user) in {str(e.user) for e in league.campaign.entries.all()}
    assert again.organisers.get().user == league.organiser


def test_a_file_from_before_some_columns_is_read(under_way):
    """As a portal wrote it that did not know them yet; its tables that came later are missing, too."""
    body = opened(under_way.campaign)
    later = {BY_MODEL[model]: columns for model, columns in LATER.items()}
    for row in body:
        for column in later.get(row["is"], ()):
            del row[column]
    body[-1]["rows"] = {name: count for name, count in body[-1]["rows"].items() if count}
    again = here_again(file_of(body), under_way.organiser)
    assert again.keeps == "none"
    assert {week.season_played for week in again.weeks.all()} == {under_way.campaign.season}
    del next(row for row in body if row["is"] == "campaign")["name"]
    with pytest.raises(Refusal, match="has no “name”"):
        here_again(file_of(body), under_way.organiser)


def test_a_file_that_was_changed_is_refused_and_nothing_is_written(under_way):
    league = under_way
    content = write(league.campaign, phrase=PHRASE)
    count = Campaign.objects.count()
    assert b"opened the league" in content
    with pytest.raises(Refusal, match="checksum"):
        read(content.replace(b"opened the league", b"closed the league"))
    for wrong, fault in (
        (b"", "empty"),
        (b"hello", "Line 1"),
        (b'{"is":"league","format":99}\n', "format 99"),
        (b"[" * 100_000, "Line 1"),
    ):
        with pytest.raises(Refusal, match=fault):
            read(wrong)
    assert Campaign.objects.count() == count


def changed(content: bytes, table: str, column: str, value: object) -> bytes:
    """The file with one value changed and a checksum that fits: a clever hand."""
    import hashlib

    from mfcampaign.campaigns.transfer.write import canonical

    rows = lines(content)
    row = next(row for row in rows if row["is"] == table)
    row[column] = value
    body = b"".join(canonical(row) + b"\n" for row in rows[:-1])
    rows[-1]["sha256"] = hashlib.sha256(body).hexdigest()
    return body + canonical(rows[-1]) + b"\n"


@pytest.mark.parametrize(
    ("table", "column", "value", "fault"),
    [
        ("transfer", "amount", "nine", r"Line \d+: Expected `int`, got `str` - at `\$.amount`"),
        ("transfer", "credit", 999, r"Line \d+: credit names account 999; there are \d"),
        ("week", "state", "paused", r"Line \d+: .*state"),
        ("entry", "nonsense", 1, r"Line \d+: .*nonsense"),
    ],
)
def test_a_wrong_value_is_told_with_its_line_and_its_field(under_way, table, column, value, fault):
    with pytest.raises(Refusal, match=fault):
        read(changed(write(under_way.campaign), table, column, value))


def test_totals_of_somebody_who_is_not_there_are_refused_before_they_are_shown(under_way):
    content = write(under_way.campaign)
    standings = lines(content)[-1]["players"]
    with pytest.raises(Refusal, match="entry 99"):
        read(changed(content, "totals", "players", [standings[0] | {"entry": 99}]))


def test_totals_that_do_not_come_out_bring_nothing_in(make_league, in_process):
    # A model that fate had Annihilated would count for nothing, whatever it cost.
    league = make_league(weeks_total=1, policies={"annihilation": "off"})
    league.found_all()
    first = league.start()
    play.live_week(first)
    weeks.reach_deadline(first, league.organiser, "Agreed.")
    content = write(league.campaign)
    counts = [model.objects.count() for model in (Campaign, Entry, Transfer, User, Act)]
    for table, column, value in (
        ("transfer", "amount", 40),
        ("account", "balance", 77),
        ("model", "cost", 14),
        ("campaign", "policies", {"x": 1}),
    ):
        with pytest.raises(Refusal):
            here_again(changed(content, table, column, value), league.organiser)
        left = [model.objects.count() for model in (Campaign, Entry, Transfer, User, Act)]
        assert left == counts, f"{table}.{column}"
    assert here_again(content, league.organiser), "the unchanged file comes in"


@pytest.mark.rule("SL-ANEW-03")
@pytest.mark.both
def test_a_league_with_a_late_joiner_travels(make_league, in_process, count_from_afar):
    """The Scrip of a new Arsenal is paid for weeks; its key names the week's number, not a row."""
    league = make_league(players=2, weeks_total=5)
    count_from_afar()
    league.found_all()
    league.start()
    for number in (1, 2):
        play.live_week(league.week(number))
        weeks.reach_deadline(league.week(number))
    late = league.join("late", "guild")
    entry = Entry.objects.select_related("user", "campaign").get(pk=late.pk)
    play.found_arsenal(entry, taste="late")
    paid = Transfer.objects.filter(campaign=league.campaign, natural_key__startswith="restart:")
    keys = paid.values_list("natural_key", flat=True)
    assert [key.partition("/")[2] for key in keys] == ["week-2", "week-3"]
    content = write(league.campaign, phrase=PHRASE)
    again = here_again(content, league.organiser, organiser_in(content))
    assert write(again, phrase=PHRASE) == content
    came = again.entries.get(user__display_name=str(entry.user))
    assert balances.balance(came) == balances.balance(entry)


@pytest.mark.soak
def test_the_demo_league_travels(figures, db, in_process):
    """Eight players in their third week: everything that the demo shows comes along."""
    if not Release.objects.exists():
        data_sets.catalogue()
    campaign = data_sets.demo_league()
    organiser = campaign.organisers.get().user
    content = write(campaign, phrase=PHRASE)
    again = here_again(content, organiser, organiser_in(content))
    assert write(again, phrase=PHRASE) == content
    assert again.pack_id == campaign.pack_id, "the pack with the same content is used again"


def test_the_commands_write_and_read_files(under_way, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("LEAGUE_PHRASE", PHRASE)
    file = tmp_path / "test.league.jsonl"
    owner = under_way.organiser
    call_command("export_league", under_way.campaign.slug, file)
    with pytest.raises(CommandError, match="File exists"):
        call_command("export_league", under_way.campaign.slug, file)
    call_command("import_league", file, owner.username, "--check")
    assert Campaign.objects.count() == 1
    call_command("import_league", file, owner.username, "--as", str(owner))
    assert "has arrived at /leagues/under-way-2/" in capsys.readouterr().out
    again = Campaign.objects.get(slug="under-way-2")
    assert again.sealed_as == "under-way"
    assert write(again, phrase=PHRASE) == file.read_bytes()
    monkeypatch.setenv("LEAGUE_PHRASE", "not the phrase it was")
    with pytest.raises(CommandError, match="does not open"):
        call_command("import_league", file, owner.username)
