"""What the rules and the limit cost: every crossing, what became of it, and why it was lost."""

import itertools

import clock
import options as inputs
import scenario
import verdict
import wider
from android import Geofence
from closeness import Closeness
from crossings import by_device, confirm, geometry, play, set_actions, sets
from crossing import INSIDE, OUTSIDE, Condition
from positioning import Recorded
from settings import ANDROID
from simulate import Devices, number

UNLIMITED = 10**9
# What can be removed, in the order that decides between sets of one size.
_REMOVABLE = ("accuracy", "dwell", "cushion", "slot", "renewal", "suspended", "positioning")
_REMOVABLE_OF_ANDROID = ("overlap", "slot", "renewal", "suspended", "removed", "positioning")
_SLOT, _RENEWAL = frozenset({"slot"}), frozenset({"renewal"})
_SUSPENDED, _REMOVED = frozenset({"suspended"}), frozenset({"removed"})
_POSITIONING = frozenset({"positioning"})
_HARMLESS = ("add", "remove", "determine")  # actions that do nothing to the device


class File:
    """One file under one strategy."""

    def __init__(self, fixes, whole, regions, entries, settings):
        self.fixes, self.whole, self.settings = fixes, whole, settings
        self.by_device = by_device(fixes)
        self.closeness = Closeness()
        # What the phone watches: no circle smaller than the least radius, none but circles.
        self.has_larger_circles = settings.min_radius > 0 or any(each.shape for each in regions)
        self.regions, self.entries = wider.regions(regions, settings), wider.entries(
            entries, settings
        )
        self.members = self._members(self.regions, self.entries)
        self.crossings = []
        for device, its in self.by_device.items():
            found = geometry(its, self.members[device], self.closeness)
            looks = self.looks(device)
            confirm(found, its, self.members[device], settings, self.closeness, looks)
            self.crossings += found
        self.replays = {}
        self.run = self._replay(frozenset())
        told = self.run.told()
        for crossing in self.crossings:
            notice = told.get(crossing.key)
            if notice:
                crossing.told_at, crossing.is_told_initially = (
                    notice.fix.time,
                    notice.news.is_initial,
                )
        given = self._members(regions, entries)
        true = {
            device: geometry(its, given[device], self.closeness)
            for device, its in self.by_device.items()
            if self.has_larger_circles
        }
        hidden = {device: set(self._hidden_from_the_beginning(device, true[device])) for device in true}
        for crossing in self.crossings:
            before = crossing.previous
            if before:
                is_after_lost = before.is_lost
            else:
                name = crossing.region.identifier
                is_after_lost = (name, crossing.index) in hidden.get(crossing.device, ())
            is_held = self._state_before(crossing) == crossing.event
            is_silent = self._is_silent(crossing)
            crossing.takes_back = is_held and is_after_lost
            crossing.cannot_come = is_after_lost and is_silent
            crossing.is_held, crossing.has_no_news = is_held, is_held or is_silent
        for crossing in self.crossings:
            # Of a wider circle's the true stay decides whether it is undecided.
            if crossing.counts and crossing.told_at is None:
                if crossing.is_lost or self.has_larger_circles:
                    crossing.cause = self._cause(crossing)
        self.watched_crossings = self.crossings
        if self.has_larger_circles:
            self.crossings = [
                crossing
                for device in self.by_device
                for crossing in wider.given(
                    true[device],
                    [each for each in self.crossings if each.device == device],
                    self._first_told_inside(device),
                    lambda each: self.is_too_large(device, each),
                )
            ]
        self.verdicts = [verdict.Device(self, device, given[device]) for device in self.by_device]

    def _first_told_inside(self, device):
        """Stays in a wider circle that began before it was looked at first, and what told of each:
        the region, from which fix to which, and the notice of its initial enter or None."""
        its, members = self.by_device[device], self.members[device]
        numbers = {id(fix): index for index, fix in enumerate(its)}
        notices = [
            (numbers[id(fix)], notice)
            for crossing, notice, fix in self.run.events
            if crossing is None and notice.event == INSIDE and fix.device == device
        ]
        for identifier, start, end in wider.stays_from_the_beginning(its, members):
            told = [
                notice
                for index, notice in notices
                if start <= index < end and notice.region.identifier == identifier
            ]
            yield identifier, start, end, told[0] if told else None

    def is_too_large(self, device, crossing):
        """Whether the circle that is watched for a region is larger than the device monitors."""
        watched = self.members[device][crossing.index][crossing.region.identifier]
        return watched.radius > self.settings.max_radius

    def _hidden_from_the_beginning(self, device, true):
        """The ends of such stays in which the region itself was entered first and nobody was told:
        that enter is missed, and the way out of the circle takes it back."""
        for identifier, start, end, notice in self._first_told_inside(device):
            first = wider.first_within(true, identifier, start, end)
            if first and first.event == INSIDE and not notice:
                yield identifier, end

    def _members(self, regions, entries):
        changes = set_actions(entries, self.whole)
        return {device: sets(its, regions, changes) for device, its in self.by_device.items()}

    # What a trial of positioning sets otherwise.

    devices = devices_that_see_everything = Devices
    draws_positions = False

    @property
    def sees_every_fix(self):
        return not self.settings.responsiveness

    def looks(self, device):
        least = self.settings.responsiveness
        return Recorded(least) if least else None

    def _replay(self, removed):
        """The whole run again without some of what can stop a crossing."""
        if removed not in self.replays:
            settings, entries = self.settings, self.entries
            made, sees_every_fix = self.devices, self.sees_every_fix
            if "dwell" in removed:
                settings = settings.but(dwell=0, dwell_out=None)
            if "cushion" in removed:
                settings = settings.but(cushion=0, cushion_in=0)
            if removed & {"accuracy", "overlap"}:
                settings = settings.but(ignore_accuracy=True)
            if "slot" in removed:
                settings = settings.but(limit=UNLIMITED, within=None)
            if "renewal" in removed:
                settings = settings.but(renew="changed")
            if "removed" in removed:
                settings = settings.but(keeps_registrations=True, expire=None)
            if "suspended" in removed:
                entries = [each for each in entries if each["do"] in ("add", "remove")]
            if "positioning" in removed:
                settings, sees_every_fix = settings.but(responsiveness=0), True
                made = self.devices_that_see_everything
            self.replays[removed] = play(
                self.fixes,
                self.crossings,
                settings,
                self.regions,
                entries,
                self.whole,
                made,
                sees_every_fix,
            )
        return self.replays[removed]

    def _comes_without(self, crossing, removed):
        return crossing.key in self._replay(frozenset(removed)).told()

    # Causes.

    def _cause(self, crossing):
        if crossing.region.radius > self.settings.max_radius:
            return "too-large"
        if crossing.takes_back and not crossing.previous:
            return "merged"
        if crossing.takes_back:
            cause = self._cause(crossing.previous).split(" (")[0]
            crossing.removal = crossing.previous.removal
            return cause
        first, slot = self._first(crossing)
        removable = _REMOVABLE_OF_ANDROID if self.is_android else _REMOVABLE
        for size in range(1, len(removable) + 1):
            for removed in itertools.combinations(removable, size):
                if first.intersection(removed) and self._comes_without(crossing, removed):
                    return _named(removed, first, slot)
        # The first thing alone: nothing that can be removed would have made it come.
        return _named(first, first, slot) + " (unexplained)"

    @property
    def is_android(self):
        return self.settings.api == ANDROID

    def _slots(self, crossing, start, end):
        """The registrations of the region after each of these fixes; None where there is none.

        Another circle of its name, which an app that does not run has yet to replace, is none.
        """
        slots = self.run.slots[crossing.device]
        found = (slots[at].get(crossing.region.identifier) for at in range(max(0, start), end))
        is_its = lambda slot: slot and slot.condition.region.is_same_circle(crossing.region)
        return [slot if is_its(slot) else None for slot in found]

    def _had_slot(self, crossing, since, end):
        """Whether the region had a slot after a fix, or later, for a moment at one fix too."""
        region = crossing.region
        shortly = any(
            each.identifier == region.identifier and each.is_same_circle(region)
            for changed in self.run.changed[crossing.device][max(0, since) + 1 : end]
            for each in changed
        )
        return shortly or any(self._slots(crossing, since, end))

    def _state_before(self, crossing):
        held = self._slots(crossing, crossing.index - 1, crossing.index)
        return held[0].state if held and held[0] else None

    def _is_silent(self, crossing):
        """Whether it has no slot, and one that came later would not tell of it."""
        if any(self._slots(crossing, crossing.index - 1, crossing.index)):
            return False
        settings = self.settings
        if settings.api == ANDROID and crossing.region.radius <= settings.max_radius:
            asked = settings.initial_trigger
            return crossing.event not in asked or crossing.event == OUTSIDE and INSIDE in asked
        if settings.api != "clmonitor" or crossing.region.radius > settings.max_radius:
            # What such an app registers is silent about its first state.
            return True
        known = None
        if settings.renew == "changed":
            told = self.run.known[crossing.device][crossing.index - 1]
            known = told.get(crossing.region.identifier)
        return crossing.event == ("exit" if known is None else known)

    def _first(self, crossing):
        """What stopped it first, as a choice of what can be removed, and the name for the slot."""
        end = len(self.by_device[crossing.device]) if crossing.end is None else crossing.end
        at_crossing = self._slots(crossing, crossing.index - 1, crossing.index)
        if not at_crossing or not at_crossing[0]:
            removed, pending = self._missing(crossing, crossing.index - 1)
            if removed:
                return self._removed(crossing, crossing.index - 1)
            if pending:
                return _SUSPENDED, None
            since = crossing.previous.index - 1 if crossing.previous else crossing.joined
            if crossing.event == "exit" and self._had_slot(crossing, since, crossing.index):
                return _SLOT, "evicted"
            if self._had_slot(crossing, crossing.index - 1, end):
                return _SLOT, "registered-late"
            for at in range(crossing.index, end):
                if self._missing(crossing, at)[0]:
                    return self._removed(crossing, at)
            return _SLOT, "not-registered"
        held = at_crossing[0]
        confirmed = self._would_be_confirmed(crossing, held)
        if confirmed is None:
            return self._by_sight(crossing, held)
        lost = self._lost_in(crossing, held, confirmed)
        if not lost and not self.sees_every_fix and not self._was_suspended(crossing, confirmed):
            return self._by_sight(crossing, held)
        return lost or self._unwatched(crossing, held)

    def _lost_in(self, crossing, held, last):
        """What ended the registration of a stay up to a fix, or None."""
        if held.state is None and self._was_restarted(crossing):
            return _RENEWAL, "evicted"
        for at in range(crossing.index, last + 1):
            # Registrations are lost or expire before boundaries are evaluated, and regions chosen.
            is_removed, is_suspended = self._missing(crossing, at)
            if is_removed:
                return self._removed(crossing, at)
            (slot,) = self._slots(crossing, at, at + 1)
            if at == last:
                # So are regions that the scenario lets the app add again.
                is_new = slot and slot.condition is not held.condition
                return (_SUSPENDED, None) if is_new and slot.condition.is_added_again else None
            if slot is None:
                return (_SUSPENDED, None) if is_suspended else (_SLOT, "evicted")
            if slot.condition is not held.condition:
                return _SUSPENDED if slot.condition.is_added_again else _RENEWAL, "evicted"

    def _unwatched(self, crossing, held):
        """Of a stay that meets the rules: the outage, or that no certain fix had decided before."""
        if held.state is None and held.is_watched and not self._has_rebooted(crossing):
            return frozenset({"overlap" if self.is_android else "accuracy"}), "evicted"
        if held.state and not any(each["do"] not in _HARMLESS for each in self.entries):
            # The numbers that were drawn for it asked for more than their medians.
            is_drawn = self.settings.spreads[0 if crossing.event == INSIDE else 1]
            return frozenset({"dwell" if is_drawn else "cushion"}), None
        return _SUSPENDED, "evicted"

    def _by_sight(self, crossing, held):
        """The rule that stopped it; before that what the phone did not see of it: `unseen` without a
        look before the way back, `mislocated` where all looks put the device elsewhere, or one had
        put it on the new side before."""
        if self.sees_every_fix:
            return frozenset({self._first_rule(crossing) or "accuracy"}), None
        seen = self.run.seen[crossing.device][crossing.index : crossing.end]
        found = [each for each in seen if each]
        if not found:
            return _POSITIONING, "unseen"
        found = [each for each in found if self._is_on_side(crossing, each)]
        if not found or held.state == crossing.event or held.is_under_way:
            return _POSITIONING, "mislocated"
        stay = self.by_device[crossing.device][crossing.index : crossing.end]
        rule = "overlap" if self.is_android else self._too_little(crossing, stay)
        rule = rule or self._unmet(crossing, found, is_known=held.state is not None)
        if rule:
            return frozenset({rule}), None
        # It was seen as the rules ask for.
        last = crossing.index + len(seen) - 1
        return self._lost_in(crossing, held, last) or self._unwatched(crossing, held)

    def _is_on_side(self, crossing, seen):
        inside = Condition(crossing.region).distance(seen.place) <= 0
        return inside == (crossing.event == INSIDE)

    def _was_suspended(self, crossing, confirmed):
        """Whether an event was held back at a fix from the one before the crossing on."""
        start = crossing.index - 1
        slots = self._slots(crossing, start, confirmed + 1)
        hears = self.run.hears[crossing.device][start : confirmed + 1]
        return not all(hears) or any(each and not each.is_watched for each in slots)

    def _removed(self, crossing, at):
        """That cause, and the action that took the registration: None where it had expired."""
        removed, expired = self.run.missing[crossing.device][max(0, at)][:2]
        identifier = crossing.region.identifier
        crossing.removal = None if identifier in expired else removed.get(identifier)
        return _REMOVED, None

    def _missing(self, crossing, at):
        """Whether the region was removed after a fix, and whether it was still to be added."""
        removed, expired, pending, is_restarted = self.run.missing[crossing.device][max(0, at)]
        identifier = crossing.region.identifier
        is_expired = at >= crossing.index and identifier in expired
        return identifier in removed or is_expired, identifier in pending or is_restarted

    def _has_rebooted(self, crossing):
        actions = scenario.actions(self.entries, self.whole[0].time)
        return any(each.what == "reboot" and each.time <= crossing.time for each in actions)

    def _would_be_confirmed(self, crossing, held):
        """The fix at which the stay is confirmed, or would be by a monitor that saw it begin."""
        its = self.by_device[crossing.device]
        is_ahead = crossing.confirmed_at is not None and crossing.confirmed_at < crossing.time
        if crossing.confirmed_at is not None and not is_ahead:
            found = (at for at in range(crossing.index, len(its)))
            return next(at for at in found if its[at].time == crossing.confirmed_at)
        if not self.sees_every_fix or held.state == crossing.event or held.is_under_way:
            # The monitor saw it begin before, as what undid that was uncertain.
            return None
        opposite = OUTSIDE if crossing.event == INSIDE else INSIDE
        witness = (Geofence if self.is_android else Condition)(crossing.region, opposite)
        for at in range(crossing.index, len(its) if crossing.end is None else crossing.end):
            if witness.observe(its[at], self.settings, self.closeness):
                return at
        return None

    def _was_restarted(self, crossing):
        """Whether the registration in force had taken the place of another of the region, which had
        not expired."""
        start = max(0, crossing.joined - 1)
        slots = self._slots(crossing, start, crossing.index)
        at = len(slots) - 1
        while at > 0 and slots[at - 1] and slots[at - 1].condition is slots[at].condition:
            at -= 1
        is_added_again = slots and slots[at] and slots[at].condition.is_added_again
        is_expired = crossing.region.identifier in self.run.missing[crossing.device][start + at][1]
        return at > 0 and bool(slots[at - 1]) and not is_added_again and not is_expired

    def _first_rule(self, crossing):
        """The first rule, in the order dwell, cushion, accuracy, that the stay does not satisfy."""
        if self.is_android:
            return "overlap"
        stay = self.by_device[crossing.device][crossing.index : crossing.end]
        return self._unmet(crossing, stay)

    def _too_little(self, crossing, stay):
        """The dwell or the cushion, where some fixes of a stay do not last or reach so far."""
        dwell = self.settings.dwell_milliseconds(crossing.event == INSIDE)
        if stay[-1].time - stay[0].time < dwell:
            return "dwell"
        condition = Condition(crossing.region)
        depths = [abs(condition.distance(fix.place)) for fix in stay]
        past = self.settings.cushion
        if crossing.event == "enter":
            past = self.settings.inward_cushion(crossing.region.radius)
        if max(depths) < past:
            return "cushion"
        return None

    def _unmet(self, crossing, stay, is_known=True):
        """The first rule that some fixes of a stay do not satisfy."""
        rule = self._too_little(crossing, stay)
        if rule:
            return rule
        condition = Condition(crossing.region)
        depths = [abs(condition.distance(fix.place)) for fix in stay]
        is_vague = not self.settings.ignore_accuracy and any(
            fix.accuracy is not None and depth < fix.accuracy for fix, depth in zip(stay, depths)
        )
        if is_vague:
            return "accuracy"
        # Deep enough, but perhaps not for long enough: no time is where no side is known yet.
        return "dwell" if is_known and self.settings.dwell_from == "cushion" else None


def _named(removed, first, slot):
    """The first cause, and what else has to go."""
    names = {"slot": slot, "renewal": "reset-by-renewal", "positioning": slot}
    main = next(each for each in removed if each in first)
    others = ", ".join(each for each in removed if each != main)
    return (names.get(main) or main) + (f" (and {others})" if others else "")


# Figures.


def totals(crossings):
    counted = [crossing for crossing in crossings if crossing.counts]
    told = [crossing for crossing in counted if crossing.told_at is not None]
    confirmed = [crossing for crossing in counted if crossing.confirmed_at is not None]
    both = [crossing for crossing in told if crossing.confirmed_at is not None]
    undecided = [crossing for crossing in counted if crossing.is_undecided]
    lost = [crossing for crossing in counted if crossing.is_lost]
    delays = sorted(crossing.told_at - crossing.time for crossing in told)
    causes = {}
    for crossing in lost:
        first = crossing.cause.split(" (")[0]
        causes[first] = causes.get(first, 0) + 1
    decided = len(counted) - len(undecided)
    return {
        "geometry": len(counted),
        "confirmed": len(confirmed),
        "delivered": len(told),
        "deliveredInitially": sum(crossing.is_told_initially for crossing in told),
        "unconfirmed": len(told) - len(both),
        "undecided": len(undecided),
        "lost": len(lost),
        "late": sum(crossing.told_at > crossing.confirmed_at for crossing in both),
        "recall": len(both) / len(confirmed) if confirmed else None,
        "reach": len(told) / decided if decided else None,
        "medianDelay": _median(delays),
        "worstDelay": number(delays[-1] / 1000) if delays else None,
        "causes": causes,
    }


def _median(delays):
    if not delays:
        return None
    middle = len(delays) // 2
    if len(delays) % 2:
        return number(delays[middle] / 1000)
    return number((delays[middle - 1] + delays[middle]) / 2000)


def described(crossing):
    fields = {
        "region": crossing.region.identifier,
        "event": crossing.event,
        "crossedAt": clock.printed(crossing.time),
    }
    if crossing.device is not None:
        fields["device"] = crossing.device
    if crossing.confirmed_at is not None:
        fields["confirmedAt"] = clock.printed(crossing.confirmed_at)
    if crossing.told_at is not None:
        fields["deliveredAt"] = clock.printed(crossing.told_at)
        fields["delay"] = number((crossing.told_at - crossing.time) / 1000)
        if crossing.is_told_initially:
            fields["initial"] = True
    if crossing.is_undecided:
        fields["undecided"] = True
    if crossing.cause and crossing.is_lost:
        fields["cause"] = crossing.cause
    return fields


def _judged(each):
    """What became of a crossing that is asked for, and the bounds of its stay."""
    crossing = each.crossing
    if not crossing.counts:
        return None
    fields = {
        "region": crossing.region.identifier,
        "event": crossing.event,
        "crossedAt": clock.printed(crossing.time),
        "between": [clock.printed(time) for time in each.between],
        "outcome": each.outcome,
        "reason": each.reason,
        "sure": each.sure,
        "removedAt": each.removal and clock.printed(each.removal.time),
        "deliveredAt": each.told and clock.printed(each.told[1]),
    }
    if crossing.device is not None:
        fields["device"] = crossing.device
    least, most = verdict.bounds(each.fixes, each.index, each.end)
    fields["stay"] = {"atLeast": number(least / 1000)}
    if most is not None:
        fields["stay"]["atMost"] = number(most / 1000)
    return fields


def nearest(fixes, region):
    """How near a region came that nobody entered: metres outside, and when."""
    away = min(((region.depth(fix.place), fix.time) for fix in fixes), default=None)
    return None if away is None or away[0] <= 0 else away


def audited(settings, own, entries, files, is_meant, made=File):
    """One strategy over all files, of the regions that are asked about."""
    audits = [made(*each, own, entries, settings) for each in files]
    crossings = [
        crossing
        for each in audits
        for crossing in each.crossings
        if crossing.counts and is_meant(crossing.region.identifier)
    ]
    fixes = [fix for each in audits for fix in each.fixes]
    changed = sum(each.run.registrations_changed for each in audits)
    spans = [its[-1].time - its[0].time for each in audits for its in each.by_device.values()]
    hours = sum(spans) / 3_600_000
    regions = []
    for region in own:
        if not is_meant(region.identifier):
            continue
        entry = {
            "region": region.identifier,
            "totals": totals([c for c in crossings if c.region.identifier == region.identifier]),
        }
        away = nearest(fixes, region)
        if away:
            entry["nearest"] = {
                "distance": number(round(away[0], 1)),
                "time": clock.printed(away[1]),
            }
        regions.append(entry)
    return {
        "settings": strategy(settings),
        "totals": {
            **totals(crossings),
            "repeated": sum(each.run.repeated(is_meant) for each in audits),
        },
        "regions": regions,
        "reselections": sum(each.run.reselections for each in audits),
        "registrationsChanged": changed,
        "registrationsChangedPerHour": changed / hours if hours else None,
        "crossings": [described(crossing) for crossing in crossings],
        "verdict": verdict.verdict(
            [device for each in audits for device in each.verdicts],
            settings,
            is_meant,
            is_drawn=made is not File,
        ),
        "judged": [
            judged
            for each in audits
            for device in each.verdicts
            for judged in map(_judged, device.judged)
            if judged and is_meant(judged["region"])
        ],
        "isKnifeEdge": any(
            each.closeness.is_knife_edge or each.run.is_knife_edge for each in audits
        ),
    }


def strategy(settings):
    """The settings that tell strategies apart."""
    return {
        "api": settings.api,
        "cushion": number(settings.cushion),
        "cushionIn": number(settings.cushion_in),
        "dwell": number(settings.dwell),
        "limit": settings.limit,
        "minRadius": number(settings.min_radius),
        "rank": settings.rank,
        "renew": settings.renew,
        "reselectOn": sorted(settings.reselect_on),
    }


def strategies(options):
    """Every combination of the alternatives, the first option varying slowest."""
    base = inputs.settings(options)
    axes = ("rank", "reselect_on", "limit", "renew", "dwell", "cushion", "cushion_in", "min_radius")
    alternatives = (getattr(options, axis) or [getattr(base, axis)] for axis in axes)
    for values in itertools.product(*alternatives):
        yield base.but(**dict(zip(axes, values)))


def run(options):
    own, entries = inputs.own_regions(options), inputs.entries(options)
    files, is_doubtful = [], False
    for fixes, is_doubtful in zip(inputs.all_fixes(options), inputs.doubtful_files(options)):
        files.append((inputs.prepared(options, fixes), fixes))
        # Files after such a one are not read.
        if is_doubtful:
            break
    is_meant = inputs.is_meant(options)
    rows = [audited(each, own, entries, files, is_meant) for each in strategies(options)]
    return {"strategies": rows, "best": best(rows), "isDoubtful": is_doubtful}


def best(rows):
    """The index of the best: by recall, reach, fewest late, fewest changed, and order."""
    worth = lambda row: (
        -1 if row["totals"]["recall"] is None else row["totals"]["recall"],
        -1 if row["totals"]["reach"] is None else row["totals"]["reach"],
        -row["totals"]["late"],
        -row["registrationsChanged"],
    )
    return max(range(len(rows)), key=lambda index: (worth(rows[index]), -index))
