"""Checks of Android's geofences, on the road of the other checks."""

import math
import random
import unittest
from dataclasses import replace

import android
import audit
import overlap
from android import AndroidPhone
from errors import BadData, WrongUsage
from options import namespace, settings
from phone import SENTINEL
from positioning import Looks, Recorded, read
from regions import Alarm
from scenario import check
from selftest import FAR, HOME, SHOP, action, fix, life, region
from settings import ANDROID, Settings

PLAIN = Settings.of(ANDROID)
STAYS = PLAIN.but(loitering=60)


def told(settings, regions, fixes, *happens, kinds=("enter", "exit", "dwell")):
    return life(settings, regions, fixes, *happens, kinds=kinds, make=AndroidPhone)


def names(*arguments, **more):
    """What is told, each as (seconds, event, region)."""
    return [each[:3] for each in told(*arguments, **more)]


class Shares(unittest.TestCase):
    def test_it_is_the_share_of_the_points_of_the_circle(self):
        draw, points = random.Random(16), 40_000
        for _ in range(60):
            accuracy = math.exp(draw.uniform(0, 7))
            radius = accuracy * math.exp(draw.uniform(-1.5, 1.5))
            distance = draw.uniform(0, 1.1) * (radius + accuracy)
            within = 0
            for _ in range(points):
                angle, away = draw.uniform(0, 2 * math.pi), accuracy * math.sqrt(draw.random())
                east = distance + away * math.cos(angle)
                within += math.hypot(east, away * math.sin(angle)) <= radius
            found = overlap.share(distance, radius, accuracy)
            # Five standard deviations.
            apart = 5 * math.sqrt(found * (1 - found) / points) + 1e-9
            self.assertAlmostEqual(found, within / points, delta=apart)

    def test_it_is_the_sum_of_narrow_strips(self):
        draw, strips = random.Random(17), 4000
        for _ in range(60):
            accuracy = math.exp(draw.uniform(0, 7))
            radius = accuracy * math.exp(draw.uniform(-1.5, 3))
            distance = draw.uniform(abs(radius - accuracy), radius + accuracy)
            area, width = 0.0, 2 * accuracy / strips
            for index in range(strips):
                at = (index + 0.5) * width - accuracy
                half = min(accuracy**2 - at**2, max(0, radius**2 - (distance - at) ** 2))
                area += 2 * math.sqrt(half) * width
            found = overlap.share(distance, radius, accuracy)
            self.assertAlmostEqual(found, area / (math.pi * accuracy**2), delta=1e-5)

    def test_wholly_in_out_and_covered_are_exact(self):
        self.assertEqual(overlap.share(70.1, 100.1, 30), 1)
        self.assertEqual(overlap.share(130.1, 100.1, 30), 0)
        self.assertEqual(overlap.share(0, 30.1, 60.2), (30.1 / 60.2) ** 2)
        self.assertEqual(overlap.share(30.1, 30.1, 60.2), 0.25)
        self.assertEqual(overlap.share(0, 50, 50), 1)

    def test_it_is_continuous_where_the_circles_touch(self):
        for radius, accuracy in ((100, 30), (30, 100), (50, 50), (150_000, 5), (5, 1414)):
            for touch in (radius + accuracy, abs(radius - accuracy)):
                for by in (1e-9, 1e-7, 1e-5):
                    before, after = (
                        overlap.share(abs(touch + sign * by), radius, accuracy) for sign in (-1, 1)
                    )
                    self.assertAlmostEqual(before, after, delta=1e-6)

    def test_a_wide_region_has_a_straight_boundary(self):
        # The share of a circle beyond a chord at half its radius.
        beyond = (math.acos(0.5) - 0.5 * math.sqrt(0.75)) / math.pi
        for radius in (1e5, 1e6, 1e7):
            self.assertAlmostEqual(overlap.share(radius, radius, 5), 0.5, delta=1e-4)
            self.assertAlmostEqual(overlap.share(radius + 2.5, radius, 5), beyond, delta=1e-4)

    def test_it_falls_with_the_distance(self):
        for radius, accuracy in ((100, 30), (30, 100), (50, 50)):
            shares = [overlap.share(at, radius, accuracy) for at in range(200)]
            self.assertEqual(shares, sorted(shares, reverse=True))

    def test_the_thresholds_themselves_decide(self):
        # A region of half the radius of the fix's circle covers a quarter of it.
        self.assertIs(overlap.is_inside(10, 50, 100, (0.75, 0.25)), False)
        self.assertIs(overlap.is_inside(10, 50, 100, (0.25, 0.1)), True)
        self.assertIsNone(overlap.is_inside(10, 50, 100, (0.3, 0.2)))


class Crossings(unittest.TestCase):
    def test_a_crossing_is_told_at_its_own_fix(self):
        self.assertEqual(
            told(PLAIN, [HOME], [fix(0, 300), fix(10, 99), fix(11, 101)]),
            [(10, "enter", "Home", 10), (11, "exit", "Home", 11)],
        )

    def test_a_share_in_between_decides_nothing(self):
        fixes = [fix(0, 100, 50), fix(1, 80, 50), fix(2, 60, 50), fix(3, 100, 50), fix(4, 140, 50)]
        self.assertEqual(
            names(PLAIN, [HOME], fixes), [(2, "enter initial", "Home"), (4, "exit", "Home")]
        )

    def test_an_accuracy_of_nothing_is_geometry(self):
        self.assertEqual(len(names(PLAIN, [HOME], [fix(0, 100, 0), fix(1, 100.1, 0)])), 2)

    def test_a_circle_too_coarse_for_its_region_is_outside(self):
        fixes = [fix(0, 0), fix(1, 0, 199), fix(2, 0, 200), fix(3, 0, 400)]
        self.assertEqual(names(PLAIN, [HOME], fixes)[1:], [(2, "exit", "Home")])
        strict = PLAIN.but(overlap=(0.5, 0.0625))
        self.assertEqual(names(strict, [HOME], fixes)[1:], [(3, "exit", "Home")])


class FirstStates(unittest.TestCase):
    inside, outside = [fix(0, 0), fix(10, 500)], [fix(0, 500), fix(10, 0)]

    def test_only_what_is_asked_for_is_told(self):
        for triggers, first_inside, first_outside in (
            (("enter", "dwell"), ["enter initial"], []),
            (("enter", "exit"), ["enter initial"], []),
            (("exit",), [], ["exit initial"]),
            (("exit", "dwell"), [], ["exit initial"]),
            (("dwell",), [], []),
            ((), [], []),
        ):
            asked = PLAIN.but(initial_trigger=frozenset(triggers))
            kinds = [each[1] for each in names(asked, [HOME], self.inside)]
            self.assertEqual(kinds, first_inside + ["exit"])
            kinds = [each[1] for each in names(asked, [HOME], self.outside)]
            self.assertEqual(kinds, first_outside + ["enter"])

    def test_a_flag_suppresses_it(self):
        quiet = region("Home", 0, 100, notify_on_entry=False)
        self.assertEqual(names(PLAIN, [quiet], self.inside), [(10, "exit", "Home")])

    def test_every_add_determines_it_anew(self):
        each = PLAIN.but(limit=1, reselect_on=frozenset({"fix"}))
        fixes = [fix(0, 0), fix(1, 0), fix(2, 1000), fix(3, 0)]
        shops = [(2, "exit", "Home"), (2, "enter initial", "Shop"), (3, "exit", "Shop")]
        home = [(3, "enter initial", "Home")]
        first = [(0, "enter initial", "Home")]
        self.assertEqual(names(each, [HOME, SHOP], fixes), first + shops + home)
        again = [(1, "enter initial", "Home")]
        everything = each.but(renew="all")
        self.assertEqual(names(everything, [HOME, SHOP], fixes), first + again + shops + home)

    def test_an_equal_circle_replaces(self):
        happens = action(5, "add", region=HOME)
        self.assertEqual(len(names(PLAIN, [HOME], [fix(0, 0), fix(10, 0)], happens)), 2)

    def test_an_initial_enter_rings_an_alarm_and_an_initial_exit_none(self):
        asked = PLAIN.but(initial_trigger=frozenset({"exit"}))
        arrival = region("todo", 0, 100, notify_on_exit=False, alarm=Alarm("A", "enter"))
        leaving = region("todo", 0, 100, notify_on_entry=False, alarm=Alarm("B", "exit"))
        self.assertEqual(names(PLAIN, [arrival], self.inside), [(0, "enter initial", "todo")])
        self.assertEqual(names(asked, [leaving], self.outside), [])


class Dwells(unittest.TestCase):
    def test_it_follows_an_enter_and_has_its_beginning(self):
        fixes = [fix(0, 500), fix(10, 0), fix(69, 0), fix(75, 0), fix(200, 0)]
        expected = [(10, "enter", "Home", 10), (75, "dwell", "Home", 10)]
        self.assertEqual(told(STAYS, [HOME], fixes), expected)
        self.assertEqual(told(PLAIN, [HOME], fixes), expected[:1])
        at_once = (10, "dwell", "Home", 10)
        self.assertEqual(told(STAYS.but(loitering=0), [HOME], fixes), [expected[0], at_once])

    def test_an_exit_at_that_fix_cancels_it_and_a_share_in_between_does_not(self):
        entered = [fix(0, 500), fix(10, 0)]
        self.assertEqual(names(STAYS, [HOME], [*entered, fix(70, 500)])[1:], [(70, "exit", "Home")])
        between = names(STAYS, [HOME], [*entered, fix(70, 100, 50)])
        self.assertEqual(between[1:], [(70, "dwell", "Home")])

    def test_a_region_found_inside_dwells_where_that_is_an_initial_trigger(self):
        fixes = [fix(0, 0), fix(60, 0)]
        told_of = lambda *triggers: [
            each[1]
            for each in names(STAYS.but(initial_trigger=frozenset(triggers)), [HOME], fixes)
        ]
        self.assertEqual(told_of("enter", "dwell"), ["enter initial", "dwell"])
        self.assertEqual(told_of("dwell"), ["dwell"])
        self.assertEqual(told_of("enter"), ["enter initial"])

    def test_a_silent_enter_dwells_and_counts_for_no_selection(self):
        quiet = region("Home", 0, 100, notify_on_entry=False)
        fixes = [fix(0, 500), fix(10, 0), fix(70, 0)]
        self.assertEqual(names(STAYS, [quiet], fixes), [(70, "dwell", "Home")])
        few = STAYS.but(limit=1, reselect_on=frozenset({"event"}))
        kinds = names(few, [quiet, FAR], fixes, kinds=("reselect",))
        self.assertEqual(len(kinds), 1)

    def test_no_flag_suppresses_it(self):
        quiet = region("Home", 0, 100, notify_on_entry=False, notify_on_exit=False)
        fixes = [fix(0, 500), fix(10, 0), fix(70, 0), fix(80, 500)]
        self.assertEqual(names(STAYS, [quiet], fixes), [(70, "dwell", "Home")])

    def test_an_alarm_has_none(self):
        leaving = region("todo", 0, 100, notify_on_entry=False, alarm=Alarm("B", "exit"))
        fixes = [fix(0, 500), fix(10, 0), fix(70, 0), fix(80, 500)]
        self.assertEqual(names(STAYS, [leaving], fixes), [(80, "exit", "todo")])

    def test_it_comes_after_the_enters_of_its_fix(self):
        regions = [region(name, 0, 100) for name in "ba"] + [region("c", 400, 100)]
        fixes = [fix(0, 400), fix(1, 0)]
        self.assertEqual(
            [each[1:] for each in names(STAYS.but(loitering=0), regions, fixes)][2:],
            [
                ("exit", "c"),
                ("enter", "a"),
                ("enter", "b"),
                ("dwell", "a"),
                ("dwell", "b"),
            ],
        )

    def test_it_starts_the_app(self):
        fixes = [fix(0, 0), fix(60, 0)]
        kinds = ("relaunch", "dwell")
        found = names(STAYS, [HOME], fixes, action(5, "terminate"), kinds=kinds)
        self.assertEqual([each[1] for each in found], ["relaunch", "dwell"])


class Registrations(unittest.TestCase):
    drive = [fix(0, 500), fix(10, 500), fix(20, 1000), fix(30, 500), fix(40, 1000)]
    enters = [(20, "enter", "Shop"), (30, "exit", "Shop"), (40, "enter", "Shop")]
    kept = PLAIN.but(initial_trigger=frozenset())

    def test_what_is_lost_is_lost_until_the_user_opens_the_app(self):
        for lost in (
            [action(1, "reboot"), action(2, "unlock")],
            [action(1, "update")],
            [action(1, "force-stop")],
            [action(1, "clear-data")],
            [action(1, "location", "off"), action(2, "location", "on"), action(3, "terminate")],
        ):
            self.assertEqual(names(self.kept, [SHOP], self.drive, *lost), [], lost)
            launched = names(self.kept, [SHOP], self.drive, *lost, action(25, "launch"))
            self.assertEqual(launched, self.enters[2:], lost)

    def test_a_launch_adds_all_again_though_nothing_is_lost(self):
        rests = [fix(0, 0), fix(10, 0)]
        for before, launched in (
            ([], "launch"),
            ([action(4, "terminate")], "launch"),
            ([action(4, "terminate")], "foreground"),
        ):
            found = names(PLAIN, [HOME], rests, *before, action(5, launched))
            self.assertEqual([each[0] for each in found], [0, 10])
        self.assertEqual(len(names(PLAIN, [HOME], rests, action(5, "foreground"))), 1)
        # The old registration tells nothing more.
        walks = names(PLAIN, [HOME], [fix(0, 0), fix(10, 500)], action(5, "launch"))
        self.assertEqual(len(walks), 1)

    def test_a_broadcast_may_add_all_again(self):
        boots, renews = (self.kept.but(reregister=frozenset({each})) for each in ("boot", "update"))
        restart = [action(1, "reboot"), action(25, "unlock")]
        self.assertEqual(names(boots, [SHOP], self.drive, *restart), self.enters[2:])
        self.assertEqual(names(renews, [SHOP], self.drive, *restart), [])
        self.assertEqual(names(renews, [SHOP], self.drive, action(1, "update")), self.enters)
        self.assertEqual(names(boots, [SHOP], self.drive, action(1, "update")), [])

    def test_a_force_stopped_app_hears_of_no_boot(self):
        boots = self.kept.but(reregister=frozenset({"boot", "update"}))
        stopped = action(1, "force-stop"), action(2, "reboot"), action(3, "unlock")
        self.assertEqual(names(boots, [SHOP], self.drive, *stopped, action(4, "update")), [])

    def test_the_app_does_not_know(self):
        # The difference alone is added: the new region, and not the one that was lost.
        more = action(15, "add", region=region("New", 500, 50))
        off = action(1, "location", "off"), action(2, "location", "on")
        found = names(self.kept, [SHOP], self.drive, *off, more)
        self.assertEqual(found, [(30, "enter", "New"), (40, "exit", "New")])
        everything = names(self.kept.but(renew="all"), [SHOP], self.drive, *off, more)
        self.assertEqual({each[2] for each in everything}, {"New", "Shop"})

    def test_a_launch_lets_broadcasts_reach_a_force_stopped_app(self):
        renews = self.kept.but(reregister=frozenset({"update"}))
        stopped = action(1, "force-stop"), action(2, "launch"), action(3, "update")
        self.assertEqual(names(renews, [SHOP], self.drive, *stopped), self.enters)

    def test_an_app_without_data_selects_by_the_next_place(self):
        nearest = self.kept.but(limit=1, reselect_on=frozenset({"event"}))
        drive = [fix(0, 9000), fix(10, 500), fix(20, 1000)]
        reopened = action(5, "launch")
        cleared = names(nearest, [SHOP, FAR], drive, action(1, "clear-data"), reopened)
        self.assertEqual(cleared, [(20, "enter", "Shop")])
        kept = names(nearest, [SHOP, FAR], drive, action(1, "update"), reopened)
        self.assertEqual(kept, [])

    def test_a_first_selection_waits_for_a_dead_app(self):
        boots = self.kept.but(reregister=frozenset({"boot"}))
        dead = action(-1, "terminate")
        self.assertEqual(names(boots, [SHOP], self.drive, dead), [])
        restart = action(5, "reboot"), action(5, "unlock")
        self.assertEqual(names(boots, [SHOP], self.drive, dead, *restart), self.enters)

    def test_it_expires_silently_until_a_selection_adds_it(self):
        brief = PLAIN.but(expire=20, limit=1, reselect_on=frozenset({"event"}))
        fixes = [fix(0, 0), fix(19, 500), fix(20, 0), fix(30, 500)]
        # The exit at 19 chooses Home again, which is registered; at 20 it is gone.
        expected = [(0, "enter initial", "Home"), (19, "exit", "Home")]
        self.assertEqual(names(brief, [HOME, FAR], fixes), expected)
        often = brief.but(reselect_on=frozenset({"fix"}))
        expected += [(20, "enter initial", "Home"), (30, "exit", "Home")]
        self.assertEqual(names(often, [HOME, FAR], fixes), expected)

    def test_the_sentinel_obeys_the_share_and_is_lost_too(self):
        few = PLAIN.but(limit=2, sentinel_radius=300)
        fixes = [fix(0, 0), fix(1, 320, 100), fix(2, 360, 100), fix(3, 1000), fix(4, 9000)]
        selected = lambda *happens: [
            each[0] for each in names(few, [HOME, SHOP, FAR], fixes, *happens, kinds=("reselect",))
        ]
        self.assertEqual(selected(), [0, 2, 3, 4])
        gone = action(2, "terminate"), action(2, "update")
        self.assertEqual(selected(*gone), [0])
        # Added again where it was, it is judged from the fix after that.
        self.assertEqual(selected(*gone, action(3, "launch")), [0, 4])

    def test_the_sentinel_never_expires(self):
        few = PLAIN.but(limit=2, sentinel_radius=300, expire=5)
        found = names(few, [HOME, SHOP, FAR], [fix(0, 0), fix(9, 1000)], kinds=("reselect",))
        self.assertEqual([each[0] for each in found], [0, 9])

    def test_only_a_hundred_are_taken(self):
        many = [region(f"{index:03}", index, 10) for index in range(101)]
        phone = AndroidPhone(PLAIN.but(reselect_on=frozenset({"none"})), many)
        phone.take(fix(0, 5000))
        self.assertEqual((len(phone.conditions), phone.refused), (100, {"100"}))
        chosen = AndroidPhone(PLAIN, many)
        chosen.take(fix(0, 5000))
        self.assertEqual(len(chosen.conditions), 100)
        self.assertIn(SENTINEL, chosen.conditions)
        self.assertNotIn("000", chosen.conditions)


class Permission(unittest.TestCase):
    drive = Registrations.drive

    def test_less_than_always_suspends_what_is_registered(self):
        for less in (
            action(15, "authorize", "when-in-use"),
            action(15, "accuracy", "reduced"),
        ):
            back = action(35, less.what, "always" if less.what == "authorize" else "full")
            found = names(PLAIN, [SHOP], self.drive, less, back)
            self.assertEqual(found, [(40, "enter", "Shop")])

    def test_an_add_fails_once_and_is_tried_again(self):
        less, back = action(-1, "authorize", "when-in-use"), action(25, "authorize", "always")
        phone_told = lambda *happens: names(
            PLAIN.but(renew="all", reselect_on=frozenset({"fix"}), limit=1),
            [SHOP, FAR],
            self.drive,
            action(-2, "foreground"),
            *happens,
            kinds=("failed", "enter", "exit"),
        )
        self.assertEqual(phone_told(less), [(0, "failed", "Shop")])
        # Silently outside at 30; at 40 an enter, for which the app adds it anew.
        later = [(40, "enter", "Shop"), (40, "enter initial", "Shop")]
        self.assertEqual(phone_told(less, back), [(0, "failed", "Shop"), *later])

    def test_what_a_started_app_tries_again_is_judged_at_that_fix(self):
        happens = (
            action(5, "authorize", "when-in-use"),
            action(5, "add", region=SHOP),
            action(11, "terminate"),
            action(12, "authorize", "always"),
        )
        found = names(PLAIN, [HOME], [fix(0, 0), fix(10, 0), fix(20, 1000)], *happens)
        expected = [(20, "exit", "Home"), (20, "enter initial", "Shop")]
        self.assertEqual(found, [(0, "enter initial", "Home"), *expected])

    def test_it_fails_once_by_its_identifier(self):
        fixes = [fix(at, 0) for at in range(0, 60, 10)]
        happens = (
            action(5, "location", "off"),
            action(15, "add", region=region("Home", 0, 120)),
            action(25, "authorize", "denied"),
            action(35, "launch"),
        )
        found = names(PLAIN, [HOME], fixes, *happens, kinds=("failed",))
        self.assertEqual([each[0] for each in found], [10])
        # What has been added since may fail again.
        back = action(25, "location", "on"), action(35, "launch"), action(45, "location", "off")
        found = names(PLAIN, [HOME], fixes, happens[0], *back, kinds=("failed",))
        self.assertEqual([each[0] for each in found], [10, 50])

    def test_it_is_tried_again_at_the_grant(self):
        less, back = action(-1, "authorize", "denied"), action(15, "authorize", "always")
        found = names(PLAIN, [SHOP], self.drive, less, back)
        first = (20, "enter initial", "Shop")
        self.assertEqual(found, [first, (30, "exit", "Shop"), (40, "enter", "Shop")])

    def test_nothing_is_added_without_location(self):
        off, on = action(-1, "location", "off"), action(15, "location", "on")
        self.assertEqual(names(PLAIN, [SHOP], self.drive, off, on), [])

    def test_without_location_each_region_fails(self):
        phone = AndroidPhone(PLAIN, [SHOP, HOME], [action(15, "location", "off")])
        failed = [
            (each.fix.time, each.region.identifier, each.cause)
            for at in self.drive
            for each in phone.take(at)
            if each.event == "failed"
        ]
        gone = android.NOT_AVAILABLE
        self.assertEqual(failed, [(20_000, "Home", gone), (20_000, "Shop", gone)])


class Looking(unittest.TestCase):
    def test_a_fix_too_soon_is_no_look(self):
        recorded = Recorded(60)
        seen = [recorded.take(fix(at, 0), []) is not None for at in (0, 59, 60, 119, 121)]
        self.assertEqual(seen, [True, False, True, False, True])
        looks = Looks(read("android"), 1, 0, None, 150)
        drive = [looks.take(fix(at, at * 20), []) is not None for at in range(0, 421, 60)]
        self.assertEqual(drive, [True, False, False, True, False, False, True, False])

    def test_a_device_at_rest_is_looked_for_less(self):
        looks = Looks(read("android"), 1, 0, None)
        places = [(0, 0), (120, 40), (240, 50), (360, 10), (480, 61), (500, 60)]
        seen = [looks.take(fix(*each), []) is not None for each in places]
        self.assertEqual(seen, [True, False, False, True, True, False])
        # It rests where the last look was, not where the first one was.
        looks = Looks(read("android"), 1, 0, None)
        seen = [looks.take(fix(at, min(at, 120)), []) is not None for at in (0, 120, 240, 480)]
        self.assertEqual(seen, [True, True, False, True])
        exact = Looks(replace(read("android"), still_within=0), 1, 0, None)
        looked = [exact.take(fix(at, 0), []) and 0 or exact.looked_at for at in (0, 120, 360)]
        self.assertEqual(looked, [0, 0, 360_000])


class Audits(unittest.TestCase):
    def file(self, settings, regions, fixes, *happens):
        entries = [{"at": f"+{at}s", "do": what, "to": "off"} for at, what in happens]
        return audit.File(fixes, fixes, regions, entries, settings)

    def test_a_crossing_is_confirmed_by_the_share(self):
        fixes = [fix(0, 500), fix(10, 80, 50), fix(20, 0, 50), fix(30, 120), fix(40, 80, 50)]
        enter, leaving, last = self.file(PLAIN, [HOME], fixes).crossings
        self.assertEqual((enter.time, enter.confirmed_at, enter.told_at), (10_000, 20_000, 20_000))
        self.assertEqual((leaving.confirmed_at, last.confirmed_at), (30_000, None))
        self.assertTrue(last.is_undecided)

    def test_without_registrations_nothing_is_delivered_though_confirmed(self):
        lost = self.file(PLAIN, [SHOP], Registrations.drive, (5, "update"))
        self.assertEqual([each.confirmed_at for each in lost.crossings], [20_000, 30_000, 40_000])
        self.assertTrue(all(each.is_lost for each in lost.crossings))

    def test_an_enter_after_an_enter_is_repeated(self):
        each = PLAIN.but(limit=1, reselect_on=frozenset({"fix"}), renew="all")
        fixes = [fix(0, 0), fix(10, 0), fix(20, 0), fix(30, 500), fix(40, 0)]
        self.assertEqual(self.file(each, [HOME, FAR], fixes).run.repeated(lambda name: True), 3)


class Refusals(unittest.TestCase):
    def test_options_of_the_other_system_are_wrong_usage(self):
        for given in (
            {"dwell": 20},
            {"platform": "ios"},
            {"limit": 101},
            {"reselect-on": "event,significant"},
            {"overlap": "0.25,0.75"},
            {"overlap": "0.5,0.5"},
            {"initial-trigger": "none,exit"},
            {"loitering": "-1"},
        ):
            with self.assertRaises(WrongUsage):
                settings(namespace(api=ANDROID, **given))
        with self.assertRaises(WrongUsage):
            settings(namespace(loitering=60))

    def test_actions_of_the_other_system_are_bad_data(self):
        for what in ("sleep", "background-refresh"):
            with self.assertRaises(BadData):
                check([action(1, what)], [], "ios", ANDROID)
        for what in ("update", "clear-data", "location"):
            with self.assertRaises(BadData):
                check([action(1, what)], [], "ios")
            check([action(1, what)], [], "ios", ANDROID)
        with self.assertRaises(BadData):
            check([action(1, "reboot"), action(1, "update")], [], "ios", ANDROID)
