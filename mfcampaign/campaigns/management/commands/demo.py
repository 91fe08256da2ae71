"""``manage.py demo``: a living league to look at, made by playing it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.test.utils import override_settings

from mfcampaign.campaigns.autoplay import demo
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.events import demo as event_demo


class Command(BaseCommand):
    help = "Create the demo league by playing two weeks of it, and print how to sign in."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--sign-ins", action="store_true", help="only print how to sign in")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["sign_ins"]:
            self._print_sign_ins()
            return
        if settings.PRODUCTION:
            raise CommandError("The demo league has public passwords; it is not for production.")
        if demo.exists():
            self.stdout.write("The demo league stands already.")
        else:
            # The flips are done here and now, even where workers could do them.
            with override_settings(DISPATCH_IN_PROCESS=True):
                demo.make()
                event_demo.make(demo.ORGANISER, list(demo.PLAYERS))
                # Who is waited for reads it in the inbox at once, not at the ticker's next minute.
                dispatch.tick()
            self.stdout.write(f"{demo.NAME} is in its third week.")
        self._print_sign_ins()

    def _print_sign_ins(self) -> None:
        for name, password, what in demo.sign_ins() if demo.exists() else ():
            self.stdout.write(f"  {name:<10} {password}   {what}")
        for name, address in event_demo.guest_links():
            self.stdout.write(f"  {name} plays {event_demo.NAME} without an account: {address}")
