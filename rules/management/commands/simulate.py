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

from rules.edition import edition_of, editions, unnamed
from rules.game.playing import Figures, PlayedEdition
from rules.game.simulation.levels import Comparison, Played, compared
from rules.game.simulation.playout import Run, as_json, summed
from rules.refusal import Refusal


def _figures(folder: str) -> Figures | None:
    """The records of a release from that folder; ``None`` without one."""
    if not folder:
        return None
    try:
        models, upgrades = (
            json.loads((Path(folder) / name).read_text(encoding="utf-8"))
            for name in ("models.json", "upgrades.json")
        )
    except OSError as missing:
        raise CommandError(f"No figures in {folder}: {missing.strerror}.") from missing
    return models, upgrades


def _played(options: dict[str, Any]) -> PlayedEdition:
    edition = edition_of(options["edition"]).play
    assert edition is not None, "one of the choices"
    return edition


class Command(BaseCommand):
    help = "Play Encounters by bots and check what must hold after every decision."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--encounters", type=int, default=20)
        parser.add_argument("--seed", default="1")
        played = [each.code for each in editions() if each.play is not None]
        parser.add_argument("--edition", choices=played, default=unnamed().code)
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
        summary = summed(self._runs(options), options["seed"])
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

    def _runs(self, options: dict[str, Any]) -> Iterator[Run]:
        try:
            return _played(options).simulate(
                options["encounters"],
                options["seed"],
                terrain=options["terrain"],
                figures=_figures(options["catalogue"]),
            )
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from refusal

    def _compare(self, options: dict[str, Any]) -> None:
        """Says after each pair how it stands, so that a long comparison may be broken off."""
        edition = _played(options)
        levels = (options["levels"][0], options["levels"][1])
        if not set(levels) <= set(edition.levels):
            offered = " and ".join(map(str, edition.levels)) or "no levels"
            raise CommandError(f"There are {offered} to compare.")
        pairs = (options["encounters"] + 1) // 2
        played: list[Played] = []
        for one in edition.compare(
            levels,
            pairs,
            options["seed"],
            time.process_time,
            terrain=options["terrain"],
            figures=_figures(options["catalogue"]),
        ):
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
