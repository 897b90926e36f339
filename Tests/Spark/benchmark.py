"""Sets Spark with the tool, and DuckDB, beside the tool alone, by the clock, in pairs.

FIXES=2000000 DEVICES=10000 PAIRS=3 Tests/Spark/run benchmark
"""

import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
from cluster import start
from fleet import SCHEMA, TOOL, drives, write_regions
from geofence_spark import crossings
from peaks import Peaks
from pyarrow.csv import CSVWriter
from stays import stays

FIXES = int(os.environ.get("FIXES", 2_000_000))
DEVICES = int(os.environ.get("DEVICES", 10_000))
PAIRS = int(os.environ.get("PAIRS", 3))


def write_csv(parquet: Path, path: Path) -> None:
    tables = [pq.ParquetFile(part) for part in sorted(parquet.glob("*.parquet"))]
    with CSVWriter(path, tables[0].schema_arrow) as writer:
        for table in tables:
            for batch in table.iter_batches():
                writer.write(batch)


def seconds(run: Callable[[], object]) -> float:
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def main() -> None:
    with tempfile.TemporaryDirectory() as name, start() as spark:
        folder = Path(name)
        regions = write_regions(folder / "regions.json", 1000)
        parquet, csv = folder / "fixes", folder / "fixes.csv"
        drives(spark, FIXES, DEVICES).write.parquet(str(parquet))
        write_csv(parquet, csv)
        fixes = spark.read.schema(SCHEMA).parquet(str(parquet))

        def alone() -> None:
            with open(folder / "events", "wb") as events:
                command = [TOOL, "simulate", str(csv), "--regions", regions, "--format", "jsonl"]
                subprocess.run(command, stdout=events, check=True)

        def with_spark() -> None:
            crossings(fixes, regions, TOOL).write.mode("overwrite").parquet(str(folder / "found"))

        crossings(fixes.limit(1000), regions, TOOL).collect()  # Starts what is started once.
        peers: dict[str, Callable[[], object]] = {
            "tool alone": alone,
            "Spark and the tool": with_spark,
            "DuckDB, one thread": lambda: stays(str(csv), regions, 1),
            "DuckDB, two threads": lambda: stays(str(csv), regions, 2),
        }
        (peaks := Peaks()).start()
        times = {peer: [] for peer in peers}
        for _ in range(PAIRS):
            for peer, run in peers.items():
                times[peer].append(seconds(run))
        print(f"{FIXES} fixes of {DEVICES} devices, 1000 regions, two executors of one core")
        for peer, figures in times.items():
            ratios = [one / other for one, other in zip(figures, times["tool alone"], strict=True)]
            middle = statistics.median(figures)
            print(
                f"{peer}: {middle:.2f} s, {FIXES / middle / 1e6:.2f} M fixes/s, "
                f"{statistics.median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f}) of the tool"
            )
        print("peak MiB of one process:", peaks.mebibytes)


if __name__ == "__main__":
    main()
