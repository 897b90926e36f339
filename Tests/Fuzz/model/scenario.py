"""What happens to the device and its app: timed actions, checked before anything is simulated."""

import json
from dataclasses import dataclass

import clock
import regions
from errors import BadData
from settings import ANDROID

# What only one of the two systems knows.
_APPLES = ("background-refresh", "sleep", "wake", "determine")
_ANDROIDS = ("update", "clear-data", "location")


@dataclass(frozen=True)
class Action:
    time: int
    what: str
    to: str | None = None
    region: regions.Region | None = None
    identifier: str | None = None
    registrations: str = "kept"  # what a restart does to them


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def actions(entries, start):
    """The actions in the order of time; those of one time in the order of the list."""
    found = [
        Action(
            clock.moment(entry["at"], start),
            "terminate" if entry.get("relaunch") == "by-events" else entry["do"],
            entry.get("to"),
            regions.region(entry["region"]) if "region" in entry else None,
            entry.get("identifier"),
            entry.get("registrations", "kept"),
        )
        for entry in entries
    ]
    return sorted(found, key=lambda action: action.time)


def of_reminders(ordered):
    """Those of the whole device; after a restart the system opens its Reminders itself."""
    found = []
    for action in ordered:
        if action.what in ("reboot", "unlock", "sleep", "wake", "location"):
            found.append(action)
        if action.what == "unlock":
            found.append(Action(action.time, "launch"))
    return found


def check(ordered, own, platform, api="clmonitor"):
    """Refuses an action that is impossible at its time."""
    foreign = _APPLES if api == ANDROID else _ANDROIDS
    locked = asleep = False
    known = {region.identifier for region in own}
    for action in ordered:
        refused = {
            "unlock": not locked,
            "reboot": locked,
            "launch": locked,
            "foreground": locked,
            "background": locked,
            "update": locked,
            "force-quit": locked,
            "force-stop": locked,
            "clear-data": locked,
            "sleep": asleep or platform == "ios",
            "wake": not asleep or platform == "ios",
            "background-refresh": platform == "macos",
            "remove": action.identifier not in known,
            "determine": action.identifier is not None and action.identifier not in known,
        }
        if action.what in foreign or refused.get(action.what):
            raise BadData(f"{action.what} at {clock.printed(action.time)} is impossible")
        if action.what == "reboot":
            locked = True
        elif action.what == "unlock":
            locked = False
        elif action.what in ("sleep", "wake"):
            asleep = action.what == "sleep"
        elif action.what == "add":
            known.add(action.region.identifier)
        elif action.what == "remove":
            known.remove(action.identifier)


def only_the_set(entries):
    """The actions that change the app's set alone."""
    return [entry for entry in entries if entry["do"] in ("add", "remove")]
