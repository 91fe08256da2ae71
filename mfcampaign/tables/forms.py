"""Forms of tables: requirements of a generated one; name and text of a saved one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from mfcampaign.tables.generation import guides
from mfcampaign.tables.models import SavedTable
from mfcampaign.web.forms import choice_field, number_field
from mfcampaign.web.names import NameField
from rules.bounds import bounds_of
from rules.edition import Edition, choices
from rules.table.bases import DIAMETERS
from rules.table.generator.generate import LONGEST_WORD, TableRequirements, requirements_from
from rules.table.generator.themes import THEMES
from rules.table.presets.kinds import Guide
from rules.table.sheet import LONGEST, Sheet, read_sheet

ANY = "any"
FIRST = TableRequirements()


BOUNDS = bounds_of(TableRequirements)


def _number(name: str, label: str, help_text: str = "") -> forms.IntegerField:
    first = getattr(FIRST, name)
    return number_field(BOUNDS[name], label, initial=first, required=False, help_text=help_text)


class RequirementsForm(forms.Form):
    """What the table shall be like. The query string has all of it; what is missing has its default."""

    word = forms.CharField(
        label="Word",
        max_length=LONGEST_WORD,
        help_text="The same word and options always give the same table.",
    )
    theme = forms.ChoiceField(label="Theme", choices=[(t.slug, t.name) for t in THEMES], required=False)
    guide = forms.ChoiceField(label="Pieces", required=False)
    deployment = forms.ChoiceField(label="Deployment", required=False)
    longest = _number("longest", "Longest sight line, inches", "From zone to zone, for Size 2.")
    coverage = _number("coverage", "Terrain, percent of the table")
    blocking = _number("blocking", "Blocking", "Shares of the mix.")
    severe = _number("severe", "Severe")
    cover = _number("cover", "Cover")
    asymmetry = _number("asymmetry", "Least asymmetry, percent")
    base = forms.TypedChoiceField(
        label="Gaps let through",
        coerce=int,
        required=False,
        initial=FIRST.base,
        empty_value=None,
        choices=[(mm, f"bases of {mm} mm") for mm in reversed(DIAMETERS)],
    )
    width = _number("width", "Width, inches")
    depth = _number("depth", "Depth, inches")

    rules = forms.ChoiceField(label="Edition", required=False)
    owned = forms.MultipleChoiceField(
        label="Pieces we own",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Only these are laid. This browser remembers them.",
    )

    MAIN = ("word", "rules", "theme", "guide", "deployment", "owned")

    def __init__(self, data: Any = None, *, edition: Edition, owned: Iterable[str] = ()) -> None:
        """``owned`` are the pieces that were ticked last; all where there are none."""
        self.edition, known = edition, edition.table.deployments
        kinds = {kind.slug: kind.name for guide in _laid_by(edition) for kind in guide.kinds}
        ticked = [slug for slug in owned if slug in kinds] or [*kinds]
        initial: dict[str, Any] = {"deployment": known[0].slug if known else ANY, "rules": edition.code}
        initial["owned"] = ticked
        if data is not None and not data.getlist("owned"):  # an address that says nothing of it
            data = data.copy()
            data.setlist("owned", [*kinds])
        super().__init__(data, initial=initial | edition.table.usual)
        choice_field(self, "rules").choices = choices()
        choice_field(self, "owned").choices = [*kinds.items()]
        choice_field(self, "guide").choices = [(guide.slug, guide.whose) for guide in guides()]
        choice_field(self, "deployment").choices = [
            *((each.slug, each.name) for each in known),
            (ANY, "Not flipped: good for all"),
        ]

    def main(self) -> list[forms.BoundField]:
        return [self[name] for name in self.MAIN]

    def more(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in self.MAIN]

    def _of_the_guide(self, slug: str, owned: Iterable[str]) -> tuple[str, ...]:
        """The ticked pieces of the chosen guide; none where all of its are ticked."""
        guide = next(
            (each for each in _laid_by(self.edition) if each.slug == slug), _laid_by(self.edition)[0]
        )
        held = tuple(kind.slug for kind in guide.kinds if kind.slug in set(owned))
        return () if len(held) == len(guide.kinds) else held

    def wishes(self) -> TableRequirements:
        """The wishes; ``Refusal`` for what contradicts itself."""
        values: dict[str, Any] = {
            name: value for name, value in self.cleaned_data.items() if value not in (None, "")
        }
        del values["word"]
        values.pop("rules", None)
        values["owned"] = self._of_the_guide(values.get("guide", ""), values.get("owned", ()))
        values = self.edition.table.usual | values
        if values.get("deployment") == ANY:
            values["deployment"] = None
        return requirements_from(values)


def _laid_by(edition: Edition) -> list[Guide]:
    """The guides whose pieces may be laid, the edition's own first."""
    own = edition.table.guide
    return [*([own] if own is not None else []), *(guide for guide in guides() if guide != own)]


class TableForm(forms.Form):
    """A table to be saved: its name, and its text, which the editor writes."""

    code = forms.RegexField(r"^[A-Za-z0-9_-]{11}$", widget=forms.HiddenInput, required=False)
    version = forms.IntegerField(min_value=1, required=False, widget=forms.HiddenInput)
    source = forms.RegexField(r"^[A-Za-z0-9_-]{1,16}$", widget=forms.HiddenInput, required=False)
    title = NameField(label="Name", max_length=60)
    sheet = forms.CharField(
        label="The table as text",
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false"}),
        help_text="JSON, as the calculator of the API reads it. Paste a table here to load it.",
    )

    @classmethod
    def of(
        cls, sheet: Sheet, *, title: str, code: str = "", row: SavedTable | None = None, source: str = ""
    ) -> TableForm:
        return cls(
            initial={
                "code": code,
                "title": title,
                "sheet": sheet.json().decode(),
                "source": source,
                "version": row.version if row else None,
            }
        )

    def read(self) -> Sheet:
        """The sheet; ``Refusal`` for one that cannot be read or laid."""
        return read_sheet(self.cleaned_data["sheet"])
