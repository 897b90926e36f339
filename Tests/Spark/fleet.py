"""A fleet in a town: its fixes, its regions, and the events the tool alone finds."""

import json
import os
import random
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Sources/geofence-spark"))
TOOL = os.environ.get("GEOFENCE", str(ROOT / ".build/release/geofence"))
COLUMNS = ["device", "time", "latitude", "longitude", "accuracy"]
SCHEMA = "device string, time timestamp, latitude double, longitude double, accuracy double"

# Half an hour before the clocks of Newfoundland go back.
START = 1_730_606_400_000_000
ODD = ['a,b "c"', "#7", "Čopova 1", "'", ""]


def fixes(devices: int, count: int, seed: int = 1) -> list[tuple]:
    """Drives of so many fixes, every half minute, in the order of time; microseconds since 1970."""
    dice = random.Random(seed)
    drives = []
    for number in range(devices):
        name = ODD[number] if number < len(ODD) else f"car-{number}"
        place = [46.05 + dice.uniform(-0.08, 0.08), 14.5 + dice.uniform(-0.11, 0.11)]
        speed = [dice.gauss(0, 0.002), dice.gauss(0, 0.003)]
        begin = START + dice.randrange(30_000) * 1000
        drives.append((name, place, speed, begin))
    rows = []
    for step in range(count):
        for name, place, speed, begin in drives:
            place[0] += speed[0]
            place[1] += speed[1]
            accuracy = None if step % 5 == 0 else round(dice.uniform(3, 60), 1)
            rows.append((name, begin + step * 30_000_000, *place, accuracy))
    return rows


def write_regions(path: Path, count: int) -> str:
    dice = random.Random(2)
    circles = [
        {
            "identifier": f"place-{number}",
            "latitude": 46.05 + dice.uniform(-0.1, 0.1),
            "longitude": 14.5 + dice.uniform(-0.13, 0.13),
            "radius": dice.randrange(100, 500),
        }
        for number in range(count)
    ]
    path.write_text(json.dumps(circles))
    return str(path)


def write_parquet(path: Path, rows: list[tuple]) -> None:
    columns = dict(zip(COLUMNS, map(list, zip(*rows))))
    columns["time"] = pa.array(columns["time"], pa.timestamp("us", "UTC"))
    columns["accuracy"] = pa.array(columns["accuracy"], pa.float64())
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path)


def alone(rows: list[tuple], regions: str, *options: str) -> list[tuple]:
    """The events that the tool finds without Spark, sorted."""

    def line(name: str, time: int, latitude: float, longitude: float, accuracy: float | None):
        moment = datetime.fromtimestamp(time / 1e6, timezone.utc).isoformat()
        quoted = '"' + name.replace('"', '""') + '"'
        return f"{moment},{latitude!r},{longitude!r},{accuracy or ''},{quoted}\n"

    text = "time,latitude,longitude,accuracy,device\n" + "".join(line(*row) for row in rows)
    command = [TOOL, "simulate", "-", "--regions", regions, "--format", "jsonl", *options]
    run = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True)
    return sorted(_plain(json.loads(line)) for line in run.stdout.splitlines())


def _plain(event: dict) -> tuple:
    moments = [datetime.fromisoformat(event[key]) for key in ("time", "crossedAt")]
    texts = [event.get("device", ""), event["event"], event["region"]]
    numbers = [event[key] for key in ("distance", "latitude", "longitude")]
    return (*texts, *(round(it.timestamp() * 1e6) for it in moments), *numbers, "initial" in event)


def collected(events) -> list[tuple]:
    """The events of a data frame, as `alone` has them."""
    rows = events.selectExpr(
        "ifnull(device, '')", "event", "region", "unix_micros(time)", "unix_micros(crossedAt)",
        "distance", "latitude", "longitude", "initial",
    ).collect()  # fmt: skip
    return sorted(tuple(row) for row in rows)


def drives(spark, fixes: int, devices: int):
    """So many fixes, made where they are needed: drives around the town, one every ten seconds."""
    return spark.range(fixes).selectExpr(
        f"concat('car-', id % {devices}) AS device",
        f"timestamp_seconds(1714546800 + id div {devices} * 10) AS time",
        f"46.05 + 0.09 * sin(id % {devices} + id div {devices} * 0.004) AS latitude",
        f"14.5 + 0.12 * cos(id % {devices} * 1.7 + id div {devices} * 0.003) AS longitude",
        "5.0D AS accuracy",
    )
