"""Names that others read hold nothing that is not seen, whichever way they came."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from mfcampaign.api import operations as tokens
from mfcampaign.catalog.operations import packs
from mfcampaign.crews import operations as crews
from mfcampaign.events.api.files import SMALL as EVENT
from mfcampaign.events.operations import importing
from mfcampaign.events.portable import read
from mfcampaign.setups.forms import DrawForm
from mfcampaign.tables.forms import TableForm
from mfcampaign.web.names import NameField
from rules.edition import unnamed
from rules.table.sheet import read_sheet
from tests.campaigns.conftest import catalogue, figures, person  # noqa: F401  fixtures

pytestmark = pytest.mark.django_db
(PLAYER,) = EVENT["players"]
UNSEEN = "\u202e\u3164\U000e0041\u200b"


def test_a_crew_and_a_pack_are_called_what_is_seen(figures):  # noqa: F811
    mara = person("mara")
    crew = crews.create(mara, faction="guild", leader="lady-justice", name=f"Night{UNSEEN}  watch")
    assert crew.name == "Night watch"
    crews.change_settings(crew, mara, name=f"Day{UNSEEN}")
    assert crew.name == "Day"
    assert crews.keep_version(crew, mara, f"Old{UNSEEN}").name == "Old"
    pack = packs.create_pack(mara, f"Ours{UNSEEN}")
    assert pack.name == "Ours"
    assert packs.change_pack(pack, mara, name=f"Theirs{UNSEEN}", public=False).name == "Theirs"


def test_forms_refuse_what_is_not_seen():
    assert isinstance(TableForm().fields["title"], NameField)
    assert isinstance(DrawForm(edition=unnamed(), initial={}).fields["called"], NameField)


def test_an_event_from_a_file_holds_nothing_that_is_not_seen():
    players = [{**PLAYER, "number": 1, "name": f"Ma{UNSEEN}ra", "club": f"To{UNSEEN}wer"}]
    file = {**EVENT, "players": players}
    file["settings"] = EVENT["settings"] | {"name": f"Shop{UNSEEN} Cup", "place": f"The{UNSEEN} shop"}
    event = importing.take_in(person("mara"), read(json.dumps(file).encode()))
    (player,) = event.players.all()
    assert (event.name, event.place, player.name, player.club) == ("Shop Cup", "The shop", "Mara", "Tower")


TURNS = "\u202e\u2067\u200f\u061c\x07"


def test_a_form_reaches_its_view_without_what_turns_texts_around(figures):  # noqa: F811
    mara = person("mara")
    crew = crews.create(mara, faction="guild", leader="lady-justice", name="Night watch")
    client = Client()
    client.force_login(mara)
    fields = {"name": "Night watch", "faction": "guild", "leader": "lady-justice", "size": 50, "version": 1}
    notes = fields | {"notes": f"Paid{TURNS} 3\u200d Scrip\r\nשלום"}
    assert client.post(f"/crews/{crew.public_id}/settings/", notes).status_code == 303
    crew.refresh_from_db()
    assert crew.notes.splitlines() == ["Paid 3\u200d Scrip", "שלום"]


def test_a_text_of_a_program_holds_nothing_that_turns_others_around(figures):  # noqa: F811
    mara = person("mara")
    crew = crews.create(mara, faction="guild", leader="lady-justice", name="Night watch")
    _token, secret = tokens.make_token(mara, name="Bot", scopes=["play"])
    asked = f'{{"notes": "Paid{TURNS[:4]} \\u202E3\\u0007 \\\\u202e"}}'
    head = {"Authorization": f"Bearer {secret}", "Idempotency-Key": "1"}
    at = f"/api/v1/crews/{crew.public_id}/"
    answer = Client().patch(at, asked, content_type="application/json", headers=head)
    assert answer.status_code == 200, answer.content
    crew.refresh_from_db()
    assert crew.notes == "Paid 3 \\u202e"


def test_texts_of_files_hold_nothing_that_turns_others_around():
    file = {**EVENT, "players": [PLAYER | {"crew": f"Mine{TURNS}!"}]}
    file["settings"] = EVENT["settings"] | {"about": f"Bring{TURNS} dice"}
    event = importing.take_in(person("mara"), read(json.dumps(file).encode()))
    assert (event.about, event.players.get().crew) == ("Bring dice", "Mine!")
    sheet = read_sheet(json.dumps({"name": f"Alley{TURNS}", "width": 36, "depth": 36}))
    assert sheet.name == "Alley"
