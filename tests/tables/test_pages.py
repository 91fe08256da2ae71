"""Pages of tables: looking, generating, drawing and saving, by whom one likes."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from unittest import mock

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client

from mfcampaign.audit.models import Act
from mfcampaign.tables import generation as making
from mfcampaign.tables import operations, queries
from mfcampaign.tables.models import SavedTable
from mfcampaign.tables.views import editor, pages
from rules import budget
from rules.editions.m3e.pieces import GUIDE
from rules.refusal import Refusal
from rules.table.presets.kinds import laid_at
from rules.table.sheet import Sheet, read_sheet

pytestmark = pytest.mark.django_db
HOUSE = Sheet(
    pieces=laid_at(GUIDE.kind("flat-building").sheets("The inn"), 18, 18, 30), deployment="standard"
)


CROSSED = """{"pieces": [{"name": "x", "footprint":
 {"shape": "polygon", "points": [[0, 0], [2, 2], [2, 0], [0, 2]]}}]}"""


@pytest.fixture(autouse=True)
def calm():
    """No address has asked for anything yet."""
    cache.clear()


@pytest.fixture
def ada():
    return get_user_model().objects.create_user("ada", password="long enough")


@pytest.fixture
def hers(ada) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def sent(client: Client, path: str, sheet: Sheet | str, title: str = "The square", **more: str):
    text = sheet if isinstance(sheet, str) else sheet.json().decode()
    return client.post(path, {"sheet": text, "title": title, "code": "abcdefghijk", **more})


def test_a_table_is_saved_once_however_often_it_is_sent(hers, ada):
    first, second = (sent(hers, "/tables/new/", HOUSE) for _ in range(2))
    assert first.url == second.url == "/tables/abcdefghijk/"
    row = SavedTable.objects.get()
    assert (row.title, row.owner, row.version) == ("The square", ada, 1)
    assert read_sheet(json.dumps(row.sheet)).pieces == HOUSE.pieces
    assert [act.kind for act in Act.objects.filter(aggregate=f"savedtable:{row.pk}")] == ["table.saved"]


def test_whoever_has_the_link_may_look_and_load_it_but_not_change_it(hers):
    sent(hers, "/tables/new/", HOUSE)
    guest = Client()
    text = guest.get("/tables/abcdefghijk/").content.decode()
    assert "The inn" in text
    assert "Terrain covers 2 % of the table" in text
    assert "Edit</a>" not in text
    assert guest.get("/t/abcdefghijk/").url == "/tables/abcdefghijk/"
    assert read_sheet(guest.get("/tables/abcdefghijk/file/").content).pieces == HOUSE.pieces
    assert "The inn" in guest.get("/tables/new/?from=abcdefghijk").content.decode()
    assert guest.get("/tables/abcdefghijk/edit/").status_code == 302
    stranger = Client()
    stranger.force_login(get_user_model().objects.create_user("bob"))
    assert sent(stranger, "/tables/abcdefghijk/edit/", Sheet()).status_code == 404
    assert stranger.post("/do/delete-table/abcdefghijk/").status_code == 404
    assert SavedTable.objects.get().version == 1
    assert Client().get("/tables/nobody-knows/").status_code == 404


def test_a_copy_knows_where_it_came_from(hers):
    sent(hers, "/tables/new/", HOUSE)
    sent(hers, "/tables/new/", HOUSE, "Another", code="zyxwvutsrqp", source="abcdefghijk")
    assert SavedTable.objects.get(code="zyxwvutsrqp").copied_from.code == "abcdefghijk"


def test_a_guest_draws_and_loses_nothing_but_cannot_save():
    answer = sent(Client(), "/tables/new/", HOUSE)
    text = answer.content.decode()
    assert answer.status_code == 409
    assert "sign in" in text
    assert "The inn" in text
    assert SavedTable.objects.count() == 0


def test_loading_a_text_draws_it_without_saving(hers):
    text = sent(hers, "/tables/new/", HOUSE, load="1").content.decode()
    assert "The inn" in text
    assert SavedTable.objects.count() == 0


def test_a_second_window_does_not_overwrite_the_first(hers):
    sent(hers, "/tables/new/", HOUSE)
    edit = "/tables/abcdefghijk/edit/"
    assert sent(hers, edit, Sheet(), "Empty", version="1").status_code == 303
    assert sent(hers, edit, Sheet(), "Empty", version="1").status_code == 303, "the same save, sent again"
    answer = sent(hers, edit, HOUSE, "Mine", version="1")
    assert answer.status_code == 409
    assert "saved meanwhile" in answer.content.decode()
    row = SavedTable.objects.get()
    assert (row.title, row.version) == ("Empty", 2)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "not JSON"),
        (CROSSED, "x: that footprint cannot be used"),
        ('{"width": 999}', "width"),
    ],
)
def test_a_text_that_is_no_table_is_refused_in_a_sentence(hers, text, sentence):
    answer = sent(hers, "/tables/new/", text)
    assert answer.status_code == 409
    assert sentence in answer.content.decode()
    assert sentence in sent(Client(), "/tables/check/", text).content.decode()
    assert SavedTable.objects.count() == 0


def test_the_checker_answers_anybody_and_keeps_nothing():
    text = sent(Client(), "/tables/check/", HOUSE).content.decode()
    assert "Longest sight line from zone to zone" in text
    assert "T2-TABLE-02" in text
    assert SavedTable.objects.count() == 0


def test_too_many_questions_are_put_off(monkeypatch):
    monkeypatch.setattr("mfcampaign.tables.views.editor.CHECKED_AN_HOUR", 2)
    client = Client()
    texts = [sent(client, "/tables/check/", HOUSE).content.decode() for _ in range(3)]
    assert ["within an hour" in text for text in texts] == [False, False, True]


def test_a_deleted_table_leads_nowhere_until_it_is_brought_back(hers, ada):
    sent(hers, "/tables/new/", HOUSE)
    assert hers.post("/do/delete-table/abcdefghijk/").url == "/tables/"
    text = hers.get("/tables/").content.decode()
    assert "The square was deleted." in text
    assert text.count("/do/restore-table/abcdefghijk/") == 2, "at once, and in the list"
    for path in ("", "edit/", "file/"):
        assert hers.get(f"/tables/abcdefghijk/{path}").status_code == 404
    assert hers.get("/t/abcdefghijk/").status_code == 404
    assert hers.get("/tables/sight/?on=abcdefghijk").status_code == 404
    assert hers.post("/do/delete-table/abcdefghijk/").status_code == 404
    assert queries.by_code("abcdefghijk") is None
    assert queries.choices(ada) == []
    refused = sent(hers, "/tables/new/", HOUSE)
    assert refused.status_code == 409
    assert "This table was deleted." in refused.content.decode()
    stranger = Client()
    stranger.force_login(get_user_model().objects.create_user("bob"))
    assert stranger.post("/do/restore-table/abcdefghijk/").status_code == 404
    assert hers.post("/do/restore-table/abcdefghijk/").url == "/tables/abcdefghijk/"
    assert "The inn" in Client().get("/tables/abcdefghijk/").content.decode()
    assert hers.post("/do/restore-table/abcdefghijk/").status_code == 404, "it is back already"
    kinds = Act.objects.filter(aggregate__startswith="savedtable:").order_by("ordinal")
    assert [act.kind for act in kinds] == ["table.saved", "table.deleted", "table.restored"]


def test_a_save_that_meets_a_deletion_is_refused_and_the_last_five_deleted_are_kept(ada, monkeypatch):
    row = operations.keep(ada, HOUSE, title="One")
    operations.remove(row, ada)
    for again in (lambda: operations.remove(row, ada), lambda: change(row, ada)):
        with pytest.raises(Refusal, match="was deleted"):
            again()
    for number in range(5):
        operations.remove(operations.keep(ada, HOUSE, title=f"Table {number}"), ada)
    assert [gone.title for gone in queries.deleted(ada)] == [f"Table {n}" for n in (4, 3, 2, 1, 0)]
    assert SavedTable.objects.count() == 5, "older ones are gone for good"
    monkeypatch.setitem(settings.QUOTAS, "tables", 1)
    operations.keep(ada, HOUSE, title="The only one")
    with pytest.raises(Refusal, match="at most 1 tables"):
        operations.restore(queries.deleted(ada)[0], ada)


def change(row: SavedTable, actor) -> None:
    operations.change(row, actor, HOUSE, title="Mine", version=row.version)


def test_ones_tables_are_listed_in_as_many_queries_for_three_as_for_one(hers, ada, django_assert_num_queries):
    operations.keep(ada, HOUSE, title="One")
    hers.get("/tables/")
    with django_assert_num_queries(5) as few:
        hers.get("/tables/")
    for title in ("Two", "Three"):
        operations.keep(ada, HOUSE, title=title)
    with django_assert_num_queries(len(few)):
        text = hers.get("/tables/").content.decode()
    assert all(title in text for title in ("One", "Two", "Three"))


def test_a_form_of_somebody_else_saves_nothing(ada):
    operations.keep(ada, HOUSE, title="One", code="abcdefghijk")
    bob = get_user_model().objects.create_user("bob")
    with pytest.raises(Refusal):
        operations.keep(bob, HOUSE, title="Mine", code="abcdefghijk")
    with pytest.raises(Refusal):
        operations.keep(bob, HOUSE, title="  ")


@pytest.mark.rule("T2-TABLE-02")
def test_a_word_makes_a_table_that_can_be_kept(hers, monkeypatch):
    calls = []
    generate_table = making.generate_table
    monkeypatch.setattr(
        making, "generate_table", lambda *given: calls.append(given) or generate_table(*given)
    )
    path = "/tables/generate/?word=brass&theme=town"
    first, second = (hers.get(path).content.decode() for _ in range(2))
    assert "A town: brass" in first
    assert "Pieces of the commonest kind" in first
    assert "nothing to fix" in first, "a third of ponds would be monotonous"
    assert len(calls) == 1, "the same word is made once"
    assert second.count("terrain-outline") == first.count("terrain-outline") > 10
    assert "Generate a table" in Client().get("/tables/generate/").content.decode()


def test_a_table_is_laid_of_the_pieces_a_club_ticked_which_the_browser_remembers():
    client = Client()
    first = client.get("/tables/generate/").content.decode()
    assert first.count('name="owned"') == first.count("checked") > 10, "all are ticked at first"
    asked = {"word": "club", "longest": "60", "owned": ["flat-building", "woods", "water"]}
    page = client.get("/tables/generate/", asked).content.decode()
    assert "House with a flat roof 1" in page
    assert "Crates 1" not in page
    assert "data-share" in page
    assert "data-print" in page
    assert "owned=flat-building" in page, "the link says it, too"
    assert client.get("/tables/generate/").content.decode().count("checked") == 3
    old = client.get("/tables/generate/?word=club").content.decode()
    assert "Crates 1" in old, "an address that says nothing of it is the table that it was"
    scant = client.get("/tables/generate/", {"word": "club", "owned": ["woods"]}).content.decode()
    assert "Nothing that is ticked blocks sight." in scant


def test_wishes_that_contradict_each_other_are_said():
    text = Client().get("/tables/generate/?word=x&blocking=80&severe=20&cover=0").content.decode()
    assert "Whatever is Blocking gives cover too." in text
    assert "terrain-outline" not in text


def test_an_empty_table_is_not_scolded_and_one_with_a_piece_is_measured() -> None:
    page = Client().get("/tables/new/").content.decode()
    assert "This table is empty" in page
    assert "Hard cover" in page
    text = Client().post("/tables/check/", {"title": "x", "sheet": HOUSE.json().decode()}).content.decode()
    assert "of 100" in text
    assert "Nothing lies" not in text


def test_a_word_is_offered_that_can_be_said_across_a_room() -> None:
    pages = [Client().get("/tables/generate/").content.decode() for _ in range(3)]
    words = [re.search(r'name="word"[^>]* value="([^"]*)"', page).group(1) for page in pages]
    assert all(re.fullmatch(r"[a-z]+ [a-z]+ \d{1,2}", word) for word in words)
    assert len(set(words)) > 1


def test_a_table_that_takes_too_long_to_check_stays_in_the_form():
    @contextmanager
    def spent(request):
        with budget.limited(lambda: True):
            yield

    form = {"title": "The square", "sheet": HOUSE.json().decode(), "load": "1"}
    with mock.patch.object(editor, "expensive", spent):
        answer = Client().post("/tables/new/", form)
    assert answer.status_code == 200
    assert "takes longer to compute than it may" in answer.content.decode()
    assert "The inn" in answer.content.decode()


def test_a_shared_table_is_checked_on_the_account_of_who_looks(ada):
    row = operations.keep(ada, HOUSE, title="The square")
    with mock.patch.object(pages, "expensive", wraps=pages.expensive) as charged:
        assert Client().get(row.get_absolute_url()).status_code == 200
    assert charged.call_count == 1
