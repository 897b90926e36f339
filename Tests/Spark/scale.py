"""A fleet of any size on two executors: memory stays flat, and a sample hears what it would alone.

FIXES=200000000 DEVICES=1000000 Tests/Spark/run scale
"""

import os
import tempfile
import time
from pathlib import Path

from cluster import start
from fleet import COLUMNS, TOOL, alone, collected, drives, write_regions
from geofence_spark import crossings
from peaks import Peaks

FIXES = int(os.environ.get("FIXES", 20_000_000))
DEVICES = int(os.environ.get("DEVICES", 100_000))
# Of so many devices one is looked at, and so many go through one process of the tool.
SAMPLE = max(DEVICES // 1000, 1)
SHARE = 16_000


def main() -> None:
    with tempfile.TemporaryDirectory() as name, start(max(DEVICES // SHARE, 4)) as spark:
        regions = write_regions(Path(name, "regions.json"), 1000)
        fixes = drives(spark, FIXES, DEVICES)
        (peaks := Peaks()).start()
        begin = time.perf_counter()
        found = Path(name, "found")
        crossings(fixes, regions, TOOL).write.parquet(str(found))
        taken = time.perf_counter() - begin
        events = spark.read.parquet(str(found))
        print(f"{FIXES} fixes of {DEVICES} devices, 1000 regions, two executors of one core")
        print(f"{taken:.0f} s, {FIXES / taken / 1e6:.2f} M fixes/s, {events.count()} events")
        print("peak MiB of one process:", peaks.mebibytes)
        chosen = f"cast(substr(device, 5) AS bigint) % {SAMPLE} = 0"
        rows = fixes.where(chosen).orderBy("time").selectExpr(
            "device", "unix_micros(time)", *COLUMNS[2:]
        )
        expected = alone([tuple(row) for row in rows.collect()], regions)
        if collected(events.where(chosen)) != expected:
            raise SystemExit("the events of the sample differ from those of the tool alone")
        print(f"every {SAMPLE}th device: {len(expected)} events, those of the tool alone")


if __name__ == "__main__":
    main()
