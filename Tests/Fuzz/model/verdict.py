"""What became of each arrival and departure that an app asked for, in the words of people.

Six outcomes (in time, early, late, missed, undecidable, filtered), the events that are no crossing
of a region's shape, and what was passed between two fixes. It reads a finished audit of the model:
what was crossed, what was told, what was registered and could be received after each fix.
"""

import copy
import math

import geodesy
import overlap
from crossing import DWELL, INSIDE, OUTSIDE, Condition
from settings import ANDROID

SOON = 300_000  # an event within five minutes is in time; a longer step is a gap
_FAST = 100  # metres per second
_SHORTEST_STEP = 20_000  # above it a recording does not show how deep a stay was
_LEAST_CUSHION = 50
_APP = {
    "not-registered", "registered-late", "evicted", "reset-by-renewal", "suspended", "removed",
    "too-large", "merged", "slot", "renewal",
}


class Visit:
    """A stay inside a watched circle: from its first fix to the one after its last."""

    def __init__(self, identifier, start, end, region):
        self.identifier, self.start, self.end, self.region = identifier, start, end, region
        self.is_counted = False
        self.is_origin = False  # the device was inside when the circle was looked at first


class Judged:
    """A crossing of the shape, and what became of it."""

    def __init__(self, crossing, fixes):
        self.crossing, self.fixes = crossing, fixes
        self.event, self.index = crossing.event, crossing.index
        self.end = crossing.end  # None where the track ends in the stay
        self.told = None  # (index of the fix, time)
        self.outcome = self.reason = self.sure = None
        self.removal = None  # the action that took the registration, where that is the reason
        self.is_filtered = False
        self.wide = None  # the crossing of the watched circle that shows it

    @property
    def between(self):
        return self.fixes[self.index - 1].time, self.fixes[self.index].time

    def last(self):
        return (len(self.fixes) if self.end is None else self.end) - 1


def bounds(fixes, index, end):
    """The least and the most that a stay lasts, in milliseconds; no most at the track's end."""
    last = (len(fixes) if end is None else end) - 1
    least = fixes[last].time - fixes[index].time
    return least, None if end is None else fixes[end].time - fixes[index - 1].time


class Device:
    """The verdicts on one device of a file that was audited."""

    def __init__(self, file, device, shapes):
        self.file, self.device, self.settings = file, device, file.settings
        self.fixes = file.by_device[device]
        self.run, self.shapes = file.run, shapes
        self.watched = file.members[device]
        self.numbers = {id(fix): at for at, fix in enumerate(self.fixes)}
        self.judged = [Judged(each, self.fixes) for each in file.crossings if each.device == device]
        self.wide = [each for each in file.watched_crossings if each.device == device]
        self.visits = self._visits(self.watched)
        self.inner = self._visits(self.shapes)
        self.events = []  # the regions and kinds of the events that are no crossing
        self.passes = list(self._passes())
        self._link()
        self._deliver()
        for identifier in sorted({each.crossing.region.identifier for each in self.judged}):
            self._judge([e for e in self.judged if e.crossing.region.identifier == identifier])
        self.repeated_dwells = 0
        self.dwells = self._dwells()

    # Dwells: one for each stay in a watched circle in which the device was in the shape.

    def _dwells(self):
        """The regions, and what became of each."""
        if self.settings.loitering is None:
            return []
        told = self._told_dwells()
        found = [
            (each.identifier, self._became(each, told.get((each.identifier, each.start))))
            for each in self.visits
        ]
        return [each for each in found if each[1]]

    def _became(self, visit, told):
        due = self.fixes[visit.start].time + self.settings.loitering * 1000
        if told is not None:
            # In a gap without a fix it may have been delivered at any time.
            is_shown = self._step(told) <= SOON or self._is_shown_late(due, told)
            return "late" if is_shown and self.fixes[told].time - due > SOON else "delivered"
        end = len(self.fixes) if visit.end is None else visit.end
        if not any(
            each.identifier == visit.identifier and visit.start <= each.start < end
            for each in self.inner
        ):
            return None  # in the larger circle alone no arrival asks for one
        if visit.region.alarm or visit.is_origin and DWELL not in self.settings.initial_trigger:
            return None
        last = self.fixes[-1 if visit.end is None else visit.end - 1].time
        if last >= due:
            return "missed"
        if visit.end is None:
            return "undecidable"
        after = self.watched[visit.end].get(visit.identifier)
        # The app may have given the region up.
        return "left" if after and after.is_same_circle(visit.region) else None

    def _told_dwells(self):
        """The fix of the first dwell of each visit, by its region and its first fix."""
        found = {}
        for notice, fix in self.run.dwells:
            if fix.device != self.device:
                continue
            began, at = self._number(notice.news.crossed), self.numbers[id(fix)]
            its = [each for each in self.visits if each.identifier == notice.region.identifier]
            held = [v for v in its if v.start <= began and (v.end is None or began < v.end)]
            # A position may err, so that the phone is ahead.
            held += [v for v in its if began < v.start <= at]
            if held:
                key = held[0].identifier, held[0].start
                self.repeated_dwells += key in found
                found.setdefault(key, at)
        return found

    # What the recording says.

    def regions(self):
        """All that were ever in the set."""
        return {id(each): each for own in self.watched for each in own.values()}.values()

    def _visits(self, members):
        open_since, found, origins = {}, [], set()
        for index, own in enumerate(members):
            before = members[index - 1] if index else {}
            for identifier in sorted(set(open_since) | set(own)):
                region, was = own.get(identifier), before.get(identifier)
                is_same = region and was and region.is_same_circle(was)
                inside = region and self._is_in(region, index)
                if identifier in open_since and not (is_same and inside):
                    found.append(Visit(identifier, open_since.pop(identifier), index, was))
                if inside and identifier not in open_since:
                    open_since[identifier] = index
                    if not is_same:
                        origins.add((identifier, index))
        found += [
            Visit(identifier, start, None, members[-1][identifier])
            for identifier, start in open_since.items()
        ]
        for each in found:
            each.is_origin = (each.identifier, each.start) in origins
        return sorted(found, key=lambda each: each.start)

    def _is_in(self, region, index):
        return region.depth(self.fixes[index].place) <= 0

    def _passes(self):
        """The shapes that a straight line between two fixes outside comes into."""
        for index in range(1, len(self.fixes)):
            one, other = self.fixes[index - 1], self.fixes[index]
            step = other.time - one.time
            length = geodesy.distance(one.place, other.place)
            if not 0 < step <= SOON or length > _FAST * step / 1000:
                continue
            for identifier, region in self.shapes[index].items():
                was = self.shapes[index - 1].get(identifier)
                if not was or not was.is_same_circle(region) or not region.notify_on_entry:
                    continue
                away = [geodesy.distance(each.place, region.centre) for each in (one, other)]
                if sum(away) > length + 2 * region.radius + 1:
                    continue
                if region.shape:
                    part, is_close = self._part(region, one, other)
                    self.file.closeness.is_knife_edge |= is_close
                    if part:
                        yield identifier, index, part * step
                    continue
                if min(away) <= region.radius or sum(away) > length + 2 * region.radius:
                    continue
                least, part = _nearest(away, length, region.radius)
                self.file.closeness.compare(least - region.radius, least)
                if least <= region.radius:
                    yield identifier, index, part * step / length

    def _part(self, region, one, other):
        """The part of a line inside of a polygon, where both ends lie outside."""
        if any(region.depth(each.place) <= 0 for each in (one, other)):
            return 0, False
        return region.shape.part(one.place, other.place)

    # Which event belongs to which crossing.

    def _link(self):
        for each in self.judged:
            its = [w for w in self.wide if w.region.identifier == each.crossing.region.identifier]
            if each.event == INSIDE:
                visit = self._visit(each.crossing.region.identifier, each.index)
                shown = [w for w in its if w.event == INSIDE and visit and w.index == visit.start]
                first = [
                    e for e in self.judged
                    if e.crossing.region.identifier == each.crossing.region.identifier
                    and e.event == INSIDE and visit and visit.start <= e.index
                    and (visit.end is None or e.index < visit.end)
                ]
                each.wide = shown[0] if shown and first[0] is each else None
            else:
                visit = self._visit(each.crossing.region.identifier, each.index - 1)
                later = [w for w in its if w.event == OUTSIDE and visit and w.index == visit.end]
                last = [
                    e for e in self.judged
                    if e.crossing.region.identifier == each.crossing.region.identifier
                    and e.event == OUTSIDE and visit and visit.start < e.index
                    and (visit.end is None or e.index <= visit.end)
                ]
                each.wide = later[0] if later and last[-1] is each else None
                # The wider circle was entered again, and the place was not: the last way out stands.
                for wide in its:
                    is_later = each.wide and wide.event == OUTSIDE and wide.index > each.wide.index
                    goes_on = each.end is None or wide.index <= each.end
                    is_open = each.wide and each.wide.confirmed_at is None and each.wide.told_at is None
                    if is_later and goes_on and is_open:
                        each.wide = wide

    def _visit(self, identifier, index):
        """The watched visit that holds a fix."""
        return next(
            (
                each
                for each in self.visits
                if each.identifier == identifier
                and each.start <= index
                and (each.end is None or index < each.end)
            ),
            None,
        )

    def _deliver(self):
        last = {}  # by region the event that the app received last: its kind and its fix
        wrong = {}  # by region the kind of a wrong position that is to be corrected
        waiting = {}  # by region an event that may be ahead of its crossing
        mine = [
            (self.numbers[id(fix)], notice)
            for _, notice, fix in self.run.events
            if fix.device == self.device
        ]
        for number, (index, notice) in enumerate(mine):
            identifier, kind = notice.region.identifier, notice.event
            owner, visit = self._owner(identifier, kind, notice, index)
            is_own = owner is not None and owner.told is None
            # A crossing has one event; a second one may be ahead of the next crossing.
            if not is_own:
                later = [at for at, each in mine[number + 1 :] if each.region.identifier == identifier]
                ahead = self._ahead(identifier, kind, index, later[0] if later else None)
                if ahead is not None:
                    owner, is_own = ahead, True
            if is_own:
                owner.told = index, self.fixes[index].time
            if notice.is_suppressed:
                continue
            if is_own:
                wrong.pop(identifier, None)
            else:
                self._count(identifier, kind, notice, index, visit, owner, last, wrong)
            last[identifier] = kind, index

    def _owner(self, identifier, kind, notice, index):
        crossed = self._number(notice.news.crossed)
        its = [
            each for each in self.judged
            if each.crossing.region.identifier == identifier and each.event == kind
        ]
        if kind == INSIDE:
            visit = self._visit(identifier, crossed)
        else:
            # The last visit before it. By a wrong position a phone may see the device leave before it
            # does: then it is the visit that it leaves by the time that the app is told.
            ended = [
                each for each in self.visits
                if each.identifier == identifier and each.start <= crossed
                and each.end is not None and each.end <= max(crossed, index)
            ]
            visit = ended[-1] if ended else None
        own = self.watched[index].get(identifier)
        is_present = own is not None and own.is_same_circle(notice.region)
        if visit and visit.start >= self._joined(identifier, index if is_present else index - 1):
            end = len(self.fixes) if visit.end is None else visit.end
            first = visit.start + (kind == OUTSIDE)
            held = [e for e in its if first <= e.index < end + (kind == OUTSIDE)]
            before = [e for e in held if e.index <= crossed]
            if before:
                return before[-1], visit
            # The device was in the shape when the region joined the set.
            began_inside = visit.is_origin and any(
                each.identifier == identifier and each.start == visit.start for each in self.inner
            )
            if held and not began_inside:
                return held[0], visit
        staying = [e for e in its if e.index <= index <= e.last() and e.told is None]
        return (staying[-1] if staying else None), visit

    def _joined(self, identifier, index):
        """The fix at which a region joined the set as the circle that it is at another."""
        at = index
        while at > 0:
            own, before = (self.watched[each].get(identifier) for each in (at, at - 1))
            if own is None or before is None or not own.is_same_circle(before):
                return at
            at -= 1
        return 0

    def _number(self, fix):
        """The fix of the track at the time of one that was seen."""
        found = self.numbers.get(id(fix))
        return found if found is not None else next(
            at for at, each in enumerate(self.fixes) if each.time == fix.time
        )

    def _ahead(self, identifier, kind, index, next_event):
        region = self.shapes[index].get(identifier)
        if region is None or self._is_in(region, index) == (kind == INSIDE):
            return None
        later = [
            each for each in self.judged
            if each.crossing.region.identifier == identifier and each.index > index
        ]
        if not later or later[0].event != kind or later[0].told is not None:
            return None
        if next_event is not None and next_event < later[0].index:
            return None
        soon = self.fixes[later[0].index].time - self.fixes[index].time <= SOON
        return later[0] if soon else None

    def _count(self, identifier, kind, notice, index, visit, owner, last, wrong):
        """An event that is no crossing's."""
        if visit is not None and owner is None and not self._was_entered(visit):
            if not visit.is_counted:
                visit.is_counted = True
                self._add(identifier, "betweenFixes" if self._was_passed(visit) else "outside")
            return
        before = last.get(identifier)
        if before and before[0] == kind and not self._crossed(identifier, before[1], index):
            if not self._rebooted(before[1], index):
                self._add(identifier, "repeated")
                return
        is_there = kind == OUTSIDE or visit is not None
        if notice.news.is_initial and is_there or before and before[0] == kind:
            self._add(identifier, "inside")
        elif wrong.get(identifier, kind) != kind:
            wrong.pop(identifier)
        else:
            wrong[identifier] = kind
            self._add(identifier, "outside")

    def _add(self, identifier, kind):
        self.events.append((identifier, kind))

    def _was_entered(self, visit):
        end = len(self.fixes) if visit.end is None else visit.end
        region = lambda at: self.shapes[at].get(visit.identifier)
        return any(region(at) and self._is_in(region(at), at) for at in range(visit.start, end))

    def _was_passed(self, visit):
        end = len(self.fixes) if visit.end is None else visit.end
        return any(
            each[0] == visit.identifier and visit.start <= each[1] <= end for each in self.passes
        )

    def _crossed(self, identifier, start, end):
        return any(
            each.crossing.region.identifier == identifier and start < each.index <= end
            for each in self.judged
        )

    def _rebooted(self, start, end):
        return any(
            self.fixes[start].time < each.time <= self.fixes[end].time and each.what == "reboot"
            for each in self.run.actions
        )

    # What became of the crossings of one region.

    def _judge(self, its):
        self._filter(its)
        chain = None  # the crossing before, without the filtered ones
        for each in its:
            if chain is not None and each.crossing.joined != chain.crossing.joined:
                chain = None
            if each.is_filtered:
                each.outcome = "filtered"
                continue
            if each.told:
                self._judge_told(each)
            else:
                self._judge_untold(each, chain)
            chain = each

    def _filter(self, its):
        for number, each in enumerate(its):
            if each.event != OUTSIDE or each.told or each.end is None:
                continue
            most = bounds(self.fixes, each.index, each.end)[1]
            after = its[number + 1] if number + 1 < len(its) else None
            if after is None or after.index != each.end:
                continue
            if self.settings.api == ANDROID or most > self._dwell(OUTSIDE):
                continue
            each.is_filtered = True
            before = its[number - 1] if number else None
            if not after.told:
                after.is_filtered = True
            elif before is not None and before.end == each.index and not before.told:
                before.is_filtered = True

    def _judge_told(self, each):
        at, time = each.told
        delay = time - each.crossing.time
        if abs(delay) <= SOON:
            each.outcome = "inTime"
        elif delay < 0:
            each.outcome = "early"
        elif self._is_shown_late(each.crossing.time, at):
            each.outcome, each.reason = "late", self._late_reason(each, at)
        elif self._has_gap(each.index, at):
            each.outcome, each.reason = "undecidable", "gap"
        else:
            each.outcome, each.reason = "late", self._late_reason(each, at)

    def _is_shown_late(self, since, at):
        if self.fixes[at - 1].time - since > SOON:
            return True
        if self.run.hears[self.device][at - 1] is not True:
            start, end = self.fixes[at - 1].time, self.fixes[at].time
            ended = [a.time for a in self.run.actions if start < a.time <= end]
            return bool(ended) and max(ended) - since > SOON
        return False

    def _has_gap(self, start, end):
        return any(self._step(at) > SOON for at in range(max(1, start + 1), end + 1))

    def _step(self, at):
        return self.fixes[at].time - self.fixes[at - 1].time

    def _late_reason(self, each, told_at):
        spent, name, end, is_lost = {}, None, None, False
        for at in range(each.index, told_at):
            before, name = name, self._hold(each, at)
            if before == "suspended" != name and not is_lost:
                end = self.fixes[at].time
            # An event was lost in an outage if another dwell has passed since.
            if end is not None and self.file.sees_every_fix and name in ("dwell", "no-fix"):
                is_lost = is_lost or self.fixes[at].time - end > self._dwell(each.event)
                name = "suspended" if is_lost else name
            spent[name] = spent.get(name, 0) + self._step(at + 1)
        return max(spent, key=lambda name: (spent[name], -_HOLDS.index(name)))

    def _hold(self, each, at):
        """What kept a crossing from the app at a fix."""
        identifier = each.crossing.region.identifier
        if not self.run.hears[self.device][at]:
            return "suspended"
        slots = self.run.slots[self.device]
        slot, was = slots[at].get(identifier), slots[at - 1].get(identifier)
        if slot is None or was is not None and was.condition is not slot.condition:
            return "registered-late"
        region = self.watched[at].get(identifier) or each.crossing.region
        depth = Condition(region).distance(self.fixes[at].place)
        if each.event == OUTSIDE and depth <= 0 and self._is_larger(region, at):
            return "larger-circle"
        if not self._decides(region, at, each.event):
            return "accuracy"
        if self.settings.api != ANDROID and abs(depth) < self._cushion(each.event, region):
            return "cushion"
        if self._step(at + 1) > self._dwell(each.event):
            return "no-fix"
        return "dwell"

    def _is_larger(self, region, at):
        """Whether the circle that is watched is larger than the shape."""
        shape = self.shapes[at].get(region.identifier)
        return shape is not None and (bool(shape.shape) or shape.radius < region.radius)

    def _dwell(self, event):
        is_android = self.settings.api == ANDROID
        return 0 if is_android else self.settings.dwell_milliseconds(event == INSIDE)

    def _cushion(self, event, region):
        if self.settings.api == ANDROID:
            return 0
        if event == INSIDE:
            return self.settings.inward_cushion(region.radius)
        return self.settings.cushion

    def _decides(self, region, at, event):
        """Whether a fix decides for a side by the interface's own rule."""
        fix = self.fixes[at]
        distance = Condition(region).distance(fix.place)
        accuracy = None if self.settings.ignore_accuracy else fix.accuracy
        if self.settings.api == ANDROID:
            found = overlap.is_inside(
                distance + region.radius, region.radius, accuracy, self.settings.overlap
            )
            return found is not None and found == (event == INSIDE)
        if accuracy is not None and abs(distance) < accuracy:
            return False
        return (distance <= 0) == (event == INSIDE)

    def _stay(self, each):
        """The stay by the watched circle: its first fix and the one after its last."""
        if each.wide is not None:
            return each.wide.index, each.wide.end
        if each.event == INSIDE:
            # Nobody saw the way into a larger circle that the device was in from the start.
            visit = self._visit(each.crossing.region.identifier, each.index)
            return (each.index, visit.end) if visit else (each.index, each.end)
        return each.index, each.end

    def _judge_untold(self, each, chain):
        index, end = self._stay(each)
        fixes = range(index, len(self.fixes) if end is None else end)
        # Hidden before and after: a later way out of the larger circle would still show an exit.
        is_hidden = each.wide is None and self.file.has_larger_circles
        is_lost = is_hidden and (each.event == INSIDE or each.end is not None)
        watched = self.watched[index].get(each.crossing.region.identifier)
        region = watched or each.crossing.region
        own = self._own_reason(each, chain, index, end, fixes, region, is_hidden, is_lost)
        if own:
            each.outcome, each.reason = "undecidable", own
            return
        each.outcome = "missed"
        taken_back = chain is not None and chain.outcome == "missed" and each.crossing.is_held
        if taken_back:
            each.reason, each.sure, each.removal = chain.reason, chain.sure, chain.removal
            return
        if self.file.is_too_large(self.device, each.crossing):
            cause = "too-large"
        else:
            cause = "merged" if is_lost else self._cause(each)
        each.reason = cause.split(" (")[0]
        if each.reason == "removed":
            each.removal = (each.wide or each.crossing).removal
        names = set(cause.replace(" (and ", ", ").rstrip(")").split(", "))
        if not each.crossing.counts:
            # Nobody asks what else has to go for it.
            names = {each.reason}
        each.sure = bool(names & _APP) or self._is_unreachable(each, fixes)
        # One draw of a model shows no phone's rules.
        is_seen_whole = self.file.sees_every_fix or self.settings.responsiveness
        if not each.sure and "cushion" in names and each.event == OUTSIDE and is_seen_whole:
            deepest = max(abs(Condition(region).distance(self.fixes[at].place)) for at in fixes)
            steps = range(index, min(len(self.fixes), fixes[-1] + 2))
            is_fine = all(self._step(at) <= _SHORTEST_STEP for at in steps)
            each.sure = deepest < _LEAST_CUSHION and is_fine

    def _cause(self, each):
        crossing = each.wide or each.crossing
        if each.crossing.told_at and not self.file.has_larger_circles and self.file.draws_positions:
            # By an error of its position the phone saw this one before it happened.
            return "mislocated"
        if each.crossing.told_at and each.wide is not None:
            # Its event belongs to another crossing.
            return self._cause_by_hold(each)
        if each.crossing.cause:
            crossing.removal = each.crossing.removal
            return each.crossing.cause
        if each.wide is None:
            # The larger circle, which was not left, has the slot.
            crossing = each.wide = copy.copy(crossing)
            crossing.region = self.watched[each.index].get(crossing.region.identifier)
            if crossing.region.identifier in self.run.slots[self.device][each.index - 1]:
                return "suspended"
        return self.file._cause(crossing)

    def _cause_by_hold(self, each):
        end = len(self.fixes) - 1 if each.end is None else each.end
        hold = self._late_reason(each, end) if end > each.index else self._hold(each, each.index)
        if self.settings.api == ANDROID and hold in ("accuracy", "no-fix", "dwell"):
            return "overlap"
        return {"larger-circle": "merged", "no-fix": "dwell"}.get(hold, hold)

    def _is_unreachable(self, each, fixes):
        """Whether it could not have been received at any fix of its stay."""
        identifier = each.crossing.region.identifier
        slots, hears = self.run.slots[self.device], self.run.hears[self.device]
        has_slot = lambda at: identifier in slots[at] or identifier in slots[at - 1]
        return not any(has_slot(at) and hears[at] for at in fixes)

    def _own_reason(self, each, chain, index, end, fixes, region, is_hidden, is_lost):
        """What the recording leaves open; None where it is missed whatever that is."""
        if is_lost or self._is_unreachable(each, fixes):
            return None
        if each.crossing.confirmed_at is not None:
            return None
        if each.crossing.has_no_news and chain is not None and chain.outcome == "missed":
            return None
        if chain is not None:
            if chain.outcome == "undecidable" and not chain.told:
                return chain.reason
        else:
            other = OUTSIDE if each.event == INSIDE else INSIDE
            before = range(each.crossing.joined, index)
            own = lambda at: self.watched[at].get(region.identifier) or region
            if not any(self._decides(own(at), at, other) for at in before):
                return "accuracy"
        if not is_hidden and not any(self._decides(region, at, each.event) for at in fixes):
            return "accuracy"
        least, most = bounds(self.fixes, index, end)
        if not is_hidden and most is not None and self.settings.api != ANDROID:
            at_ends = self._step(index) > SOON or self._step(end) > SOON
            if least < self._dwell(each.event) < most:
                return "gap" if at_ends else "time"
            deepest = max(abs(Condition(region).distance(self.fixes[at].place)) for at in fixes)
            if deepest < self._cushion(each.event, region) and self._has_gap(index - 1, end):
                return "gap"
        if each.end is not None:
            return None
        # What the system holds already by the end is no news, however long the device stays.
        slot = self.run.slots[self.device][-1].get(region.identifier)
        is_held = slot is not None and slot.state == each.event
        return None if is_held and least >= self._dwell(each.event) else "trackEnd"


_HOLDS = (
    "suspended", "registered-late", "larger-circle", "accuracy", "cushion", "no-fix", "dwell",
)


def _nearest(away, length, radius):
    """How near a straight line comes to a centre, and how much of it lies in the circle, metres.

    By the plane triangle of both ends and the centre, which lie within a few kilometres.
    """
    first, second = away
    along = (first**2 - second**2 + length**2) / (2 * length)
    if not 0 < along < length:
        return min(first, second), 0
    least = math.sqrt(max(0.0, first**2 - along**2))
    inside = 2 * math.sqrt(max(0.0, radius**2 - least**2))
    return least, min(length, inside)


def verdict(devices, settings, is_meant, is_drawn):
    """The counts of several devices, of the regions that are meant.

    One draw of a model of positioning is never green.
    """
    asked = [
        each
        for device in devices
        for each in device.judged
        if each.crossing.counts and is_meant(each.crossing.region.identifier)
    ]
    count = lambda name: sum(each.outcome == name for each in asked)
    names = ("inTime", "early", "late", "missed", "undecidable", "filtered")
    its = lambda found: [each for each in found if is_meant(each[0])]
    happened = [each[1] for device in devices for each in its(device.events)]
    events = {
        name: happened.count(name) for name in ("inside", "repeated", "outside", "betweenFixes")
    }
    became = [each[1] for device in devices for each in its(device.dwells)]
    dwells = {name: became.count(name) for name in ("delivered", "late", "missed", "left")}
    dwells["undecidable"] = became.count("undecidable")
    dwells["delivered"] += dwells["late"]
    dwells["due"] = dwells["delivered"] + dwells["missed"]
    repeated = sum(device.repeated_dwells for device in devices)
    if repeated:
        dwells["repeated"] = repeated
    passes = [each for device in devices for each in its(device.passes)]
    places = {each.crossing.region.identifier for each in asked}
    missed = {each.crossing.region.identifier for each in asked if each.outcome == "missed"}
    least = 0 if settings.api == ANDROID else 13_500
    radii = [each.radius for device in devices for each in device.regions() if is_meant(each.identifier)]
    is_green = (
        bool(asked)
        and not is_drawn
        and all(each.outcome in ("inTime", "filtered") for each in asked)
        and all(each.between[1] - each.between[0] <= SOON for each in asked)
        and not events["outside"] and not events["repeated"]
        and not dwells["missed"] and not dwells["late"] and not repeated
        and all(radius <= settings.max_radius for radius in radii)
        and not any(each[2] >= least for each in passes)
    )
    return {
        "asked": len(asked), **{name: count(name) for name in names}, "events": events,
        "passedBetweenFixes": len(passes),
        "places": {"all": len(places), "missed": len(missed)}, "green": is_green,
        **({"dwells": dwells} if any(dwells.values()) else {}),
    }
