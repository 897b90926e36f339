"""One registered region: on which side the device is, and a crossing in progress.

`distance` is signed: metres from the boundary, negative inside. A fix decides unless its circle of
accuracy straddles the boundary.
"""

from dataclasses import dataclass

import geodesy

INSIDE, OUTSIDE = "enter", "exit"
DWELL = "dwell"  # Android's third event: a stay


@dataclass(frozen=True)
class Determination:
    """A new state of a region: the first one after an unknown state, or a confirmed crossing."""

    state: str
    crossed: object  # the fix at which the crossing began
    confirmed: object
    is_initial: bool = False


class Condition:
    def __init__(self, region, state=None):
        self.region = region
        self.state = state  # None is unknown.
        self.crossed = None  # the fix at which a crossing in progress began
        self.dwell_start = None  # the time from which the dwell counts, once it does
        # CLMonitor's record, which outlasts a restart: the state told last, or assumed.
        self.record = state
        # What the app has yet to be told of this condition, under CLMonitor.
        self.waiting = None
        # Watched no more, because an event waited while no app ran; until it is told.
        self.is_frozen = False
        # Registered once more because the scenario opened the app or started it.
        self.is_added_again = False
        # The number of the fix at which a frozen condition was told; it is watched from the next.
        self.told_at = None

    def begin_anew(self):
        """Watching stops: the state stands, a crossing in progress is forgotten."""
        self.crossed = self.dwell_start = None

    def forget(self):
        """The state is to be determined anew, and what waited is dropped."""
        self.begin_anew()
        self.state = self.waiting = None
        self.is_frozen = False

    def distance(self, place):
        return geodesy.distance(self.region.centre, place) - self.region.radius

    def observe(self, fix, settings, closeness):
        """The new state that this fix decides, if it decides one."""
        distance = self.distance(fix.place)
        compare = lambda difference: closeness.compare(difference, distance + self.region.radius)
        if fix.accuracy is not None and not settings.ignore_accuracy:
            compare(abs(distance) - fix.accuracy)
            if abs(distance) < fix.accuracy:
                return None
        compare(distance)
        side = INSIDE if distance <= 0 else OUTSIDE
        if self.state is None:
            self.state = side
            return Determination(side, fix, fix, is_initial=True)
        if side == self.state:
            self.begin_anew()
            return None
        if self.crossed is None:
            self.crossed = fix
        dwell_draw, cushion_draw = self.crossed.draws
        past = settings.outward_cushion(cushion_draw)
        if side == INSIDE:
            past = settings.inward_cushion(self.region.radius, cushion_draw)
        compare(abs(distance) - past)
        is_deep = abs(distance) >= past
        if settings.dwell_from == "cushion":
            # Each fix has to be deep enough, and the count begins with the first that is.
            start = fix.time if self.dwell_start is None else self.dwell_start
            self.dwell_start = start if is_deep else None
        elif is_deep:
            self.dwell_start = self.crossed.time
        dwell = settings.dwell_milliseconds(side == INSIDE, dwell_draw)
        if self.dwell_start is None or fix.time - self.dwell_start < dwell:
            return None
        confirmed = Determination(side, self.crossed, fix)
        self.state = side
        self.begin_anew()
        return confirmed
