"""Names that others read hold nothing that is not seen, whichever way they came."""

from __future__ import annotations

import json

import pytest

from mfcampaign.catalog.operations import packs
from mfcampaign.crews import operations as crews
from mfcampaign.events.api.files import SMALL as EVENT
from mfcampaign.events.operations import importing
from mfcampaign.events.portable import read
from mfcampaign.setups.forms import DrawForm
from mfcampaign.tables.forms import TableForm
from mfcampaign.web.names import NameField
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
    assert isinstance(DrawForm(edition="m3e", initial={}).fields["called"], NameField)


def test_an_event_from_a_file_holds_nothing_that_is_not_seen():
    players = [{**PLAYER, "number": 1, "name": f"Ma{UNSEEN}ra", "club": f"To{UNSEEN}wer"}]
    file = {**EVENT, "players": players}
    file["settings"] = EVENT["settings"] | {"name": f"Shop{UNSEEN} Cup", "place": f"The{UNSEEN} shop"}
    event = importing.take_in(person("mara"), read(json.dumps(file).encode()))
    (player,) = event.players.all()
    assert (event.name, event.place, player.name, player.club) == ("Shop Cup", "The shop", "Mara", "Tower")
