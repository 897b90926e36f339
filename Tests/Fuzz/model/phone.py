"""The life of one device: the location system, and the app that it serves.

The order at a fix: the actions due, each followed by what the app can be told then; the crossings
of the registered conditions; at most one reselection; then the newly registered conditions.
"""

from dataclasses import dataclass, replace

import geodesy
from closeness import Closeness
from crossing import DWELL, INSIDE, OUTSIDE, Condition, Determination
from regions import Region
from settings import ALWAYS, WHEN_IN_USE

SENTINEL = object()


@dataclass(frozen=True)
class Notice:
    """Something that happened at a fix: enter, exit, unsatisfied, relaunch, monitor …"""

    event: str
    fix: object
    region: Region | None = None
    distance: float | None = None
    news: object = None  # the determination that it tells of
    is_suppressed: bool = False  # by a notify flag, or by the gate of an alarm
    cause: str | None = None  # of a failure
    is_answer: bool = False  # to an app that asks for a state
    tells_exit: bool = False  # a first state outside, of what the app believed itself inside of


class Phone:
    def __init__(self, settings, regions, actions=(), closeness=None):
        self.settings = settings
        self.closeness = closeness or Closeness()
        self.actions = list(actions)
        # The device.
        self.authorization = ALWAYS
        self.has_full_accuracy = True
        self.refreshes = True
        self.is_locked = False
        self.is_asleep = False
        # The app. What it keeps outlives its process.
        self.is_running = True
        self.is_in_foreground = False
        self.is_stopped = False  # by the user, who alone starts it again
        self.own = {region.identifier: region for region in regions}
        self.to_do_at_start = []
        self.told = {}  # the last state told, by identifier
        self.has_selected = False
        self.set_has_changed = False
        self.has_lost_registrations = False
        # An event was delivered since the last fix that was seen; the sentinel was left.
        self.heard_event = False
        self.left_sentinel = False
        self.has_reselected = False
        self.last_significant = None  # place and time
        self.phase = 0  # milliseconds that the first interval has run already
        # The system's registrations, by identifier; the sentinel among them.
        self.conditions = {}
        # Identifiers of what was one too many: CLMonitor lists it, for CLLocationManager it failed.
        self.refused = set()
        # The run.
        self.count = 0
        self.notices = []
        self.told_by_actions = 0  # how many of them, before the fix's own
        self.registrations_changed = 0
        self.reselections = 0

    # What holds at the moment.

    @property
    def is_watching(self):
        """Whether the system watches at all."""
        return (
            not self.is_locked
            and not self.is_asleep
            and self.authorization in (ALWAYS, WHEN_IN_USE)
            and self.has_full_accuracy
            # A Mac watches only while the app runs.
            and (self.is_running or self.settings.platform == "ios")
        )

    @property
    def hears_places(self):
        """Whether the app hears of the present fix."""
        may = self.authorization == ALWAYS or (
            self.authorization == WHEN_IN_USE and self.is_in_foreground
        )
        reached = self.refreshes or self.is_in_foreground
        return self.is_running and may and reached and not self.is_locked and not self.is_asleep

    @property
    def hears_events(self):
        return self.hears_places and self.has_full_accuracy

    @property
    def can_start_app(self):
        """Whether an event or a significant change would start the app, which does not run."""
        return (
            not self.is_running
            and not self.is_stopped
            and self.settings.platform == "ios"
            and self.refreshes
            and self.authorization == ALWAYS
            and not self.is_locked
        )

    @property
    def eligible(self):
        limit = self.settings.max_radius
        return [region for region in self.own.values() if region.radius <= limit]

    @property
    def all_fit(self):
        return len(self.eligible) <= self.settings.limit and self.settings.within is None

    @property
    def knows_limit(self):
        return "none" not in self.settings.reselect_on

    # Of Android alone: what the system has lost, and what it has not taken for want of permission.
    removed, cleared, expired_now, pending = {}, {}, frozenset(), frozenset()

    # One fix.

    def take(self, fix):
        """Moves the device to a fix that it sees as recorded."""
        self.begin(fix)
        self.see(fix)
        return self.notices

    def begin(self, fix):
        """The scenario's clock reaches a fix: the actions due are taken."""
        self.fix = fix
        self.count += 1
        self.notices = []
        self.has_reselected = False
        while self.actions and self.actions[0].time <= fix.time:
            self._act(self.actions.pop(0))
        self.told_by_actions = len(self.notices)

    def place_actions(self, seen):
        """What the actions told at a fix that is seen shows the place seen there."""
        self.notices = [
            replace(
                each,
                fix=seen,
                distance=each.region and Condition(each.region).distance(seen.place),
            )
            for each in self.notices
        ]

    def see(self, fix):
        """The location system sees a fix."""
        self.fix = fix
        if "significant" in self.settings.reselect_on and self.can_start_app:
            if self._is_significant(fix):
                self._start_app(by="significant")
        self._deliver(self._observe(list(self.conditions.values())))
        if self.is_running:
            self._deliver(self._observe(self._reselect_if_due(fix)))
        # An event counts at its own fix, or at the first one seen after it.
        self.heard_event = False

    def _observe(self, conditions):
        """The conditions among these that get a new state by the present fix."""
        found = []
        for condition in conditions:
            if self.is_watching and not condition.is_frozen and condition.told_at != self.count:
                news = condition.observe(self.fix, self.settings, self.closeness)
                if news:
                    found.append((condition, news))
        return found

    # Delivery.

    def _is_told(self, condition, news):
        """Whether the system has anything to tell the app of a new state."""
        if self.settings.tells_initial:
            # The notify flags are the app's own filter: it has been told all the same.
            return True
        if not condition.region.notifies(news.state) and not news.is_initial:
            self._notice(news.state, condition, news, is_suppressed=True)
        return not news.is_initial and condition.region.notifies(news.state)

    def _deliver(self, found):
        """Tells the app, starting it if need be; what it cannot hear waits, or is lost."""
        found = [each for each in found if self._is_told(*each)]
        if found and self.can_start_app:
            self._start_app(by="event")
            # What the app stopped when it was started takes its event along.
            found = [each for each in found if each[0] in self.conditions.values()]
        for condition, news in sorted(found, key=_order):
            if self.hears_events:
                self._tell(condition, news)
            elif self.settings.api == "clmonitor":
                condition.waiting = news
                if not self.is_running:
                    self._freeze(condition)

    def _freeze(self, condition):
        condition.is_frozen = True
        condition.begin_anew()

    def _tell_what_waits(self):
        if not self.hears_events:
            return
        waiting = [(each, each.waiting) for each in self.conditions.values() if each.waiting]
        for condition, news in sorted(waiting, key=_order):
            condition.waiting = None
            if condition.is_frozen:
                condition.is_frozen = False
                condition.told_at = self.count
            self._tell(condition, news)

    def _tell(self, condition, news):
        region = condition.region
        if region.identifier is SENTINEL:
            if news.state == OUTSIDE:
                self.left_sentinel = True
            return
        self.told[region.identifier] = news.state
        record, condition.record = condition.record, news.state
        if news.is_initial and news.state == OUTSIDE:
            self._notice("unsatisfied", condition, news, tells_exit=record == INSIDE)
        else:
            self._report(condition, news)

    def _report(self, condition, news):
        """Gives the app an enter or exit, which may be an alarm's."""
        region = condition.region
        if region.notifies(news.state) and self._passes_gate(region):
            self._notice(news.state, condition, news)
            if not self.has_reselected:
                self.heard_event = True
            if region.alarm and not self.settings.repeat:
                # It has rung: the app takes it out of its set, as `remove` would.
                self._leave(region.identifier)
                self.set_has_changed = True
        else:
            self._notice(news.state, condition, news, is_suppressed=True)

    def _passes_gate(self, region):
        if not region.alarm or self.settings.gate == "none" or region.alarm.due is None:
            return True
        return self.fix.time >= region.alarm.due

    def _notice(self, event, condition=None, news=None, **facts):
        if condition:
            facts["region"] = condition.region
            facts["distance"] = condition.distance(self.fix.place)
        self.notices.append(Notice(event, self.fix, news=news, **facts))

    # The app's life.

    def _start_app(self, by=None, in_foreground=False):
        """Starts the app: it does what it had waited to do, then it hears."""
        self.is_running = True
        self.is_in_foreground = in_foreground
        if by:
            self._notice("relaunch")
        for action in self.to_do_at_start:
            self._change_set(action)
        self.to_do_at_start = []
        self._tell_what_waits()

    def _change_set(self, action):
        if action.what == "add":
            self._join(action.region)
        else:
            self._leave(action.identifier)
        self.set_has_changed = True

    def keeps(self, region):
        """Whether an add leaves the circle and its record as they are."""
        before = self.own.get(region.identifier)
        return before and self.settings.api == "clmonitor" and before.is_same_circle(region)

    def _join(self, region):
        before = self.own.get(region.identifier)
        if self.keeps(region):
            self.own[region.identifier] = before.with_flags_of(region)
            if region.identifier in self.conditions:
                self.conditions[region.identifier].region = self.own[region.identifier]
            return
        if before:
            self._leave(region.identifier)
        self.own[region.identifier] = region

    def _leave(self, identifier):
        """A region leaves the set, with its registration, its record and what waits for it."""
        self._stop(identifier)
        self.refused.discard(identifier)
        self.own.pop(identifier, None)
        self.told.pop(identifier, None)

    def _act(self, action):
        was_watching = self.is_watching
        what = action.what
        if what in ("add", "remove"):
            if self.is_running:
                self._change_set(action)
            else:
                self.to_do_at_start.append(action)
        elif what in ("launch", "foreground"):
            self.is_stopped = False
            if self.is_running:
                self.is_in_foreground = True
            else:
                self._start_app(in_foreground=True)
        elif what == "background":
            self.is_in_foreground = False
        elif what == "terminate":
            self._end_app()
        elif what in ("force-quit", "force-stop"):
            self._end_app()
            self.is_stopped = True
        elif what == "background-refresh":
            self.refreshes = action.to == "on"
        elif what == "reboot":
            self._end_app()
            self.is_locked = True
            for condition in self.conditions.values():
                condition.forget()
            if action.registrations == "lost":
                self.conditions.clear()
                self.refused.clear()
                self.has_lost_registrations = self.has_selected
        elif what == "unlock":
            self.is_locked = False
        elif what in ("sleep", "wake"):
            self.is_asleep = what == "sleep"
        elif what == "authorize":
            self.authorization = action.to
        elif what == "accuracy":
            self.has_full_accuracy = action.to == "full"
        if was_watching and not self.is_watching:
            for condition in self.conditions.values():
                condition.begin_anew()
        self._tell_what_waits()
        if what == "determine" and self.hears_events:
            self._answer(action.identifier)

    def _answer(self, identifier):
        """The app has asked for the states that the system knows."""
        names = [identifier] if identifier else sorted(set(self.conditions) - {SENTINEL})
        for name in names:
            region = self.own.get(name)
            if region is None or region.radius > self.settings.max_radius:
                continue
            state = self.conditions[name].state if name in self.conditions else None
            word = {INSIDE: "inside", OUTSIDE: "outside", None: "unknown"}[state]
            news = Determination(state, self.fix, self.fix)
            self._notice(word, Condition(region), news, is_answer=True)

    def _end_app(self):
        self.is_running = self.is_in_foreground = False
        for condition in self.conditions.values():
            if condition.waiting:
                self._freeze(condition)

    # Selection.

    def _is_significant(self, fix):
        if self.last_significant is None:
            return True
        place, time = self.last_significant
        if fix.time - time < self.settings.significant_interval * 1000:
            return False
        moved = geodesy.distance(place, fix.place)
        self.closeness.compare(moved - self.settings.significant_distance, moved)
        return moved >= self.settings.significant_distance

    def _reselect_if_due(self, fix):
        """Reselects at most once, and gives the conditions that were started."""
        triggers = self.settings.reselect_on
        is_due = "event" in triggers and self.heard_event
        is_due |= self.left_sentinel or "fix" in triggers
        if self.hears_places:
            if self._is_significant(fix):
                is_due |= "significant" in triggers
                phase = 0 if self.last_significant else self.phase
                self.last_significant = fix.place, fix.time - phase
        else:
            # Where all fit no place is needed, nor for one more under `none`.
            has_registered = self.has_selected and not self.has_lost_registrations
            if not self.all_fit and (self.knows_limit or not has_registered):
                return []
        is_due &= not self.all_fit
        is_due |= self.set_has_changed or self.has_lost_registrations or not self.has_selected
        self.set_has_changed = self.has_lost_registrations = self.left_sentinel = False
        if not is_due:
            return []
        return self._reselect(fix) if self.knows_limit else self._register_what_joined()

    def _register_what_joined(self):
        """The app that does not know of the limit: all its regions once, in the file's order."""
        self.has_selected = self.has_reselected = True
        self.reselections += 1
        self._notice("reselect")
        started = []
        for region in self.eligible:
            if region.identifier not in self.conditions and region.identifier not in self.refused:
                if len(self.conditions) < self.settings.limit:
                    started.append(self._start(region))
                else:
                    self.refused.add(region.identifier)
                    how = "unmonitored" if self.settings.api == "clmonitor" else "failed"
                    self._notice(how, Condition(region), cause="regionMonitoringFailure")
        if self.settings.api == "clmonitor":
            for identifier in sorted(self.refused):
                if len(self.conditions) < self.settings.limit:
                    self.refused.remove(identifier)
                    started.append(self._start(self.own[identifier]))
        return started

    def _start(self, region):
        condition = Condition(region, self._assumed(region))
        self.conditions[region.identifier] = condition
        self.registrations_changed += 1
        self._notice("monitor", condition)
        return condition

    def _reselect(self, fix):
        self.has_selected = self.has_reselected = True
        self.reselections += 1
        chosen = self._chosen(fix)
        wanted = {region.identifier for region in chosen}
        self._notice("reselect")
        for identifier in sorted(set(self.conditions) - {SENTINEL}):
            if identifier not in wanted or self.settings.renew == "all":
                self._stop(identifier, is_reselection=True)
        started = []
        for region in sorted(chosen, key=lambda region: region.identifier):
            if region.identifier not in self.conditions:
                started.append(self._start(region))
        self._place_sentinel(fix, is_alone=not chosen)
        return started

    def _assumed(self, region):
        """The state that an added region is taken to have: the last one told."""
        if self.settings.api == "clmonitor" and self.settings.renew == "changed":
            return self.told.get(region.identifier)
        return None

    def _chosen(self, fix):
        if self.all_fit:
            return self.eligible
        slots = self.settings.limit - ("sentinel" in self.settings.reselect_on)
        ranked = sorted(self.eligible, key=lambda region: self._rank(region, fix))
        if self.settings.within is not None:
            ranks = [self._rank(each, fix)[0] for each in ranked]
            for rank in ranks:
                self.closeness.rank(rank - self.settings.within)
            ranked = [each for each, rank in zip(ranked, ranks) if rank <= self.settings.within]
        if 0 < slots < len(ranked):
            first, second = ranked[slots - 1 : slots + 1]
            self.closeness.rank(self._rank(first, fix)[0] - self._rank(second, fix)[0])
        return ranked[:slots]

    def _rank(self, region, fix):
        chord = geodesy.chord(region.centre, fix.place)
        rank = chord if self.settings.rank == "centre" else chord - region.radius
        return rank, region.identifier

    def _place_sentinel(self, fix, is_alone):
        self.conditions.pop(SENTINEL, None)
        if (is_alone or "sentinel" in self.settings.reselect_on) and not self.all_fit:
            circle = Region(SENTINEL, *fix.place, self.settings.sentinel_radius, False, True)
            self.conditions[SENTINEL] = Condition(circle, INSIDE)

    def _stop(self, identifier, is_reselection=False):
        condition = self.conditions.pop(identifier, None)
        if condition and is_reselection:
            self.registrations_changed += 1
            self._notice("unmonitor", condition)


def _order(each):
    """Exits first, then enters, then dwells; each by identifier."""
    condition, news = each
    identifier = condition.region.identifier
    kind = (OUTSIDE, INSIDE, DWELL).index(news.state)
    return kind, "" if identifier is SENTINEL else identifier
