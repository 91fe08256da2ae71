"""Open a dump of a former release with the present code: ``python -m tests.upgrades.opening FACTS``.

The database of ``DATABASE_URL`` holds the dump. It is migrated, its ledger verified, its pages opened by
somebody of the league, its clock turned; what must have stayed is compared with ``FACTS`` (JSON), which
was taken by plain SQL when the dump was made. Prints one line of JSON: what differs.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mfcampaign.settings")
django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from mfcampaign.campaigns.models import Account, Campaign, Transfer  # noqa: E402
from mfcampaign.dispatch import operations as dispatch  # noqa: E402


def facts() -> dict[str, object]:
    """What no upgrade may change: balances, transfers, how many acts and people there are."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM audit_act")
        (acts,) = cursor.fetchone()
    return {
        "balances": list(Account.objects.order_by("pk").values_list("pk", "balance")),
        "transfers": list(Transfer.objects.order_by("pk").values_list("pk", "amount")),
        "acts": acts,
        "people": sorted(get_user_model().objects.values_list("username", flat=True)),
        "leagues": sorted(Campaign.objects.values_list("slug", flat=True)),
    }


def pages() -> list[str]:
    """The addresses of the first league that do not answer its organiser."""
    client = Client(headers={"host": "localhost"})
    league = Campaign.objects.order_by("pk")[0]
    client.force_login(league.organisers.order_by("pk")[0].user)
    of_league = ["league", "standings", "diary", "organise"]
    addresses = ["/", "/leagues/", "/catalogue/", "/events/"]
    addresses += [reverse(f"campaigns:{name}", args=[league.slug]) for name in of_league]
    for week in league.weeks.all():
        addresses.append(reverse("campaigns:week", args=[league.slug, week.number]))
    for entry in league.entries.all():
        addresses.append(reverse("campaigns:arsenal", args=[league.slug, entry.pk]))
    return [f"{path}: {code}" for path in addresses if (code := client.get(path).status_code) != 200]


def main(expected: Path) -> dict[str, object]:
    call_command("migrate", verbosity=0)
    was, now = json.loads(expected.read_text()), json.loads(json.dumps(facts()))
    differs: dict[str, object] = {name: [was[name], now[name]] for name in was if was[name] != now[name]}
    call_command("verify_ledger", verbosity=0)
    if broken := pages():
        differs["pages"] = broken
    if failed := dispatch.tick():
        differs["clock"] = failed
    dispatch.drain()
    call_command("verify_ledger", verbosity=0)
    return differs


if __name__ == "__main__":
    found = main(Path(sys.argv[1]))
    sys.stdout.write("\n" + json.dumps(found) + "\n")
