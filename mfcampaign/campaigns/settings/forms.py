"""The league's readings of the rules as a form, made from the core's own types.

``labels.SPECIAL`` and ``labels.GROUPS`` give each setting its label and place, ``labels.NOTES`` what it is
good for; a test holds them to ``Policies``.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import slugify
from msgspec import Struct

from mfcampaign.campaigns.settings.labels import (
    CHOICES,
    EMPTY,
    GROUPS,
    NOTES,
    SPECIAL,
    WORDS,
)
from mfcampaign.web.forms import OrderedField, number_field
from mfcampaign.web.refusals import rule_link
from rules.bounds import Bounds, bounds_of
from rules.campaign.policies import POLICIES, Policies, differences, policies_as_dict
from rules.campaign.readings import usual_policies
from rules.campaign.system import system_of
from rules.columns import Criterion
from rules.edition import edition_of, editions, unnamed
from rules.plain_numbers import whole
from rules.wording import listed

FEW = (
    "start_budget",
    "dead_mans_hand",
    "forced_hire_timeout",
    "weekly_events",
    "report_timeout_h",
    "weekly_cap",
    "bye_scrip",
)
MOST_CRITERIA = 6
_TYPES = get_type_hints(Policies, include_extras=True)
_BOUNDS = bounds_of(Policies)
_USUAL = policies_as_dict(POLICIES)


class Setting(Struct, frozen=True):
    """One setting as a page shows it; ``special`` when it differs from the usual of its edition, ``planned``
    what it becomes at the next boundary (empty: it stays), ``when`` a change would take effect."""

    name: str
    label: str
    rules: tuple[str, ...]
    value: str
    usual: str
    special: bool
    note: str = ""
    planned: str = ""
    when: str = ""


class SettingGroup(Struct, frozen=True):
    title: str
    slug: str
    settings: tuple[Setting, ...]

    @property
    def special(self) -> int:
        """How many differ from the usual ones."""
        return sum(setting.special for setting in self.settings)


def groups(
    policies: Policies,
    planned: Policies | None = None,
    when: Callable[[str], str] = lambda _: "",
    edition: str = "",
) -> list[SettingGroup]:
    """Every setting in words, in the order of the core, beside what is usual in the edition."""
    edition = edition or unnamed().code
    values, coming = policies_as_dict(policies), policies_as_dict(planned or policies)
    usual = policies_as_dict(usual_policies(edition))
    names = list(Policies.__struct_fields__)
    return [
        SettingGroup(
            title,
            slugify(title),
            tuple(
                _setting(name, values[name], coming[name], usual[name], when(name), edition)
                for name in names[names.index(first) : names.index(last) + 1]
            ),
        )
        for title, first, last in GROUPS
    ]


def _setting(name: str, value: Any, coming: Any, usual: Any, when: str, edition: str) -> Setting:
    return Setting(
        name,
        WORDS[name][0],
        _rows(name, edition),
        value_in_words(name, value),
        value_in_words(name, usual),
        value != usual,
        _note(name, edition),
        value_in_words(name, coming) if coming != value else "",
        when,
    )


def applies(name: str, edition: str, system: str = "") -> bool:
    """Whether a league of that edition and campaign is asked for the setting."""
    unasked = edition_of(edition).readings.not_asked | system_of(system).policies.not_asked
    return name not in unasked


def _asked_alone(name: str) -> str:
    """The editions whose leagues are asked for the setting, in words; empty where all are."""
    playing = [each for each in editions() if each.arsenal is not None]
    asked = [each.name for each in playing if applies(name, each.code)]
    return "" if len(asked) == len(playing) else listed(asked)


def _note(name: str, edition: str) -> str:
    return edition_of(edition).readings.notes.get(name, NOTES.get(name, ""))


def _rows(name: str, edition: str) -> tuple[str, ...]:
    """The rules that a setting changes, each as the edition has it, once."""
    rows = edition_of(edition).rows
    return tuple(filter(None, dict.fromkeys(map(rows.named, WORDS[name][1]))))


def different(before: Policies, after: Policies) -> list[str]:
    """What becomes different, a sentence for each setting."""
    old, new = policies_as_dict(before), policies_as_dict(after)
    return [
        f"{WORDS[name][0]}: {value_in_words(name, old[name])} → {value_in_words(name, new[name])}."
        for name in differences(before, after)
    ]


def value_in_words(name: str, value: Any) -> str:
    """The value of one setting in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(SPECIAL.get((name, str(word)), str(word)) for word in value) or EMPTY[name]
    if isinstance(value, str):
        return SPECIAL.get((name, value), CHOICES.get(value, value))
    return str(value)


class PolicyForm(forms.Form):
    """Some or all settings; ``policies()`` is what differs from the ledger's defaults.

    ``fixed`` ones are shown and stay as they are; the help says what is usual in the ``edition``.
    """

    prefix = "rule"

    def __init__(
        self,
        *args: Any,
        names: Iterable[str] = (),
        current: Policies = POLICIES,
        fixed: Callable[[str], bool] = lambda _: False,
        edition: str = "",
        system: str = "",
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        edition = edition or unnamed().code
        values, usual = policies_as_dict(current), policies_as_dict(usual_policies(edition))
        asked = [name for name in names or Policies.__struct_fields__ if applies(name, edition, system)]
        self._unasked = {} if names else {name: values[name] for name in values if name not in asked}
        for name in asked:
            self.fields[name] = _field(name, values[name], usual[name], edition)
            self.fields[name].disabled = fixed(name)

    def policies(self) -> dict[str, Any]:
        """Only what differs from the defaults, as ``policies_from`` reads it."""
        chosen = self._unasked | self.cleaned_data
        return {name: value for name, value in chosen.items() if value != _USUAL[name]}


class FewForm(PolicyForm):
    """The settings people ask for when they open a league; what is left empty is as chosen above."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, names=FEW, **kwargs)
        for name, field in self.fields.items():
            field.required, field.initial = False, None
            if alone := _asked_alone(name):
                field.help_text = format_html("In the {} alone. {}", alone, field.help_text)
            if isinstance(field, forms.BooleanField):
                words = [("", "as chosen above"), ("yes", "yes"), ("no", "no")]
                self.fields[name] = forms.ChoiceField(
                    choices=words, required=False, label=field.label, help_text=field.help_text
                )
            elif isinstance(field, forms.ChoiceField):
                kind = _unwrapped(_TYPES[name])
                field.choices = [
                    ("", "as chosen above"),
                    *((word, value_in_words(name, word)) for word in get_args(kind)),
                ]

    def policies(self) -> dict[str, Any]:
        """What was chosen, also where it is the default."""
        chosen = {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}
        return {n: v == "yes" if isinstance(_USUAL[n], bool) else v for n, v in chosen.items()}


def _field(name: str, value: Any, usual: Any, edition: str) -> forms.Field:
    common: dict[str, Any] = {
        "label": WORDS[name][0],
        "help_text": _help(name, usual, edition),
        "initial": value,
    }
    kind = _unwrapped(_TYPES[name])
    if kind is bool:
        return forms.BooleanField(required=False, **common)
    if get_origin(kind) is Literal:
        return forms.ChoiceField(
            choices=[
                (word, value_in_words(name, word))
                for word in get_args(kind)
                if word == value or (name, word) not in edition_of(edition).readings.not_offered
            ],
            **common,
        )
    if get_origin(kind) in (Union, types.UnionType):
        return _MasterValueField(**common)
    if name == "standings_order":
        return _OrderField(**(common | {"initial": list(value)}))
    if get_origin(kind) is tuple:
        return _SlugsField(required=False, **(common | {"initial": ", ".join(value)}))
    return number_field(_BOUNDS.get(name, Bounds()), **common)


def _unwrapped(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


class _MasterValueField(forms.CharField):
    """A number of Soulstones, or the word ``printed``."""

    def clean(self, value: Any) -> Any:
        text = str(super().clean(value)).strip().lower()
        if text == "printed":
            return text
        number = whole(text, 99)
        if number is None:
            raise forms.ValidationError("Write a number from 0 to 99, or printed.")
        return number


class _SlugsField(forms.CharField):
    """Short names of models, as the catalogue's addresses write them, with commas between them."""

    def clean(self, value: Any) -> Any:
        words = [word for word in re.split(r"[,;\s]+", str(super().clean(value)).lower()) if word]
        for word in words:
            if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", word) or len(word) > 80:
                raise forms.ValidationError(
                    f"“{word}” is no short name; write guild-hound, with commas between."
                )
        return tuple(dict.fromkeys(words))


class _OrderField(OrderedField):
    """Criteria of the standings, the first outweighing the next."""

    def __init__(self, **more: Any) -> None:
        super().__init__([(str(c), c.words) for c in Criterion], MOST_CRITERIA, **more)

    def clean(self, value: Any) -> tuple[str, ...]:
        return tuple(super().clean(value))


def _help(name: str, usual: Any, edition: str) -> SafeString:
    links = format_html_join(" ", "{}", ((rule_link(rule),) for rule in _rows(name, edition)))
    note = f" {words}" if (words := _note(name, edition)) else ""
    return format_html_join("", "{}{} {}", ((f"Usually: {value_in_words(name, usual)}.", note, links),))
