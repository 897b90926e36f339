"""Checks of the model on a road along the equator: places are metres east of its start."""

import math
import unittest

import audit
import crossings
from phone import Phone
from positioning import Grade, Looks, Model
from regions import Alarm, Region
from scenario import Action, actions, check
from errors import BadData
from settings import ANDROID, Settings
from tracks import Fix, interpolated

_DEGREE = 111_319.49079327358


def fix(seconds, east, accuracy=None, device=None):
    return Fix(seconds * 1000, 0.0, east / _DEGREE, accuracy, device)


def region(identifier, east, radius, **flags):
    return Region(identifier, 0.0, east / _DEGREE, radius, **flags)


def action(seconds, what, to=None, **more):
    return Action(seconds * 1000, what, to, **more)


HOME, SHOP, FAR = region("Home", 0, 100), region("Shop", 1000, 100), region("Far", 9000, 100)
PLAIN = Settings(cushion=0, dwell=0)


def life(settings, regions, fixes, *happens, kinds=("enter", "exit"), make=Phone):
    """What a phone tells, each as (seconds, event, region, crossed at)."""
    phone = make(settings, regions, happens)
    return [
        (
            notice.fix.time // 1000,
            notice.event + (" initial" if notice.news and notice.news.is_initial else ""),
            notice.region.identifier if notice.region else None,
            notice.news and notice.news.crossed.time // 1000,
        )
        for each in fixes
        for notice in phone.take(each)
        if notice.event in kinds and not notice.is_suppressed
    ]


class Crossings(unittest.TestCase):
    def test_a_crossing_needs_dwell_and_cushion(self):
        fixes = [fix(0, 0), fix(10, 150), fix(20, 310), fix(29, 310), fix(30, 310)]
        self.assertEqual(
            life(Settings(), [HOME], fixes),
            [(0, "enter initial", "Home", 0), (30, "exit", "Home", 10)],
        )

    def test_the_cushion_may_be_reached_before_the_dwell(self):
        fixes = [fix(0, 0), fix(10, 310), fix(30, 150)]
        self.assertEqual(life(Settings(), [HOME], fixes)[1:], [(30, "exit", "Home", 10)])

    def test_a_fix_back_drops_it(self):
        fixes = [fix(0, 0), fix(10, 310), fix(20, 50), fix(30, 310), fix(49, 310)]
        self.assertEqual(len(life(Settings(), [HOME], fixes)), 1)

    def test_the_inward_cushion_is_none_by_default_and_half_the_radius_at_most(self):
        fixes = [fix(0, 300), fix(10, 99), fix(30, 99)]
        self.assertEqual(life(Settings(), [HOME], fixes), [(30, "enter", "Home", 10)])
        self.assertEqual(life(Settings(cushion_in=500), [HOME], fixes), [])
        deep = fixes + [fix(31, 50)]
        self.assertEqual(life(Settings(cushion_in=500), [HOME], deep), [(31, "enter", "Home", 10)])

    def test_a_fix_that_straddles_the_boundary_decides_nothing(self):
        fixes = [fix(0, 0, 101), fix(1, 0, 100), fix(2, 150, 51), fix(3, 150, 50)]
        expected = [(1, "enter initial", "Home", 1), (3, "exit", "Home", 3)]
        self.assertEqual(life(PLAIN, [HOME], fixes), expected)

    def test_exits_come_before_enters_each_by_identifier(self):
        regions = [
            region(name, east, 100) for name, east in (("b", 0), ("a", 0), ("d", 500), ("c", 500))
        ]
        told = life(PLAIN, regions, [fix(0, 0), fix(1, 500)])
        self.assertEqual(
            [each[1:3] for each in told[2:]],
            [
                ("exit", "a"),
                ("exit", "b"),
                ("enter", "c"),
                ("enter", "d"),
            ],
        )

    def test_cllocationmanager_takes_the_first_state_silently(self):
        classic = PLAIN.but(api="cllocationmanager")
        fixes = [fix(0, 0), fix(1, 500), fix(2, 0)]
        expected = [(1, "exit", "Home", 1), (2, "enter", "Home", 2)]
        self.assertEqual(life(classic, [HOME], fixes), expected)

    def test_a_flag_suppresses_the_report_alone(self):
        quiet = region("Home", 0, 100, notify_on_exit=False)
        told = life(PLAIN, [quiet], [fix(0, 0), fix(1, 500), fix(2, 0)])
        self.assertEqual(told, [(0, "enter initial", "Home", 0), (2, "enter", "Home", 2)])


class Selection(unittest.TestCase):
    def test_the_nearest_are_registered_at_a_significant_change(self):
        one = PLAIN.but(limit=1)
        fixes = [fix(0, 0), fix(299, 1000), fix(300, 1000), fix(301, 0)]
        expected = [
            (0, "enter initial", "Home", 0),
            (299, "exit", "Home", 299),
            (300, "enter initial", "Shop", 300),
        ]
        self.assertEqual(life(one, [HOME, SHOP], fixes), expected + [(301, "exit", "Shop", 301)])

    def test_boundary_ranks_by_the_edge(self):
        wide = region("Wide", 700, 600)
        told = life(PLAIN.but(limit=1, rank="boundary"), [HOME, wide], [fix(0, 0), fix(300, 600)])
        self.assertEqual(told[-1], (300, "enter initial", "Wide", 300))

    def test_the_sentinel_takes_a_slot_and_its_exit_selects(self):
        settings = PLAIN.but(limit=2, reselect_on=frozenset({"sentinel"}), sentinel_radius=300)
        told = life(settings, [HOME, SHOP, FAR], [fix(0, 0), fix(1, 300), fix(2, 901)])
        self.assertEqual(
            told,
            [
                (0, "enter initial", "Home", 0),
                (1, "exit", "Home", 1),
                (2, "enter initial", "Shop", 2),
            ],
        )

    def test_a_region_that_comes_back_assumes_what_was_told(self):
        settings = PLAIN.but(limit=1, reselect_on=frozenset({"fix"}), dwell=10)
        fixes = [fix(0, 0), fix(1, 950), fix(2, 0), fix(20, 150), fix(30, 150)]
        told = life(settings, [HOME, SHOP], fixes)
        self.assertEqual(
            told[:2], [(0, "enter initial", "Home", 0), (1, "enter initial", "Shop", 1)]
        )
        self.assertEqual(told[2:], [(30, "exit", "Home", 20)])

    def test_renewing_all_tells_the_initial_state_again(self):
        settings = PLAIN.but(limit=1, reselect_on=frozenset({"fix"}), renew="all")
        told = life(settings, [HOME, FAR], [fix(0, 0), fix(1, 0)])
        self.assertEqual([each[1] for each in told], ["enter initial", "enter initial"])


class Lives(unittest.TestCase):
    drive = [fix(0, 0), fix(10, 500), fix(20, 1000), fix(30, 1500), fix(40, 2000)]

    def test_an_event_relaunches_the_app(self):
        told = life(
            PLAIN, [HOME], self.drive, action(1, "terminate"), kinds=("enter", "exit", "relaunch")
        )
        self.assertEqual(
            [each[:3] for each in told],
            [
                (0, "enter initial", "Home"),
                (10, "relaunch", None),
                (10, "exit", "Home"),
            ],
        )

    def test_what_waits_for_a_dead_app_stops_the_watch_until_the_fix_after(self):
        off = action(1, "terminate"), action(1, "background-refresh", "off")
        told = life(PLAIN, [SHOP], self.drive, *off, action(39, "launch"))
        # The unsatisfied state was told before; the enter waits, and the exit is not seen.
        self.assertEqual(told, [(40, "enter", "Shop", 20)])
        told = life(PLAIN, [SHOP], [*self.drive, fix(50, 2500)], *off, action(39, "launch"))
        self.assertEqual(told, [(40, "enter", "Shop", 20), (50, "exit", "Shop", 50)])

    def test_what_waits_for_a_running_app_is_the_latest(self):
        deaf = action(1, "background"), action(1, "background-refresh", "off")
        told = life(PLAIN, [SHOP], self.drive, *deaf, action(39, "foreground"))
        self.assertEqual(told, [(40, "exit", "Shop", 30)])

    def test_cllocationmanager_loses_what_cannot_be_delivered(self):
        classic = PLAIN.but(api="cllocationmanager")
        deaf = action(1, "background"), action(1, "background-refresh", "off")
        told = life(classic, [SHOP], self.drive, *deaf, action(25, "foreground"))
        self.assertEqual(told, [(30, "exit", "Shop", 30)])

    def test_an_app_that_is_started_removes_before_it_hears(self):
        happens = action(1, "terminate"), action(2, "remove", identifier="Home")
        told = life(PLAIN, [HOME], self.drive, *happens, kinds=("exit", "relaunch"))
        self.assertEqual([each[1] for each in told], ["relaunch"])

    def test_nothing_starts_an_app_that_its_user_ended(self):
        happens = action(1, "force-quit"), action(35, "launch")
        told = life(PLAIN, [SHOP], self.drive, *happens, kinds=("enter", "exit", "relaunch"))
        self.assertEqual(told, [(40, "enter", "Shop", 20)])

    def test_a_restart_determines_the_states_anew(self):
        happens = action(1, "reboot"), action(15, "unlock")
        told = life(PLAIN, [SHOP], self.drive, *happens, kinds=("enter", "exit", "relaunch"))
        self.assertEqual(
            [each[:2] for each in told],
            [
                (20, "relaunch"),
                (20, "enter initial"),
                (30, "exit"),
            ],
        )

    def test_a_suspension_forgets_the_crossing_but_not_the_state(self):
        happens = action(11, "authorize", "denied"), action(12, "authorize", "always")
        told = life(PLAIN.but(dwell=20), [HOME], self.drive, *happens)
        self.assertEqual(told, [(0, "enter initial", "Home", 0), (40, "exit", "Home", 20)])

    def test_reduced_accuracy_still_lets_places_start_the_app(self):
        happens = action(1, "accuracy", "reduced"), action(1, "terminate")
        slow = [fix(0, 0), fix(300, 600)]
        self.assertEqual(life(PLAIN, [HOME], slow, *happens, kinds=("relaunch",))[0][0], 300)

    def test_macos_never_starts_an_app(self):
        mac = PLAIN.but(platform="macos")
        told = life(mac, [HOME], self.drive, action(1, "terminate"), action(35, "launch"))
        # Nothing is watched in between: the exit begins when the app runs again.
        self.assertEqual(told, [(0, "enter initial", "Home", 0), (40, "exit", "Home", 40)])

    def test_a_mac_misses_a_visit_while_the_app_is_quit(self):
        mac = PLAIN.but(platform="macos")
        happens = action(11, "terminate"), action(35, "launch")
        told = life(mac, [SHOP], self.drive, *happens)
        self.assertEqual(told, [])

    def test_a_restart_that_loses_registrations_leaves_none_until_the_app_runs(self):
        lost = action(1, "reboot", registrations="lost"), action(5, "unlock")
        self.assertEqual(life(PLAIN, [SHOP], self.drive, *lost), [])
        told = life(PLAIN, [SHOP], self.drive, *lost, action(15, "launch"))
        # It was told that it is outside, and adds the region with that.
        self.assertEqual([each[:2] for each in told], [(20, "enter"), (30, "exit")])

    def test_without_triggers_the_first_of_the_file_have_the_slots(self):
        naive = PLAIN.but(reselect_on=frozenset({"none"}), limit=1)
        drive = [fix(0, 0), fix(1000, 1000), fix(2000, 9000), fix(3000, 0)]
        told = life(naive, [SHOP, HOME], drive)
        expected = [(1000, "enter", "Shop"), (2000, "exit", "Shop")]
        self.assertEqual([each[:3] for each in told], expected)
        told = life(naive, [SHOP, HOME], drive, action(2500, "remove", identifier="Shop"))
        self.assertEqual(told[-1][:3], (3000, "enter initial", "Home"))
        classic = naive.but(api="cllocationmanager")
        drive += [fix(4000, 500), fix(5000, 0)]
        told = life(classic, [SHOP, HOME], drive, action(2500, "remove", identifier="Shop"))
        self.assertEqual([each[0] for each in told], [1000, 2000])

    def test_an_equal_circle_is_no_news_and_another_starts_over(self):
        happens = lambda radius: action(5, "add", region=region("Home", 0, radius))
        drive = [fix(0, 0), fix(10, 0)]
        self.assertEqual(len(life(PLAIN, [HOME], drive, happens(100 + 5e-7))), 1)
        self.assertEqual(
            life(PLAIN, [HOME], drive, happens(101))[1], (10, "enter initial", "Home", 10)
        )

    def test_an_alarm_rings_once(self):
        alarm = region("task", 0, 100, notify_on_exit=False, alarm=Alarm("Task", "enter"))
        drive = [fix(0, 0), fix(1, 500), fix(2, 0)]
        self.assertEqual(len(life(PLAIN, [alarm], drive)), 1)
        self.assertEqual(len(life(PLAIN.but(repeat=True), [alarm], drive)), 2)

    def test_impossible_actions_are_refused(self):
        for happens in (
            ["unlock"],
            ["reboot", "launch"],
            ["reboot", "reboot"],
            ["sleep"],
            ["wake"],
        ):
            with self.assertRaises(BadData):
                check([action(1, what) for what in happens], [], "ios")
        with self.assertRaises(BadData):
            check([action(1, "remove", identifier="?")], [], "ios")
        check([action(1, "sleep"), action(1, "wake")], [], "macos")

    def test_actions_are_taken_in_the_order_of_time(self):
        entries = [
            {"at": "+20s", "do": "launch"},
            {"at": "1970-01-01T00:00:05Z", "do": "terminate"},
        ]
        self.assertEqual([each.what for each in actions(entries, 0)], ["terminate", "launch"])


class Audits(unittest.TestCase):
    def file(self, settings, regions, fixes, entries=()):
        return audit.File(fixes, fixes, regions, list(entries), settings)

    def causes(self, *arguments):
        return [each.cause for each in self.file(*arguments).crossings]

    def test_the_rules_lose_a_short_stay(self):
        fixes = [fix(0, 0), fix(10, 950), fix(20, 2000), fix(60, 2000), fix(70, 950)]
        # The exit takes the lost enter back; the last enter may still be confirmed.
        self.assertEqual(self.causes(Settings(dwell=20), [SHOP], fixes), ["dwell", "dwell", None])

    def test_a_track_that_ends_leaves_a_crossing_undecided(self):
        file = self.file(Settings(), [SHOP], [fix(0, 0), fix(10, 1000)])
        self.assertTrue(file.crossings[0].is_undecided)

    def test_accuracy_and_cushion_are_told_apart(self):
        coarse = [fix(0, 0), fix(10, 1000, 150), fix(40, 1000, 150), fix(80, 5000), fix(120, 5000)]
        self.assertEqual(self.causes(Settings(), [SHOP], coarse)[0], "accuracy")
        shallow = [fix(0, 1000), fix(10, 1150), fix(40, 1150), fix(80, 1000), fix(120, 1000)]
        self.assertEqual(self.causes(Settings(), [SHOP], shallow)[0], "cushion")

    def test_a_region_without_a_slot_is_not_registered(self):
        fixes = [fix(0, 0), fix(60, 9000), fix(120, 9000), fix(180, 0)]
        causes = self.causes(
            PLAIN.but(limit=1, reselect_on=frozenset({"event"})), [HOME, FAR], fixes
        )
        # The exit of Home and its enter come; Far is chosen at that exit, and so told initially.
        self.assertEqual(causes, [None, None, None, None])
        never = PLAIN.but(limit=1, reselect_on=frozenset({"significant"}))
        self.assertEqual(self.causes(never, [HOME, FAR], fixes)[0], "not-registered")

    def test_a_suspended_app_is_named(self):
        happens = [
            {"at": "1970-01-01T00:00:01Z", "do": "authorize", "to": "denied"},
        ]
        fixes = [fix(0, 0), fix(60, 500), fix(120, 500)]
        self.assertEqual(self.causes(Settings(), [HOME], fixes, happens), ["suspended"])

    def test_an_enter_told_late_is_delivered(self):
        one = PLAIN.but(limit=1)
        file = self.file(one, [HOME, SHOP], [fix(0, 0), fix(299, 1000), fix(300, 1000)])
        enter = file.crossings[1]
        self.assertEqual((enter.confirmed_at, enter.told_at), (299_000, 300_000))

    def test_a_first_state_that_is_true_is_ahead_of_no_later_enter(self):
        # Between two location updates the device leaves and comes back.
        settings = Settings.of(ANDROID, responsiveness=300.0)
        file = self.file(settings, [HOME], [fix(0, 0), fix(60, 500), fix(120, 0), fix(180, 0)])
        self.assertEqual([each.told_at for each in file.crossings], [None, None])

    def test_an_exit_takes_back_an_enter_that_a_larger_circle_hid_from_the_beginning(self):
        fixes = [fix(0, 800), fix(60, 1000), fix(120, 5000)]
        nowhere = Settings(min_radius=500.0, within=1.0)
        enter, out = self.file(nowhere, [SHOP], fixes).crossings
        self.assertEqual(enter.cause, "merged")
        self.assertTrue(out.is_lost)


class Positioning(unittest.TestCase):
    def test_the_first_fix_is_a_look_and_the_next_waits_for_a_share_of_the_interval(self):
        far = Grade(interval=60)
        looks = Looks(Model(far, far, 0), 1, 0, None)
        self.assertAlmostEqual(60 * looks.draw(0, 5), 54.4, delta=0.1)
        seen = [looks.take(fix(at, 0), []) is not None for at in (0, 30, 54, 55, 114, 115)]
        self.assertEqual(seen, [True, False, False, True, False, True])

    def test_a_crossing_that_has_begun_keeps_the_phone_looking(self):
        quiet = Grade(interval=900)
        model = Model(quiet, Grade(interval=20), 0, still=quiet, still_within=30)
        looks = Looks(model, 1, 0, None)
        begun = crossings.Condition(region("x", 0, 1))
        looks.take(fix(0, 0), [begun])
        looks.share = 1.0
        self.assertIsNone(looks.take(fix(20, 0), [begun]))
        begun.crossed = fix(0, 0)
        self.assertIsNotNone(looks.take(fix(20, 0), [begun]))

    def test_a_device_rests_after_a_while_near_where_it_came(self):
        moving, still = Grade(interval=20), Grade(interval=600)
        model = Model(moving, moving, 0, still=still, still_within=30, still_after=180)
        looks = Looks(model, 1, 0, None)
        times = [at for at in range(0, 1000, 20) if looks.take(fix(at, 0), [])]
        self.assertEqual(times, [*range(0, 161, 20), 760])

    def test_the_rules_of_a_model_are_drawn_for_each_crossing(self):
        model = Model(Grade(), Grade(), 0, rules={"dwell_out": (80.0, 0.3), "cushion": (60.0, 0.0)})
        settings = model.followed(Settings())
        self.assertEqual(settings.dwell_milliseconds(True), 20_000)
        self.assertEqual(settings.dwell_milliseconds(False), 80_000)
        self.assertAlmostEqual(settings.dwell_milliseconds(False, 1.0) / 80_000, math.exp(0.3), 4)
        self.assertEqual(model.followed(Settings(cushion=50), {"cushion"}).cushion, 50)

    def test_a_distance_without_spread_is_a_threshold(self):
        far = Grade(median=100.0, p95=100.0)
        looks = Looks(Model(far, far, 0), 1, 0, None)
        seen = [
            looks.take(fix(at, east), []) is not None
            for at, east in enumerate((0, 60, 120, 150, 230))
        ]
        self.assertEqual(seen, [True, False, True, False, True])

    def test_two_thirds_of_the_errors_lie_within_the_error(self):
        far = Grade(error=50)
        looks = Looks(Model(far, far, 0), 1, 0, "a")
        away = [
            abs(
                crossings.Condition(region("x", 0, 1)).distance(looks.take(fix(at, 0), []).place)
                + 1
            )
            for at in range(4000)
        ]
        self.assertAlmostEqual(sum(each <= 50 for each in away) / 4000, 0.68, delta=0.02)


class Tracks(unittest.TestCase):
    def test_fixes_between_two_points_have_the_worse_accuracy(self):
        found = list(interpolated([fix(0, 0, 5), fix(10, 100, 50), fix(15, 100)], 5))
        self.assertEqual(
            [(each.time, each.accuracy) for each in found],
            [
                (0, 5),
                (5000, 50),
                (10000, 50),
                (15000, None),
            ],
        )
