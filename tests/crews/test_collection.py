"""What a person owns: by model, Keyword and box, as a list; what it fields, and a Crew from it alone."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.catalog import release_cards
from mfcampaign.catalog.build.boxes import boxes_of
from mfcampaign.catalog.build.datafiles import folder_of
from mfcampaign.catalog.operations.releases import load_release
from mfcampaign.crews import collecting, operations
from mfcampaign.crews.models import Collection, Crew
from mfcampaign.crews.queries import build
from rules.crews.suggestions import fielded
from rules.refusal import Refusal

HOFFMAN = "charles-hoffman-inventor"


@pytest.fixture
def mara(db: None, django_user_model: Any) -> Iterator[Any]:
    """With the figures of two editions."""
    for edition in ("m3e", "m4e"):
        load_release(folder_of(edition))
    yield django_user_model.objects.create_user("mara", password="stone-and-brass")
    release_cards.forget()


def test_a_list_of_models_keywords_and_boxes_is_brought_in_and_taken_along(mara: Any) -> None:
    said = collecting.bring_in(mara, "m4e", "# mine\n2x Guild Hound\nHunter x3\nCharles Hoffman, Inventor\n")
    assert said == "6 models brought in."
    assert collecting.collected(mara, "m4e") == {HOFFMAN: 1, "guild-hound": 2, "hunter": 3}
    collecting.bring_in(mara, "m4e", "Guild Hound\nKeyword: Horseman")
    owned = collecting.collected(mara, "m4e")
    assert (owned["guild-hound"], owned["dead-rider"], len(owned)) == (3, 1, 7)
    text = collecting.as_list("m4e", owned)
    collecting.bring_in(mara, "m4e", text, replace=True)
    assert collecting.collected(mara, "m4e") == owned
    box = boxes_of("m4e")[0]
    collecting.bring_in(mara, "m4e", f"Box: {box.name}", replace=True)
    assert collecting.collected(mara, "m4e") == dict(box.models)
    assert collecting.collected(mara, "m3e") == {}, "each edition has its own"
    lacks = next(each for each in boxes_of("m4e") if each.unknown)
    assert "in no figures: Trixibelle" in collecting.bring_in(mara, "m4e", f"Box: {lacks.name}")


def test_a_list_with_a_line_that_names_nothing_is_refused_whole(mara: Any) -> None:
    with pytest.raises(Refusal) as refused:
        collecting.bring_in(mara, "m4e", "Hunter\nGuild Hund\nKeyword: Guards\nBox: none such")
    assert [each.subject for each in refused.value.violations] == ["line 2", "line 3", "line 4"]
    assert refused.value.violations[0].fix.startswith("Perhaps Guild Hound")
    with pytest.raises(Refusal, match="More than 99 copies: hunter"):
        collecting.bring_in(mara, "m4e", "60x Hunter\nHunter x40")
    assert collecting.collected(mara, "m4e") == {}
    collecting.bring_in(mara, "m4e", "0x Hunter\nGuardian")
    assert collecting.collected(mara, "m4e") == {"guardian": 1}


def test_one_model_is_owned_more_or_no_more(mara: Any) -> None:
    assert collecting.own(mara, "m4e", "hunter", 2) == "2 × Hunter."
    assert collecting.own(mara, "m4e", "hunter", 0) == "Hunter is no more among your models."
    assert Collection.objects.get().owned == {}
    with pytest.raises(Refusal, match="no such model"):
        collecting.own(mara, "m4e", "nobody", 1)


def test_what_is_owned_fields_a_crew_or_says_why_not(mara: Any) -> None:
    figures = collecting.figures_of("m4e")
    collecting.bring_in(mara, "m4e", "Charles Hoffman, Inventor\n3x Hunter\nGuardian\nMelissa K.O.R.E.")
    (alone,) = fielded(figures, collecting.collected(mara, "m4e"), size=50)
    assert [each.rule for each in alone.report.violations] == ["M4-HIRE-08"], "its Totem is missing"
    collecting.bring_in(mara, "m4e", "Edie Clark")
    (with_totem,) = fielded(figures, collecting.collected(mara, "m4e"), size=50)
    assert with_totem.report.legal
    assert {member.slug for member in with_totem.crew.members} <= collecting.collected(mara, "m4e").keys()


def test_the_builder_hires_from_what_is_owned(mara: Any, client: Client) -> None:
    client.force_login(mara)
    row = operations.create(mara, faction="guild", leader=HOFFMAN, edition="m4e", start=True)
    assert "Hire from my models" not in client.get(row.get_absolute_url()).content.decode()
    collecting.bring_in(mara, "m4e", "Edie Clark\n2x Hunter\nGuardian")
    assert "Hire from my models" in client.get(row.get_absolute_url()).content.decode()
    client.post(f"{row.get_absolute_url()}fill/", {"owned": "1", "version": str(row.version)})
    row = Crew.objects.get()
    hired = [member.slug for member in row.members.all()]
    assert sorted(hired) == ["edie-clark", "guardian", "hunter", "hunter"]
    assert build(row).report.legal
    with pytest.raises(Refusal, match="Nobody more"):
        operations.fill(row, mara, owned=True)


def test_the_page_and_the_api_do_the_same(mara: Any, client: Client) -> None:
    client.force_login(mara)
    page = reverse("crews:collection")
    assert "Add models" in client.get(page).content.decode()
    box = boxes_of("m4e")[0]
    sent = client.post(reverse("act:enter_collection"), {"edition": "m4e", "text": f"Box: {box.name}"})
    assert sent["Location"].startswith(page)
    said = html.unescape(client.get(page).content.decode())
    assert "What I can field" in said
    assert f"{sum(box.models.values())} models" in said
    slug = next(iter(box.models))
    client.post(reverse("act:own_model"), {"edition": "m4e", "slug": slug, "copies": "7"})
    told = client.get("/api/v1/collection/", {"edition": "m4e"}).json()
    assert {"slug": slug, "copies": 7}.items() <= next(m for m in told["models"] if m["slug"] == slug).items()
    put = client.put(
        f"/api/v1/collection/models/{slug}/",
        json.dumps({"edition": "m4e", "copies": 0}),
        content_type="application/json",
        headers={"idempotency-key": "0123456789abcdef"},
    )
    assert put.status_code == 200, put.content
    assert slug not in collecting.collected(mara, "m4e")
    text = client.get(reverse("crews:collection_text"), {"edition": "m4e"}).content.decode()
    assert text == client.get("/api/v1/collection/", {"edition": "m4e"}).json()["text"]


def test_a_box_says_which_of_its_models_no_card_has() -> None:
    boxes = {box.name: box for box in boxes_of("m4e")}
    assert {name: (*box.unknown,) for name, box in boxes.items() if box.unknown} == {
        "Mah Tucket Metal Magpie": ("Trixibelle",)
    }
    assert all(box.models for box in boxes.values())
    assert "euripides-hierophant" in boxes["Euripides Hierophant"].models, "of two titles the box's own"
    assert boxes["Alyce Rider Remade"].models["soul-battery"] == 1, "its remark is no part of the name"
    assert boxes["Kastore Fevrent"].models["kastore-fervent"] == 1, "and a slip of the table is known"
    assert boxes_of("m1e") == ()
