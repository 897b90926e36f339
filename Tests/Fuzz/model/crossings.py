"""What happened along a track, what a phone could tell of it, and what an app was told.

A crossing is a change of side between two fixes of a device, the region being in the app's set.
"""

from dataclasses import dataclass, field, replace

import scenario
from android import Geofence
from crossing import DWELL, INSIDE, OUTSIDE, Condition
from settings import ANDROID


@dataclass
class Crossing:
    """One change of side by plain geometry, and what became of it."""

    device: str | None
    region: object
    event: str
    index: int  # of the device's fix
    joined: int  # the index at which the region came into the set, as this circle
    time: int
    end: int | None = None  # the index at which the stay ended: the way back, or out of the set
    left_at: int | None = None  # the index at which the region left the set, or became another
    confirmed_at: int | None = None
    told_at: int | None = None
    is_told_initially: bool = False
    previous: "Crossing | None" = None
    cause: str | None = None
    removal: object = None  # the action that took its registration, where that is the cause
    takes_back: bool = False  # a lost one, into the state that the monitor held already
    # Without a slot, and into the state that the app knows or never hears of first, where the one
    # before was lost.
    cannot_come: bool = False
    is_held: bool = False  # the system holds this side already
    has_no_news: bool = False  # the system holds this side, or would find it silently
    is_hidden: bool = True  # behind a wider circle, until one tells of it

    @property
    def counts(self):
        return self.region.notifies(self.event)

    @property
    def is_undecided(self):
        is_open = self.told_at is None and self.confirmed_at is None and self.end is None
        return is_open and not self.takes_back and not self.cannot_come

    @property
    def is_lost(self):
        return self.told_at is None and not self.is_undecided

    @property
    def key(self):
        return self.device or "", self.region.identifier, self.index


@dataclass
class Slot:
    """A registration as it is after a fix."""

    state: str | None
    condition: Condition
    is_watched: bool
    is_under_way: bool = False  # a crossing to the other side


@dataclass
class Told:
    """One run of the app: what it was told, and what was registered after each fix."""

    events: list = field(default_factory=list)  # a crossing or None, a notice, the true fix
    dwells: list = field(default_factory=list)  # a notice, the true fix
    slots: dict = field(default_factory=dict)  # device → for each fix {identifier: slot}
    # device → for each fix the regions whose registration began or ended at it
    changed: dict = field(default_factory=dict)
    known: dict = field(default_factory=dict)  # device → for each fix {identifier: state last told}
    seen: dict = field(default_factory=dict)  # device → for each fix what was seen, or None
    hears: dict = field(default_factory=dict)  # device → for each fix whether an event is received
    actions: list = field(default_factory=list)
    # device → for each fix what is removed and by which action, what has expired just then, what
    # pends, and whether a restart has lost everything
    missing: dict = field(default_factory=dict)
    registrations_changed: int = 0
    reselections: int = 0
    is_knife_edge: bool = False

    def repeated(self, is_meant):
        """The enters of a region whose event before was an enter, too."""
        last, count = {}, 0
        for _, notice, fix in self.events:
            if not notice.is_suppressed and is_meant(notice.region.identifier):
                key = fix.device, notice.region.identifier
                count += last.get(key) == notice.event == INSIDE
                last[key] = notice.event
        return count

    def told(self):
        """The first notice of each crossing."""
        first = {}
        for crossing, notice, _ in self.events:
            # The flags of another circle of its name may have kept it.
            if crossing is not None and not (notice.is_suppressed and crossing.counts):
                first.setdefault(crossing.key, notice)
        return first


def by_device(fixes):
    found = {}
    for fix in fixes:
        found.setdefault(fix.device, []).append(fix)
    return found


def sets(fixes, regions, actions):
    """For each fix of a device the app's set, by identifier."""
    own, due, found = {region.identifier: region for region in regions}, list(actions), []
    for fix in fixes:
        while due and due[0].time <= fix.time:
            action = due.pop(0)
            if action.what == "remove":
                own.pop(action.identifier, None)  # The run refuses to remove an unknown one.
            elif action.what == "add":
                before = own.get(action.region.identifier)
                is_same = before is not None and before.is_same_circle(action.region)
                region = before.with_flags_of(action.region) if is_same else action.region
                own[action.region.identifier] = region
        found.append(dict(own))
    return found


def _is_same(region, other):
    if region is None or other is None or region.shape != other.shape:
        return False
    return region.is_same_circle(other)


def geometry(fixes, members, closeness):
    """The crossings of one device, by its fixes and its sets, in the order of time."""
    found, last, joined, of_set = [], {}, {}, {}
    for index, (fix, own) in enumerate(zip(fixes, members)):
        sides = {}
        for identifier, region in sorted(own.items()):
            distance = region.depth(fix.place)
            closeness.compare(distance, max(0, distance) + region.radius)
            side = sides[identifier] = INSIDE if distance <= 0 else OUTSIDE
            before = members[index - 1].get(identifier) if index else None
            if not _is_same(before, region):
                _end(last.pop(identifier, None), index)
                _leave(of_set.pop(identifier, ()), index)
                joined[identifier] = index
            elif side != last_side[identifier]:
                began = joined[identifier]
                crossing = Crossing(fix.device, region, side, index, began, fix.time)
                crossing.previous = last.get(identifier)
                _end(crossing.previous, index)
                last[identifier] = crossing
                of_set.setdefault(identifier, []).append(crossing)
                found.append(crossing)
        for identifier in set(of_set) - set(own):
            _end(last.pop(identifier), index)
            _leave(of_set.pop(identifier), index)
        last_side = sides
    return found


def _end(crossing, index):
    """A stay ends: by the way back, or because the region left the set."""
    if crossing:
        crossing.end = index


def _leave(crossings, index):
    """No later event is about the crossings of a region that has left the set."""
    for crossing in crossings:
        crossing.left_at = index


def confirm(crossings, fixes, members, settings, closeness, looks=None):
    """Marks what a phone could tell with every region registered all along, by its own looks."""
    conditions, by_region, numbers, found = {}, _by_region(crossings), {}, []
    made = Geofence if settings.api == ANDROID else Condition
    kept = []  # so that each fix seen keeps its identity
    for index, (fix, own) in enumerate(zip(fixes, members)):
        before = members[index - 1] if index else {}
        conditions = {
            identifier: (
                conditions[identifier]
                if _is_same(before.get(identifier), region)
                else made(region)
            )
            for identifier, region in own.items()
            if region.radius <= settings.max_radius
        }
        seen = looks.take(fix, conditions.values()) if looks else fix
        if seen is None:
            continue
        numbers[id(seen)] = index
        kept.append(seen)
        for identifier, condition in conditions.items():
            news = condition.observe(seen, settings, closeness)
            if news and not news.is_initial:
                its = by_region.get(identifier, ())
                crossing = matched(its, news, numbers)
                is_there = _is_there(condition, fix, news.state)
                found.append((crossing, identifier, news.state, index, is_there))
                if crossing and crossing.confirmed_at is None:
                    crossing.confirmed_at = fix.time
    if looks:
        for crossing, event in early(found, crossings, [fix.time for fix in fixes]):
            # The first one counts, whatever was seen after it.
            time = fixes[event[3]].time
            if crossing.confirmed_at is None or time < crossing.confirmed_at:
                crossing.confirmed_at = time


def _is_there(condition, fix, state):
    """Whether the device, as it truly was, is on a side of a circle."""
    return (condition.distance(fix.place) <= 0) == (state == INSIDE)


def _by_region(crossings):
    found = {}
    for crossing in crossings:
        found.setdefault(crossing.region.identifier, []).append(crossing)
    return found


def matched(crossings, news, numbers, told=None):
    """The crossing that a new state tells of: the last one before it began, if it is of this kind.

    A position may err, so that the phone is ahead: then it is the next one, if it came to pass
    before the news was confirmed. `told` is the fix at which the app is told.
    """
    began, confirmed = numbers[id(news.crossed)], numbers[id(news.confirmed)]
    told = confirmed if told is None else told
    # An action before the one that takes the region away may deliver what waited for the app.
    crossings = [
        each
        for each in crossings
        if each.left_at is None or told < each.left_at or began < each.left_at == told
    ]
    past = [crossing for crossing in crossings if crossing.index <= began]
    if past and past[-1].event == news.state:
        return past[-1]
    ahead = [crossing for crossing in crossings if began < crossing.index <= confirmed]
    return next((crossing for crossing in ahead if crossing.event == news.state), None)


_EARLY = 300_000  # Apple: "within 3 to 5 minutes on average"


def early(events, crossings, times):
    """The crossings that an event was ahead of by no more than five minutes, each with that event.

    An event is a crossing or None, an identifier, a state, the index of its fix, and whether the
    device is on that side there already; it is ahead of a crossing where the device is not, where
    none has come before it, and where it is the last event of its region by then.
    """
    by_region, found = _by_region(crossings), []
    for number, event in enumerate(events):
        crossing, identifier, state, index, is_there = event[:5]
        if crossing is not None or is_there:
            continue
        later = (each[3] for each in events[number + 1 :] if each[1] == identifier)
        limit = next(later, len(times))
        for each in by_region.get(identifier, ()):
            if index < each.index <= limit and each.event == state and each.joined <= index:
                if times[each.index] - times[index] <= _EARLY:
                    found.append((each, event))
                break
    return found


def play(fixes, crossings, settings, regions, entries, whole, made, sees_every_fix=True):
    """One run of the app over the fixes of a file; `whole` is the file before it was cut.

    `made` makes the devices, and so says what they see.
    """
    run, numbers, kept, counts = Told(), {}, [], {}
    devices = made(settings, regions, entries)
    devices.begin_file(whole)
    run.actions = devices.actions
    of_device = {}
    for crossing in crossings:
        of_device.setdefault(crossing.device, []).append(crossing)
    of_region = {device: _by_region(found) for device, found in of_device.items()}
    for fix in fixes:
        index = counts[fix.device] = counts.get(fix.device, -1) + 1
        notices = devices.take(fix)
        phone = devices.phones[fix.device]
        seen = devices.seen(fix)
        kept.append(seen)
        numbers[id(seen)] = index
        for notice in notices:
            if notice.event in (INSIDE, OUTSIDE) or notice.tells_exit:
                its = of_region.get(fix.device, {}).get(notice.region.identifier, ())
                crossing = matched(its, notice.news, numbers, index)
                if notice.tells_exit:
                    # It is news only of an exit that happened.
                    if crossing is None or _is_known(crossing, run.events):
                        continue
                    is_kept = not notice.region.notifies(OUTSIDE)
                    notice = replace(notice, event=OUTSIDE, is_suppressed=is_kept)
                run.events.append((crossing, notice, fix))
            elif notice.is_answer and notice.news.state is not None:
                its = of_region.get(fix.device, {}).get(notice.region.identifier, ())
                crossing = _asked(its, notice.news.state, index, sees_every_fix)
                # It is news only of what the app has not been told.
                if crossing is not None and not _is_known(crossing, run.events):
                    is_kept = not notice.region.notifies(notice.news.state)
                    named = replace(notice, event=notice.news.state, is_suppressed=is_kept)
                    run.events.append((crossing, named, fix))
            elif notice.event == DWELL:
                run.dwells.append((notice, fix))
        slots = {
            identifier: Slot(
                each.state,
                each,
                phone.is_watching and not each.is_frozen,
                each.crossed is not None,
            )
            for identifier, each in phone.conditions.items()
        }
        run.slots.setdefault(fix.device, []).append(slots)
        changed = [each.region for each in notices if each.event in ("monitor", "unmonitor")]
        run.changed.setdefault(fix.device, []).append(changed)
        # Of a circle that an app that does not run has yet to replace it knows nothing.
        replaced = {
            each.region.identifier if each.what == "add" else each.identifier
            for each in phone.to_do_at_start
            if each.what == "remove" or not phone.keeps(each.region)
        }
        known = {name: state for name, state in phone.told.items() if name not in replaced}
        run.known.setdefault(fix.device, []).append(known)
        run.seen.setdefault(fix.device, []).append(seen)
        is_heard = phone.is_watching and (phone.hears_events or phone.can_start_app)
        run.hears.setdefault(fix.device, []).append(is_heard)
        removed, pending = {**phone.cleared, **phone.removed}, set(phone.pending)
        expired = set(phone.expired_now) if seen else set()
        missing = removed, expired, pending, phone.has_lost_registrations
        run.missing.setdefault(fix.device, []).append(missing)
    if not sees_every_fix:
        _credit_early(run, fixes, of_device)
    run.registrations_changed = sum(p.registrations_changed for p in devices.phones.values())
    run.reselections = sum(p.reselections for p in devices.phones.values())
    run.is_knife_edge = devices.closeness.is_knife_edge
    return run


def _is_known(crossing, events):
    """Whether the app holds the side of a crossing: by its event, or as that before it was lost."""
    told = {id(each[0]) for each in events}
    before = crossing.previous
    is_back = before is not None and before.joined == crossing.joined
    return id(crossing) in told or is_back and id(before) not in told


def _asked(crossings, state, index, sees_every_fix):
    """The crossing that a known state tells of, before the fix at which the app asks for it."""
    here = [each for each in crossings if each.left_at is None or index < each.left_at]
    past = [each for each in here if each.index <= index]
    # The fix itself is judged after the answer.
    if sees_every_fix and past and past[-1].index == index and past[-1].event != state:
        past.pop()
    return past[-1] if past and past[-1].event == state else None


def _credit_early(run, fixes, of_device):
    """Gives each crossing the event that was ahead of it."""
    for device, its in by_device(fixes).items():
        index = {id(fix): number for number, fix in enumerate(its)}
        mine = [number for number, each in enumerate(run.events) if each[2].device == device]
        events = [
            (
                crossing,
                notice.region.identifier,
                notice.event,
                index[id(fix)],
                _is_there(Condition(notice.region), fix, notice.event),
                number,
            )
            for number in mine
            for crossing, notice, fix in [run.events[number]]
        ]
        times = [fix.time for fix in its]
        for crossing, event in early(events, of_device.get(device, ()), times):
            _, notice, fix = run.events[event[5]]
            run.events[event[5]] = crossing, notice, fix


def set_actions(entries, fixes):
    """The scenario's changes of the set, which belong to what happened."""
    return scenario.actions(scenario.only_the_set(entries), fixes[0].time) if fixes else []
