"""Does anything that the portal installs have a known hole? Asks PyPI's advisories by pip-audit.

Exit code 0: none is known. 1: there are some, listed. 77: no source of advisories answered, so nothing
was learnt; ``make check`` says SKIPPED, loudly, and whoever lands from there asks again where one answers.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SKIPPED = 77
SECONDS = 180


def main() -> int:
    command = [str(Path(sys.executable).parent / "pip-audit")]
    command += ["--requirement", "requirements.lock", "--requirement", "requirements-dev.lock"]
    command += ["--disable-pip", "--require-hashes", "--format", "json", "--progress-spinner", "off"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS)
        dependencies = json.loads(done.stdout)["dependencies"]
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError) as problem:
        return _say(f"No source of advisories answered: {type(problem).__name__}.", SKIPPED)
    return verdict(dependencies)


def verdict(dependencies: list[dict[str, Any]]) -> int:
    """What the audited list means; it is printed as well."""
    audited = [entry for entry in dependencies if "skip_reason" not in entry]
    holes = [(entry, hole) for entry in audited for hole in entry.get("vulns", [])]
    for entry, hole in holes:
        fixed = ", ".join(hole.get("fix_versions") or ()) or "no release yet"
        print(f"{entry['name']} {entry['version']}: {hole['id']}, fixed in {fixed}")
    if holes:
        return _say(f"{len(holes)} known holes.", 1)
    unheard = len(dependencies) - len(audited)
    if unheard or not audited:
        return _say(f"{unheard} of {len(dependencies)} packages could not be asked about.", SKIPPED)
    return _say(f"No hole is known in {len(audited)} packages.", 0)


def _say(sentence: str, code: int) -> int:
    print(f"SKIPPED: {sentence}" if code == SKIPPED else sentence)
    return code


if __name__ == "__main__":
    sys.exit(main())
