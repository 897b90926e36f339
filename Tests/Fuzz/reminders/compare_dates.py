#!/usr/bin/env python3
"""Compares time zones and repetitions with an independent implementation, dateutil and zoneinfo.

    compare_dates.py [--cases N] [--seed N]

Half of the cases are moments in time zones, as the system and as the tool's own VTIMEZONE define
them; half are repeating reminders, completed again and again. Exits 1 on a difference.
"""
import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from datetime import date, datetime, time, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from dateutil.rrule import rrulestr

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tool import tool

WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
COMPLETIONS = 6


def run(*arguments):
    done = subprocess.run([tool(), "reminders", *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(arguments[:3])}: {done.stderr}")
    return done.stdout


def reminders(path):
    return {item["uid"]: item for item in json.loads(run("list", str(path), "--all", "--format", "json"))}


def calendar(path, todos, zones=""):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//compare//EN"]
    for uid, properties in todos:
        lines += ["BEGIN:VTODO", f"UID:{uid}", *properties, "END:VTODO"]
    path.write_text("\n".join(lines[:3]) + "\n" + zones + "\n".join(lines[3:] + ["END:VCALENDAR", ""]))


# MARK: time zones


def moments(zone, count, chance, first=1900):
    """Times of the clock, many of them about when clocks change."""
    found = []
    while len(found) < count:
        local = datetime(first, 1, 1) + timedelta(minutes=chance.randrange((2100 - first) * 525_600))
        if chance.random() < 0.5:
            # Halves the way to the next change in the same half year, if there is one.
            low, high = local, local + timedelta(days=183)
            offset = lambda moment: moment.replace(tzinfo=zone).utcoffset()
            if offset(low) != offset(high):
                while high - low > timedelta(minutes=1):
                    middle = low + (high - low) / 2
                    low, high = (middle, high) if offset(middle) == offset(low) else (low, middle)
                local = low.replace(second=0, microsecond=0) + timedelta(
                    minutes=chance.randrange(-90, 91))
        if local.year >= first:
            found.append(local)
    return found


def instant(local, zone):
    return local.replace(tzinfo=zone).astimezone(timezone.utc)


def compare_zones(cases, chance, folder):
    differences, done = [], 0
    names = sorted(available_timezones() - {"localtime", "Factory"})
    path = folder / "zones.ics"
    while done < cases:
        name = chance.choice(names)
        zone = ZoneInfo(name)
        start = datetime(chance.randrange(1950, 2060), 7, 1, 12)
        path.unlink(missing_ok=True)
        run("add", str(path), "t", "--due", f"{start:%Y-%m-%dT%H:%M}", "--timezone", name)
        text = path.read_text().replace("\r\n", "\n")
        own = "BEGIN:VTIMEZONE" in text
        definition = text[text.index("BEGIN:VTIMEZONE"):text.index("BEGIN:VTODO")] if own else ""
        for kind, zones, first in [("system", "", 1900), ("calendar", definition, start.year)]:
            todos = moments(zone, 50, chance, first)
            if kind == "calendar":
                # Where no rule says the changes, they are listed for thirty years.
                todos = [local for local in todos if local > start and local.year < start.year + 29]
            calendar(path, [(f"{number}", [f"DUE;TZID={name}:{local:%Y%m%dT%H%M%S}"])
                            for number, local in enumerate(todos)], zones)
            found = reminders(path)
            for number, local in enumerate(todos):
                due = datetime.fromisoformat(found[f"{number}"]["due"])
                if due != instant(local, zone):
                    differences.append(f"{kind} {name} {local}: {due}, not {instant(local, zone)}")
            done += len(todos)
    print(f"time zones: {done} moments, {len(differences)} differences")
    return differences


# MARK: repetitions


def random_rule(chance):
    frequency = chance.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] * 2
                              + ["HOURLY", "MINUTELY", "SECONDLY"])
    parts = [f"FREQ={frequency}"]
    if chance.random() < 0.5:
        intervals = [97, 600, 7000] if frequency in ("MINUTELY", "SECONDLY") else []
        parts.append(f"INTERVAL={chance.choice([1, 2, 3, 4, 5, 7, 13] + intervals)}")
    sample = lambda values, most: ",".join(
        str(value) for value in chance.sample(values, chance.randint(1, most)))
    # The other implementation tries each second and minute: some rules would keep it for hours.
    tries_each = frequency in ("HOURLY", "MINUTELY", "SECONDLY")
    by_day = chance.random() < 0.5
    if by_day:
        days = chance.sample(WEEKDAYS, chance.randint(1, 4))
        if frequency in ("MONTHLY", "YEARLY") and chance.random() < 0.6:
            most = 5 if frequency == "MONTHLY" else 53
            days = [f"{chance.choice([-1, 1]) * chance.randint(1, most)}{day}" for day in days]
        parts.append("BYDAY=" + ",".join(days))
    has_ordinals = by_day and any(character.isdigit() for character in parts[-1])
    if frequency != "WEEKLY" and not has_ordinals and not tries_each and chance.random() < 0.4:
        parts.append("BYMONTHDAY=" + sample(list(range(1, 32)) + list(range(-31, 0)), 6))
    if chance.random() < 0.3 and frequency not in ("MINUTELY", "SECONDLY"):
        months = sample(range(1, 13), 5)
        if frequency == "YEARLY" and has_ordinals:
            # Within a month there are five at most.
            parts = [part for part in parts if not part.startswith("BYDAY")]
        parts.append(f"BYMONTH={months}")
    if any(part.startswith("BY") for part in parts) and chance.random() < 0.4:
        far = [5, 20, -7] if frequency in ("MONTHLY", "YEARLY") else []
        parts.append("BYSETPOS=" + sample([1, 2, 3, -1, -2, -3] + far, 3))
    if chance.random() < 0.3:
        parts.append(f"WKST={chance.choice(WEEKDAYS)}")
    chance.shuffle(parts)
    return ";".join(parts)


def random_series(chance, zones):
    """A rule, its first dates, and the lines of a reminder for it."""
    kind = chance.choice(["day", "floating", "utc", "zoned"])
    zone = ZoneInfo(chance.choice(zones))
    clock = time(0) if kind == "day" else time(chance.randrange(24), chance.randrange(60))
    start = datetime.combine(date(2000, 1, 1) + timedelta(days=chance.randrange(10_000)), clock)
    rule = random_rule(chance)
    frequency = re.search(r"FREQ=(\w+)", rule).group(1)
    by_clock = frequency in ("HOURLY", "MINUTELY", "SECONDLY")
    if by_clock and kind == "day":
        return None
    if (by_clock or frequency == "DAILY") and "BYSETPOS" in rule and not re.search(r"BYSETPOS=[^;]*(?<!\d)1(?!\d)", rule):
        # One in each hour, and in each day: there is no second.
        return None
    dates = []
    # A rule that never happens would keep the other implementation until the year 9999.
    years = 2 if by_clock else 100
    bound = start + timedelta(days=366 * years)
    for occurrence in rrulestr(f"{rule};UNTIL={bound:%Y%m%dT%H%M%S}", dtstart=start):
        dates.append(occurrence)
        if len(dates) == COMPLETIONS + 8:
            break
    if len(dates) < COMPLETIONS + 8:
        return None
    if by_clock and kind == "zoned":
        # Hours that clocks skip or show twice are no moments of their own.
        moments = [instant(moment, zone) for moment in dates]
        if any(later - earlier != following - moment for earlier, later, moment, following
               in zip(moments, moments[1:], dates, dates[1:])):
            return None
    text = lambda moment: (f"{moment:%Y%m%d}" if kind == "day" else
                           f"{moment:%Y%m%dT%H%M%S}" + ("Z" if kind == "utc" else ""))
    parameters = {"day": ";VALUE=DATE", "zoned": f";TZID={zone.key}"}.get(kind, "")
    end = chance.random()
    if end < 0.3:
        count = chance.randint(1, len(dates))
        rule += f";COUNT={count}"
        dates = dates[:count]
    elif end < 0.6:
        last = chance.choice(dates)
        until = last + timedelta(days=chance.choice([0, 0, 1]))
        dates = [moment for moment in dates if moment <= until]
        if kind == "zoned":
            utc = instant(until, zone)
            # An hour that clocks skip or show twice has no single moment to end at.
            if instant(until, zone) != until.replace(tzinfo=zone, fold=1).astimezone(timezone.utc):
                return None
            rule += f";UNTIL={utc:%Y%m%dT%H%M%SZ}"
        else:
            rule += f";UNTIL={text(until)}"
    excluded = [moment for moment in dates[1:] if chance.random() < 0.15]
    lines = [f"DTSTART{parameters}:{text(dates[0])}", f"RRULE:{rule}"]
    shift = timedelta(days=chance.choice([0, 0, 1, 40]))
    if chance.random() < 0.7:
        lines.append(f"DUE{parameters}:{text(dates[0] + shift)}")
    elif shift == timedelta(0):
        # Some programs write a due date alone.
        lines[0] = lines[0].replace("DTSTART", "DUE")
    if excluded:
        lines.append(f"EXDATE{parameters}:" + ",".join(text(moment) for moment in excluded))
    wanted = [moment for moment in dates if moment not in excluded]
    means = lambda moment: (instant(moment, zone) if kind == "zoned" else
                            moment.replace(tzinfo=timezone.utc) if kind == "utc" else moment)
    return lines, [means(moment) for moment in wanted[:COMPLETIONS + 1]]


def shown(item):
    return datetime.fromisoformat(item.get("start") or item["due"])


def compare_series(cases, chance, folder):
    differences, done = [], 0
    zones = ["Europe/Ljubljana", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "Asia/Gaza"]
    path = folder / "series.ics"
    while done < cases:
        series = {}
        while len(series) < min(100, cases - done):
            made = random_series(chance, zones)
            if made:
                series[f"series-{len(series)}"] = made
        calendar(path, [(uid, made[0]) for uid, made in series.items()])
        seen = {uid: [] for uid in series}
        for _ in range(COMPLETIONS + 1):
            for uid, item in reminders(path).items():
                if uid in seen and item["status"] == "incomplete":
                    seen[uid].append(shown(item))
            run("complete", str(path), *series)
        for uid, (lines, wanted) in series.items():
            if seen[uid] != wanted:
                differences.append(f"{lines}:\n  {list(map(str, seen[uid]))}\n  {list(map(str, wanted))}")
        done += len(series)
    print(f"repetitions: {done} series, {len(differences)} differences")
    return differences


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        differences = compare_zones(options.cases // 2, chance, Path(name))
        differences += compare_series(options.cases - options.cases // 2, chance, Path(name))
    for difference in differences[:20]:
        print(difference, file=sys.stderr)
    sys.exit(1 if differences else 0)


main()
