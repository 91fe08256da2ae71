"""``manage.py api_schema``: write ``docs/openapi.json``, or compare it with the schema that is served."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import get_resolver

PLACE = "docs/openapi.json"


class Command(BaseCommand):
    help = "Write the OpenAPI document to docs/openapi.json, or --check that it is the one that is served."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare, write nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        _ = get_resolver().url_patterns  # every operation is declared now
        from mfcampaign.api.views import written

        place = settings.BASE_DIR / PLACE
        if not options["check"]:
            place.write_bytes(written())
            self.stdout.write(f"{PLACE}: {len(written())} bytes")
        elif not place.exists() or place.read_bytes() != written():
            raise CommandError(f"{PLACE} is stale: run `python manage.py api_schema`.")
