"""Every number and choice of a run, with its default."""

import math
from dataclasses import dataclass, replace

ANDROID = "geofencingclient"
ALWAYS, WHEN_IN_USE = "always", "when-in-use"


@dataclass(frozen=True)
class Settings:
    api: str = "clmonitor"
    # Crossings: metres and seconds.
    cushion: float = 100.0
    cushion_in: float = 0.0
    dwell: float = 20.0
    dwell_out: float | None = None
    # The spreads of numbers that are drawn for each crossing: dwell and cushion, on the way in and
    # out.
    spreads: tuple = (0.0, 0.0, 0.0, 0.0)
    dwell_from: str = "boundary"
    ignore_accuracy: bool = False
    # Selection: metres and seconds.
    limit: int = 20
    max_radius: float = 100_000.0
    rank: str = "centre"
    within: float | None = None  # metres as the rank counts, beyond which no region is chosen
    reselect_on: frozenset = frozenset({"significant"})
    renew: str = "changed"
    significant_distance: float = 500.0
    significant_interval: float = 300.0
    sentinel_radius: float = 1000.0
    # An audit's: metres, no circle smaller than this is registered.
    min_radius: float = 0.0
    # The device.
    platform: str = "ios"
    # Alarms.
    repeat: bool = False
    gate: str = "none"
    # Android's: the least share inside and the most outside; what a first state tells; seconds.
    overlap: tuple = (0.75, 0.25)
    initial_trigger: frozenset = frozenset({"enter", "dwell"})
    loitering: float | None = None
    responsiveness: float = 0.0
    expire: float | None = None
    reregister: frozenset = frozenset()
    # What only an audit supposes: a system that keeps every registration.
    keeps_registrations: bool = False

    @classmethod
    def of(cls, api, **given):
        """The settings of an interface, which has defaults of its own."""
        own = {}
        if api == ANDROID:
            own = {"limit": 100, "max_radius": math.inf, "reselect_on": frozenset({"sentinel"})}
        return cls(**{"api": api, **own, **given})

    @property
    def tells_initial(self):
        """CLMonitor tells the first determination; CLLocationManager takes it silently."""
        return self.api == "clmonitor"

    def inward_cushion(self, radius, normal=0.0):
        return min(self.cushion_in * math.exp(self.spreads[2] * normal), radius / 2)

    def outward_cushion(self, normal=0.0):
        return self.cushion * math.exp(self.spreads[3] * normal)

    def dwell_milliseconds(self, is_enter, normal=0.0):
        """The dwell of a crossing, with the normal draw of the fix at which it began."""
        dwell = self.dwell if is_enter or self.dwell_out is None else self.dwell_out
        return round(dwell * math.exp(self.spreads[0 if is_enter else 1] * normal) * 1000)

    def but(self, **changes):
        return replace(self, **changes)
