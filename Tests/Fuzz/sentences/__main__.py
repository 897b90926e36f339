"""Reads every sentence on a crossing of random drives, and compares it with a geometry of its own.

What happened is found from the fixes by geodesics; what the app received and when it selected, from
the events that the tool prints. A sentence that says anything else, or that nobody here can read, is
printed, and so is one that `why`, a report's page, a failed expectation and its test case do not share.
Exits 1 if there was one.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter

from drives import Drive, second
from outputs import Outputs

_SPAN = r"(?:\d+ (?:h|min|s) ?)+"
_CLOCK = r"([\d:.]+)"
_SECONDS = {"h": 3600, "min": 60, "s": 1}
_TAKEN = r"(?:all \d+ slots were taken|the one slot was taken)"
_HINDRANCES = {
    "denied": "location access was denied",
    "reduced": "precise location was off",
    "restarted": "the device had restarted and was not unlocked",
    "ended": "the app did not run, since the user had ended it",
}


class Wrong(Exception):
    pass


def _need(is_true, reason):
    if not is_true:
        raise Wrong(reason)


def _span(text):
    return sum(int(number) * _SECONDS[unit] for number, unit in re.findall(r"(\d+) (\w+)", text))


def _clock(text):
    hours, minutes, seconds = text.split(":")
    return (int(hours) - 7) * 3600 + int(minutes) * 60 + float(seconds)


def _is_near(text, metres):
    """Whether a distance is that in words: to 0.1 m below 10 m, to the metre, to 0.1 km."""
    number, unit = text.replace(",", "").split()
    said = float(number) * (1000 if unit == "km" else 1)
    allowed = 0.06 if abs(metres) < 10 else 0.6 if abs(metres) < 1000 else 60
    return abs(said - metres) <= (allowed if abs(metres) < 10_000 else 600)


class Run:
    """The outputs of the tool on one drive, and the truth."""

    span, clock, is_near = staticmethod(_span), staticmethod(_clock), staticmethod(_is_near)

    def __init__(self, tool, drive, folder):
        self.drive, self.points = drive, drive.points
        arguments = drive.written(folder)
        names = [region["identifier"] for region in drive.regions]
        ask = lambda *words: subprocess.run(
            [tool, *words], capture_output=True, text=True, check=False
        ).stdout
        audit = json.loads(ask("audit", *arguments, "--format", "json", "--all"))
        self.row = audit["strategies"][0]
        self.why = ask("why", arguments[0], *names, *arguments[1:])
        self.headline = ask("audit", *arguments).splitlines()[0]
        lines = ask("simulate", *arguments, "--format", "jsonl", "--verbose").splitlines()
        self.events = {
            (each.get("region"), each["event"], second(each["time"])) for each in map(json.loads, lines)
        }
        self.selections = sorted(time for _, event, time in self.events if event == "reselect")
        self.away = {each["identifier"]: drive.away(each) for each in drive.regions}
        self.radii = {each["identifier"]: each["radius"] for each in drive.regions}
        self.truth = {
            (each.region, each.event, self.points[each.index][0]): each
            for region in drive.regions
            for each in drive.crossings(region, self.away[region["identifier"]])
        }
        self.outcomes = {
            (each["region"], each["event"], second(each["crossedAt"])): each["outcome"]
            for each in self.row["crossings"]
        }

    # One sentence.

    def check(self, key):
        """Compares the sentence on a crossing with the truth, and gives its kind."""
        self.region, self.event, self.time = key
        self.crossing = self.truth[key]
        self.stay = range(self.crossing.index, self.crossing.end or len(self.points))
        sign = 1 if self.event == "exit" else -1
        self.depth = [sign * metres for metres in self.away[self.region]]
        return lambda sentence: self._read(sentence)

    def _read(self, sentence):
        _need(sentence in self.why, "why does not say it")
        found = _UNCERTAIN.fullmatch(sentence)
        if found:
            self.uncertain(_clock(found["clock"]), found["metres"])
            sentence = found["rest"] + found["end"]
        for pattern, method in _SENTENCES.items():
            found = re.fullmatch(pattern, sentence)
            if found:
                method(self, *found.groups())
                return method.__name__
        raise Wrong("nobody here can read it")

    @property
    def _least(self):
        return self.points[self.stay[-1]][0] - self.time

    @property
    def _most(self):
        if self.crossing.end is None:
            return None
        return self.points[self.crossing.end][0] - self.points[self.crossing.index - 1][0]

    def _decides(self, at):
        accuracy = self.points[at][3]
        return accuracy is None or abs(self.depth[at]) >= accuracy

    def _is_event(self, time):
        # A first state outside tells of an exit to an app that knew itself inside.
        names = {self.event, "unsatisfied"} if self.event == "exit" else {self.event}
        return any((self.region, name, time) in self.events for name in names)

    def _before(self, noun, clock, outcome):
        """The crossing before, of that outcome where somebody asks for it."""
        key = self.region, "enter" if noun == "arrival" else "exit", _clock(clock)
        _need(key in self.truth and key[1] != self.event, "no such crossing")
        _need(self.outcomes.get(key, outcome) == outcome, f"that is {self.outcomes.get(key)}")

    def delivered(self, clock, span, way):
        delay = _span(span) * (1 if way == "later" else -1)
        _need(_clock(clock) - self.time == delay, "the delay")
        _need(self._is_event(_clock(clock)), "no event then")

    def first_state(self, clock, span, way):
        self.delivered(clock, span, way)
        _need((self.region, "exit", _clock(clock)) not in self.events, "it is an event")

    def at_once(self):
        _need(self._is_event(self.time), "no event then")

    def at_once_uncertain(self, metres):
        self.at_once()
        self.uncertain(self.time, metres)

    def uncertain(self, time, metres):
        """The accuracy of the fix that decided, at the time of the event."""
        accuracies = [point[3] for point in self.points if point[0] == time]
        _need(any(each and each > 50 and _is_near(metres, each) for each in accuracies), "accuracy")

    def jump(self, span):
        self.jitter(span)
        if self.event == "exit":
            _need(max(self.depth[at] for at in self.stay) > 200, "not far")

    def jitter(self, span):
        _need(self.event == "enter" or self._most is not None and self._most <= _span(span), "long")

    def bounds(self, least, most, dwell):
        wanted = _span(least), _span(most or least)
        _need(wanted == (self._least, self._most), f"{self._least} to {self._most} s")
        _need(self._least < _span(dwell), "long enough")

    def at_least(self, least, dwell):
        _need(self._most is None and _span(least) == self._least < _span(dwell), f"{self._least} s")

    def track_end(self):
        _need(self._most is None, "it ended")

    def shallow_end(self, metres, needed):
        self.track_end()
        self.cushion(metres, needed)

    def no_accuracy(self, metres):
        _need(not any(map(self._decides, self.stay)), "a fix decides")
        _need(_is_near(metres, min(self.points[at][3] for at in self.stay)), "the best")

    def none_before(self):
        start = self.crossing.before or 0
        _need(not any(map(self._decides, range(start, self.crossing.index))), "a fix decides")

    def follows(self, noun, clock):
        self._before(noun, clock, "undecidable")

    def undoes(self, noun, clock, verb):
        self._before(noun, clock, "missed")
        _need((verb == "leave") == (noun == "arrival"), "the verb")

    def gap(self):
        steps = range(self.crossing.index, (self.crossing.end or len(self.points) - 1) + 1)
        _need(any(self.points[at][0] - self.points[at - 1][0] > 300 for at in steps), "no gap")

    def cushion(self, metres, needed):
        deepest = max(self.depth[at] for at in self.stay)
        _need(_is_near(metres, deepest) and deepest < float(needed), f"{deepest} m")

    def accuracy(self, clock, accuracy, metres):
        found = [at for at in self.stay if self.points[at][0] == _clock(clock)]
        _need(
            any(
                _is_near(accuracy, self.points[at][3]) and _is_near(metres, self.depth[at])
                for at in found
                if not self._decides(at)
            ),
            "no such fix",
        )
        lacks = {at: self.points[at][3] - self.depth[at] for at in self.stay if not self._decides(at)}
        _need(min(lacks[at] for at in found if at in lacks) < min(lacks.values()) + 1, "a better fix")

    def unknown_side(self):
        pass

    def whole_stay(self):
        times = {self.points[at][0] for at in self.stay}
        _need(not any((self.region, "monitor", time) in self.events for time in times), "a slot")

    def not_chosen(self, clock, metres, last, last_metres, next_clock):
        time = _clock(clock)
        _need(time in self.selections and time <= self.time, "no selection then")
        at = max(at for at, point in enumerate(self.points) if point[0] == time)
        add = {} if "boundary" in self.drive.options else self.radii
        rank = lambda name: self.away[name][at] + add.get(name, 0)
        _need(_is_near(metres, abs(rank(self.region))), f"{rank(self.region)} m")
        if last:
            _need(_is_near(last_metres, abs(rank(last))), f"{last}: {rank(last)} m")
            _need(rank(last) <= rank(self.region), f"{last} is farther")
        later = next((other for other in self.selections if other > time), None)
        _need((_clock(next_clock) if next_clock else None) == later, f"next at {later}")

    def slot_late(self, clock, span):
        _need((self.region, "monitor", _clock(clock)) in self.events, "no slot then")
        _need(span is None or _span(span) == _clock(clock) - self.time, "the time between")

    def evicted(self, clock):
        _need((self.region, "unmonitor", _clock(clock)) in self.events, "the slot was not lost then")

    def outage(self, start, end, words):
        words, _, rule = words.partition("; besides, ")
        if rule:
            pattern = next(each for each in _SENTENCES if re.fullmatch(each, f"missed: {rule}"))
            _SENTENCES[pattern](self, *re.fullmatch(pattern, f"missed: {rule}").groups())
        words, again, _ = words.partition(", and the system did not watch the region again in time")
        _need(not again or end and _clock(end) < self.time, "the outage was not over")
        words, unchosen, _ = words.partition(", so that it had not selected the region")
        had_slot = any(
            (region, name) == (self.region, "monitor") and at <= self.time
            for region, name, at in self.events)
        _need(not (unchosen and had_slot), "it had a slot")
        name, times = self.drive.outage
        _need(_clock(start) == times[0], "it began otherwise")
        # It lasts until the app runs, too.
        _need(end is None or _clock(end) >= times[1], "it ended otherwise")
        _need(words == _HINDRANCES[name] or words.startswith("the app could not"), "the words")

    def late(self, span, reason):
        _need(_span(span) > 300 and self._is_event(self.time + _span(span)), "no event then")
        if reason.endswith("; delivered as a first state"):
            at = self.time + _span(span)
            _need((self.region, "exit", at) not in self.events, "it is an event")
            reason = reason.removesuffix("; delivered as a first state")
        reason = re.sub(rf"; {_SPAN} after the device had (?:left|come back)$", "", reason)
        for pattern, method in _REASONS.items():
            found = re.fullmatch(pattern, reason)
            if found:
                return method(self, *found.groups())
        raise Wrong("nobody here can read the reason")

    def late_cushion(self, metres, clock, needed):
        until = [at for at in range(self.stay[0], len(self.points)) if self.points[at][0] < _clock(clock)]
        deepest = max(self.depth[at] for at in until if self.depth[at] < float(needed))
        _need(_is_near(metres, deepest), f"{deepest} m")

    def late_slot(self, clock):
        _need((self.region, "monitor", _clock(clock)) in self.events, "no slot then")

    def late_fix(self, clock):
        at = next(at for at, point in enumerate(self.points) if point[0] == _clock(clock))
        _need(self.points[at][0] - self.points[at - 1][0] > 20, "a short step")

    def late_accuracy(self, clock):
        waited = [at for at in self.stay if self.points[at][0] < _clock(clock)]
        _need(not all(map(self._decides, waited)), "all fixes decide")

    def late_dwell(self):
        pass

    # The whole.

    def stories(self):
        """Each visit of `why`, and the nearest approach to what was never entered."""
        for name, away in self.away.items():
            story = re.search(rf"^{name}: .*?(?=^\S|\Z)", self.why, re.M | re.S)
            story = story[0] if story else ""
            pattern = rf"inside from {_CLOCK} to {_CLOCK}: ({_SPAN}), (\d+) fix(?:es)?, up to (.*) deep"
            for start, end, span, count, metres in re.findall(pattern, story):
                yield "visit"
                inside = [
                    at
                    for at, point in enumerate(self.points)
                    if _clock(start) <= point[0] <= _clock(end) and away[at] <= 0
                ]
                _need(len(inside) == int(count), f"{name}: {len(inside)} fixes inside")
                # Hours are said to the minute.
                apart = abs(_span(span) - (_clock(end) - _clock(start)))
                _need(apart <= (30 if "h" in span else 0), f"{name}: the time inside")
                _need(_is_near(metres, -min(away[at] for at in inside)), f"{name}: how deep")
            for metres, clock in re.findall(rf"nearest (.*?) outside at {_CLOCK}", story):
                yield "nearest"
                at = min(range(len(away)), key=lambda at: away[at])
                _need(_is_near(metres, away[at]), f"{name}: {away[at]} m")
                _need(self.points[at][0] == _clock(clock), f"{name}: the time of the nearest")

    def first_line(self):
        """The counts that an audit begins with."""
        asked = [each for each in self.truth.values() if each.is_asked]
        _need(len(asked) == self.row["verdict"]["asked"], f"{len(asked)} were asked for")
        count = Counter(self.outcomes.values())
        decided = sum(count[name] for name in ("inTime", "early", "late", "missed"))
        found = re.match(r"(\d+) of (\d+) [a-z ]+ never reached the app", self.headline)
        _need(bool(found) == bool(count["missed"]), self.headline)
        if found:
            wanted = count["missed"], decided
            _need((int(found[1]), int(found[2])) == wanted, self.headline)


# At once, the time is that of the crossing, which the sentence does not repeat.
_UNCERTAIN = re.compile(
    r"(?P<rest>delivered at (?P<clock>[0-9:.]+), .*), by a fix that is uncertain by "
    r"(?P<metres>[^,]+)(?P<end>(, as a first state)?)"
)

_SENTENCES = {
    rf"delivered at {_CLOCK}, ({_SPAN}) (later|before)": Run.delivered,
    rf"delivered at {_CLOCK}, ({_SPAN}) (later), as a first state": Run.first_state,
    "delivered at once": Run.at_once,
    "delivered at once, by a fix that is uncertain by (.*)": Run.at_once_uncertain,
    rf"a jump away and back, which the ({_SPAN}) rule filters out": Run.jump,
    rf"jitter on the edge, which the ({_SPAN}) rule filters out": Run.jitter,
    rf"late, ({_SPAN}): (.*)": Run.late,
    rf"undecidable: stayed ({_SPAN})(?: to ({_SPAN}))?; ({_SPAN}) are needed": Run.bounds,
    "undecidable: the recording ends too soon": Run.track_end,
    r"undecidable: at most (.*) past the boundary until the recording ends; (\d+) m are needed": Run.shallow_end,
    "undecidable: no fix is accurate enough to say on which side of the boundary it lies: the best is "
    "uncertain by (.*)": Run.no_accuracy,
    "undecidable: no fix before it was accurate enough to say where the device was": Run.none_before,
    rf"undecidable: so is the (arrival|departure) before it \({_CLOCK}\)": Run.follows,
    "undecidable: no fix for more than 5 min in the stay or at an end of it: "
    "it may have been long or deep enough, or not": Run.gap,
    rf"undecidable: delivered at {_CLOCK}, ({_SPAN}) (later), after a gap without a fix": Run.delivered,
    rf"missed: stayed at least ({_SPAN}); ({_SPAN}) are needed"
    "(?:; some phones report an arrival at once)?": Run.at_least,
    rf"missed: stayed ({_SPAN})(?: to ({_SPAN}))?; ({_SPAN}) are needed"
    "(?:; some phones report an arrival at once)?": Run.bounds,
    r"missed: at most (.*) past the boundary; (\d+) m are needed": Run.cushion,
    r"missed: (?:the fixes were not accurate enough to decide: even|too few fixes were accurate enough to "
    rf"decide:) that of {_CLOCK} is uncertain by (.*), "
    "(.*) past the boundary": Run.accuracy,
    "missed: no fix before the crossing had decided where the device was": Run.unknown_side,
    rf"missed: {_TAKEN} for the whole stay": Run.whole_stay,
    rf"missed: {_TAKEN} when the app selected at {_CLOCK}, (.*?) (?:from|inside) the region"
    rf"(?:; the last slot went to (\w+), (.*?) (?:away|inside))?; "
    rf"(?:it reselected at {_CLOCK}|it did not reselect after that)": Run.not_chosen,
    rf"missed: the region got a slot only at {_CLOCK}, "
    rf"(?:({_SPAN}) after the crossing|when the device had crossed already)": Run.slot_late,
    rf"missed: the region lost its slot to others at {_CLOCK}(?:;.*)?": Run.evicted,
    rf"missed: its (arrival|departure) \({_CLOCK}\) was missed, so the system saw nobody "
    "(arrive|leave)": Run.undoes,
    rf"missed: the system did not notice the (arrival|departure) before it \({_CLOCK}\), so it saw "
    "nobody (?:arrive|leave)": Run.follows,
    rf"missed: from {_CLOCK} (?:to {_CLOCK}|on) (.*)": Run.outage,
}
_REASONS = {
    rf"at most (.*) past the boundary until {_CLOCK}; a departure needs (\d+) m": Run.late_cushion,
    rf"the region had no slot, or was restarted, until {_CLOCK}": Run.late_slot,
    rf"for most of it no fix (?:came|showed it), until {_CLOCK}": Run.late_fix,
    rf"for most of it no fix decided that the device was (?:inside|outside), until {_CLOCK}": Run.late_accuracy,
    r"an? (?:arrival|departure) needs .* on the new side": Run.late_dwell,
    rf"from {_CLOCK} (?:to {_CLOCK}|on) (.*)": Run.outage,
}


def _of_drive(run, outputs, kinds):
    """What is wrong in what is said of one drive."""
    for each in run.row["crossings"]:
        key = each["region"], each["event"], second(each["crossedAt"])
        try:
            kinds[run.check(key)(each["sentence"])] += 1
        except Wrong as wrong:
            yield f"{each['region']} {each['event']} {each['crossedAt']}: {each['sentence']}: {wrong}"
    first_line = lambda: [run.first_line()]
    for check in (run.stories, first_line, outputs.head, outputs.cards, outputs.expectation):
        try:
            kinds.update(check())
        except Wrong as wrong:
            yield str(wrong)


def main():
    parser = argparse.ArgumentParser(prog="sentences", description=__doc__)
    parser.add_argument("--tool", default=".build/release/geofence")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=50)
    parser.add_argument("--folder", default=".build/fuzz/sentences")
    options = parser.parse_args()
    kinds, failed = Counter(), 0
    for seed in range(options.seed, options.seed + options.cases):
        run = Run(options.tool, Drive.random(seed), options.folder)
        outputs = Outputs(options.tool, run, options.folder, _need)
        for problem in _of_drive(run, outputs, kinds):
            failed += 1
            print(f"seed {seed}: {problem}")
    names = ", ".join(f"{count} {name or 'first_line'}" for name, count in kinds.most_common())
    print(f"{sum(kinds.values())} sentences, {failed} wrong: {names}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
