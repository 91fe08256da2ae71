"""Forms of the Crew pages. ``rules.crews`` decides what is legal; forms refuse malformed input only."""

from __future__ import annotations

from typing import Any

from django import forms

from mfcampaign.crews.operations import LONGEST_NAME, LONGEST_NOTES
from mfcampaign.crews.queries import leaders
from mfcampaign.web.forms import PastedField, choice_field
from mfcampaign.web.names import LONGEST_TAG, MOST_TAGS
from rules.crews.catalogue import HENCHMAN, MASTER, Catalogue, Profile
from rules.crews.text.reading import LARGEST_SIZE
from rules.edition import choices, edition_of, unnamed

LATER = ("", "choose later")
SEVERAL = {MASTER: "Masters", HENCHMAN: "Henchmen"}


class LeaderField(forms.ChoiceField):
    """The Leaders of one Faction in a list; any slug is taken, as the Faction may change with it."""

    def valid_value(self, value: object) -> bool:
        return len(str(value)) <= 80


class CrewForm(forms.Form):
    """Faction, Leader, size: what a Crew starts with."""

    edition = forms.ChoiceField(choices=choices, required=False, widget=forms.HiddenInput)
    faction = forms.ChoiceField(label="Faction")
    leader = LeaderField(label="Leader", required=False, choices=[LATER])
    size = forms.IntegerField(
        label="Encounter size",
        min_value=1,
        max_value=LARGEST_SIZE,
    )
    format = forms.ChoiceField(label="Encounter", required=False)
    name = forms.CharField(label="Name of the Crew", max_length=LONGEST_NAME, required=False)
    dead_mans_hand = forms.BooleanField(required=False)
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
        edition = edition_of(catalogue.edition)
        hiring, consent = edition.hiring, edition.hiring.consent
        choice_field(self, "faction").choices = list(hiring.factions.items())
        self.initial["edition"] = edition.code
        if consent is None:
            del self.fields["dead_mans_hand"]
        else:
            self.fields["dead_mans_hand"].label = f"The organiser allows the {consent.name}"
            self.fields["dead_mans_hand"].help_text = f"Rule {consent.rule}."
        if hiring.formats:
            choice_field(self, "format").choices = [("", "what the size says"), *hiring.formats.items()]
            self.fields["format"].help_text = hiring.format_note
        else:
            del self.fields["format"]
        self.fields["size"].initial = hiring.size
        self.fields["size"].help_text = f"In Soulstones; {hiring.size} is usual."
        choice_field(self, "leader").choices = leader_choices(catalogue, faction)
        choice_field(self, "pack").choices = [("", "none"), *packs]
        if not packs:
            del self.fields["pack"]

    def settings(self) -> dict[str, Any]:
        """What the operations take."""
        data = dict(self.cleaned_data)
        data["edition"] = data.get("edition") or unnamed().code
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

    text = PastedField(
        label="The Crew as text",
        rows=14,
        strip=False,
        help_text="One model a line, Upgrades after a plus or indented below their model.",
    )
    name = forms.CharField(label="Name of the Crew", max_length=LONGEST_NAME, required=False)


def leader_choices(catalogue: Catalogue, faction: str) -> list[Any]:
    """Who may lead a Crew of the Faction, by station: each leads for nothing, known Cost or not
    (M3E-HIRE-01)."""
    plays = edition_of(catalogue.edition).play is not None
    by_station: dict[str, list[tuple[str, str]]] = {"Masters": []}
    for profile in leaders(catalogue, faction):
        slug, name = _choice(profile)
        if plays and not profile.figured:
            name += " (no figures: not played on screen)"
        by_station.setdefault(SEVERAL.get(profile.station, "Others"), []).append((slug, name))
    return [LATER, *by_station.items()]


def _choice(profile: Profile) -> tuple[str, str]:
    return profile.slug, profile.full_name
