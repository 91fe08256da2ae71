"""``manage.py rules_coverage``: which rows of docs/rules have a test."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rules.management.coverage import Coverage, as_markdown, read_claims, read_ledger


class Command(BaseCommand):
    help = "Compare the rows of docs/rules with the rule marks in tests/."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        shape = parser.add_mutually_exclusive_group()
        shape.add_argument("--json", action="store_true", help="print rows, covered and missing as JSON")
        shape.add_argument("--write", action="store_true", help="rewrite docs/rules/coverage.md")
        shape.add_argument("--check", action="store_true", help="fail when docs/rules/coverage.md is stale")
        parser.add_argument("--tests", type=Path, default=settings.BASE_DIR / "tests")
        parser.add_argument("--rules", type=Path, default=settings.BASE_DIR / "docs" / "rules")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            coverage = Coverage(read_ledger(options["rules"]), read_claims(options["tests"]))
        except (ValueError, SyntaxError) as problem:
            raise CommandError(str(problem)) from problem
        if options["json"]:
            self.stdout.write(json.dumps(coverage.summary(), indent=1))
            return
        page = options["rules"] / "coverage.md"
        if options["write"]:
            page.write_text(as_markdown(coverage), encoding="utf-8")
        self._refuse_bad_marks(coverage)
        if options["check"] and (
            not page.exists() or page.read_text(encoding="utf-8") != as_markdown(coverage)
        ):
            raise CommandError(f"{page} is stale: run `python manage.py rules_coverage --write`.")
        rows = len(coverage.ledger.rules)
        self.stdout.write(
            f"{coverage.covered} of {rows} rules have a test, {len(coverage.missing)} have none."
        )

    def _refuse_bad_marks(self, coverage: Coverage) -> None:
        problems = [f"{rule}: in no table of docs/rules" for rule in coverage.unknown]
        problems += coverage.claims.unreadable
        if problems:
            raise CommandError("Marks that name no rule:\n  " + "\n  ".join(problems))
