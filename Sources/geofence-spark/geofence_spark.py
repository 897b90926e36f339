"""Geofence events of fleets on Apache Spark: the tool `geofence` runs as a child of each task.

Fixes have the columns `device`, `time`, `latitude`, `longitude` (degrees) and perhaps `accuracy`
(metres). Rows of one time are taken by place, and those without use passed over. Options are those
of `geofence simulate` but `state`, `_` for `-`. Executors have the tool, and files but `regions`.
"""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory, TemporaryFile

import pyarrow as pa
from pyarrow.csv import WriteOptions, write_csv
from pyspark import TaskContext, cloudpickle
from pyspark.sql import DataFrame, functions
from pyspark.sql.streaming import DataStreamWriter

EVENTS = """device string, time timestamp, event string, region string, distance double,
    crossedAt timestamp, initial boolean, latitude double, longitude double"""
ORDER = ["device", "time", "latitude", "longitude", "accuracy"]
USABLE = "abs(latitude) <= 90 AND abs(longitude) <= 180 AND ifnull(accuracy, 0) >= 0"
Batches = Iterator[pa.RecordBatch]
cloudpickle.register_pickle_by_value(sys.modules[__name__])  # Executors need no copy of it.


def crossings(df: DataFrame, regions: str, tool: str = "geofence", **options: object) -> DataFrame:
    """The events of all devices, as the tool alone finds them; memory does not grow with fixes.

    >>> rows = [(7, "2024-05-01 07:00:00", 46.1, 14.5), (7, "2024-05-01 07:09:00", 46.055, 14.496)]
    >>> fixes = spark.createDataFrame(rows, ["device", "time", "latitude", "longitude"])
    >>> crossings(fixes, regions, tool, dwell=0).select("device", "event", "region").collect()
    [Row(device=7, event='enter', region='tivoli')]
    """
    fixes = _fixes(df).repartition("device").sortWithinPartitions(*ORDER)
    return _events(fixes.mapInArrow(_tool(tool, regions, options), "value string"), df)


def stream(
    df: DataFrame, regions: str, state_dir: str, deliver: Callable[[DataFrame, int], object],
    shards: int = 8, tool: str = "geofence", **options: object
) -> DataStreamWriter:  # fmt: skip
    """Calls `deliver(events, batch)` for each micro-batch, once the writer is started.

    A replayed batch has its number and events again, so that what is written over by number, as by
    `events.write.mode("overwrite").parquet(f"{out}/batch={batch}")`, is there exactly once. All see
    `state_dir`, whose shards stay as many as they were. A fix before its device's last is dropped.
    """
    run, home = _tool(tool, regions, options), Path(state_dir).absolute()
    home.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError), open(home / "shards", "x") as file:
        file.write(str(shards))
    shards = int((home / "shards").read_text())

    def follow(fixes: DataFrame, batch: int) -> None:
        rows = fixes.repartition(shards, "device").sortWithinPartitions(*ORDER)
        kept = rows.mapInArrow(partial(_keep, run, home, batch), "events string").collect()
        deliver(_events(fixes.sparkSession.read.text([row.events for row in kept]), df), batch)

    writer = _fixes(df).writeStream.foreachBatch(follow)
    return writer.option("checkpointLocation", (home / "checkpoint").as_uri())


def _fixes(df: DataFrame) -> DataFrame:
    """The rows that can be used, as the tool wants them: times in seconds since 1970."""
    return df.selectExpr(
        "cast(cast(time AS timestamp) AS decimal(18, 6)) AS time",
        *(f"cast({name} AS double) AS {name}" for name in ("latitude", "longitude")),
        f"cast({'accuracy' if 'accuracy' in df.columns else 'null'} AS double) AS accuracy",
        "ifnull(btrim(cast(device AS string)), '') AS device",
    ).where("time IS NOT NULL AND " + USABLE)


def _events(lines: DataFrame, df: DataFrame) -> DataFrame:
    """The events of lines of JSON, their devices of the type that `df` has."""
    events = lines.select(functions.from_json("value", EVENTS, {"mode": "FAILFAST"}).alias("it"))
    device = functions.col("device").cast(df.schema["device"].dataType)
    return events.select("it.*").withColumn("device", device).fillna(False, ["initial"])


def _tool(tool: str, regions: str, options: dict[str, object]) -> Callable[..., Batches]:
    """The tool, to be given fixes and perhaps more arguments.

    >>> _tool("geofence", os.devnull, {"limit": 99, "ignore_accuracy": True, "repeat": False}).args
    (['geofence', 'simulate', '-', '--limit=99', '--ignore-accuracy'], b'')
    """
    given = {f"--{name.replace('_', '-')}": value for name, value in options.items()}
    words = [key if it is True else f"{key}={it}" for key, it in given.items() if it is not False]
    return partial(_simulate, [tool, "simulate", "-", *words], Path(regions).read_bytes())


def _simulate(command: list[str], regions: bytes, batches: Batches, *more: str) -> Batches:
    """The tool's lines while a thread feeds it; an error unless it ends with status 0."""
    if (first := next(batches, None)) is None:
        return  # Without fixes the tool would fail.

    def feed() -> None:
        try:
            for batch in chain([first], batches):
                write_csv(batch, child.stdin, WriteOptions(include_header=batch is first))
            child.stdin.close()
        except BaseException:
            child.kill()  # It would take the end of its input for that of the fixes.
            raise

    with TemporaryDirectory() as folder, TemporaryFile() as notes, ThreadPoolExecutor(1) as pool:
        Path(folder, "regions").write_bytes(regions)
        words = [*command, *more, f"--regions={folder}/regions", "--format=jsonl"]
        child = Popen(words, stdin=PIPE, stdout=PIPE, stderr=notes)
        fed = pool.submit(feed)
        try:
            while lines := child.stdout.readlines(1 << 20):
                yield pa.record_batch([pa.array(lines, pa.string())], ["value"])
            child.wait()
        finally:
            child.kill()
        with suppress(BrokenPipeError):
            fed.result()
        notes.seek(0)
        said = notes.read().decode(errors="replace")
        if child.returncode:
            raise RuntimeError(f"{command[0]} ended with status {child.returncode}: {said}")
        sys.stderr.write(said)


def _keep(run: Callable[..., Batches], home: Path, batch: int, batches: Batches) -> Batches:
    """Names the events of a shard's batch, kept with its state: both or neither, and once."""
    shard = home / f"shard-{TaskContext.get().partitionId()}"
    shard.mkdir(exist_ok=True)
    before = max((int(name) for name in os.listdir(shard) if name.isdigit()), default=-1)
    if not (kept := shard / str(batch)).exists():
        with TemporaryDirectory(prefix=f"{batch}-", dir=shard) as new:
            if (state := shard / str(before) / "state").exists():
                shutil.copy(state, new)
            with open(Path(new, "events"), "w", encoding="utf-8", newline="") as events:
                for lines in run(batches, f"--state={new}/state"):
                    events.writelines(lines["value"].to_pylist())
                events.flush()
                os.fsync(events.fileno())
            os.rename(new, kept)  # Fails where another attempt was the first.
        for old in (it for it in shard.iterdir() if int(it.name.split("-")[0]) < before):
            shutil.rmtree(old, ignore_errors=True)
    yield pa.record_batch([[(kept / "events").as_uri()]], ["events"])
