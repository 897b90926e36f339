"""The events of tracks, as the tool prints them."""

import json
from dataclasses import dataclass, replace

import clock
import options as inputs
import scenario
from closeness import Closeness
from android import AndroidPhone
from errors import BadData
from phone import SENTINEL, Phone
from positioning import Drawn, Looks, Recorded, uniform
from settings import ANDROID

_EVENTS = ("enter", "exit", "dwell", "inside", "outside", "unknown")
_EVENTS_IN_ORDER = ("exit", "enter", "dwell", "unsatisfied")
_VERBOSE = ("relaunch", "unsatisfied", "monitor", "unmonitor", "failed")


class Devices:
    """The phones of one file, each made at its first fix, with the scenario of the file."""

    def __init__(self, settings, regions, entries=(), positioning=None, seed=1, trial=None):
        self.settings, self.regions, self.entries = settings, regions, entries
        self.positioning, self.seed, self.trial = positioning, seed, trial
        self.closeness = Closeness()
        self.phones, self.looks = {}, {}
        self.apart = None  # The app's devices and those of the system's Reminders.
        self.actions = []

    def begin_file(self, fixes):
        """`+600s` counts from the first fix of the file; an impossible scenario is refused."""
        if fixes:
            self.actions = scenario.actions(self.entries, fixes[0].time)
            scenario.check(self.actions, self.regions, self.settings.platform, self.settings.api)

    def take(self, fix):
        """The notices of a fix, in their order."""
        if any(region.alarm for region in self.regions):
            return self._take_apart(fix)
        return self._take_one(fix)

    def _take_one(self, fix):
        if fix.device not in self.phones:
            self.phones[fix.device] = self._made(fix.device)
        phone = self.phones[fix.device]
        if fix.device not in self.looks:
            return phone.take(fix)
        return self._take_look(phone, fix)

    def _take_apart(self, fix):
        """The system's Reminders watches the alarms, in slots of its own and with a life of its own."""
        if self.apart is None:
            self.apart = [self._part(False), self._part(True)]
        parts = []
        for part in self.apart:
            notices = part.take(fix)
            count = part.phones[fix.device].told_by_actions
            parts.append((notices[:count], *_halves(notices[count:])))
        return _joined(parts)

    def _part(self, is_alarm):
        """The devices with a part of the regions, and the actions that concern it."""
        regions = [region for region in self.regions if bool(region.alarm) == is_alarm]
        part = Devices(self.settings, regions, (), self.positioning, self.seed, self.trial)
        part.closeness, part.take = self.closeness, part._take_one
        part.actions = scenario.of_reminders(self.actions) if is_alarm else self.actions
        return part

    def _made(self, device):
        make = AndroidPhone if self.settings.api == ANDROID else Phone
        phone = make(self.settings, self.regions, self.actions, self.closeness)
        least = self.settings.responsiveness
        if self.positioning:
            self.looks[device] = Looks(
                self.positioning, self.seed, self.trial or 0, device, least, self.closeness
            )
            if self.trial is not None:
                # A trial starts the clock of the significant changes at a random phase.
                share = uniform(self.seed, self.trial, device, 0, 5)
                phone.phase = int(share * self.settings.significant_interval * 1000)
        elif least:
            self.looks[device] = Recorded(least)
        elif any(self.settings.spreads):
            self.looks[device] = Drawn(self.seed, self.trial or 0, device)
        return phone

    def _take_look(self, phone, fix):
        """The actions due come first: whether the phone looks depends on what is registered."""
        looks = self.looks[fix.device]
        before = looks.seen or fix
        phone.begin(_at(fix, before))
        self.last_seen = looks.take(fix, phone.conditions.values())
        if self.last_seen:
            phone.place_actions(self.last_seen)
            phone.see(self.last_seen)
        return phone.notices

    def seen(self, fix):
        """What the phone saw of the fix taken last."""
        return self.last_seen if fix.device in self.looks else fix


def _joined(parts):
    """What the app is told at a fix and what Reminders is told, in the order of one app's events:
    by the actions, by the fix itself, and after the selection."""
    joined = []
    for first, second in zip(*parts):
        rank = lambda each: (_EVENTS_IN_ORDER.index(each.event), _name(each))
        crossings = [each for each in first + second if each.event in _EVENTS_IN_ORDER]
        joined += [each for each in first + second if each not in crossings]
        joined += sorted(crossings, key=rank)
    return joined


def _name(notice):
    identifier = notice.region.identifier
    return "" if identifier is SENTINEL else identifier


def _halves(notices):
    """The notices before the selection, and the others."""
    kinds = [each.event for each in notices]
    start = kinds.index("reselect") if "reselect" in kinds else len(kinds)
    return notices[:start], notices[start:]


def _at(fix, seen):
    """The moment of a fix at the place seen last."""
    return replace(seen, time=fix.time)


@dataclass
class Run:
    """All notices of a run, and whether a decision in it was a knife edge."""

    notices: list
    is_knife_edge: bool
    # Whether it ends with 65 after its notices, since most points of a file are skipped.
    is_doubtful: bool = False
    # What a run that is refused before its first event exits with.
    status: int = BadData.status


def run(options):
    settings = inputs.with_the_rules_of_the_model(options, inputs.settings(options))
    own, entries, model = (
        inputs.own_regions(options),
        inputs.entries(options),
        inputs.model(options),
    )
    result = Run([], False)
    for fixes, is_doubtful in zip(inputs.all_fixes(options), inputs.doubtful_files(options)):
        devices = Devices(settings, own, entries, model, options.seed)
        devices.begin_file(fixes)
        for fix in inputs.prepared(options, fixes):
            result.notices += devices.take(fix)
        result.is_knife_edge |= devices.closeness.is_knife_edge
        # Files after such a one are not read.
        if is_doubtful:
            result.is_doubtful = True
            break
    return result


def line(notice, is_verbose=False):
    """A notice as jsonl, or None where it is not printed."""
    is_sentinel = notice.region is not None and notice.region.identifier is SENTINEL
    if (
        is_sentinel
        or notice.is_suppressed
        or notice.event not in _EVENTS + (_VERBOSE if is_verbose else ())
    ):
        return None
    fields = {
        "event": notice.event,
        "latitude": number(notice.fix.latitude),
        "longitude": number(notice.fix.longitude),
        "time": clock.printed(notice.fix.time),
    }
    if notice.fix.device is not None:
        fields["device"] = notice.fix.device
    if notice.region:
        fields["region"] = notice.region.identifier
        if notice.event == "failed":
            fields["cause"] = notice.cause
        else:
            fields["distance"] = number(round(notice.distance, 1))
        if notice.region.name:
            fields["name"] = notice.region.name
    if notice.news:
        fields["crossedAt"] = clock.printed(notice.news.crossed.time)
        if notice.news.is_initial:
            fields["initial"] = True
        waited = notice.fix.time - notice.news.confirmed.time
        if is_verbose and waited:
            fields["waited"] = number(waited / 1000)
        if notice.region.alarm:
            alarm = notice.region.alarm
            fields.update(title=alarm.title, uid=notice.region.identifier, priority=alarm.priority)
            fields.update({"place": alarm.place} if alarm.place else {})
            fields.update({"list": alarm.list} if alarm.list else {})
    return json.dumps(fields, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def number(value):
    """A whole number without a point, and zero without a sign."""
    return int(value) if value == int(value) and abs(value) < 2**53 else value
