"""Forms of the profile, and the form by which a guest becomes an account."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import (
    AddEmailForm,
    ChangePasswordForm,
    LoginForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SetPasswordForm,
    SignupForm,
)
from django import forms
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from mfcampaign.accounts.models import User
from mfcampaign.accounts.names import LONGEST, SHORTEST, clean_display_name, known_zones
from mfcampaign.api.operations import revoke_all


class ProfileForm(forms.Form):
    """The form of a person's public profile."""

    display_name = forms.CharField(
        label="Name others see",
        min_length=SHORTEST,
        max_length=LONGEST,
        help_text="Opponents and standings show it. 2 to 40 characters.",
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    timezone = forms.CharField(
        label="Time zone",
        required=False,
        help_text="Such as Europe/Madrid; empty means UTC. League deadlines also name the league's own zone.",
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off", "spellcheck": "false"}),
    )

    past_open = forms.BooleanField(
        label="Show my games of events and leagues together",
        required=False,
        help_text="Each viewer finds only those of events and leagues that are open to them anyway.",
    )

    def clean_display_name(self) -> str:
        return clean_display_name(self.cleaned_data["display_name"])

    def clean_timezone(self) -> str:
        zone: str = self.cleaned_data["timezone"].strip()
        if zone and zone not in known_zones():
            raise ValidationError("No such time zone: write it as Continent/City, such as Europe/Madrid.")
        return zone


class LeaveForm(forms.Form):
    """The password once more, or the name of a guest, who has none."""

    confirmation = forms.CharField(label="Your password", strip=False)

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        field = self.fields["confirmation"]
        if person.has_usable_password():
            field.widget = forms.PasswordInput(attrs={"autocomplete": "current-password"})
        else:
            field.label = f"Your name as it is shown: {person}"

    def clean_confirmation(self) -> str:
        said: str = self.cleaned_data["confirmation"]
        person = self.person
        right = person.check_password(said) if person.has_usable_password() else said.strip() == str(person)
        if not right:
            raise ValidationError("That is not right: nothing was ended.")
        return said


LABELS = {
    "login": "Username or e-mail",
    "email": "E-mail",
    "oldpassword": "Current password",
    "password1": "New password",
    "password2": "New password again",
}


class LabelledForm(forms.Form):
    """A form of the library in the words of the others: a label says once what a field is."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = LABELS.get(name, field.label)


class SignInForm(LabelledForm, LoginForm):
    """Username or address, and the password."""


class SignUpForm(LabelledForm, SignupForm):
    """A sign-up. The time zone is the browser's, which fills it in; the profile changes it."""

    timezone = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-own-zone": ""})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].help_text = "Only for resetting a lost password."
        self.fields["password1"].label = "Password"
        self.fields["password2"].label = "Password again"

    def signup(self, request: HttpRequest, user: User) -> None:
        """Set the fields of the person that are not allauth's, after sign-up."""
        zone = self.cleaned_data["timezone"]
        if zone in known_zones():
            user.timezone = zone
            user.save(update_fields=["timezone"])


class AddAddressForm(LabelledForm, AddEmailForm):
    """One more address of an account."""


class ResetForm(LabelledForm, ResetPasswordForm):
    """The form that asks for the address to which the link for a new password is sent."""


class EndsTokens(LabelledForm):
    """A new password; on request it also revokes all API tokens."""

    end_tokens = forms.BooleanField(
        label="End my tokens, too",
        required=False,
        help_text="Programs that act in your name then need new ones. Tick it if somebody knew the password.",
    )

    user: User

    def save(self) -> None:
        super().save()  # type: ignore[misc]  # of the form it is mixed into
        if self.cleaned_data["end_tokens"]:
            revoke_all(self.user)


class PasswordForm(EndsTokens, ChangePasswordForm):
    field_order = ("oldpassword", "password1", "password2", "end_tokens")


class NewPasswordForm(EndsTokens, ResetPasswordKeyForm):
    field_order = ("password1", "password2", "end_tokens")


class FirstPasswordForm(LabelledForm, SetPasswordForm):
    """A password for an account that has none."""


class ClaimForm(forms.Form):
    """The fields of the sign-up for a guest: username, e-mail, password."""

    username = forms.CharField(
        max_length=150, widget=forms.TextInput(attrs={"autocomplete": "username", "spellcheck": "false"})
    )
    email = forms.EmailField(
        label="E-mail",
        help_text="Only for resetting a lost password.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password1 = forms.CharField(
        label="Password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=" ".join(password_validators_help_texts()),
    )
    password2 = forms.CharField(
        label="Password again",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        return str(get_adapter().clean_username(self.cleaned_data["username"]))

    def clean_email(self) -> str:
        email = str(get_adapter().clean_email(self.cleaned_data["email"])).lower()
        return email

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        first, second = cleaned.get("password1"), cleaned.get("password2")
        if first and second and first != second:
            self.add_error("password2", "The two passwords differ.")
        elif first:
            self._refuse_weak(first, cleaned)
        return cleaned

    def _refuse_weak(self, password: str, cleaned: dict[str, Any]) -> None:
        would_be = User(username=cleaned.get("username", ""), email=cleaned.get("email", ""))
        try:
            validate_password(password, would_be)
        except ValidationError as error:
            self.add_error("password1", error)
