"""The life of one Android device: Google Play services' geofences, and the app that they serve.

It differs from a phone of Apple's in how a fix decides, in what a first state tells, and in that
registrations can be lost while the app goes on believing in them.
"""

import overlap
from crossing import DWELL, INSIDE, OUTSIDE, Condition, Determination
from phone import SENTINEL, Phone
from regions import Region
from settings import ALWAYS, WHEN_IN_USE

NO_PERMISSION, NOT_AVAILABLE = "insufficientLocationPermission", "geofenceNotAvailable"
NAMED_FAILURES = (NO_PERMISSION, NOT_AVAILABLE)
TOO_MANY = "tooManyGeofences"


class Geofence(Condition):
    """One registered region, judged by the share of the fix's circle that lies within it."""

    def __init__(self, region, state=None):
        super().__init__(region, state)
        # The fix from which a stay counts until its dwell is told.
        self.stays_since = None

    def observe(self, fix, settings, closeness):
        radius = self.region.radius
        accuracy = None if settings.ignore_accuracy else fix.accuracy
        question = self.distance(fix.place) + radius, radius, accuracy, settings.overlap
        closeness.is_knife_edge |= overlap.is_knife_edge(*question)
        is_inside = overlap.is_inside(*question)
        side = {True: INSIDE, False: OUTSIDE, None: self.state}[is_inside]
        if is_inside is None or side == self.state:
            return None
        is_initial = self.state is None
        self.state = side
        may_dwell = side == INSIDE and (not is_initial or DWELL in settings.initial_trigger)
        self.stays_since = fix if may_dwell else None
        return Determination(side, fix, fix, is_initial)

    def dwell(self, fix, settings):
        """The dwell that is due at a fix, which need not decide; an exit has cancelled it before."""
        if settings.loitering is None:
            return None
        # Nobody asks for the dwell of a sentinel or of an alarm.
        if self.region.identifier is SENTINEL or self.region.alarm:
            return None
        began = self.stays_since
        if began is None or fix.time - began.time < settings.loitering * 1000:
            return None
        self.stays_since = None
        return Determination(DWELL, began, fix)


class AndroidPhone(Phone):
    def __init__(self, settings, regions, actions=(), closeness=None):
        super().__init__(settings, regions, actions, closeness)
        self.has_location = True
        # What the app chose last, by identifier: it does not know what the system has lost.
        self.selection = {}
        self.added_at = {}  # when it added each of them last
        # Of these the ones whose adding failed for the want of permission.
        self.pending = set()
        # What the system has lost, or has not taken for want of location, each with the action that
        # took it; None for what has expired.
        self.removed, self.expired_now = {}, set()
        # What went with the data of the app, until it selects again.
        self.cleared = {}
        self.turned_off = None  # the action that did, while location is off
        # Identifiers whose failure was told, until they are added.
        self.failed = set()
        # The regions that an app added when an event of the present fix started it.
        self.added_late = []

    # What holds at the moment.

    @property
    def has_permission(self):
        return self.authorization == ALWAYS and self.has_full_accuracy

    @property
    def is_watching(self):
        return self.has_permission and self.has_location and not self.is_locked

    @property
    def hears_places(self):
        may = self.authorization == ALWAYS or (
            self.authorization == WHEN_IN_USE and self.is_in_foreground
        )
        return self.is_running and may and self.has_location and not self.is_locked

    @property
    def hears_events(self):
        return self.is_running and self.is_watching

    @property
    def can_start_app(self):
        """Whether a broadcast would start the app, which does not run."""
        return not self.is_running and not self.is_stopped and not self.is_locked

    # One fix.

    def see(self, fix):
        self.fix, self.added_late, self.expired_now = fix, [], set()
        for identifier in list(self.conditions):
            if self._is_expired(identifier):
                del self.conditions[identifier]
                if identifier not in self.pending:
                    self.removed[identifier] = None
                self.expired_now.add(identifier)
        super().see(fix)

    def _is_expired(self, identifier):
        if identifier is SENTINEL or self.settings.expire is None:
            return False
        return self.fix.time - self.added_at[identifier] >= self.settings.expire * 1000

    def _observe(self, conditions):
        found = []
        for condition in conditions:
            if self.is_watching and condition.told_at != self.count:
                news = condition.observe(self.fix, self.settings, self.closeness)
                dwell = condition.dwell(self.fix, self.settings)
                found += [(condition, each) for each in (news, dwell) if each]
        return found

    # Delivery.

    def _is_told(self, condition, news):
        region = condition.region
        if news.is_initial and not self._is_initial_trigger(region, news.state):
            return False
        if news.state == DWELL or region.notifies(news.state):
            return True
        self._notice(news.state, condition, news, is_suppressed=True)
        return False

    def _is_initial_trigger(self, region, state):
        wanted = self.settings.initial_trigger
        if state == INSIDE:
            return INSIDE in wanted
        # With `enter` an exit is not told; a first state outside rings no alarm.
        return OUTSIDE in wanted and INSIDE not in wanted and not region.alarm

    def _tell(self, condition, news):
        if condition.region.identifier is SENTINEL:
            self.left_sentinel |= news.state == OUTSIDE
        elif news.state == DWELL:
            self._notice(DWELL, condition, news)
        else:
            self._report(condition, news)

    # The device and the app.

    def _act(self, action):
        what = action.what
        if what in ("launch", "foreground") and not self.is_running:
            self.is_stopped = False
            self._start_app(in_foreground=True, adds_again=True)
        elif what == "launch":
            self.is_in_foreground = True
            self._add_again()
        elif what in ("update", "force-quit", "force-stop", "clear-data"):
            self._end_app()
            self._lose_registrations(action)
            self.is_stopped |= what in ("force-quit", "force-stop")
            if what == "clear-data" and not self.settings.keeps_registrations:
                self._forget_selection()
            elif what == "update":
                self._broadcast(what)
        elif what == "reboot":
            self._end_app()
            self._lose_registrations(action)
            for condition in self.conditions.values():
                condition.forget()
            self.is_locked = True
        elif what == "unlock":
            self.is_locked = False
            self._broadcast("boot")
        elif what == "location":
            was_on, self.has_location = self.has_location, action.to == "on"
            if not self.has_location:
                self.turned_off = action if was_on else self.turned_off
                self._lose_to_location(action)
        else:
            super()._act(action)
            if what in ("authorize", "accuracy") and self.is_running:
                self._try_again()

    def _broadcast(self, what):
        """The system says that it was started or the app renewed, to an app that asked for it."""
        if what in self.settings.reregister and self.can_start_app:
            self._start_app(by=what, adds_again=True)

    def _start_app(self, by=None, in_foreground=False, adds_again=False):
        super()._start_app(by, in_foreground)
        if adds_again:
            self._add_again()
        else:
            self._try_again()

    def _lose_registrations(self, action):
        if not self.settings.keeps_registrations:
            self.removed.update(dict.fromkeys(set(self.conditions) - {SENTINEL}, action))
            self.conditions.clear()

    def _forget_selection(self):
        self.has_selected = False
        self.selection.clear()
        self.cleared.update(self.removed)
        self.removed.clear()
        self.pending.clear()
        self.refused.clear()

    def _lose_to_location(self, action):
        lost = sorted(set(self.conditions) - {SENTINEL})
        for identifier in lost:
            self._fail(self.conditions[identifier].region, NOT_AVAILABLE)
        self._lose_registrations(action)

    # Registrations.

    def _register(self, region, state=None):
        """The app adds a region: the condition, or None where that fails."""
        identifier = region.identifier
        self.selection[identifier] = region
        self.added_at[identifier] = self.fix.time
        self.pending.discard(identifier)
        self.removed.pop(identifier, None)
        if not self.has_permission:
            self.pending.add(identifier)
            return self._fail(region, NO_PERMISSION)
        if not self.has_location:
            if identifier is not SENTINEL:
                self.removed[identifier] = self.turned_off
            return self._fail(region, NOT_AVAILABLE)
        # Another one of the same identifier gives its place up.
        self.conditions.pop(identifier, None)
        if len(self.conditions) >= self.settings.limit:
            del self.selection[identifier]
            self.refused.add(identifier)
            return self._fail(region, TOO_MANY)
        self.failed.discard(identifier)
        self.refused.discard(identifier)
        made = self.conditions[identifier] = Geofence(region, state)
        if identifier is not SENTINEL:
            self.registrations_changed += 1
            self._notice("monitor", made)
        return made

    def _fail(self, region, cause):
        if region.identifier not in self.failed:
            self.failed.add(region.identifier)
            self._notice("failed", Condition(region), cause=cause)

    def _stop(self, identifier, is_reselection=False):
        super()._stop(identifier, is_reselection)
        self.selection.pop(identifier, None)
        self.removed.pop(identifier, None)
        self.cleared.pop(identifier, None)
        self.pending.discard(identifier)

    def _in_order(self, identifiers):
        """The order in which the app adds: by identifier, without ranking that of the file."""
        if not self.knows_limit:
            return [each for each in self.own if each in identifiers]
        return sorted(identifiers - {SENTINEL})

    def _add_again(self):
        """All that the app chose, as it chose it; the sentinel begins as inside, where it was."""
        everything = set(self.selection) | (self.refused if not self.knows_limit else set())
        for identifier in self._in_order(everything):
            made = self._register(self.own[identifier])
            if made:
                made.is_added_again = True
        self._add_sentinel_again()

    def _try_again(self):
        """What failed for the want of permission is added once there is enough of it."""
        if self.pending and self.has_permission:
            is_sentinel_pending = SENTINEL in self.pending
            for identifier in self._in_order(set(self.pending)):
                self.added_late.append(self._register(self.own[identifier]))
            if is_sentinel_pending:
                self._add_sentinel_again()

    def _add_sentinel_again(self):
        if SENTINEL in self.selection:
            sentinel = self._register(self.selection[SENTINEL], INSIDE)
            if sentinel:
                # It is judged from the fix after this one.
                sentinel.told_at = self.count

    # Selection.

    def _is_significant(self, fix):
        return False

    def _reselect_if_due(self, fix):
        """What was added late is judged together with what the selection adds."""
        started = super()._reselect_if_due(fix)
        late = [each for each in self.added_late if each in self.conditions.values()]
        return started + [each for each in late if each not in started]

    def _believed(self):
        """The identifiers that the app takes to be registered."""
        return {each for each in self.selection if not self._is_expired(each)} - {SENTINEL}

    def _reselect(self, fix):
        self.has_selected = self.has_reselected = True
        self.cleared = {}
        self.reselections += 1
        chosen = {region.identifier: region for region in self._chosen(fix)}
        self._notice("reselect")
        for identifier in sorted(set(self.selection) - {SENTINEL}):
            if identifier not in chosen or self.settings.renew == "all":
                self._stop(identifier, is_reselection=True)
        self._place_sentinel(fix, is_alone=not chosen)  # It claims its slot first.
        added = [self._register(chosen[each]) for each in sorted(set(chosen) - self._believed())]
        return [each for each in added if each]

    def _register_what_joined(self):
        self.has_selected = self.has_reselected = True
        self.cleared = {}
        self.reselections += 1
        self._notice("reselect")
        known = self._believed() | self.refused
        added = [self._register(each) for each in self.eligible if each.identifier not in known]
        return [each for each in added if each]

    def _place_sentinel(self, fix, is_alone):
        self._stop(SENTINEL)
        if (is_alone or "sentinel" in self.settings.reselect_on) and not self.all_fit:
            circle = Region(SENTINEL, *fix.place, self.settings.sentinel_radius, False, True)
            self._register(circle, INSIDE)
