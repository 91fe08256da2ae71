from __future__ import annotations

from tests.campaigns.conftest import (  # noqa: F401  fixtures
    catalogue,
    figures,
    in_process,
    league,
    make_league,
)
from tests.campaigns.history.conftest import past  # noqa: F401  fixture
from tests.events.conftest import host, make_day  # noqa: F401  fixtures
