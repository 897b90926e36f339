"""Fleets on two executors: the events are those of the tool alone, whatever dies or is replayed."""

import doctest
import os
import resource
import shutil
import subprocess
import tempfile
import time
import unittest
from itertools import zip_longest
from pathlib import Path
from unittest import mock

try:
    import pyspark  # noqa: F401
except ImportError as error:
    raise unittest.SkipTest("needs pyspark: make test-spark") from error
if not shutil.which("java") and "JAVA_HOME" not in os.environ:
    raise unittest.SkipTest("needs Java: make test-spark")

import pyarrow as pa
from cluster import start
from fleet import ROOT, SCHEMA, TOOL, alone, collected, fixes, write_parquet, write_regions

import geofence_spark  # Found by way of the fleet.
from geofence_spark import crossings, stream


class Cluster(unittest.TestCase):
    """Two executors of one core each."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.spark = cls.enterClassContext(start())
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.regions = write_regions(cls.folder / "regions.json", 300)
        cls.rows = fixes(devices=10_000, count=24)
        cls.expected = alone(cls.rows, cls.regions)
        assert len(cls.expected) > 10_000

    def frame(self, rows: list[tuple]):
        write_parquet(path := self.folder / f"{self._testMethodName}.parquet", rows)
        return self.spark.read.schema(SCHEMA).parquet(str(path))

    def assert_same(self, found: list[tuple], expected: list[tuple]) -> None:
        pairs = zip_longest(found, expected)
        self.assertIsNone(next((pair for pair in pairs if pair[0] != pair[1]), None))

    def script(self, text: str) -> str:
        """A tool that does something before it becomes the real one."""
        path = self.folder / self._testMethodName
        path.write_text(f'#!/bin/sh\n{text}\nexec "{TOOL}" "$@"\n')
        path.chmod(0o755)
        return str(path)

    def killer(self, victim: str) -> str:
        """A tool that kills a process, once, when it has told the events of a part of its fixes."""
        mark = self.folder / f"{self._testMethodName}-killed"
        part = f'head -c 100000 | "{TOOL}" "$@"'
        return self.script(f'if mkdir "{mark}"; then {part}; kill -9 {victim}; exit 1; fi')

    def test_examples(self) -> None:
        walk = str(ROOT / "tracks/walk-through-one-region/regions.json")
        names = {"spark": self.spark, "regions": walk, "tool": TOOL}
        result = doctest.testmod(geofence_spark, extraglobs=names)
        self.assertGreater(result.attempted, 3)
        self.assertEqual(result.failed, 0)

    def test_a_data_frame_gives_the_events_of_the_tool_alone(self) -> None:
        unusable = [("car-9", None, 46.0, 14.5, None), ("car-9", 1, 91.0, 14.5, None)]
        unusable += [("lost", 1, None, 14.5, None), ("lost", 1, 46.0, 14.5, -1.0)]
        events = crossings(self.frame(self.rows + unusable), self.regions, TOOL)
        self.assert_same(collected(events), self.expected)

    def test_options_reach_the_tool(self) -> None:
        rows = [row for row in self.rows if row[0].endswith("7")]
        expected = alone(rows, self.regions, "--limit", "5", "--dwell", "0", "--ignore-accuracy")
        events = crossings(
            self.frame(rows), self.regions, TOOL, limit=5, dwell=0, ignore_accuracy=True
        )
        self.assert_same(collected(events), expected)

    def test_a_killed_python_worker_costs_nothing(self) -> None:
        events = crossings(self.frame(self.rows), self.regions, self.killer("$PPID"))
        self.assert_same(collected(events), self.expected)

    def test_a_killed_executor_costs_nothing(self) -> None:
        victim = "$(ps -o ppid= -p $(ps -o ppid= -p $PPID))"
        events = crossings(self.frame(self.rows), self.regions, self.killer(victim))
        self.assert_same(collected(events), self.expected)

    def test_a_tool_that_fails_fails_the_query_with_its_message(self) -> None:
        (broken := self.folder / "broken.json").write_text('[{"identifier": "x"}]')
        events = crossings(self.frame(self.rows[:9]), str(broken), TOOL)
        with self.assertRaisesRegex(Exception, "ended with status 65: .*broken|regions.*latitude"):
            events.collect()

    def test_a_query_that_ends_early_leaves_no_tool_behind(self) -> None:
        started = self.folder / "started"
        tool = self.script(f'echo $$ >> "{started}"')
        self.assertEqual(len(crossings(self.frame(self.rows), self.regions, tool).take(1)), 1)
        for number in started.read_text().split():
            for _ in range(600):
                if not _is_running(int(number)):
                    break
                time.sleep(0.1)
            self.assertFalse(_is_running(int(number)))

    def test_a_stream_delivers_every_event_once(self) -> None:
        batches = self.folder / "batches"
        cut = len(self.rows) // 4
        parts = [self.rows[begin : begin + cut] for begin in range(0, len(self.rows), cut)]
        parts[3] += parts[0][:50]  # Late, among others and, at last, alone.
        for number, part in enumerate([*parts, parts[1][:50]]):
            write_parquet(path := batches / f"{number}.parquet", part)
            os.utime(path, (number + 1, number + 1))
        source = self.spark.readStream.schema(SCHEMA).option("maxFilesPerTrigger", 1)
        out = self.folder / "out"
        calls: list[tuple[int, list[tuple]]] = []

        def run(tool: str, before: set[int] = frozenset(), after: set[int] = frozenset()) -> None:
            def deliver(events, batch: int) -> None:
                if batch in before:
                    raise InterruptedError("before the batch was delivered")
                calls.append((batch, collected(events)))
                events.write.mode("overwrite").parquet(str(out / f"batch={batch}"))
                if batch in after:
                    raise InterruptedError("before the batch was known to be delivered")

            query = stream(
                source.parquet(str(batches)), self.regions, str(self.folder / "state"), deliver,
                shards=3, tool=tool,
            ).trigger(availableNow=True).start()  # fmt: skip
            query.awaitTermination()

        failing = self.script('case "$*" in *shard-1/*) exit 70;; esac')
        with self.assertRaisesRegex(Exception, "status 70"):
            run(failing)
        with self.assertRaisesRegex(Exception, "known to be delivered"):
            run(self.killer("$PPID"), after={1})
        with self.assertRaisesRegex(Exception, "before the batch was delivered"):
            run(TOOL, before={2})
        run(TOOL)
        self.assertEqual([batch for batch, _ in calls], [0, 1, 1, 2, 3, 4])
        self.assertTrue(calls[1] == calls[2])
        self.assertEqual(calls[5], (4, []))
        self.assert_same(collected(self.spark.read.parquet(str(out))), self.expected)
        kept = sorted(
            str(it.relative_to(self.folder)) for it in self.folder.glob("state/shard-*/*")
        )
        self.assertEqual(kept, [f"state/shard-{it}/{batch}" for it in range(3) for batch in (3, 4)])


def _is_running(number: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(number)], capture_output=True, text=True)
    return state.stdout.strip()[:1] not in ("", "Z")


class Attempts(unittest.TestCase):
    """What happens within a task, without Spark."""

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.regions = write_regions(self.folder / "regions.json", 50)
        self.run_tool = geofence_spark._tool(TOOL, self.regions, {})
        task = mock.Mock(partitionId=lambda: 0)
        self.enterContext(mock.patch.object(geofence_spark.TaskContext, "get", lambda: task))

    def batches(self, count: int):
        for number in range(count):
            rows = fixes(devices=100, count=100, seed=number)
            names, times, *place = map(list, zip(*rows))
            times = [time // 1_000_000 + number * 4000 for time in times]
            yield pa.record_batch(
                [times, *(pa.array(it, pa.float64()) for it in place), names],
                [*geofence_spark.ORDER[1:], "device"],
            )

    def test_the_first_of_two_attempts_counts(self) -> None:
        first: list[pa.RecordBatch] = []

        def outrun(batches, *more):
            yield from self.run_tool(batches, *more)
            first.extend(geofence_spark._keep(self.run_tool, self.folder, 7, self.batches(2)))

        with self.assertRaises(OSError):
            list(geofence_spark._keep(outrun, self.folder, 7, self.batches(2)))
        again = list(geofence_spark._keep(outrun, self.folder, 7, self.batches(2)))
        self.assertEqual(again, first)
        self.assertEqual([it.name for it in self.folder.glob("shard-0/*")], ["7"])

    def test_a_source_that_fails_is_not_taken_for_its_end(self) -> None:
        def broken():
            yield from self.batches(1)
            raise EOFError("no more")

        with self.assertRaisesRegex(EOFError, "no more"):
            list(self.run_tool(broken()))

    def test_memory_does_not_grow_with_the_fixes(self) -> None:
        def peaks(count: int) -> list[int]:
            for _ in self.run_tool(self.batches(count)):
                pass
            who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
            return [resource.getrusage(it).ru_maxrss for it in who]

        few, many = peaks(8), peaks(64)
        for before, after in zip(few, many):
            self.assertLess(after, before * 1.25)


if __name__ == "__main__":
    unittest.main(verbosity=2, warnings="ignore")
