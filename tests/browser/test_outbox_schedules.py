"""The outbox of a phone against a model of the portal: nothing lost, nothing doubled, the order kept.

Where there is a Node, it runs there; else in an empty page of the browser.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.project.test_guards import ROOT

pytestmark = [pytest.mark.browser]
HERE = Path(__file__).parent / "outbox_schedules.mjs"
MACHINE = ROOT / "static" / "js" / "outbox.mjs"
IN_A_LANDING, IN_A_SOAK = 300, 10_000
FAULTS = {
    "a portal that knows no ids": "doubled",
    "a new id for each attempt": "doubled",
    "taken out before it is sent": "lost",
    "the newest first": "order",
}


@pytest.fixture
def schedules(request: Any) -> Any:
    """``schedules(first, many, control)``: what ``outbox_schedules.mjs`` says of them."""
    node = shutil.which("node")
    if node is None:
        page = request.getfixturevalue("browser").new_page()
        page.add_script_tag(content=as_script())
        yield lambda *how: page.evaluate("how => schedules(...how)", list(how))
        page.close()
        return

    def run(*how: Any) -> Any:
        script = (
            f"import({json.dumps(HERE.as_uri())}).then(({{schedules}}) => schedules(...{json.dumps(how)}))"
            ".then(all => console.log(JSON.stringify(all)))"
        )
        done = subprocess.run([node, "-e", script], capture_output=True, text=True, timeout=280, check=True)
        return json.loads(done.stdout)

    yield run


def as_script() -> str:
    """Both modules as one script, for a page that may not load files."""
    machine, model = (path.read_text("utf-8") for path in (MACHINE, HERE))
    model = re.sub(r"^(import .*|const \{ count.*)$", "", model, flags=re.MULTILINE)
    return re.sub(r"^export ", "", machine + model, flags=re.MULTILINE)


def test_no_schedule_loses_doubles_or_turns_round_an_entry(schedules: Any) -> None:
    done = schedules(1, IN_A_LANDING)
    assert not done["faults"], done["faults"][:5]
    assert done["schedules"] == IN_A_LANDING
    assert done["written"] > 5 * IN_A_LANDING, "the schedules hardly tapped"
    assert done["entered"] > 0.8 * done["written"]


@pytest.mark.soak
def test_ten_thousand_schedules(schedules: Any, seeds: Any) -> None:
    for seed in seeds(3):
        done = schedules(1 + seed, IN_A_SOAK)
        assert not done["faults"], done["faults"][:5]


def test_two_tabs_without_a_lock_are_harmless(schedules: Any) -> None:
    assert not schedules(1, 60, "no lock")["faults"]


@pytest.mark.parametrize("control", FAULTS)
def test_the_proof_finds_a_fault_that_is_built_in(schedules: Any, control: str) -> None:
    faults = schedules(1, 20, control)["faults"]
    assert any(FAULTS[control] in fault for fault in faults), faults[:5]
