"""Forms of the Crew pages. ``rules.crews`` decides what is legal; forms refuse malformed input only."""

from __future__ import annotations

from typing import Any

from django import forms

from mfcampaign.crews.operations import LONGEST_NAME, LONGEST_NOTES, LONGEST_TAG, MOST_TAGS
from mfcampaign.crews.queries import leaders
from mfcampaign.web.forms import choice_field
from rules.crews.catalogue import MASTER, THIRD, Catalogue, Profile
from rules.crews.crewlist import STANDARD_SIZE
from rules.crews.hiring import hiring_of
from rules.crews.text_format import LARGEST_SIZE, LONGEST_TEXT
from rules.edition import editions

LATER = ("", "choose later")


class LeaderField(forms.ChoiceField):
    """The Leaders of one Faction in a list; any slug is taken, as the Faction may change with it."""

    def valid_value(self, value: object) -> bool:
        return len(str(value)) <= 80


class CrewForm(forms.Form):
    """Faction, Leader, size: what a Crew starts with."""

    edition = forms.ChoiceField(
        choices=[(each.code, each.name) for each in editions()],
        required=False,
        widget=forms.HiddenInput,
    )
    faction = forms.ChoiceField(label="Faction")
    leader = LeaderField(label="Leader", required=False, choices=[LATER])
    size = forms.IntegerField(
        label="Encounter size",
        min_value=1,
        max_value=LARGEST_SIZE,
        initial=STANDARD_SIZE,
        help_text="In Soulstones; 50 is usual.",
    )
    format = forms.ChoiceField(
        label="Encounter",
        required=False,
        help_text="A Scrap has one Master and 1 to 45 Soulstones, a Brawl two and 30 to 70; a second Master "
        "that is not taken is worth 10 Soulstones. Rules M1-ENC-01, -02, -11.",
    )
    name = forms.CharField(label="Name of the Crew", max_length=LONGEST_NAME, required=False)
    dead_mans_hand = forms.BooleanField(
        label="The organiser allows the Dead Man's Hand", required=False, help_text="Rule M3E-HIRE-15."
    )
    pack = forms.TypedChoiceField(
        label="House figures",
        required=False,
        coerce=int,
        empty_value=None,
        help_text="A pack may give Costs that the catalogue does not know.",
    )

    def __init__(
        self, *args: Any, catalogue: Catalogue, faction: str, packs: list[tuple[int, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        edition = hiring_of(catalogue)
        choice_field(self, "faction").choices = list(edition.factions.items())
        self.initial["edition"] = edition.slug
        if edition.slug != THIRD:
            del self.fields["dead_mans_hand"]
        if edition.formats:
            choice_field(self, "format").choices = [("", "what the size says"), *edition.formats.items()]
        else:
            del self.fields["format"]
        self.fields["size"].initial = edition.size
        self.fields["size"].help_text = f"In Soulstones; {edition.size} is usual."
        choice_field(self, "leader").choices = leader_choices(catalogue, faction)
        choice_field(self, "pack").choices = [("", "none"), *packs]
        if not packs:
            del self.fields["pack"]

    def settings(self) -> dict[str, Any]:
        """What the operations take."""
        data = dict(self.cleaned_data)
        data["edition"] = data.get("edition") or THIRD
        if "pack" in data:
            data["pack_id"] = data.pop("pack")
        return data


class SettingsForm(CrewForm):
    """A Crew's settings; ``version`` is what the page showed."""

    edition = None  # type: ignore[assignment]
    notes = forms.CharField(
        label="Notes", required=False, max_length=LONGEST_NOTES, widget=forms.Textarea(attrs={"rows": 3})
    )
    folder = forms.CharField(
        label="Folder", required=False, max_length=LONGEST_TAG, widget=forms.TextInput({"list": "folders"})
    )
    tags = forms.CharField(
        label="Tags",
        required=False,
        max_length=MOST_TAGS * (LONGEST_TAG + 2),
        help_text="With commas between, as in: tournament, Friday.",
    )
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    def settings(self) -> dict[str, Any]:
        data = super().settings()
        del data["edition"]
        data["tags"] = data["tags"].split(",")
        return data


class ImportForm(forms.Form):
    """A Crew as text."""

    text = forms.CharField(
        label="The Crew as text",
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
        help_text="One model a line, Upgrades after a plus or indented below their model.",
    )
    name = forms.CharField(label="Name of the Crew", max_length=LONGEST_NAME, required=False)


def leader_choices(catalogue: Catalogue, faction: str) -> list[Any]:
    """Masters and Henchmen of the Faction: either leads for nothing, known Cost or not (M3E-HIRE-01)."""
    profiles = leaders(catalogue, faction)
    masters = [_choice(profile) for profile in profiles if profile.station == MASTER]
    henchmen = [_choice(profile) for profile in profiles if profile.station != MASTER]
    return [LATER, ("Masters", masters), *([("Henchmen", henchmen)] if henchmen else [])]


def _choice(profile: Profile) -> tuple[str, str]:
    return profile.slug, profile.full_name
