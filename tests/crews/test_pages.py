"""The pages of Crews: what they show, what hand-made posts get, and how many queries they take."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from mfcampaign.catalog.build.datafiles import folder_of
from mfcampaign.catalog.models import Release
from mfcampaign.catalog.operations import packs
from mfcampaign.catalog.operations.releases import load_release
from mfcampaign.crews import operations
from mfcampaign.crews.models import Crew
from mfcampaign.crews.queries import build
from tests.markup import flat


def url(name: str, crew: Crew) -> str:
    return reverse(name if ":" in name else f"crews:{name}", args=[crew.public_id])


def fresh(crew: Crew) -> Crew:
    return Crew.objects.get(pk=crew.pk)


def hired(crew: Crew) -> list[str]:
    return [member.slug for member in fresh(crew).members.all()]


def body(response: Any) -> str:
    return str(response.content.decode())


# --- building with plain forms


def test_a_leader_without_figures_is_marked_where_leaders_are_chosen(client_of: Any, mara: Any) -> None:
    client, marked = client_of(mara), "No figures: not played on screen"
    page = flat(body(client.get(reverse("crews:new"), {"edition": "m3e", "faction": "guild"})))
    leads = dict(re.findall(r'name="leader" value="([^"]+)">(.*?)</button>', page))
    assert marked in leads["lady-justice-death-touched"]
    assert marked not in leads["lady-justice"]
    assert re.search(
        r'<option value="lady-justice-death-touched">[^<]*\(no figures: not played on screen\)', page
    )
    assert not re.search(r'<option value="lady-justice">[^<]*no figures', page)
    recorded = flat(body(client.get(reverse("crews:new"), {"edition": "m4e", "faction": "guild"})))
    assert marked not in recorded, "an edition that is only recorded needs none"


def test_a_crew_is_built_and_submitted_with_plain_forms(client_of: Any, mara: Any) -> None:
    client = client_of(mara)
    assert "No Crews yet" in body(client.get(reverse("crews:list")))
    page = body(client.get(reverse("crews:new"), {"faction": "guild"}))
    assert "Lady Justice" in page
    assert "Rasputina" not in page
    answer = client.post(
        reverse("crews:new"), {"faction": "guild", "leader": "dashel-barker", "size": "50", "name": "Watch"}
    )
    crew = Crew.objects.get(owner=mara)
    assert (answer.status_code, answer["Location"]) == (303, url("crew", crew))
    answer = client.post(url("add", crew), {"slug": "executioner", "version": "1", "q": "exec"})
    assert (answer.status_code, answer["Location"]) == (303, f"{url('crew', crew)}?q=exec")
    member = fresh(crew).members.get()
    client.post(url("upgrade", crew), {"member": member.pk, "upgrade": "no-prisoners", "version": "2"})
    page = body(client.get(url("crew", crew)))
    assert 'data-counts="total">11<' in page
    assert "39 left" in page
    assert "pool 10" in page
    assert client.post(url("act:submit_crew", crew), {"version": "2"}).status_code == 409
    assert fresh(crew).is_draft, "the page showed an older version"
    client.post(url("act:submit_crew", crew), {"version": "3"})
    assert fresh(crew).state == "submitted"
    page = body(client.get(url("crew", crew)))
    assert "Edit again" in page
    assert 'id="candidates"' not in page
    client.post(url("act:unsubmit_crew", crew), {"version": "4"})
    client.post(url("remove", crew), {"member": member.pk, "version": "5"})
    assert hired(crew) == []


def test_candidates_stand_in_groups_and_those_who_cannot_join_tell_why(client_of: Any, crew: Crew) -> None:
    page = body(client_of(crew.owner).get(url("crew", crew)))
    joining, cannot = page.split("Cannot join this Crew", 1)
    keyword, rest = joining.split('id="group-versatile"', 1)
    versatile, other = rest.split('id="group-other"', 1)
    assert 'id="add-guild-hound"' in keyword
    assert 'id="add-guild-steward"' in versatile
    assert 'id="add-death-marshal"' in other
    assert 'id="add-scales-of-justice"' not in page
    assert "Scales of Justice" in cannot
    assert reverse("web:rule", args=["M3E-HIRE-14"]) in cannot
    assert "Nobody knows its Cost" in cannot


def test_a_price_above_the_printed_cost_says_why(client_of: Any, crew: Crew) -> None:
    page = flat(body(client_of(crew.owner).get(url("crew", crew), {"q": "death marshal"})))
    assert re.search(r"5 ?\+1 ?</span>.{0,40}<strong>6</strong>", page)


def test_the_filter_finds_names_keywords_and_stations(client_of: Any, crew: Crew) -> None:
    client = client_of(crew.owner)
    page = body(client.get(url("crew", crew), {"q": "GUARD minion"}))
    assert 'value="guild-hound"' in page
    assert 'value="guild-steward"' not in page
    assert "No match" in body(client.get(url("crew", crew), {"q": "zzz<b>"}))


def test_a_draft_shows_its_violations_with_rules_and_mends(client_of: Any, crew: Crew) -> None:
    for _ in range(5):
        operations.add(crew, crew.owner, "guild-hound")
    page = body(client_of(crew.owner).get(url("crew", crew)))
    assert "This draft is not legal yet" in page
    assert "Guild Hound: 5 in the Crew, at most 4." in page
    assert "Remove 1." in page


def test_settings_change_and_keep_what_was_typed_when_wrong(client_of: Any, crew: Crew) -> None:
    client = client_of(crew.owner)
    form = {"faction": "guild", "leader": "lady-justice", "size": "35", "name": "Scales", "version": "1"}
    client.post(url("settings", crew), form | {"dead_mans_hand": "on", "notes": "for Tuesday"})
    row = fresh(crew)
    assert (row.leader, row.size, row.name, row.dead_mans_hand, row.notes) == (
        "lady-justice",
        35,
        "Scales",
        True,
        "for Tuesday",
    )
    answer = client.post(url("settings", crew), form | {"size": "many", "version": "2"})
    assert answer.status_code == 422
    assert 'value="many"' in body(answer)
    assert fresh(crew).size == 35


# --- htmx


def test_htmx_gets_the_changed_parts_only(client_of: Any, crew: Crew) -> None:
    client = client_of(crew.owner)
    post = {"slug": "guild-hound", "version": "1", "q": "hound"}
    answer = client.post(url("add", crew), post, headers={"HX-Request": "true"})
    page = body(answer)
    assert "<html" not in page
    assert page.count('hx-swap-oob="true"') == 3
    assert 'id="sheet"' in page
    assert '<input type="hidden" name="version" value="2">' in page
    assert 'name="version" value="1"' not in page
    assert 'value="executioner"' not in page
    assert "1/4" in page


def test_htmx_filter_gets_the_candidates_only(client_of: Any, crew: Crew) -> None:
    headers = {"HX-Request": "true", "HX-Target": "candidates"}
    answer = client_of(crew.owner).get(url("crew", crew), {"q": "hound"}, headers=headers)
    assert body(answer).strip().startswith('<form id="candidates"')
    assert "HX-Request" in answer["Vary"]


# --- two tabs, double clicks


def test_a_double_click_is_one_act(client_of: Any, crew: Crew) -> None:
    client = client_of(crew.owner)
    for _ in range(2):
        answer = client.post(url("add", crew), {"slug": "guild-hound", "version": "1"})
        assert answer.status_code == 303
    assert hired(crew) == ["guild-hound"]


def test_a_stale_tab_is_told_and_brought_up_to_date(client_of: Any, crew: Crew) -> None:
    client = client_of(crew.owner)
    client.post(url("add", crew), {"slug": "guild-hound", "version": "1"})
    post = {"slug": "executioner", "version": "1"}
    answer = client.post(url("add", crew), post, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert "changed elsewhere" in body(answer)
    assert 'name="version" value="2"' in body(answer)
    page = f"http://testserver{url('crew', crew)}"
    answer = client.post(url("add", crew), post, headers={"Referer": page})
    assert (answer.status_code, answer["Location"]) == (303, url("crew", crew))
    assert "changed elsewhere" in body(client.get(page))
    assert hired(crew) == ["guild-hound"]


# --- hand-made posts


@pytest.mark.rule("M3E-HIRE-06", "M3E-HIRE-12", "M3E-HIRE-14", "M3E-HIRE-17")
def test_a_hand_made_crew_is_refused_with_all_reasons(client_of: Any, crew: Crew) -> None:
    client = client_of(crew.owner)
    for slug in ("silent-one", "scales-of-justice", *["guild-hound"] * 5):
        assert client.post(url("add", crew), {"slug": slug}).status_code == 303
    client.post(url("upgrade", crew), {"member": "0", "upgrade": ["no-prisoners", "expert-marksman"]})
    answer = client.post(url("act:submit_crew", crew), {}, headers={"Accept": "application/json"})
    assert answer.status_code == 409
    assert [violation["rule"] for violation in answer.json()["violations"]] == [
        "M3E-HIRE-06",
        "M3E-HIRE-12",
        "M3E-HIRE-14",
        "M3E-HIRE-17",
    ]
    assert fresh(crew).is_draft


@pytest.mark.parametrize(
    ("name", "post"),
    [
        ("add", {"slug": "no-such-model"}),
        ("add", {}),
        ("add", {"slug": "guild-hound", "version": "x"}),
        ("add", {"slug": "guild-hound", "version": "9" * 40}),
        ("add", {"slug": "guild-hound", "version": "-1"}),
        ("remove", {"member": "1e3"}),
        ("remove", {"member": "999999"}),
        ("remove", {}),
        ("upgrade", {"member": "0", "upgrade": "no-such-upgrade"}),
        ("upgrade", {"member": "999999", "upgrade": "no-prisoners"}),
        ("upgrade", {"member": "0", "upgrade": ["no-prisoners"] * 50}),
        ("act:move_crew_to_release", {"version": "x"}),
        ("act:use_crew_version", {"kept": "999999"}),
        ("act:use_crew_version", {}),
    ],
)
def test_nonsense_is_refused_at_once(client_of: Any, crew: Crew, name: str, post: dict[str, Any]) -> None:
    answer = client_of(crew.owner).post(url(name, crew), post, headers={"Accept": "application/json"})
    assert answer.status_code == 409, body(answer)
    assert fresh(crew).version == 1


@pytest.mark.parametrize("field", ["leader", "name", "notes", "faction"])
def test_settings_of_nonsense_never_break_the_page(client_of: Any, crew: Crew, field: str) -> None:
    form = {"faction": "guild", "leader": "dashel-barker", "size": "50", "name": "W", "version": "1"}
    for value in ("x" * 300, "\0", "<script>", "-1"):
        answer = client_of(crew.owner).post(url("settings", crew), form | {field: value})
        assert answer.status_code in (303, 409, 422)
    assert client_of(crew.owner).get(url("crew", crew)).status_code == 200


# --- who may


OWNED = ("crew", "text", "print")
POSTED = (
    "add",
    "remove",
    "upgrade",
    "settings",
    "act:submit_crew",
    "act:move_crew_to_release",
    "act:renew_crew_link",
    "act:duplicate_crew",
    "act:delete_crew",
    "act:restore_crew",
)


def test_strangers_get_nothing_and_learn_nothing(client_of: Any, crew: Crew, tom: Any) -> None:
    client = client_of(tom)
    assert [client.get(url(name, crew)).status_code for name in OWNED] == [404] * len(OWNED)
    assert [client.post(url(name, crew), {}).status_code for name in POSTED] == [404] * len(POSTED)
    assert fresh(crew).version == 1


def test_someone_signed_out_is_asked_to_sign_in(client: Client, crew: Crew) -> None:
    for name in OWNED:
        assert client.get(url(name, crew)).status_code == 302
    for name in POSTED:
        assert client.post(url(name, crew), {"slug": "guild-hound"}).status_code == 302


def test_a_share_link_reads_and_does_nothing_else(client: Client, crew: Crew) -> None:
    operations.change_settings(crew, crew.owner, notes="my secret plan")
    operations.add(crew, crew.owner, "guild-hound")
    address = reverse("crews:share", args=[crew.share_token])
    page = body(client.get(address))
    assert "Guild Hound" in page
    assert "my secret plan" not in page
    assert crew.public_id not in page
    assert client.post(address).status_code == 405
    assert client.get(reverse("crews:share", args=["nonsense"])).status_code == 404
    text = client.get(reverse("crews:share_text", args=[crew.share_token]))
    assert text["Content-Type"] == "text/plain; charset=utf-8"
    assert "Guild Hound" in body(text)
    operations.delete(crew, crew.owner)
    assert client.get(address).status_code == 404


def test_a_new_share_link_ends_the_one_before(client_of: Any, client: Client, crew: Crew) -> None:
    before = reverse("crews:share", args=[crew.share_token])
    assert "The present link and its QR code stop working" in body(
        client_of(crew.owner).get(url("crew", crew))
    )
    client_of(crew.owner).post(url("act:renew_crew_link", crew))
    assert client.get(before).status_code == 404
    assert client.get(reverse("crews:share", args=[fresh(crew).share_token])).status_code == 200


# --- away and back, copies, text, paper


def test_delete_offers_undo_and_the_list_restores(client_of: Any, crew: Crew) -> None:
    client = client_of(crew.owner)
    page = body(client.post(url("act:delete_crew", crew), follow=True))
    assert f'action="{url("act:restore_crew", crew)}"' in page
    assert client.get(url("crew", crew)).status_code == 404
    client.post(url("act:restore_crew", crew))
    assert client.get(url("crew", crew)).status_code == 200


def test_text_goes_out_and_comes_in(client_of: Any, crew: Crew) -> None:
    client = client_of(crew.owner)
    operations.add(crew, crew.owner, "executioner")
    text = body(client.get(url("text", crew)))
    client.post(reverse("crews:import"), {"text": text, "name": "Again"})
    again = Crew.objects.get(name="Again")
    assert build(again).written == build(fresh(crew)).written
    answer = client.post(reverse("crews:import"), {"text": "Faction: Guild\nGild Hound"})
    assert answer.status_code == 422
    assert "Line 2: “Gild Hound”" in body(answer)
    assert "No model is called so." in body(answer)
    assert '<option value="Guild Hound">' in body(answer)
    meant = {"text": "Faction: Guild\nGild Hound\nNobody at all", "mean-0": "Guild Hound", "mean-1": "-"}
    client.post(reverse("crews:import"), meant | {"name": "As meant"})
    assert [row.slug for row in Crew.objects.get(name="As meant").members.all()] == ["guild-hound"]


def test_what_was_left_aside_is_told(client_of: Any, crew: Crew) -> None:
    client = client_of(crew.owner)
    text = "Faction: Guild\nMaster\n- Guild Hound (3)\nCache: 3"
    page = body(client.post(reverse("crews:import"), {"text": text}, follow=True))
    assert "Left aside: line 4 (a sum). Everything else is in the Crew." in page
    exported = body(client.get(url("text", crew), {"form": "app"}))
    assert exported.startswith(f"{crew.name} (Guild)\nSize: 50 - Pool: ")


def test_paper_has_figures_boxes_and_notes(client_of: Any, crew: Crew) -> None:
    operations.add(crew, crew.owner, "executioner")
    operations.change_settings(crew, crew.owner, notes="Watch the flank")
    page = body(client_of(crew.owner).get(url("print", crew)))
    assert page.count('class="box"') == 10 + 9
    assert page.count("box-round") == 10
    assert "Watch the flank" in page


# --- newer figures


def test_a_finished_crew_keeps_its_figures_until_newer_ones_are_taken_over(
    client_of: Any, crew: Crew, tmp_path: Path
) -> None:
    """A pack that goes on changes nothing in silence; the page says what it would change, and how the Crew
    would stand; taken over, a Crew that is legal no more is a draft again."""
    mara = crew.owner
    client = client_of(mara)
    pack = packs.create_pack(mara, "House costs")
    packs.set_figures(pack, mara, "executioner", {"cost": 19})
    operations.change_settings(crew, mara, pack_id=pack.pk, size=20)
    operations.add(crew, mara, "executioner")
    operations.submit(crew, mara)
    packs.set_figures(pack, mara, "executioner", {"cost": 22})
    assert build(fresh(crew)).report.total.amount == 19
    page = body(client.get(url("crew", crew)))
    assert "It was legal on" in page
    assert "22 of 20 Soulstones: 2 over" in " ".join(page.split())
    told = client.get(f"/api/v1/crews/{crew.public_id}/release/").json()
    assert told["changes"] == ["Executioner: cost 19 → 22"]
    packs.set_figures(pack, mara, "executioner", {"cost": 10})
    shown = {"shown": told["shown"], "version": fresh(crew).version}
    assert "There are newer figures than those" in body(
        client.post(url("act:move_crew_to_release", crew), shown, follow=True)
    )
    packs.set_figures(pack, mara, "executioner", {"cost": 22})
    taken = body(client.post(url("act:move_crew_to_release", crew), follow=True))
    assert "It is a draft again, 22 of 20 Soulstones: 2 over." in taken
    assert fresh(crew).is_draft
    packs.set_figures(pack, mara, "executioner", {"cost": 18})
    operations.submit(fresh(crew), mara)
    packs.set_figures(pack, mara, "executioner", {"cost": 20})
    client.post(url("act:move_crew_to_release", crew))
    assert not fresh(crew).is_draft
    assert build(fresh(crew)).report.total.amount == 20
    assert "Newer figures" not in body(client.get(url("crew", crew)))
    operations.unsubmit(fresh(crew), mara)
    assert "House costs, version" in body(client.get(url("crew", crew))), "the form keeps the kept state"


def test_a_newer_release_tells_what_changed_and_moves_the_crew_when_asked(
    client_of: Any, crew: Crew, tmp_path: Path
) -> None:
    client = client_of(crew.owner)
    operations.add(crew, crew.owner, "executioner")
    dearer("executioner", 10, tmp_path)
    page = body(client.get(url("crew", crew)))
    assert "Newer figures" in page
    assert "Executioner" in page.split("Newer figures")[1][:800]
    assert build(fresh(crew)).report.total.amount == 9
    client.post(url("act:move_crew_to_release", crew), {"version": "2"})
    assert build(fresh(crew)).report.total.amount == 10
    assert "Newer figures" not in body(client.get(url("crew", crew)))


def dearer(slug: str, cost: int, home: Path) -> Release:
    """The figures with one other Cost, loaded as releases are."""
    directory = home / "data"
    shutil.copytree(folder_of(), directory)
    models = json.loads((directory / "models.json").read_text())
    next(model for model in models if model["slug"] == slug)["cost"] = cost
    (directory / "models.json").write_text(json.dumps(models))
    report = load_release(directory)
    assert report.created is not None
    return report.created


# --- queries


def queries_of(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as seen:
        assert client.get(address).status_code == 200
    return len(seen)


def test_the_list_takes_as_many_queries_for_one_crew_as_for_twenty(client_of: Any, crew: Crew) -> None:
    client = client_of(crew.owner)
    operations.add(crew, crew.owner, "guild-hound")
    one = queries_of(client, reverse("crews:list"))
    for _ in range(19):
        operations.duplicate(crew, crew.owner)
    assert queries_of(client, reverse("crews:list")) == one <= 7


def test_the_builder_takes_as_many_queries_for_one_model_as_for_many(client_of: Any, crew: Crew) -> None:
    client = client_of(crew.owner)
    operations.add(crew, crew.owner, "guild-hound")
    one = queries_of(client, url("crew", crew))
    for slug in ("guild-hound", "guild-hound", "executioner", "taggart-queeg", "the-judge"):
        operations.add(crew, crew.owner, slug)
    assert queries_of(client, url("crew", crew)) == one <= 8
    address = reverse("crews:share", args=[crew.share_token])
    assert queries_of(client, address) <= 4
    assert queries_of(client, url("print", crew)) <= 4
