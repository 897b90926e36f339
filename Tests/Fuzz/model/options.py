"""The command line, and the inputs that it names."""

import argparse

import clock
import positioning
import regions
import scenario
import tracks
from errors import BadData
from settings import Settings


def parser(description):
    made = argparse.ArgumentParser(prog="model", description=description)
    commands = made.add_subparsers(dest="command", required=True)
    commands.add_parser("self-test")
    for name in ("simulate", "audit"):
        command = commands.add_parser(name)
        _add_options(command, many=name == "audit")
    return made


def _add_options(command, many):
    """The options of a run; an audit takes comma-separated alternatives of some."""
    kind = (
        (lambda convert: lambda text: [convert(each) for each in text.split(",")])
        if many
        else (lambda convert: convert)
    )
    command.add_argument("tracks", nargs="+")
    command.add_argument("--regions", action="append", default=[])
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
        default = getattr(Settings, name.replace("-", "_"))
        command.add_argument(
            "--" + name, type=kind(convert), default=[default] if many else default
        )
    triggers = (lambda text: [_triggers(each) for each in text.split("/")]) if many else _triggers
    default = [Settings.reselect_on] if many else Settings.reselect_on
    command.add_argument("--reselect-on", type=triggers, default=default)
    command.add_argument("--ignore-accuracy", action="store_true")
    for name in ("max-radius", "significant-distance", "significant-interval", "sentinel-radius"):
        default = getattr(Settings, name.replace("-", "_"))
        command.add_argument("--" + name, type=float, default=default)
    command.add_argument("--scenario")
    command.add_argument("--platform", default="ios")
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
    names = Settings.__dataclass_fields__
    given = {name: value for name, value in vars(options).items() if name in names}
    return Settings(**{name: value for name, value in given.items() if not isinstance(value, list)})


def own_regions(options):
    """The app's circles of all files, which are one set, and those of the alarms."""
    found = regions.joined(regions.read(path) for path in options.regions)
    found += regions.alarms(options.alarms) if options.alarms else []
    if not found and not any(entry.get("do") == "add" for entry in entries(options)):
        raise BadData("there is nothing to watch")
    return found


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


def model(options):
    """The model of positioning, or None where every fix is seen as recorded."""
    return None if options.positioning == "recorded" else positioning.read(options.positioning)
