#!/usr/bin/env python3
"""Edits real calendars at random, and lets icalendar and vobject read every result.

A repeating reminder gets some changed occurrences first, and reminders move to a second list of the
file and to another file: there, too, every line has its bytes.

    edit_calendars.py [--edits N] [--seed N] FILE.ics ...

After each edit every content line that it is not about has its bytes, folds and line end; both
libraries read what they read before, with the new values; and start, due date and duration agree.
Exits 1 otherwise. Needs `pip install icalendar vobject`; the calendars are the caller's.
"""
import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
import warnings
from datetime import date, datetime
from pathlib import Path

import icalendar
import vobject

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tool import tool

STAMPS = {"DTSTAMP", "LAST-MODIFIED", "SEQUENCE"}
DATES = {"DUE", "DTSTART", "DURATION"}
DONE = {"STATUS", "COMPLETED", "PERCENT-COMPLETE"}
WORDS = ["Milk", "Grüße, straße; \\ und mehr", "☕️ 👨‍👩‍👧", "a\nb", "x" * 200, '"quoted": ^', " "]
DUES = ["2026-12-01", "2026-12-01T10:00", "2026-12-01T09:00:00Z", "2031-01-31T10:00+05:45", "none"]


def run(*arguments):
    return subprocess.run([tool(), "reminders", *arguments], capture_output=True, text=True)


def content_lines(data):
    """The content lines, each with its folds and line end."""
    return re.findall(rb"[^\n]*\n(?:[ \t][^\n]*\n)*|[^\n]+$", data)


def name(line):
    return re.split(rb"[;:]", line, maxsplit=1)[0].strip().upper().decode("utf-8", "replace")


def untouched(data, uid, names):
    """The lines but for those of `names` in the VTODO of `uid`, and for whole reminders with others'
    UIDs that were not there."""
    kept, depth, task, is_own = [], 0, None, False
    for line in content_lines(data):
        label, value = name(line), line.split(b":", 1)[-1].strip().upper()
        if label == "BEGIN" and value == b"VTODO":
            task, start = [], depth
        if label == "BEGIN":
            depth += 1
        (kept if task is None else task).append((line, depth))
        if label == "END":
            depth -= 1
            if value == b"VTODO" and task is not None:
                own = [part for part, level in task if level == start + 1 and name(part) == "UID"]
                unfolded = re.sub(rb"\r*\n[ \t]", b"", own[0]).split(b":", 1)[1].strip() if own else b""
                is_own = unfolded.decode("utf-8", "replace") == uid
                if is_own:
                    task = [part for part in task if part[1] > start + 1 or name(part[0]) not in names]
                kept += [("task", unfolded, b"".join(part for part, _ in task))]
                task = None
    return kept


def readable(data):
    """What each library says of the reminders, or None where it does not read the file."""
    found = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found["icalendar"] = [todo for calendar in icalendar.Calendar.from_ical(data, multiple=True)
                                  for todo in calendar.walk("VTODO")]
        except Exception:
            found["icalendar"] = None
        try:
            found["vobject"] = [todo for calendar in vobject.readComponents(data.decode())
                                for todo in getattr(calendar, "vtodo_list", [])]
        except Exception:
            found["vobject"] = None
    return found


def disagreement(todo):
    """What is wrong with a reminder's dates, as icalendar reads them."""
    start, due = todo.get("DTSTART"), todo.get("DUE")
    if due is not None and todo.get("DURATION") is not None:
        return "DUE and DURATION"
    if start is None or due is None:
        return None
    start, due = start.dt, due.dt
    if isinstance(start, datetime) != isinstance(due, datetime):
        return "a day and a time"
    if isinstance(start, datetime) and (start.tzinfo is None) != (due.tzinfo is None):
        return "a zone and none"
    return f"{start} after {due}" if start > due else None


def random_edit(chance, items):
    """Arguments after the file, the UID, the lines they are about, and what is to be seen then."""
    item = chance.choice(items)
    uid = item["uid"]
    key = item.get("identifier", uid)
    kind = chance.choice(["title", "notes", "priority", "due", "place", "complete", "uncomplete",
                          "delete", "nothing"])
    text = chance.choice(WORDS)
    if kind == "title" and text.strip():
        return ["edit", key, "--title", text], uid, {"SUMMARY"}, {"title": text}
    if kind == "notes" and text.strip():
        return ["edit", key, "--notes", text], uid, {"DESCRIPTION"}, {"notes": text}
    if kind == "priority":
        level = chance.choice(["none", "low", "medium", "high"])
        return ["edit", key, "--priority", level], uid, {"PRIORITY"}, {"priority": level}
    if kind == "due":
        due = chance.choice(DUES)
        zone = ["--timezone", "America/New_York"] if "T" in due and chance.random() < 0.4 else []
        return ["edit", key, "--due", due, *zone], uid, DATES, {}
    if kind == "place":
        return ["edit", key, "--at", "46.05,14.5", "--radius", "250"], uid, {"BEGIN-VALARM"}, {}
    if kind in ("complete", "uncomplete"):
        repeats = "recurrence" in item
        names = DONE | (DATES | {"RRULE"} if repeats else set())
        seen = {} if repeats else {"status": "completed" if kind == "complete" else "incomplete"}
        if item["status"] == "cancelled" and kind == "uncomplete":
            seen = {}
        return [kind, key], uid, names, seen
    if kind == "delete" and key == uid:
        return ["delete", uid], uid, None, {}
    return ["edit", key, "--title", item["title"] or "t"], uid, {"SUMMARY"}, {}


def with_instances(data, chance):
    """The calendar with changed occurrences of one of its series: of its own date and of another."""
    found = [match for match in re.finditer(rb"BEGIN:VTODO\r?\n(?:(?!END:VTODO).*\n)*?END:VTODO\r?\n", data)
             if b"\nRRULE" in match.group() and b"RECURRENCE-ID" not in match.group()]
    if not found:
        return data
    match = chance.choice(found)
    end = b"\r\n" if b"\r\n" in match.group() else b"\n"
    lines = content_lines(match.group())
    base = [line for line in lines if name(line) in ("DTSTART", "DUE")][:1]
    uid = [line for line in lines if name(line) == "UID"][:1]
    if not base or not uid:
        return data
    date = b"RECURRENCE-ID" + base[0].strip()[len(name(base[0])):]
    other = re.sub(rb":(\d{4})", lambda year: b":%04d" % (int(year.group(1)) + 1), date)
    states = [b"STATUS:COMPLETED", b"SUMMARY:Renamed\\, and more", b"PRIORITY:1", b"STATUS:NEEDS-ACTION"]
    tasks = b""
    for line in chance.sample([date, other], chance.randint(1, 2)):
        tasks += end.join([b"BEGIN:VTODO", uid[0].strip(), line, chance.choice(states), b"X-KEPT;A=\"b:c\":fold",
                           b" ed", b"END:VTODO", b""])
    return data[:match.end()] + tasks + data[match.end():]


def tasks_of(data, uid):
    """The bytes of the VTODOs of a UID."""
    return [part[2] for part in untouched(data, uid, set())
            if part[0] == "task" and part[1] == uid.encode()]


def check_moves(path, items, chance, faults):
    """Moves a reminder to a second list, to another file and back; returns how often it was done."""
    item = chance.choice(items)
    key, uid = item.get("identifier", item["uid"]), item["uid"]
    other = path.parent / "other.ics"
    other.write_bytes(b"BEGIN:VCALENDAR\r\nX-WR-CALNAME:Far away\r\nX-KEPT:1\r\nEND:VCALENDAR\r\n")
    before, moved = path.read_bytes(), tasks_of(path.read_bytes(), uid)
    run("lists", "add", str(path), "Near by")
    count = 0
    for target in ["Near by", "Far away", "Near by"]:
        first = path.read_bytes() + other.read_bytes()
        done = run("edit", str(path), str(other), key, "--list", target)
        second = path.read_bytes() + other.read_bytes()
        if done.returncode == 0:
            count += 1
            if tasks_of(second, uid) != moved:
                faults.append(f"moving to {target} changed the reminder's lines")
            names = {part[1] for part in untouched(second, uid, set()) if part[0] == "task"}
            if names != {part[1] for part in untouched(first, uid, set()) if part[0] == "task"}:
                faults.append(f"moving to {target} lost a reminder")
        elif first != second:
            faults.append("a move was refused, and changed something")
        elif done.returncode != 65:
            faults.append(f"exit {done.returncode}: {done.stderr[:200]}")
    path.write_bytes(before)
    return count


def check(path, before, arguments, uid, names, seen, faults):
    after = path.read_bytes()
    old, new = readable(before), readable(after)
    for library in old:
        if old[library] is not None and new[library] is None:
            faults.append(f"{library} does not read it any more")
    if b"\r\n" not in before and b"\r" in after:
        faults.append("a line end of another kind")
    listed = {item.get("identifier", item.get("uid")): item
              for item in json.loads(run("list", str(path), "--all", "--format", "json").stdout)}
    for key, value in seen.items():
        if listed[arguments[1]].get(key) != value:
            faults.append(f"{key} is {listed[arguments[1]].get(key)!r}, not {value!r}")
    if new["icalendar"] is not None:
        own = [todo for todo in new["icalendar"] if todo.get("UID") == uid]
        former = [todo for todo in old["icalendar"] or [] if todo.get("UID") == uid]
        if seen.get("title") and seen["title"] not in [str(todo.get("SUMMARY")) for todo in own]:
            faults.append(f"icalendar reads {[todo.get('SUMMARY') for todo in own]!r}")
        for todo in own[:1]:
            wrong = disagreement(todo)
            if wrong and (names == DATES or not (former and disagreement(former[0]))):
                faults.append(f"the dates disagree: {wrong}")
    if names is None:
        names = set()
        kept = [line for line in untouched(before, uid, names) if line[1] != uid.encode() or line[0] != "task"]
        if [part for part in untouched(after, uid, names)] != kept:
            faults.append("deleting changed something else")
        return
    strip = names | STAMPS
    first, second = untouched(before, uid, strip), untouched(after, uid, strip)
    known = {part[1] for part in first if part[0] == "task"}
    # A completed copy, and a time zone that was not there.
    second = [part for part in second if part[0] != "task" or part[1] in known]
    if "BEGIN-VALARM" in names or (names >= {"RRULE"} and arguments[0] == "complete"):
        drop = lambda parts: [part for part in parts if part[0] != "task" or part[1].decode("utf-8", "replace") != uid]
        first, second = drop(first), drop(second)
    if "--timezone" in arguments and b"BEGIN:VTIMEZONE" in after.upper():
        plain = lambda parts: [part for part in parts if part[0] == "task"]
        first, second = plain(first), plain(second)
    if first != second:
        faults.append("lines that it is not about have changed")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edits", type=int, default=8, help="for each file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    counts = dict.fromkeys(["files", "read", "empty", "edits", "moves", "refused", "faults"], 0)
    with tempfile.TemporaryDirectory() as folder:
        for number, file in enumerate(options.files):
            chance = random.Random(options.seed * 100_003 + number)
            path = Path(folder) / "calendar.ics"
            path.write_bytes(with_instances(Path(file).read_bytes(), chance))
            counts["files"] += 1
            listed = run("list", str(path), "--all", "--format", "json")
            if listed.returncode != 0:
                continue
            counts["read"] += 1
            for _ in range(options.edits):
                items = [item for item in json.loads(
                    run("list", str(path), "--all", "--format", "json").stdout) if "uid" in item]
                if not items:
                    counts["empty"] += 1
                    break
                faults = []
                counts["moves"] += check_moves(path, items, chance, faults)
                before = path.read_bytes()
                arguments, uid, names, seen = random_edit(chance, items)
                done = run(arguments[0], str(path), *arguments[1:])
                if done.returncode == 0:
                    counts["edits"] += 1
                    if path.read_bytes() != before:
                        check(path, before, arguments, uid, names, seen, faults)
                elif done.returncode == 65:
                    counts["refused"] += 1
                    if path.read_bytes() != before:
                        faults.append("it was refused, and changed")
                else:
                    faults.append(f"exit {done.returncode}: {done.stderr[:200]}")
                counts["faults"] += len(faults)
                for fault in faults:
                    print(f"{file}: {' '.join(arguments)[:120]}: {fault}", file=sys.stderr)
    print(", ".join(f"{value} {key}" for key, value in counts.items()))
    sys.exit(1 if counts["faults"] else 0)


main()
