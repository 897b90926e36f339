"""The tool that the scripts try: that of the variable GEOFENCE, or the newest that was built here."""
import os
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]


def tool():
    named = os.environ.get("GEOFENCE")
    built = [PACKAGE / ".build" / kind / "geofence" for kind in ("debug", "release")]
    built = [path for path in built if path.exists()]
    if not named and not built:
        raise SystemExit("build the tool first: swift build -c release")
    return named or str(max(built, key=lambda path: path.stat().st_mtime))
