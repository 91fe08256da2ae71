"""``manage.py demo``: load the catalogue where it is missing and play the demo leagues and the demo event."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.test.utils import override_settings

from mfcampaign.audit.computing import nobody_waits
from mfcampaign.campaigns.scripted import demo
from mfcampaign.catalog import queries as catalog
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.events import demo as event_demo


class Command(BaseCommand):
    help = "Create the demo leagues by playing their first weeks, and print how to sign in."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--sign-ins", action="store_true", help="only print how to sign in")
        parser.add_argument(
            "--own-passwords",
            action="store_true",
            help="give whoever has the demo's public password another, and print how to sign in",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["own_passwords"]:
            demo.give_own_passwords()
        if options["sign_ins"] or options["own_passwords"]:
            self._print_sign_ins()
            return
        if settings.PRODUCTION:
            raise CommandError("The demo league has public passwords; it is not for production.")
        if demo.exists():
            self.stdout.write("The demo league is there already.")
        else:
            self._make()
            self.stdout.write(f"{demo.NAME} is in its third week.")
            self.stdout.write(f"{demo.SECOND_NAME}, of the Second Edition, is in its second.")
            self.stdout.write(f"{demo.NEWEST_NAME}, of the Fourth Edition, is in its second.")
            self.stdout.write(f"{demo.RISING_NAME}, in which Leaders grow, is in its third.")
        self._print_sign_ins()

    def _make(self) -> None:
        """In one transaction, because a partial demo would be taken for a complete one."""
        # The flips are done here and now, even where workers could do them.
        with transaction.atomic(), nobody_waits(), override_settings(DISPATCH_IN_PROCESS=True):
            if not catalog.releases().exists():
                call_command("load_catalogue", stdout=self.stdout)
            demo.make()
            demo.make_second()
            demo.make_newest()
            demo.make_rising()
            event_demo.make(demo.ORGANISER, list(demo.PLAYERS))
            # Who is waited for reads it in the inbox at once, not at the ticker's next minute.
            dispatch.tick()

    def _print_sign_ins(self) -> None:
        for name, password, what in demo.sign_ins() if demo.exists() else ():
            self.stdout.write(f"  {name:<10} {password}   {what}")
        for name, address in event_demo.guest_links():
            self.stdout.write(f"  {name} plays {event_demo.NAME} without an account: {address}")
