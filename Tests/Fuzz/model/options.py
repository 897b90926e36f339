"""The command line, and the inputs that it names."""

import argparse
import math
import re

import clock
import positioning
import regions
import scenario
import tracks
from errors import BadData, WrongUsage
from settings import ANDROID, Settings

# What each system's interface refuses, as the command line has it.
_APPLES = ("dwell", "dwell_from", "cushion", "cushion_in", "ignore_accuracy", "platform")
_ANDROIDS = (
    "overlap",
    "initial_trigger",
    "loitering",
    "responsiveness",
    "expire",
    "reregister",
)


def parser(description):
    made = argparse.ArgumentParser(prog="model", description=description)
    commands = made.add_subparsers(dest="command", required=True)
    commands.add_parser("self-test")
    for name in ("simulate", "audit"):
        command = commands.add_parser(name)
        _add_options(command, many=name == "audit")
    return made


def _add_options(command, many):
    """The options of a run; an audit takes comma-separated alternatives of some.

    What is not given is None, for the interface says what holds then.
    """
    kind = (
        (lambda convert: lambda text: [convert(each) for each in text.split(",")])
        if many
        else (lambda convert: convert)
    )
    command.add_argument("tracks", nargs="+")
    command.add_argument("--regions", action="append", default=[])
    command.add_argument("--polygons", choices=("refuse", "enclose"), default="refuse")
    command.add_argument("--alarms")
    command.add_argument("--repeat", action="store_true")
    command.add_argument("--gate", default="none")
    command.add_argument("--api", default="clmonitor")
    for name, convert in (
        ("cushion", float),
        ("cushion-in", float),
        ("dwell", float),
        ("limit", int),
        ("rank", _rank),
        ("renew", str),
    ):
        command.add_argument("--" + name, type=kind(convert))
    triggers = (lambda text: [_triggers(each) for each in text.split("/")]) if many else _triggers
    command.add_argument("--reselect-on", type=triggers)
    command.add_argument("--ignore-accuracy", action="store_true", default=None)
    lengths = ("max-radius", "significant-distance", "significant-interval", "sentinel-radius")
    for name in (*lengths, "within"):
        command.add_argument("--" + name, type=float)
    command.add_argument("--dwell-from", choices=("boundary", "cushion"))
    for name in _ANDROIDS:
        command.add_argument("--" + name.replace("_", "-"))
    command.add_argument("--scenario")
    command.add_argument("--platform")
    command.add_argument("--ignore-times", action="store_true")
    command.add_argument("--speed", type=float, default=20.0)
    command.add_argument("--start", type=clock.parsed, default=0)
    command.add_argument("--interpolate", type=float)
    command.add_argument("--from", dest="first")
    command.add_argument("--to", dest="final")
    command.add_argument("--jobs", type=int)
    command.add_argument("--format", default="jsonl")
    command.add_argument("--verbose", action="store_true")
    command.add_argument("--positioning", default="recorded")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--trials", type=int, default=100)
    if many:
        command.add_argument("--min-radius", type=kind(float), default=[0.0])
        command.add_argument("--all", action="store_true")
        command.add_argument("--only", action="append")


def namespace(**given):
    """Options as they would be parsed, for callers in Python."""
    words = ["simulate", "-"]
    for name, value in given.items():
        words += ["--" + name, str(value)]
    return parser("").parse_args(words)


def _triggers(text):
    return frozenset(text.split(","))


def _rank(text):
    return {"center": "centre"}.get(text, text)


def settings(options):
    """The settings of a simulation; of an audit its alternatives stay out."""
    given = {
        name: value
        for name, value in vars(options).items()
        if name in Settings.__dataclass_fields__
        and not isinstance(value, list)
        and value is not None
    }
    refused = _APPLES if given["api"] == ANDROID else _ANDROIDS
    if any(getattr(options, name) is not None for name in refused):
        raise WrongUsage(f"--api {given['api']} takes none of {', '.join(refused)}")
    if given["api"] == ANDROID:
        _check_alternatives(options)
        given.update(_android(given))
    return Settings.of(**given)


def _check_alternatives(options):
    """Refuses values that Android's interface does not take; an audit has lists of them."""
    each_of = lambda value: value if isinstance(value, list) else [] if value is None else [value]
    if any(limit > Settings.of(ANDROID).limit for limit in each_of(options.limit)):
        raise WrongUsage("a --limit above 100")
    if any("significant" in triggers for triggers in each_of(options.reselect_on)):
        raise WrongUsage("there are no significant changes; --reselect-on sentinel")


def _android(given):
    """Android's options by their values, each refused where it has none."""
    found = {name: given[name] for name in _ANDROIDS if name in given}
    for name in ("loitering", "responsiveness", "expire"):
        if name in found:
            found[name] = _number(found[name])
    if "overlap" in found:
        shares = tuple(_number(each) for each in found["overlap"].split(","))
        if len(shares) != 2 or not shares[1] < shares[0] <= 1:
            raise WrongUsage("--overlap IN,OUT: 0 <= OUT < IN <= 1")
        found["overlap"] = shares
    for name, kinds in (
        ("initial_trigger", {"enter", "dwell", "exit"}),
        ("reregister", {"boot", "update"}),
    ):
        if name in found:
            found[name] = _some_of(kinds, found[name])
    return found


def _number(text):
    """A number that is not negative."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < math.inf:
        raise WrongUsage(f"{text} is no number that is not negative")
    return value


def _some_of(kinds, text):
    """The members of a comma list, or `none` alone."""
    words = set() if text == "none" else set(text.split(","))
    if not words <= kinds:
        raise WrongUsage(f"{text} is not of {', '.join(sorted(kinds))}, none")
    return frozenset(words)


def own_regions(options):
    """The app's circles of all files, which are one set, and those of the alarms."""
    found = regions.joined(regions.read(path) for path in options.regions)
    if options.polygons == "refuse" and any(each.shape for each in found):
        raise BadData("a polygon is no circle; --polygons enclose")
    found += regions.alarms(options.alarms) if options.alarms else []
    finished = options.alarms and regions.are_alarms_finished(options.alarms)
    if not found and not finished and not any(
        entry.get("do") == "add" for entry in entries(options)
    ):
        raise BadData("there is nothing to watch")
    return found


def is_meant(options):
    """Whether a region is asked about, by its name; refused where a pattern fits none of the set."""
    added = [each["region"]["identifier"] for each in entries(options) if each["do"] == "add"]
    names = [each.identifier for each in own_regions(options)] + added
    for pattern in options.only or ():
        if not any(_matches(name, pattern) for name in names):
            raise WrongUsage(f"there is no region {pattern}")
    return lambda name: not options.only or any(_matches(name, each) for each in options.only)


def _matches(name, pattern):
    """Whether a name is a pattern's, in which `*` stands for anything.

    >>> [_matches("abc", each) for each in ("a*", "*c", "a*b", "[a]*", "a*c*")]
    [True, True, False, False, True]
    """
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), name, re.DOTALL) is not None


def all_fixes(options):
    """The fixes of each file, in the order of the arguments; refused where a cut leaves none."""
    files = [
        list(tracks.fixes(path, name, options.ignore_times, options.speed, options.start))
        for path, name in zip(options.tracks, tracks.names(options.tracks))
    ]
    is_cut = options.first is not None or options.final is not None
    if is_cut and not any(any(_cut(options, fixes)) for fixes in files):
        raise BadData("no fix lies between --from and --to")
    return files


def doubtful_files(options):
    """For each file, whether more than half of its points are skipped."""
    return [
        tracks.is_mostly_skipped(path, name, options.ignore_times, options.speed, options.start)
        for path, name in zip(options.tracks, tracks.names(options.tracks))
    ]


def _cut(options, fixes):
    return tracks.cut(fixes, options.first, options.final)


def prepared(options, fixes):
    """The fixes that count: cut, then interpolated."""
    return list(tracks.interpolated(_cut(options, fixes), options.interpolate))


def entries(options):
    """The scenario as it is written: its times may count from the first fix."""
    return scenario.read(options.scenario) if options.scenario else []


def with_the_rules_of_the_model(options, settings):
    """The settings with the rules that the model brings along, where none was given."""
    found = model(options)
    if found is None:
        return settings
    names = ("dwell", "cushion", "cushion_in")
    return found.followed(settings, {each for each in names if getattr(options, each) is not None})


def model(options):
    """The model of positioning, or None where every fix is seen as recorded."""
    return None if options.positioning == "recorded" else positioning.read(options.positioning)
