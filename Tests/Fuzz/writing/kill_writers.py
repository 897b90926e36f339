#!/usr/bin/env python3
"""Kills writers at random moments: files stay whole, and what was acknowledged is kept.

Of a run with --state each event is printed by it or by the one after it; twice only where the first
was killed without warning. Of a track that comes in pieces, each run of which may be killed, the events of
the runs that left a state are those of the whole. A signal ends each long phase of every command
within a second.

    kill_writers.py [--kills N] [--writers N] [--seed N] [--only PART]

Exits 1 when anything is lost, half-written or left behind. GEOFENCE names the tool to try.
"""
import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import jobs
import phases


def kill_at_random(command, folder, chance, longest, output=subprocess.DEVNULL):
    """Runs `command` and may kill it; gives its exit status and the signal that was sent."""
    process = subprocess.Popen(
        command, cwd=folder, stdout=output, stderr=subprocess.DEVNULL)
    sent = chance.choice(
        [signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    time.sleep(chance.random() * longest)
    process.send_signal(sent)
    return process.wait(), sent


def duration(command, folder):
    start = time.monotonic()
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - start


def kill_outputs(kills, chance, jobs_in):
    """Files that are written: old or new, never half; nothing stays after SIGTERM or the next run."""
    faults = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for job in jobs_in(folder):
            job.prepare(folder)
            files = set(os.listdir(folder))
            longest = 1.2 * duration([jobs.tool(), *job.arguments], folder)
            late = new = 0
            for _ in range(kills):
                job.restore(folder)
                # What an earlier SIGKILL left may still be there after this one.
                left = {f".{output}.tmp" for output in job.outputs}
                stale = left & set(os.listdir(folder))
                status, sent = kill_at_random(
                    [jobs.tool(), *job.arguments], folder, chance, longest)
                late += status in (0, 1)
                new += (folder / job.outputs[0]).read_bytes() != job.old
                if sent != signal.SIGKILL and status != -sent:
                    # One that is interrupted before it comes to its outputs leaves them alone.
                    left = stale if status == 130 else set()
                faults += [f"{job.name}, {sent.name}: {fault}"
                           for fault in job.faults(folder, files | left)]
            job.run(folder)
            faults += [f"{job.name}, at the end: {fault}" for fault in job.faults(folder, files)]
            print(f"{job.name}: {kills} kills, {late} came too late, {new} left the new file, "
                  f"{len(faults)} faults")
    return faults


def kill_states(kills, chance):
    """A run that is killed, then one to the end: together they print every event."""
    faults, kept = [], 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jobs.round_trips(folder, 500)
        state = folder / "state.json"
        command = [jobs.tool(), "simulate", "trips.csv", "--regions", "trips.json"]
        everything = subprocess.run(command, cwd=folder, check=True, capture_output=True).stdout
        command += ["--state", state.name]
        longest = 1.2 * duration(command, folder)
        for number in range(kills):
            state.unlink(missing_ok=True)
            with open(folder / "first", "wb") as first:
                _, sent = kill_at_random(command, folder, chance, longest, first)
            printed = (folder / "first").read_bytes()
            kept += state.exists()
            done = subprocess.run(command, cwd=folder, capture_output=True)
            again = done.stdout == everything and everything.startswith(printed)
            if done.returncode != 0 or printed + done.stdout != everything and not (
                    again and sent == signal.SIGKILL):
                faults.append(f"state, {sent.name}, run {number}: {len(printed)} bytes, then "
                              f"{len(done.stdout)} of {len(everything)}, exit {done.returncode}")
        left = set(os.listdir(folder)) - {"trips.csv", "trips.json", "first", state.name}
        faults += [f"{file} was left" for file in sorted(left)]
    print(f"state: {kills} kills, {kept} left a state, {len(faults)} faults")
    return faults


def contents(path):
    return path.read_bytes() if path.exists() else None


def kill_pieces(kills, chance):
    """A track in pieces, each of which is tried until it leaves a state."""
    faults, chains, number = [], 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = jobs.round_trips(folder, 100)
        state, piece = folder / "state.json", folder / "piece.csv"
        command = [jobs.tool(), "simulate", "trips.csv", "--regions", "trips.json"]
        everything = subprocess.run(command, cwd=folder, check=True, capture_output=True).stdout
        command[2:3] = [piece.name]
        command += ["--state", state.name]
        longest = None
        while number < kills:
            state.unlink(missing_ok=True)
            printed, position, chains = b"", 0, chains + 1
            while position < len(rows):
                end = min(len(rows), position + chance.randrange(1, 1500))
                piece.write_text("time,latitude,longitude\n" + "".join(rows[position:end]))
                longest = longest or 1.5 * duration([*command[:-2]], folder)
                status = None
                while status != 0:
                    before = contents(state)
                    with open(folder / "first", "wb") as first:
                        status, sent = kill_at_random(command, folder, chance, longest, first)
                    number += 1
                    # What was printed counts where it was saved; otherwise it comes again.
                    if contents(state) != before:
                        printed += (folder / "first").read_bytes()
                    if status not in (0, 130, -sent):
                        return [f"pieces, {sent.name}, run {number}: exit {status}"]
                position = end
            if printed != everything:
                faults.append(f"pieces, chain {chains}: {len(printed)} bytes of {len(everything)}")
                break
    print(f"pieces: {number} kills, {chains} tracks, {len(faults)} faults")
    return faults


def kill_reminders(kills, writers, chance):
    """Several write one file while they are killed: every UID that exited 0 is there."""
    acknowledged, lock = set(), threading.Lock()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([jobs.tool(), "reminders", "add", "r.ics", "first", "--uid", "first"],
                       cwd=folder, check=True, stdout=subprocess.DEVNULL)
        longest = 1.5 * duration([jobs.tool(), "reminders", "list", "r.ics"], folder)

        def write(number, seed):
            own = random.Random(seed)
            for count in range(kills // writers):
                uid = f"u-{number}-{count}"
                command = [jobs.tool(), "reminders", "add", "r.ics", f"Title {uid}", "--uid", uid]
                status, _ = kill_at_random(command, folder, own, longest * writers)
                if status == 0:
                    with lock:
                        acknowledged.add(uid)

        threads = [threading.Thread(target=write, args=(number, chance.random()))
                   for number in range(writers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        last = subprocess.run([jobs.tool(), "reminders", "add", "r.ics", "last", "--uid", "last"],
                              cwd=folder, capture_output=True)
        text = (folder / "r.ics").read_text()
        uids = {line[4:] for line in text.splitlines() if line.startswith("UID:")}
        faults = [f"{uid} was acknowledged and is gone" for uid in sorted(acknowledged - uids)]
        faults += [f"{file} was left" for file in sorted(set(os.listdir(folder)) - {"r.ics"})]
        if last.returncode != 0:
            faults.append(f"the file is damaged: {last.stderr.decode()}")
        print(f"reminders: {kills} kills of {writers} writers, {len(acknowledged)} acknowledged, "
              f"{len(uids) - 2} in the file, {len(faults)} faults")
    return faults


def busy(process):
    """The seconds for which a process has kept a processor busy."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def end_phases(kills):
    """Each phase, after more and more work: it ends at once, and leaves no half file."""
    faults = []
    for phase in phases.ALL if Path("/proc/self/stat").exists() else []:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            phase.prepare(folder)
            files = {str(path.relative_to(folder)) for path in folder.rglob("*")}
            longest = late = 0.0
            for number in range(max(1, min(kills, 8))):
                process = subprocess.Popen([jobs.tool(), *phase.arguments], cwd=folder,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                while process.poll() is None and busy(process) < 0.2 * (number + 1) ** 1.5:
                    time.sleep(0.005)
                start = time.monotonic()
                process.terminate()
                status = process.wait()
                late += status != 130
                longest = max(longest, time.monotonic() - start)
                if status not in (0, 1, 130):
                    faults.append(f"{phase.name}: exit {status}")
                if status in (0, 1):
                    break
                left = {str(path.relative_to(folder)) for path in folder.rglob("*")} - files
                faults += [f"{phase.name}: {file} was left" for file in sorted(left)
                           if Path(file).parts[0] not in phase.outputs]
            # A busy machine may take a little longer.
            if longest > 2:
                faults.append(f"{phase.name}: {longest:.1f} s after the signal")
        print(f"{phase.name}: at most {longest:.2f} s after the signal, {late:.0f} were done before")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parts = {
        "reminders": lambda chance: kill_reminders(options.kills, options.writers, chance),
        "events": lambda chance: kill_outputs(
            options.kills, chance, lambda folder: [jobs.events(folder)]),
        "outputs": lambda chance: kill_outputs(options.kills, chance, jobs.writers),
        "states": lambda chance: kill_states(options.kills, chance),
        "pieces": lambda chance: kill_pieces(options.kills, chance),
        "phases": lambda chance: end_phases(options.kills),
    }
    parser.add_argument("--only", choices=parts, help="kill nothing else")
    options = parser.parse_args()
    faults = []
    for name in [options.only] if options.only else parts:
        faults += parts[name](random.Random(options.seed))
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
