"""Settings of django-allauth that differ from its defaults, as adapter methods."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.internal import ratelimit
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from mfcampaign.accounts import mails
from mfcampaign.accounts.names import LONGEST, clean_display_name
from mfcampaign.accounts.operations import expect_free, hold_names
from mfcampaign.accounts.persons import Person
from mfcampaign.accounts.ways_in import guessing
from mfcampaign.accounts.ways_in.browsers import browser_named
from mfcampaign.web.resilience.addresses import client_address
from rules.refusal import Refusal


class AccountAdapter(DefaultAccountAdapter):
    """A new person is called by the username until the profile says otherwise."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": "This account is closed.",
        "duplicate_email": "Your account has this address already.",
        "email_password_mismatch": "The e-mail address or the password is wrong.",
        "enter_current_password": "That is not your current password.",
        "incorrect_password": "That is not your password.",
        "too_many_login_attempts": "Too many failed tries. Try again in a few minutes.",
        "username_password_mismatch": "The username or the password is wrong.",
        "username_taken": "This username is taken.",
    }

    def save_user(self, request: HttpRequest, user: Person, form: Any, commit: bool = True) -> Any:
        user = super().save_user(request, user, form, commit=False)
        if not user.display_name:
            user.display_name = user.username[:LONGEST]
        if commit:
            try:
                with transaction.atomic():
                    user.save()
                    hold_names(user, user.username)
            except (IntegrityError, ValidationError) as twice:  # two at once; the form found it free
                taken = str(self.error_messages["username_taken"])
                raise Refusal(taken, fix="Choose another one.") from twice
        return user

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """The person of these credentials, or nobody; many wrong ones wait (``guessing``)."""
        try:
            guess = guessing.begin(request, _login(credentials))
        except guessing.TooManyOwn:
            raise self.validation_error("too_many_login_attempts") from None
        person = super().authenticate(request, **credentials)
        if person is not None:
            guessing.was_right(guess)
        return person

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Wrong passwords by address alone; ``login_failed`` is for codes."""
        self._login_failed_rl_usage = ratelimit.consume(
            request, app="allauth.account", action="password_failed"
        )
        if not self._login_failed_rl_usage:
            raise self.validation_error("too_many_login_attempts")

    def post_login(self, request: HttpRequest, user: Person, **more: Any) -> Any:
        response = super().post_login(request, user, **more)
        guessing.remember(request, response, user)
        return response

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """After a password was reset."""
        super()._delete_login_attempts_cached_email(request, **credentials)
        guessing.forget(_login(credentials))

    def get_client_ip(self, request: HttpRequest) -> str:
        """The client address by which sign-in is limited, the same as for all other limits."""
        return client_address(request)

    def get_http_user_agent(self, request: HttpRequest) -> str:
        """For mails about an account: whoever took it over would else write a line of them."""
        return browser_named(request.META.get("HTTP_USER_AGENT", ""))

    def is_safe_url(self, url: str | None) -> bool:
        """Also false for malformed addresses, such as ``//[``."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A username is shown until a name is chosen, so the same checks apply to it."""
        cleaned = super().clean_username(username, shallow=shallow)
        try:
            clean_display_name(cleaned[:LONGEST])
        except ValidationError as error:
            raise ValidationError("Please choose another username: " + error.message) from error
        if not shallow:
            expect_free(cleaned)
        return cleaned

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Written now, with the links of this request, and sent by somebody whom nobody waits for."""
        here = {"request": self.request, "email": email, "current_site": get_current_site(self.request)}
        message = self.render_mail(template_prefix, email, here | context)
        mails.post(email, str(message.subject), str(message.body))

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Person,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """What changed about an account, for its owner alone: an address that nobody confirmed may be another
        person's."""
        confirmed = EmailAddress.objects.filter(user=user, verified=True)
        confirmed = confirmed.filter(email=email) if email else confirmed.filter(primary=True)
        if address := confirmed.first():
            super().send_notification_mail(template_prefix, user, context, address.email)


def _login(credentials: dict[str, Any]) -> str:
    """The name or address that somebody signs in by."""
    return str(credentials.get("email") or credentials.get("username") or "").lower()
