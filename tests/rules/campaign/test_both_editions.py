"""The campaign's rules hold by the house charts of the Second Edition as by those of the Third."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.soak
def test_what_both_editions_have_holds_by_the_charts_of_the_second() -> None:
    """Every test of this folder but those of the Third's own chart file."""
    apart = [f"--ignore={HERE / name}" for name in ("test_charts.py", Path(__file__).name)]
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", str(HERE), *apart]
    env = os.environ | {"CAMPAIGN_EDITION": "m2e"}
    done = subprocess.run(command, cwd=HERE.parents[2], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
