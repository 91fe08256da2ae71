"""``manage.py dispatch_once``: execute all waiting work now, in this process: for cron jobs, repairs and the
demo."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from mfcampaign.dispatch.operations import drain, tick


class Command(BaseCommand):
    help = "Tick once, then execute every waiting command in this process and say how many there were."

    def handle(self, *args: Any, **options: Any) -> None:
        failed = tick()
        self.stdout.write(f"{drain()} commands executed.")
        if failed:
            self.stderr.write(f"Ticks that failed: {', '.join(failed)}.")
