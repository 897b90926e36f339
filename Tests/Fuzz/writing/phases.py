"""Commands that are long at one thing each, for the signals that have to end every one of them."""
import os
from collections.abc import Callable
from dataclasses import dataclass

ROWS = 400_000


@dataclass
class Phase:
    """A command whose inputs `prepare` writes into a folder; `outputs` are the files that it may write."""
    name: str
    arguments: list
    prepare: Callable
    outputs: tuple = ()


def track(folder):
    """Trips through many regions, which keep every command busy for more than a second."""
    with open(folder / "track.csv", "w") as file:
        file.write("time,latitude,longitude\n")
        for number in range(ROWS):
            place = number % 2000 / 1000
            latitude = 46 + (place if place < 1 else 2 - place)
            file.write(f"{1_714_546_800 + number},{latitude:.6f},14.5\n")
    regions(folder, 400)


def regions(folder, count):
    with open(folder / "regions.csv", "w") as file:
        file.write("identifier,latitude,longitude,radius\n")
        for number in range(count):
            file.write(f"r{number},{46 + number % 1000 / 400:.6f},{14.5 + number // 1000 / 100},150\n")


def untimed(folder):
    with open(folder / "track.csv", "w") as file:
        file.write("latitude,longitude\n" + "46.0,14.5\n46.1,14.5\n" * ROWS)


def large_regions(folder):
    (folder / "track.csv").write_text("time,latitude,longitude\n1714546800,46,14.5\n")
    regions(folder, 1_000_000)


def large_json_regions(folder):
    large_regions(folder)
    with open(folder / "regions.csv", "w") as file:
        file.write("[")
        for number in range(600_000):
            place = f'"latitude": {46 + number / 1e6:.6f}, "longitude": 14.5, "radius": 100'
            file.write(f'{"," if number else ""}{{"identifier": "r{number}", {place}}}\n')
        file.write("]")


def unknown_columns(folder, count=2_000_000):
    names = "".join(f",column{number}" for number in range(count))
    (folder / "track.csv").write_text(
        f"time,latitude,longitude{names}\n1714546800,46,14.5{',' * count}\n")
    regions(folder, 1)


def links(folder):
    """Twenty-two folders, each with two links to the next: four million ways to the last."""
    for number in range(23):
        (folder / "tests" / f"f{number}").mkdir(parents=True)
    for number in range(22):
        for name in "ab":
            os.symlink(f"../f{number + 1}", folder / "tests" / f"f{number}" / name)
    case = folder / "tests" / "f22"
    (case / "track.csv").write_text("time,latitude,longitude\n1714546800,46,14.5\n")
    (case / "expected.txt").write_text("")
    regions(case, 1)


def cases(folder):
    """Many cases that take some time each."""
    track(folder)
    for number in range(40):
        case = folder / "tests" / f"case-{number}"
        case.mkdir(parents=True)
        os.symlink("../../track.csv", case / "track.csv")
        os.symlink("../../regions.csv", case / "regions.csv")
        (case / "expected.txt").write_text("")


def calendar(folder, todos):
    with open(folder / "r.ics", "w", newline="") as file:
        file.write("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
        for todo in todos:
            file.write(f"BEGIN:VTODO\r\n{todo}\r\nEND:VTODO\r\n")
        file.write("END:VCALENDAR\r\n")


def many_reminders(folder):
    calendar(folder, (f"UID:u{number}\r\nSUMMARY:Milk {number}" for number in range(200_000)))


def long_line(folder):
    calendar(folder, ["UID:u\r\nSUMMARY:" + "x" * 40_000_000])


def folded_line(folder):
    calendar(folder, ["UID:u\r\nSUMMARY:" + "\r\n ".join(["x" * 70] * 500_000)])


def long_zone(folder):
    calendar(folder, [f"UID:u\r\nSUMMARY:x\r\nDUE;TZID={'Europe/' * 300_000}Ljubljana:20240501T090000"])


def repeated_due(folder):
    calendar(folder, (
        f"UID:u{number}\r\nSUMMARY:x\r\nDTSTART:19700101T090000Z\r\nDUE:19700101T100000Z\r\n"
        "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30" for number in range(50)))


USUAL = ["track.csv", "--regions", "regions.csv"]
ALL = [
    Phase("columns", ["simulate", *USUAL], unknown_columns),
    Phase("columns, output", ["simulate", *USUAL, "-o", "events.txt"], unknown_columns),
    Phase("columns, state", ["simulate", *USUAL, "--state", "state"], unknown_columns),
    Phase("columns, validate", ["validate", "track.csv", "--regions", "regions.csv"],
          unknown_columns),
    Phase("links", ["test", "tests"], links),
    Phase("cases", ["test", "tests", "--junit", "j.xml"], cases, ("j.xml",)),
    Phase("cases, pages", ["test", "tests", "--report", "pages"], cases, ("pages",)),
    Phase("cases, update", ["test", "tests", "--update"], cases),
    Phase("regions", ["simulate", *USUAL], large_regions),
    Phase("regions, audit", ["audit", *USUAL], large_regions),
    Phase("regions, why", ["why", "track.csv", "r1", "--regions", "regions.csv"], large_regions),
    Phase("regions, report", ["report", *USUAL, "-o", "page.html"], large_regions, ("page.html",)),
    Phase("regions, validate", ["validate", "--regions", "regions.csv"], large_regions),
    Phase("regions, JSON", ["simulate", *USUAL], large_json_regions),
    Phase("reminders", ["reminders", "list", "r.ics"], many_reminders),
    Phase("reminders, simulate", ["simulate", "track.csv", "--reminders", "r.ics"],
          lambda folder: (many_reminders(folder), track(folder))),
    Phase("reminders, validate", ["validate", "--reminders", "r.ics"], many_reminders),
    Phase("reminders, add", ["reminders", "add", "r.ics", "milk"], many_reminders),
    Phase("reminders, complete", ["reminders", "complete", "r.ics", "u7"], many_reminders),
    Phase("a long line", ["reminders", "list", "r.ics"], long_line),
    Phase("a folded line", ["reminders", "list", "r.ics"], folded_line),
    Phase("a long zone", ["reminders", "list", "r.ics"], long_zone),
    Phase("dates that never come", ["reminders", "list", "r.ics"], repeated_due),
    Phase("simulate", ["simulate", *USUAL, "-o", "events.txt", "--state", "state"], track,
          ("events.txt", "state")),
    Phase("sort", ["simulate", *USUAL, "--sort"], track),
    Phase("untimed", ["simulate", *USUAL, "--interpolate", "1"],
          lambda folder: (track(folder), untimed(folder))),
    Phase("expect", ["simulate", *USUAL, "--quiet", "--expect", "track.csv.txt", "--junit", "j.xml"],
          lambda folder: (track(folder), (folder / "track.csv.txt").write_text(
              "2024-05-01T07:00:00Z  exit  r1\n" * 100_000)), ("j.xml",)),
    Phase("audit", ["audit", *USUAL, "--best", "best.json"], track, ("best.json",)),
    Phase("audit, positioning", ["audit", *USUAL, "--positioning", "phone", "--trials", "30"], track),
    Phase("why", ["why", "track.csv", "r7", "--regions", "regions.csv"], track),
    Phase("report", ["report", *USUAL, "-o", "page.html", "--svg", "map.svg"], track,
          ("page.html", "map.svg")),
    Phase("validate", ["validate", *USUAL, "--junit", "j.xml"], track, ("j.xml",)),
    Phase("new test", ["test", "--new", "drive", "--track", *USUAL], track, ("drive",)),
]
