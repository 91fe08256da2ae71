"""Its rows for topics of shared code: as good as none, since no ledger holds it."""

from rules.topics import Rows

ROWS = Rows({"hire.cost": "M0-HIRE-01", "setup.strategy": "M0-SETUP-01"})
