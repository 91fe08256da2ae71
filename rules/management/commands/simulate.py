"""``manage.py simulate``: bots play whole Encounters; everything that must hold is checked."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.editions import ruleset
from rules.game.examples.encounters import skirmish, skirmish_among_terrain
from rules.game.simulation.simulate import as_json, simulate, summed


class Command(BaseCommand):
    help = "Play Encounters by bots and check what must hold after every decision."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--encounters", type=int, default=20)
        parser.add_argument("--seed", default="1")
        parser.add_argument("--ruleset", default="m3e")
        parser.add_argument("--terrain", action="store_true", help="on the exact table, among terrain")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["encounters"] < 1:
            raise CommandError("At least one Encounter.")
        make = skirmish_among_terrain if options["terrain"] else skirmish
        runs = simulate(options["encounters"], options["seed"], make, ruleset(options["ruleset"]))
        summary = summed(runs, options["seed"])
        if options["json"]:
            self.stdout.write(as_json(summary))
        else:
            first, second, draws = summary.wins
            self.stdout.write(
                f"{summary.encounters} Encounters, {summary.decisions} decisions, {summary.events} events; "
                f"won {first}, {second}, drawn {draws}; hash {summary.hash[:16]}"
            )
            for sentence in summary.violations[:20]:
                self.stdout.write(f"  {sentence}")
        if summary.violations:
            raise CommandError(f"{len(summary.violations)} violations.")
