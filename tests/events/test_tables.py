"""Tables as people have them: read whole, shown before anything is written, or refused with the reason."""

from __future__ import annotations

import contextlib
import csv
import io
import re

import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mfcampaign.audit.models import Act
from mfcampaign.events.models import Player
from mfcampaign.events.operations import creation, people
from mfcampaign.events.tables import players_of, results_of
from mfcampaign.web.names import looks, plain
from mfcampaign.web.spreadsheets import decoded, disarmed_text
from rules.refusal import Refusal
from tests.events.making import NAMES
from tests.markup import read_aloud

pytestmark = pytest.mark.django_db
ENCODINGS = {"utf-8": "UTF-8", "utf-8-sig": "UTF-8", "utf-16": "UTF-16", "utf-16-le": "UTF-16"}
ENCODINGS |= {"utf-16-be": "UTF-16", "cp1252": "Windows-1252"}


@pytest.fixture
def host_client(host):
    client = Client()
    client.force_login(host)
    return client


def at(name, day):
    return reverse(f"events:{name}", args=[day.event.slug])


def text(answer) -> str:
    return read_aloud(answer.content.decode(), main=True)


def told(content: bytes):
    read = players_of(decoded(content)[0])
    assert read.faults == ()
    return [(p.name, p.club, p.rating, p.company) for p in read.players]


# -- what a table says ---------------------------------------------------------------------------------

WORDS = (
    st.text("abcdeZoëßÄéñ O'.-", min_size=2, max_size=12)
    .map(plain)
    .filter(lambda word: sum(char.isalpha() for char in word) >= 2)
)
CELLS = st.text("abcë ,;\t'\"=-", max_size=12).map(plain)
PEOPLE = st.lists(
    st.tuples(WORDS, CELLS, st.integers(0, 9_999), CELLS),
    min_size=1,
    max_size=8,
    unique_by=lambda person: looks(person[0]),
)


def written(rows, delimiter, end):
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator=end)
    writer.writerows(rows)
    return out.getvalue()


@pytest.mark.both
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    who=PEOPLE,
    delimiter=st.sampled_from(",;\t"),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    encoding=st.sampled_from(sorted(ENCODINGS)),
    announced=st.booleans(),
    fraction=st.sampled_from(["", ".0", ".00"]),
    heads=st.permutations([0, 1, 2, 3]),
    capitals=st.booleans(),
)
def test_a_table_reads_back_equal_however_it_is_written(
    who, delimiter, end, encoding, announced, fraction, heads, capitals
):
    """Separators, ends of lines, encodings, the order of columns, numbers of spreadsheets do not matter."""
    names = ["name", "club", "rating", "company"]
    rows = [[disarmed_text(n), disarmed_text(c), f"{r}{fraction}", disarmed_text(t)] for n, c, r, t in who]
    table = [[name.title() if capitals else name for name in names], *rows]
    body = written([[row[n] for n in heads] for row in table], delimiter, end)
    content = (f"sep={delimiter}{end}" if announced else "") + body
    try:
        sent = content.encode(encoding)
    except UnicodeEncodeError:
        return
    expected = [(n, c, r, t) for n, c, r, t in who]
    if encoding == "cp1252" and not any(ord(char) > 127 for char in content):
        encoding = "utf-8"  # the same bytes
    assert decoded(sent)[1] == ENCODINGS[encoding]
    assert told(sent) == expected


@settings(deadline=None, max_examples=300)
@example(b"\xff\xfe\x00").via("half a letter of UTF-16")
@example(b'"').via("an open quotation mark")
@example(b"sep=;").via("nothing but the announcement")
@example(b"name\r\n" + b"x" * 140_000).via("a cell beyond what csv reads")
@example(b"name,rating\nMara,\xb2\n").via("a digit that is none")
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda t: t.encode("utf-8", "replace"))))
def test_whatever_is_sent_is_a_table_or_refused(content):
    for reading in (players_of, results_of):
        read = None
        with contextlib.suppress(Refusal):
            read = reading(decoded(content)[0])
        if read is not None:
            assert read.faults or getattr(read, "players", None) or getattr(read, "results", None)


@pytest.mark.parametrize(
    ("content", "players"),
    [
        ("Mara\rIlse\r\nTobin", [("Mara", "", 0, ""), ("Ilse", "", 0, ""), ("Tobin", "", 0, "")]),
        (
            "1. Mara, Old Lantern\n\n- Ilse\nTobin\tCrow Club",
            [("Mara", "Old Lantern", 0, ""), ("Ilse", "", 0, ""), ("Tobin", "Crow Club", 0, "")],
        ),
        ("1;Mara;Tower;1500,0\n2;Ilse;;1400", [("Mara", "Tower", 1500, ""), ("Ilse", "", 1400, "")]),
        ("[x] Mara\n☐ Ilse", [("Mara", "", 0, ""), ("Ilse", "", 0, "")]),
        ('"Red" Joe\nMara', [('"Red" Joe', "", 0, ""), ("Mara", "", 0, "")]),
        ("name\nSmith, John", [("Smith, John", "", 0, "")]),
        ("First name;Last name;Elo\nJohn;Smith;-", [("John Smith", "", 0, "")]),
        ("Rating\tPlayer\n1\u00a0500\tMara", [("Mara", "", 1500, "")]),
    ],
)
def test_lists_and_tables_of_people(content, players):
    assert told(content.encode()) == players


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("name,rating\nMara,1.500", "Line 2: a rating is a whole number up to 9999, not '1.500'."),
        ("name,rating\nMara,much", "Line 2: a rating"),
        ("sep=;\nname;club\nMara;\nX;", "Line 4: A name has 2 to 40 characters"),
        ("name\nMara\nMARA", "Line 3: MARA is on line 2 already."),
        ("name,club\nMara,Tower,Square", "Line 2: 3 cells, but there are 2 columns."),
        ("name,club\nMara," + "x" * 41, "Line 2: a club or a company has at most 40"),
    ],
)
def test_a_wrong_line_is_told_and_nothing_of_it_changed(content, fault):
    (said,) = players_of(content).faults
    assert said.startswith(fault)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"PK\x03\x04 a workbook", "workbook"),
        (b"\x89PNG\r\n\x1a\n\x00\x01", "no "),
        (b"club,rating\nTower,3", "no column “name”"),
        (b'name,club\n"Mara,x\nIlse,y', "Line 2: a quotation mark is not closed"),
        (b" \r\n ", "empty"),
        (b"Mara\x81", "no text in UTF-8"),
    ],
)
def test_what_is_no_table_is_refused_with_what_to_do(content, sentence):
    with pytest.raises(Refusal, match=sentence) as refused:
        players_of(decoded(content)[0])
    assert refused.value.fix


# -- the pages -----------------------------------------------------------------------------------------


def test_a_table_is_shown_with_what_each_column_was_taken_for_and_then_added(make_day, host_client):
    day = make_day(0)
    file = SimpleUploadedFile(
        "players.csv", "Name;Verein;Elo;Faction\r\nZoë;Tor;1500,0;Guild\r\n".encode("cp1252")
    )
    page = host_client.post(at("add_players", day), {"file": file})
    assert page.status_code == 200
    shown = text(page)
    for said in (
        "its cells between semicolons",
        "Read as Windows-1252",
        "Column 1 “Name”: name",
        "Column 2 “Verein”: club",
        "Column 4 “Faction”: not used",
        "Zoë Tor 1500",
    ):
        assert said in shown
    assert not Player.objects.exists(), "looking adds nobody"
    kept = page.context["text"]
    sent = {"names": kept, "do": "add", "key": page.context["key"]}
    assert host_client.post(at("add_players", day), sent)["Location"] == at("manage", day)
    again = host_client.post(at("add_players", day), sent)
    assert (again.status_code, again["Location"]) == (303, at("manage", day)), "sent twice, added once"
    assert [(p.name, p.club, p.rating) for p in Player.objects.all()] == [("Zoë", "Tor", 1500)]


def test_a_wrong_table_comes_back_as_it_was_with_every_fault(make_day, host_client):
    day = make_day(0)
    people.sign_up(day.event, day.host, name="Greta", by_organiser=True)
    table = "name,club,rating\nMara,Anvil,1500\nX,,\nmara,,\nIlse,,much\nGreta,,\n"
    page = host_client.post(at("add_players", day), {"names": table, "do": "add"})
    assert page.status_code == 422
    told_lines = re.findall(r"Line (\d):", text(page))
    assert told_lines == ["3", "4", "5"]
    assert "Somebody called Greta is in already." in text(page)
    assert page.context["text"] == table
    assert Player.objects.count() == 1
    creation.cancel(day.event, day.host, "Rain.")
    late = host_client.post(at("add_players", day), {"names": "Tobin"})
    assert "The event is over." in text(late)


@pytest.mark.both
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=25)
@given(st.binary(max_size=60), st.sampled_from(["", "add"]))
def test_no_file_breaks_a_page(make_day_once, host_client, content, do):
    day = make_day_once
    for name in ("add_players", "enter_results"):
        answer = host_client.post(at(name, day), {"file": SimpleUploadedFile("x.csv", content), "do": do})
        assert answer.status_code in (200, 303, 422)


@pytest.fixture
def make_day_once(make_day):
    return make_day(4)


def test_results_come_from_the_table_that_was_exported(make_day, host_client):
    day = make_day(5)
    day.begin()
    day.round()
    lines = b"".join(host_client.get(reverse("events:table", args=[day.event.slug, "results"]))).decode()
    lines = lines.splitlines()
    day.round(play=False)
    one, two = (game for game in day.games(2) if game.b)
    entered = [f"2,{one.table},{one.a.name},{one.b.name},7.0,2,score,confirmed"]
    entered += [f"2,{two.table},,,0,0,forfeit-by-b,confirmed", f"2,,{NAMES[0]},bye,0,0,score,confirmed"]

    def send(*rows: str, do: str = "add"):
        table = "\n".join([*lines, *rows])
        return host_client.post(at("enter_results", day), {"names": table, "do": do})

    wrong = send(entered[0], f"2,{two.table},Nobody,,1,1,score,confirmed", "2,9,,,1,1,score,confirmed")
    assert wrong.status_code == 422
    assert f"Line {len(lines) + 2}: {two.a.name} sits at table {two.table} of round 2, not Nobody." in text(
        wrong
    )
    assert f"Line {len(lines) + 3}: no game was paired" in text(wrong)
    assert all(game.state == "open" for game in day.games(2) if game.b), "half a file was taken"
    looked = send(*entered, do="")
    assert "line passed over" in text(looked) or "lines passed over" in text(looked)
    assert "Column 5 “VP first”: VP first" in text(looked)
    assert all(game.state == "open" for game in day.games(2) if game.b), "looking enters nothing"
    for _ in range(2):
        assert send(*entered).status_code == 303
        assert [(g.vp_a, g.vp_b, g.outcome) for g in day.games(2) if g.b] == [
            (7, 2, "score"),
            (0, 0, "forfeit-by-b"),
        ]
    assert send(entered[0].replace(",7.0,2,", ",2,7,")).status_code == 422
    assert send("2,1,,,x,1,score,confirmed").status_code == 422
    assert send(entered[0], entered[0]).status_code == 422, "one table twice"
    assert send(f"2,{one.table},,,99,1,score,confirmed").status_code == 422, "more VP than there are"


def test_the_exported_results_tell_faction_leader_strategy_and_crew(make_day, host_client):
    day = make_day(2, declares="crew")
    crew = "Size: 50\nLady Justice, The Marshal\nGuild Hound\n"
    for number in (1, 2):
        people.declare(day.event, None, number, faction="guild", crew=crew if number == 1 else "Surprise")
    day.begin()
    day.round()
    content = b"".join(host_client.get(reverse("events:table", args=[day.event.slug, "results"]))).decode()
    (row,) = csv.DictReader(io.StringIO(content.removeprefix("\ufeff"), newline=""))
    (game,) = day.games(1)
    side = "first" if game.a.number == 1 else "second"
    assert row[f"faction {side}"] == "Guild"
    assert row[f"leader {side}"].startswith("Lady Justice")
    assert row[f"crew {side}"].replace("'", "") == crew.strip()
    assert row["strategy"] == game.round.scenario["strategy"]


def test_hidden_declarations_stay_out_of_the_exported_results(make_day, host_client):
    day = make_day(2, declares="faction", declared_shown="all")
    day.begin()
    assert b"Guild" not in b"".join(
        host_client.get(reverse("events:table", args=[day.event.slug, "results"]))
    )


def test_adding_a_list_is_one_line_of_the_diary(make_day, host_client):
    day = make_day(0)
    answer = host_client.post(at("add_players", day), {"names": "Mara\nIlse", "do": "add"})
    assert [str(message) for message in get_messages(answer.wsgi_request)] == ["2 players were added."]
    assert Act.objects.filter(kind="player.added-many").count() == 1
