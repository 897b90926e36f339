"""An audit in which the phone looks rarely and not exactly: many trials of each strategy."""

import functools
import math

import options as inputs
from audit import File, audited, best, strategies, strategy, totals
from crossing import INSIDE, OUTSIDE, Condition
from positioning import Looks
from simulate import Devices, number


class Trial(File):
    """One file under one strategy, in one of several trials."""

    sees_every_fix = False
    draws_positions = True

    def __init__(self, fixes, whole, regions, entries, settings, model, seed, trial):
        self.model, self.seed, self.trial = model, seed, trial
        super().__init__(fixes, whole, regions, entries, settings)

    def looks(self, device):
        least = self.settings.responsiveness
        return Looks(self.model, self.seed, self.trial, device, least, self.closeness)

    def devices(self, settings, regions, entries):
        return Devices(settings, regions, entries, self.model, self.seed, self.trial)

    def devices_that_see_everything(self, settings, regions, entries):
        return Devices(settings, regions, entries, None, self.seed, self.trial)

    @property
    def spurious(self):
        """What was delivered without a crossing; a first state that is true is none."""
        told, count = set(), 0
        for crossing, notice, fix in self.run.events:
            if notice.is_suppressed:
                continue
            if crossing and crossing.key not in told:
                told.add(crossing.key)
                continue
            side = INSIDE if Condition(notice.region).distance(fix.place) <= 0 else OUTSIDE
            count += side != notice.event or not (notice.news.is_initial or crossing)
        return count


class Draw(Trial):
    """The only trial there is: what `simulate` plays, so that the clock of the significant changes
    starts with the track."""

    def devices(self, settings, regions, entries):
        return Devices(settings, regions, entries, self.model, self.seed)


def _inputs(options):
    """The app's regions, the scenario, the model of positioning, the files and the strategies."""
    files = [(inputs.prepared(options, fixes), fixes) for fixes in inputs.all_fixes(options)]
    settings = [
        inputs.with_the_rules_of_the_model(options, each) for each in strategies(options)
    ]
    return (
        inputs.own_regions(options),
        inputs.entries(options),
        inputs.model(options),
        files,
        settings,
    )


def drawn(options):
    """What became of each crossing in one draw, under each strategy."""
    own, entries, model, files, settings = _inputs(options)
    made = functools.partial(Draw, model=model, seed=options.seed, trial=0)
    is_meant = inputs.is_meant(options)
    rows = [audited(each, own, entries, files, is_meant, made) for each in settings]
    return {"strategies": rows, "isDoubtful": any(inputs.doubtful_files(options))}


def run(options):
    own, entries, model, files, settings = _inputs(options)
    table = [
        [_trial(each, own, entries, files, model, options.seed, number) for each in settings]
        for number in range(options.trials)
    ]
    won = [best(row) for row in table]
    return {
        "strategies": [
            {
                "settings": strategy(each),
                **_summary([row[index] for row in table], own),
                "best": won.count(index) / len(won),
            }
            for index, each in enumerate(settings)
        ]
    }


def _trial(settings, own, entries, files, model, seed, trial):
    """The figures of one strategy in one trial."""
    played = [Trial(*each, own, entries, settings, model, seed, trial) for each in files]
    crossings = [each for file in played for each in file.crossings if each.counts]
    return {
        "totals": totals(crossings),
        "crossings": crossings,
        "spurious": sum(each.spurious for each in played),
        "registrationsChanged": sum(each.run.registrations_changed for each in played),
    }


def _summary(rows, own):
    crossings = [crossing for row in rows for crossing in row["crossings"]]
    delays = sorted(each.told_at - each.time for each in crossings if each.told_at is not None)
    causes = {}
    for row in rows:
        for name, count in row["totals"]["causes"].items():
            causes[name] = causes.get(name, 0) + count
    return {
        "recall": _spread([row["totals"]["recall"] for row in rows]),
        "reach": _spread([row["totals"]["reach"] for row in rows]),
        "spurious": sum(row["spurious"] for row in rows) / len(rows),
        "causes": {name: count / len(rows) for name, count in sorted(causes.items())},
        "delay": (
            {
                "p50": number(_quantile(delays, 0.5) / 1000),
                "p90": number(_quantile(delays, 0.9) / 1000),
            }
            if delays
            else None
        ),
        "told": {region.identifier: _told(crossings, region) for region in own},
        "trials": [
            {
                key: row["totals"][key]
                for key in (
                    "geometry",
                    "confirmed",
                    "delivered",
                    "lost",
                    "undecided",
                    "unconfirmed",
                )
            }
            for row in rows
        ],
    }


def _told(crossings, region):
    """The share of the decided crossings of a region that were told."""
    its = [each for each in crossings if each.region.identifier == region.identifier]
    decided = [each for each in its if not each.is_undecided]
    return sum(each.told_at is not None for each in decided) / len(decided) if decided else None


def _spread(values):
    """The mean, and the interval that holds 90 % of the trials."""
    known = sorted(value for value in values if value is not None)
    if not known:
        return None
    return {
        "mean": sum(known) / len(known),
        "low": _quantile(known, 0.05),
        "high": _quantile(known, 0.95),
    }


def _quantile(values, share):
    return values[max(0, math.ceil(share * len(values)) - 1)]
