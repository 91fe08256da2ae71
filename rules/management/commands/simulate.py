"""``manage.py simulate``: bots play whole Encounters; everything that must hold is checked."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from rules.editions.m1e.readings import M1E
from rules.editions.m1e.simulation import simulate as first_edition
from rules.editions.m3e.examples.encounters import among_terrain, skirmish, skirmish_among_terrain
from rules.editions.m3e.ruleset import ruleset
from rules.editions.m3e.simulation.catalogue_crews import CatalogueStock
from rules.editions.m3e.simulation.levels import LEVELS, Comparison, Played, compared, mirrored
from rules.editions.m3e.simulation.simulate import MakeSetup, simulate
from rules.game.simulation.playout import Run, as_json, summed


def _of_catalogue(folder: Path, *, terrain: bool) -> MakeSetup:
    stock = CatalogueStock(
        *(
            json.loads((folder / name).read_text(encoding="utf-8"))
            for name in ("models.json", "upgrades.json")
        )
    )
    return lambda name: among_terrain(stock.encounter(name)) if terrain else stock.encounter(name)


def _making(options: dict[str, Any]) -> MakeSetup:
    if options["catalogue"]:
        return _of_catalogue(Path(options["catalogue"]), terrain=options["terrain"])
    return skirmish_among_terrain if options["terrain"] else skirmish


def _runs(options: dict[str, Any]) -> Iterator[Run]:
    if options["edition"] == M1E.id:
        if options["catalogue"]:
            raise CommandError("First Edition Encounters are of practice Crews.")
        return first_edition.simulate(options["encounters"], options["seed"], M1E, terrain=options["terrain"])
    return simulate(options["encounters"], options["seed"], _making(options), ruleset(options["ruleset"]))


class Command(BaseCommand):
    help = "Play Encounters by bots and check what must hold after every decision."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--encounters", type=int, default=20)
        parser.add_argument("--seed", default="1")
        parser.add_argument("--ruleset", default="m3e")
        parser.add_argument(
            "--edition",
            choices=("m3e", M1E.id),
            default="m3e",
            help="m1e: practice Crews of the First Edition",
        )
        parser.add_argument("--terrain", action="store_true", help="on the exact table, among terrain")
        parser.add_argument(
            "--catalogue",
            metavar="FOLDER",
            default="",
            help="Crews of the catalogue, of all Factions, by the figures of that folder "
            "(models.json, upgrades.json)",
        )
        parser.add_argument(
            "--levels",
            nargs=2,
            type=int,
            choices=tuple(LEVELS),
            metavar=("A", "B"),
            help="compare two levels of bots instead: each seed twice, the seats exchanged",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["encounters"] < 1:
            raise CommandError("At least one Encounter.")
        if options["levels"]:
            self._compare(options)
            return
        summary = summed(_runs(options), options["seed"])
        if options["json"]:
            self.stdout.write(as_json(summary))
        else:
            first, second, draws = summary.wins
            self.stdout.write(
                f"{summary.encounters} Encounters, {summary.decisions} decisions, {summary.events} events; "
                f"won {first}, {second}, drawn {draws}; hash {summary.hash[:16]}; "
                f"{summary.prompts} decisions prompted ({summary.prompted_percent} %)"
            )
            for sentence in summary.violations[:20]:
                self.stdout.write(f"  {sentence}")
        if summary.violations:
            raise CommandError(f"{len(summary.violations)} violations.")

    def _compare(self, options: dict[str, Any]) -> None:
        """Says after each pair how it stands, so that a long comparison may be broken off."""
        if options["edition"] == M1E.id:
            raise CommandError("Levels of bots are compared in the Third Edition alone.")
        levels = (options["levels"][0], options["levels"][1])
        pairs = (options["encounters"] + 1) // 2
        played: list[Played] = []
        make, rules = _making(options), ruleset(options["ruleset"])
        for one in mirrored(levels, pairs, options["seed"], make, rules, time.process_time):
            played.append(one)
            if not options["json"] and len(played) % 2 == 0:
                self.stdout.write(_sentence(compared(levels, played)))
        if options["json"]:
            self.stdout.write(msgspec.json.encode(compared(levels, played)).decode())


def _sentence(result: Comparison) -> str:
    low, high = (round(100 * bound) for bound in result.interval)
    (level, other), of_all, of_strategy = result.levels, result.vp, result.strategy_vp
    return (
        f"level {level} against {other}, {result.encounters} Encounters: won {result.wins}, "
        f"lost {result.losses}, drawn {result.draws}: {100 * result.share:.0f} % of all ({low} to {high}), "
        f"{100 * result.of_decided:.0f} % of those decided; "
        f"VP {of_all[0]} to {of_all[1]}, of Strategies {of_strategy[0]} to {of_strategy[1]}, "
        f"of Schemes {result.scheme_vp[0]} to {result.scheme_vp[1]}; "
        f"{result.friends_attacked} friends attacked, {result.own_kills} killed by their own side; "
        f"a decision {result.usual_ms} ms, p95 {result.slowest_ms}"
    )
