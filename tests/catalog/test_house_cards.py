"""House cards in packs: composed by choosing words, in JSON, in tables; written by their owner only."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any
from unittest import mock

import msgspec
import pytest

from mfcampaign.catalog import operations, queries
from mfcampaign.catalog.cards import card_from
from mfcampaign.catalog.house import bulk
from mfcampaign.catalog.house.controls import Control, controls_of, data_of
from mfcampaign.catalog.models import Pack, PackEntry, Release
from mfcampaign.catalog.pack_figures import place_of
from mfcampaign.catalog.release_cards import cards_of_release
from mfcampaign.web.resilience import cost
from rules.editions.m3e.scripts.catalogue import card_of, is_complete, upgrade_of
from rules.editions.m3e.scripts.equipment import EQUIPMENT
from rules.editions.m3e.scripts.house.cards import HouseAbility, HouseAction
from rules.editions.m3e.scripts.house.faults import faults_of
from rules.editions.m3e.scripts.library import scripts
from rules.editions.m3e.scripts.script import SCRIPTS
from rules.refusal import Refusal

WOLF: dict[str, Any] = {
    "name": "Wolf",
    "station": "Henchman",
    "factions": ["guild"],
    "keywords": ["Guard"],
    "cost": 6,
    "limit": 1,
    "df": 5,
    "wp": 4,
    "mv": 6,
    "sz": 1,
    "health": 6,
    "base_mm": 30,
    "characteristics": ["Beast"],
}
HOWL = {"name": "Howl", "script": {"parts": [{"do": "armor", "amount": 1}]}}
CHANGE = {
    "name": "Change",
    "kind": "tactical",
    "bonus": True,
    "script": {"effects": [{"do": "replace", "card": "house-wolf-enraged"}]},
}


@pytest.fixture
def pack(release: Release, mara: Any) -> Pack:
    return operations.create_pack(mara, "House figures")


@pytest.fixture
def wolf(pack: Pack, mara: Any) -> PackEntry:
    return operations.add_house(pack, mara, WOLF)


def laid(release: Release, pack: Pack, slug: str) -> Any:
    return msgspec.to_builtins(queries.cards_with_pack(release.pk, pack.pk)[0][slug])


def posted_of(control: Control) -> Iterator[tuple[str, str]]:
    """What a browser sends of these controls."""
    if control.kind == "union":
        yield f"{control.path}/@", str(control.value)
    if control.kind == "list":
        yield f"{control.path}/#", ""
    if control.kind == "flag":
        yield control.path, ""
        if control.value:
            yield control.path, "on"
    elif control.kind == "flip":
        for place, number in enumerate(control.value):
            yield f"{control.path}/{place}", str(number)
    elif control.kind == "many":
        for value in control.value:
            yield control.path, str(value)
    elif control.kind in ("choice", "text", "number", "words"):
        yield control.path, str(control.value)
    for child in (*control.children, *control.more):
        yield from posted_of(child)


def sent(data: Any, kind: Any) -> dict[str, list[str]]:
    form: dict[str, list[str]] = {}
    for name, value in posted_of(controls_of(data, kind)):
        form.setdefault(name, []).append(value)
    return form


def test_every_word_that_is_used_survives_its_controls() -> None:
    """Each shipped script shown as controls and sent back unchanged is the same script."""
    compared = 0
    for entry in [entry for entry in scripts().entries if entry.status == "scripted"][::5]:
        if "$" in json.dumps(entry.script):
            continue
        kind = SCRIPTS[entry.kind]
        again = data_of(sent(entry.script, kind), kind)
        assert msgspec.convert(again, kind) == msgspec.convert(entry.script, kind), entry.name
        compared += 1
    assert compared > 150


def test_a_number_left_empty_is_as_usual_and_hints_name_no_code() -> None:
    reaction = {"name": ["Bark"], "script/@": [":AbilityScript"], "script/parts/0/@": ["do:reaction"]}
    posted = reaction | {"script/parts/0/moment": [""], "script/parts/0/inches": [""]}
    data = data_of(posted, HouseAbility)
    faults = faults_of(data, HouseAbility)
    assert [(place_of(fault.path), fault.sentence) for fault in faults] == [
        ("Part 1, Moment: ", "Choose a moment.")
    ]
    part = controls_of(data, HouseAbility).children[-1].children[0].children[0]
    assert part.hint == "When “moment” comes, the effects resolve."
    assert dict(part.options)["do:spares_fire"] == "Spared by Friendly Fire"
    assert [inner.label for inner in (*part.children, *part.more) if inner.path.endswith("/cost")] == [
        "Price"
    ]


def test_names_that_no_form_has_are_left_out() -> None:
    plain = data_of(sent(HOWL, HouseAbility), HouseAbility)
    for strange in ("name/$", "name/$/x", "$", "a/" * 200_000):
        assert data_of(sent(HOWL, HouseAbility) | {strange: ["x"]}, HouseAbility) == plain, strange[:20]


def test_words_are_added_chosen_moved_and_removed() -> None:
    form = sent({"name": "Howl", "script": {"parts": []}}, HouseAbility)
    data = data_of(form | {"new:script/parts": ["do:armor"]}, HouseAbility, "add:script/parts")
    data = data_of(
        sent(data, HouseAbility) | {"new:script/parts": ["do:reaction"]}, HouseAbility, "add:script/parts"
    )
    assert [part["do"] for part in data["script"]["parts"]] == ["armor", "reaction"]
    data = data_of(sent(data, HouseAbility), HouseAbility, "up:script/parts/1")
    assert [part["do"] for part in data["script"]["parts"]] == ["reaction", "armor"]
    form = sent(data, HouseAbility) | {"script/parts/1/@": ["do:hard_to_kill"]}
    data = data_of(form, HouseAbility, "remove:script/parts/0")
    assert data == {"name": "Howl", "script": {"parts": [{"do": "hard_to_kill"}]}}


def test_figures_of_an_action_come_from_its_controls() -> None:
    form = sent({"name": "Bite"}, HouseAction)
    form |= {"stat": ["6"], "damage/0": ["2"], "damage/1": ["3"], "damage/2": ["x"], "bonus": ["", "on"]}
    data = data_of(form, HouseAction)
    assert (data["stat"], data["damage"], data["bonus"]) == (6, [2, 3, "x"], True)


def test_a_written_card_is_played(release: Release, pack: Pack, wolf: PackEntry, mara: Any) -> None:
    assert not is_complete(laid(release, pack, wolf.slug))
    operations.set_card(pack, mara, wolf.slug, {"abilities": [HOWL], "actions": []}, seen=2)
    card = card_of(laid(release, pack, wolf.slug))
    assert card.abilities[0].status == "automated"
    with pytest.raises(Refusal, match="meanwhile"):
        operations.set_card(pack, mara, wolf.slug, {"abilities": []}, seen=2)
    with pytest.raises(Refusal) as refused:
        operations.set_card(pack, mara, wolf.slug, {"abilities": [{"name": "", "x": 1}]})
    assert len(refused.value.violations) == 2
    # Figures of its line are changed without losing what is written.
    operations.set_figures(pack, mara, wolf.slug, {**WOLF, "cost": 7})
    assert card_of(laid(release, pack, wolf.slug)).abilities[0].name == "Howl"


def test_a_printed_card_is_changed_whole(release: Release, pack: Pack, mara: Any) -> None:
    figures = {
        "abilities": [HOWL],
        "actions": [{"name": "Bite", "stat": 5, "resist": "Df", "damage": [1, 2, 3]}],
    }
    operations.set_card(pack, mara, "guild-hound", figures)
    hound = card_of(laid(release, pack, "guild-hound"))
    assert [action.name for action in hound.actions] == ["Bite"]
    entry = PackEntry.objects.get(pack=pack, slug="guild-hound")
    assert entry.body.keys() == {"figures"}


def test_another_form_is_never_hired_and_comes_by_replace(
    release: Release, pack: Pack, wolf: PackEntry, mara: Any
) -> None:
    from mfcampaign.play.saved_crews import ReleaseFigures

    operations.set_card(pack, mara, wolf.slug, {"actions": [CHANGE]})
    form = operations.add_form(pack, mara, wolf.slug, "Enraged")
    assert form.slug == "house-wolf-enraged"
    assert form.body["figures"]["actions"][0]["name"] == "Change"
    catalogue = queries.catalogue_for(release.pk, pack.pk)
    assert catalogue.has_profile(wolf.slug)
    assert not catalogue.has_profile(form.slug)
    card = card_of(laid(release, pack, wolf.slug))
    arriving, _ = EQUIPMENT.arriving([card], ReleaseFigures(release.pk, pack.pk).everything)
    assert set(arriving) == {form.slug}
    with pytest.raises(Refusal, match="title of its own"):
        operations.add_form(pack, mara, wolf.slug, " ")
    with pytest.raises(Refusal, match="further forms"):
        operations.add_form(pack, mara, form.slug, "Twice")
    with pytest.raises(Refusal, match="other forms"):
        operations.remove_entry(pack, mara, wolf.slug)


def test_only_the_owner_writes(pack: Pack, wolf: PackEntry, rival: Any) -> None:
    for write in (
        lambda: operations.set_card(pack, rival, wolf.slug, {"actions": []}),
        lambda: operations.add_form(pack, rival, wolf.slug, "Enraged"),
        lambda: operations.set_many(pack, rival, [{"slug": "guild-hound", "cost": 4}]),
    ):
        with pytest.raises(Refusal, match="owner"):
            write()


# Upgrades

FANG: dict[str, Any] = {"name": "Fang", "factions": ["guild"], "cost": 1}
BITE = {"name": "Bite", "range_type": "melee", "range": 1, "stat": 6, "resist": "Df", "damage": [2, 3, 4]}


@pytest.fixture
def fang(pack: Pack, mara: Any) -> PackEntry:
    return operations.add_house(pack, mara, FANG, kind="upgrade")


def test_a_written_upgrade_is_played_and_only_its_owner_writes(
    release: Release, pack: Pack, fang: PackEntry, mara: Any, rival: Any
) -> None:
    written = {"abilities": [HOWL], "actions": [BITE]}
    operations.set_card(pack, mara, fang.slug, written, kind="upgrade", seen=2)
    operations.set_figures(pack, mara, fang.slug, {**FANG, "cost": 2}, kind="upgrade")
    laid_upgrade = queries.cards_with_pack(release.pk, pack.pk)[1][fang.slug]
    card = upgrade_of(msgspec.to_builtins(laid_upgrade))
    assert [ability.status for ability in card.abilities] == ["automated"]
    assert [action.name for action in card.actions] == ["Bite"]
    for body, said in (
        ({"df_suit": ["ram"]}, "no stat"),
        ({"abilities": [{"name": "Howl", "script": {"parts": [{"do": "armour"}]}}]}, "mean “armor”"),
    ):
        with pytest.raises(Refusal, match=said):
            operations.set_card(pack, mara, fang.slug, body, kind="upgrade")
    with pytest.raises(Refusal, match="no upgrade"):
        operations.set_card(pack, mara, "house-nothing", written, kind="upgrade")
    with pytest.raises(Refusal, match="owner"):
        operations.set_card(pack, rival, fang.slug, written, kind="upgrade")


def test_an_upgrade_on_its_pages(client: Any, pack: Pack, fang: PackEntry, mara: Any, rival: Any) -> None:
    client.force_login(mara)
    base = f"/catalogue/packs/{pack.pk}/upgrades/{fang.slug}/"
    assert "Nothing is written on it yet" in client.get(base).content.decode()
    form = {
        "name": "Howl",
        "script/@": ":AbilityScript",
        "script/parts/#": "",
        "script/parts/0/@": "do:armor",
        "script/parts/0/amount": "2",
        "step": "save",
        "seen": "2",
    }
    saved = client.post(f"{base}ability/99/", form)
    assert (saved.status_code, saved.url) == (302, base)
    page = client.get(base).content.decode()
    assert page.count("is 2 lower") == 2, "among what is written and on the card"
    assert "An Upgrade of the house." in page
    assert "Abilities and Actions</h2>" in page
    assert "Other forms" not in page
    body = json.loads(client.get(f"{base}card.json").content)
    body["abilities"][0]["name"] = "Bark"
    assert client.post(f"{base}card.json", {"json": json.dumps(body)}).status_code == 302
    assert client.post(f"{base}card.json", {"json": '{"wp_suit": ["ram"]}'}).status_code == 422
    listed = client.get(f"/catalogue/packs/{pack.pk}/").content.decode()
    assert "Bark" in listed
    assert base in listed
    client.force_login(rival)
    tried = f"/play/try/{pack.pk}/upgrades/{fang.slug}/"
    for address in (base, f"{base}ability/99/", f"{base}card.json", tried):
        assert client.get(address).status_code == 404


def test_a_written_upgrade_is_printed_with_the_crew_that_bears_it(
    client: Any, release: Release, pack: Pack, fang: PackEntry, wolf: PackEntry, mara: Any
) -> None:
    from mfcampaign.crews import operations as crews

    crew = crews.create(mara, faction="guild", leader=wolf.slug, size=50, pack_id=pack.pk)
    crews.set_upgrades(crew, mara, None, [fang.slug])
    client.force_login(mara)
    address = f"/crews/{crew.public_id}/cards/"
    assert "Fang" not in client.get(address).content.decode()
    operations.set_card(pack, mara, fang.slug, {"abilities": [HOWL]}, kind="upgrade")
    page = client.get(address).content.decode()
    assert "Fang" in page
    assert "is 1 lower" in page


def test_an_upgrade_is_tried_on_who_bears_it(
    client: Any, release: Release, pack: Pack, fang: PackEntry, wolf: PackEntry, mara: Any
) -> None:
    from mfcampaign.play.loading import play_of
    from mfcampaign.play.models import Encounter
    from mfcampaign.play.views.trying import BEARER, USUAL
    from tests.rules.editions.m3e.scripts.test_catalogue import RECORDS

    client.force_login(mara)
    operations.set_card(pack, mara, wolf.slug, {"actions": []})
    operations.set_card(pack, mara, fang.slug, {"abilities": [HOWL], "actions": [BITE]}, kind="upgrade")
    complete = {record["name"] for record in RECORDS if is_complete(record)}
    assert {BEARER, USUAL} <= complete, "what the page proposes can be begun with"
    address = f"/play/try/{pack.pk}/upgrades/{fang.slug}/"
    assert "Attached to" in client.get(address).content.decode()
    assert client.post(address, {"bearer": "Nobody", "against": "Guild Hound"}).status_code == 422
    assert client.post(address, {"bearer": wolf.slug, "against": "Guild Hound"}).status_code == 302
    play = play_of(Encounter.objects.get())
    assert play.asks[0].kind == "activate"
    assert play.state.models["a1"].upgrades == (fang.slug,)
    assert [action.name for action in play.setup.upgrades[fang.slug].actions] == ["Bite"]
    # A trial that was cut before its first card ends with the next one, as one that is played.
    Encounter.objects.update(state=Encounter.State.GATHERING)
    assert client.post(address, {"bearer": wolf.slug, "against": "Guild Hound"}).status_code == 302
    assert sorted(Encounter.objects.values_list("state", flat=True)) == ["left", "playing"]


# Tables


def table(release: Release, text: str) -> list[dict[str, Any]]:
    read = cards_of_release(release.pk)
    return bulk.read(text, read.cards, read.index)


def test_the_file_to_fill_in_comes_back_filled(release: Release, pack: Pack, mara: Any) -> None:
    import csv
    import io

    cards = cards_of_release(release.pk).cards
    rows = list(bulk.to_fill(cards.values()))
    assert "hopeful-prospect" in [row[0] for row in rows]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(bulk.asked("m3e"))
    for row in rows:
        writer.writerow([*row[:3], row[3] if row[3] != "" else 5, *row[4:]])
    changed = operations.set_many(pack, mara, table(release, out.getvalue()))
    assert "hopeful-prospect" in changed
    assert queries.catalogue_for(release.pk, pack.pk).profile("hopeful-prospect").cost == 5
    assert operations.set_many(pack, mara, table(release, out.getvalue())) == []


def test_every_fault_of_a_table_has_its_line(release: Release) -> None:
    text = "name;cost;speed\nHopeful Prospect;five;\nNobody Here;3;\nGuild Hound;4;9\nguild hound;99;\n"
    with pytest.raises(Refusal) as refused:
        table(release, text)
    said = [str(violation.sentence) for violation in refused.value.violations]
    assert any(line.startswith("Line 2: cost must be a whole number") for line in said)
    assert any(line.startswith("Line 3: no model is called") for line in said)
    assert any(line.startswith("Line 4: there is no column") for line in said)
    assert any(line.startswith("Line 5: guild-hound is in line 4") for line in said)


def test_json_tables_and_what_is_no_table(release: Release) -> None:
    assert table(release, '[{"slug": "guild-hound", "cost": 4}]') == [{"slug": "guild-hound", "cost": 4}]
    twice = '[{"slug": "guild-hound", "cost": 4, "cost": 5}]'
    for text in ("", "{", '{"rows": 3}', '"word"', 'slug\n"open', twice):
        with pytest.raises(Refusal):
            table(release, text)


def test_what_stands_where_a_word_belongs_is_a_fault_of_its_row(release: Release) -> None:
    row = {"name": "Fox", "station": {"a": 1}, "factions": [{"a": 1}], "cost": 3, "base_mm": [30]}
    with pytest.raises(Refusal) as refused:
        table(release, json.dumps([row]))
    said = " ".join(violation.sentence for violation in refused.value.violations)
    assert all(field in said for field in ("station", "factions", "base_mm"))


def test_all_rows_are_taken_or_none(release: Release, pack: Pack, mara: Any) -> None:
    with pytest.raises(Refusal) as refused:
        operations.set_many(
            pack,
            mara,
            [
                {"slug": "guild-hound", "cost": 4},
                {"slug": "guild-hound-x", "cost": 1},
                {"slug": "hopeful-prospect", "cost": 99},
            ],
        )
    assert len(refused.value.violations) == 2
    with pytest.raises(Refusal, match="not in a table"):
        operations.set_many(pack, mara, [{"slug": "guild-hound", "form_of": "lady-justice"}])
    with pytest.raises(Refusal, match="A card has no “spells”"):
        operations.set_many(pack, mara, [{"slug": "guild-hound", "figures": {"spells": []}}])
    assert not PackEntry.objects.filter(pack=pack).exists()


# Pages


def test_the_editor_without_a_script(client: Any, pack: Pack, wolf: PackEntry, mara: Any) -> None:
    client.force_login(mara)
    base = f"/catalogue/packs/{pack.pk}/cards/{wolf.slug}"
    assert "lacks abilities and Actions" in client.get(f"{base}/").content.decode()
    address = f"{base}/ability/99/"
    assert client.get(address).status_code == 200
    form = {
        "name": "Howl",
        "script/@": ":AbilityScript",
        "script/parts/#": "",
        "new:script/parts": "do:armor",
    }
    page = client.post(address, {**form, "step": "add:script/parts"}).content.decode()
    assert "script/parts/0/amount" in page
    form |= {"script/parts/0/@": "do:armor", "script/parts/0/amount": "2", "seen": "2"}
    told = client.post(address, {**form, "step": "look"}, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in told
    assert "is 2 lower" in told
    saved = client.post(address, {**form, "step": "save"}, headers={"HX-Request": "true"})
    assert saved["HX-Redirect"] == f"{base}/"
    again = {**form, "step": "save", "seen": "3", "name": "Bark"}
    assert client.post(address, again).status_code == 302
    assert "Howl" in client.get(f"{base}/").content.decode()
    wrong = client.post(address, {**form, "script/parts/0/amount": "two", "step": "save", "seen": "4"})
    assert wrong.status_code == 422
    assert "none of what may stand here" in wrong.content.decode()


def test_json_out_and_in(client: Any, pack: Pack, wolf: PackEntry, mara: Any) -> None:
    client.force_login(mara)
    operations.set_card(pack, mara, wolf.slug, {"abilities": [HOWL], "actions": [CHANGE]})
    address = f"/catalogue/packs/{pack.pk}/cards/{wolf.slug}/card.json"
    body = json.loads(client.get(address).content)
    assert body["actions"][0]["name"] == "Change"
    body["abilities"][0]["name"] = "Bark"
    assert client.post(address, {"json": json.dumps(body)}).status_code == 302
    assert "Bark" in client.get(address).content.decode()
    twice = '{"abilities": [], "abilities": []}'
    no_number = '{"abilities": [{"name": "a", "value": NaN}]}'
    for text in ("{", "[]", '{"abilities": [{"nam": 1}]}', twice, no_number):
        assert client.post(address, {"json": text}).status_code == 422


def test_a_table_is_previewed_then_saved(client: Any, release: Release, pack: Pack, mara: Any) -> None:
    client.force_login(mara)
    address = f"/catalogue/packs/{pack.pk}/figures/"
    assert b"hopeful-prospect" in b"".join(client.get(f"{address}?file=1").streaming_content)
    table_text = "slug,cost\nhopeful-prospect,6\n"
    page = client.post(address, {"table": table_text, "step": "look"}).content.decode()
    assert "Hopeful Prospect" in page
    assert not PackEntry.objects.filter(pack=pack).exists()
    assert client.post(address, {"table": table_text, "step": "save"}).status_code == 302
    assert PackEntry.objects.get(pack=pack).body == {"cost": 6}
    assert client.post(address, {"table": "slug,cost\nnobody,6\n", "step": "save"}).status_code == 422


def test_a_card_is_tried_on_a_table(
    client: Any, release: Release, pack: Pack, wolf: PackEntry, mara: Any
) -> None:
    from mfcampaign.play.loading import play_of
    from mfcampaign.play.models import Encounter
    from mfcampaign.play.operations import creation
    from tests.play.playing import SMALL

    client.force_login(mara)
    bite = {"name": "Bite", "range_type": "melee", "range": 1, "stat": 6, "resist": "Df", "damage": [2, 3, 4]}
    operations.set_card(pack, mara, wolf.slug, {"abilities": [HOWL], "actions": [bite]})
    address = f"/play/try/{pack.pk}/{wolf.slug}/"
    assert client.get(address).status_code == 200
    answer = client.post(address, {"against": "Guild Hound"})
    assert answer.status_code == 302
    row = Encounter.objects.get()
    play = play_of(row)
    assert row.get_absolute_url() == answer.url
    assert play.asks[0].kind == "activate"
    first, second = play.state.models["a1"], play.state.models["b1"]
    assert (first.name, second.name) == ("Wolf", "Guild Hound")
    assert ((first.x, first.y), (second.x, second.y)) == ((16, 18), (20, 18))
    # Another trial ends the one before, and no other Encounter, whatever it is called.
    own = creation.create(mara, SMALL, opponent="hot", title="Trying out the wolves")
    Encounter.objects.filter(pk=own.pk).update(state=Encounter.State.PLAYING)
    assert client.post(address, {"against": wolf.slug}).status_code == 302
    own.refresh_from_db()
    assert own.state == Encounter.State.PLAYING
    others = Encounter.objects.exclude(pk=own.pk)
    assert sorted(others.values_list("state", flat=True)) == ["left", "playing"]
    assert client.post(address, {"against": "Nobody At All"}).status_code == 422


def test_who_tries_a_card_waits_for_a_slot_as_whoever_computes(
    client: Any, release: Release, pack: Pack, wolf: PackEntry, mara: Any
) -> None:
    client.force_login(mara)
    with (
        mock.patch.object(cost, "_slots", threading.BoundedSemaphore(1)) as slots,
        mock.patch.object(cost, "WAIT_SECONDS", 0.01),
    ):
        slots.acquire()
        assert client.post(f"/play/try/{pack.pk}/{wolf.slug}/", {"against": wolf.slug}).status_code == 503


def test_strangers_find_no_private_card(client: Any, pack: Pack, wolf: PackEntry, rival: Any) -> None:
    client.force_login(rival)
    base = f"/catalogue/packs/{pack.pk}/cards/{wolf.slug}/"
    for address in (base, f"{base}ability/99/", f"{base}card.json", f"/catalogue/packs/{pack.pk}/figures/"):
        assert client.get(address).status_code == 404
    assert client.get(f"/play/try/{pack.pk}/{wolf.slug}/").status_code == 404


def test_forms_are_cards_that_say_so() -> None:
    assert card_from({"slug": "x", "name": "X", "form_of": "y"}).form_of == "y"
