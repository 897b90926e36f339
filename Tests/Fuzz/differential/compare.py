"""Runs the tool and the model on one case, and says where they differ."""

import contextlib
import io
import json
import os
import shlex
import subprocess
from collections import Counter
from dataclasses import dataclass

import audit
import closeness
import geodesy
import options as model_options
import simulate
import trials
from android import NAMED_FAILURES
from case import written, written_pieces
from errors import BadData, WrongUsage

_METRES = 2e-4  # Places between recorded fixes are rounded to nine decimals of a degree.


@dataclass
class Verdict:
    differences: list
    is_knife_edge: bool = False
    events: int = 0

    @property
    def fails(self):
        return bool(self.differences) and not self.is_knife_edge


class Comparison:
    def __init__(self, tool, has_causes=False, has_registrations=False):
        self.tool, self.has_causes = tool, has_causes
        self.has_registrations = has_registrations  # whether they are compared, and relaunches

    def verdict(self, case, folder):
        arguments, for_tool, for_model = written(case, folder)
        what = ["audit", "json", "--all"] if case.is_audit else ["simulate", "jsonl"]
        arguments = [what[0], *arguments, "--format", *what[1:]]
        command = [self.tool, *arguments, *for_tool]
        for_model = [*arguments, *for_model]
        _note(folder, command, for_model)
        if case.is_audit:
            return self._audit_verdict(for_model, command)
        expected = self._model(for_model)
        if case.cuts:
            actual = self._in_pieces(case, folder, command)
        else:
            actual = _run(command)
        differences = _differences(expected, actual)
        if self.has_registrations and not differences and expected.notices is not None:
            differences = self._registration_differences(for_model, command)
        return Verdict(differences, expected.is_knife_edge, len(expected.notices or []))

    def _model(self, arguments):
        options = model_options.parser("").parse_args(arguments)
        try:
            run = simulate.run(options)
        except (BadData, WrongUsage) as error:
            return simulate.Run(None, False, status=error.status)
        run.notices = [each for each in run.notices if simulate.line(each)]
        return run

    def _registration_differences(self, for_model, command):
        """Slots taken and given up, failures and relaunches, whose order at a fix is free."""
        run = simulate.run(model_options.parser("").parse_args(for_model))
        mine = [simulate.line(notice, is_verbose=True) for notice in run.notices]
        wanted, got = (
            Counter(_registration(line) for line in lines if line)
            for lines in (mine, _run([*command, "--verbose"])[1])
        )
        for name, counts in (("missing", wanted - got), ("too many", got - wanted)):
            for each in sorted(counts, key=str):
                if each:
                    return [f"{name}: {' '.join(str(fact) for fact in each if fact)}"]
        return []

    def _audit_verdict(self, for_model, command):
        status, lines = _run(command)
        try:
            options = model_options.parser("").parse_args(for_model)
            is_drawn = options.positioning != "recorded"
            answer = trials.drawn(options) if is_drawn else audit.run(options)
            expected = answer["strategies"][0]
        except (BadData, WrongUsage) as error:
            # Of two mistakes either may be the one that is named.
            problem = f"should be refused with {error.status}, exits {status}"
            return Verdict([] if status in (64, 65) and not "".join(lines).startswith("{") else [problem])
        if status != (65 if answer["isDoubtful"] else 0):
            return Verdict([f"exits {status}: {' '.join(lines[-3:])}"])
        actual = json.loads("\n".join(lines))["strategies"][0]
        differences = list(_audit_differences(expected, actual, self.has_causes))
        # Inputs that a reader finds doubtful take the green away, which the model does not read.
        if differences[:1] == ["verdict: green expected True, got False"] and _warns(command):
            differences = differences[1:]
        return Verdict(differences[:1], expected["isKnifeEdge"], len(expected["crossings"]))

    def _in_pieces(self, case, folder, command):
        """The lines of a track cut into pieces that hand a state on."""
        state = os.path.join(folder, "state")
        with contextlib.suppress(FileNotFoundError):
            os.remove(state)
        lines = []
        for piece in written_pieces(case, folder):
            status, found = _run([*command[:2], piece, *command[3:], "--state", state])
            if status:
                return status, found
            lines += found
        return 0, lines


def _run(command):
    try:
        done = subprocess.run(command, capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return -1, ["it hangs"]
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    if done.returncode not in (0, 65):
        lines += done.stderr.decode("utf-8", "replace").splitlines()[-5:]
    return done.returncode, lines


def _note(folder, tool, model):
    """The commands that repeat the case."""
    model_folder = os.path.dirname(os.path.abspath(simulate.__file__))
    with open(os.path.join(folder, "commands"), "w", encoding="utf-8") as file:
        print(shlex.join(tool), file=file)
        print(shlex.join(["python3", model_folder, *model]), file=file)


def _differences(expected, actual):
    status, lines = actual
    if expected.notices is None:
        is_refused = status == expected.status and not any(line.startswith("{") for line in lines)
        return [] if is_refused else [f"should be refused with {expected.status}, exits {status}"]
    if status not in (0, 65 if expected.is_doubtful else 0):
        return [f"exits {status}: {' '.join(lines[-3:])}"]
    found = []
    for index in range(max(len(lines), len(expected.notices))):
        if index >= len(lines):
            found.append("missing: " + simulate.line(expected.notices[index]))
        elif index >= len(expected.notices):
            found.append("too many: " + lines[index])
        elif not _is_equal(expected.notices[index], lines[index]):
            found.append(
                f"expected {simulate.line(expected.notices[index])}\n     got {lines[index]}"
            )
        if found:
            break
    return found


_REGISTRATIONS = ("monitor", "unmonitor", "relaunch", "failed")


def _registration(line):
    """What is compared of a verbose line, or None."""
    try:
        fields = json.loads(line)
    except ValueError:
        return None
    is_capacity = fields["event"] == "failed" and fields.get("cause") not in NAMED_FAILURES
    if fields["event"] not in _REGISTRATIONS or is_capacity:
        return None
    cause = fields["cause"] if fields["event"] == "failed" else None
    return *(fields.get(name) for name in ("time", "device", "event", "region")), cause


def _is_equal(notice, line):
    wanted = simulate.line(notice)
    if wanted == line:
        return True
    try:
        mine, its = json.loads(wanted), json.loads(line)
    except ValueError:
        return False
    if list(its) != sorted(its) or set(mine) != set(its):
        return False
    far = notice.distance + notice.region.radius
    apart = abs(notice.distance - its["distance"])
    if apart > 0.05 + closeness.tolerance(far):
        return False
    places = [(each["latitude"], each["longitude"]) for each in (mine, its)]
    if geodesy.distance(*places) > _METRES:
        return False
    return all(
        mine[key] == its[key] for key in mine if key not in ("distance", "latitude", "longitude")
    )


def _warns(command):
    return bool(subprocess.run(command, capture_output=True, check=False).stderr)


def _audit_differences(expected, actual, has_causes):
    """Each crossing: when it was confirmed and told, and its cause; and the figures both have."""
    mine, its = (
        {
            (each.get("device", ""), each["region"], each["event"], each["crossedAt"], number): each
            for number, each in _numbered(strategy["crossings"])
        }
        for strategy in (expected, actual)
    )
    judged = {
        (each.get("device", ""), each["region"], each["event"], each["crossedAt"], number): each
        for number, each in _numbered(expected["judged"])
    }
    for key in sorted(mine.keys() | its.keys()):
        if key not in mine or key not in its:
            yield ("missing: " if key in mine else "too many: ") + str(key)
            continue
        # An event of a larger circle may be that of a crossing which the circle does not show.
        told = judged[key]["deliveredAt"] if key in judged else mine[key].get("deliveredAt")
        if told and told != mine[key].get("deliveredAt"):
            mine[key] = {"deliveredAt": told, "confirmedAt": mine[key].get("confirmedAt")}
            if "initial" in its[key]:
                mine[key]["initial"] = its[key]["initial"]
        elif not told and "deliveredAt" in mine[key]:
            continue
        for fact in ("confirmedAt", "deliveredAt", "initial", "undecided"):
            if mine[key].get(fact) != its[key].get(fact):
                yield f"{key}: {fact} expected {mine[key].get(fact)}, got {its[key].get(fact)}"
        # One that takes back another has its cause alone.
        wanted, got = mine[key].get("cause"), _cause(its[key]) if not told else None
        if "undoes" in its[key] and got:
            got = got.split(" (")[0]
        if has_causes and wanted != got:
            yield f"{key}: cause expected {wanted}, got {got}"
    yield from _verdict_differences(expected, actual, has_causes)
    for name in sorted(set(expected["totals"]) & set(actual["totals"]) - {"causes"}):
        wanted, got = expected["totals"][name], actual["totals"][name]
        if wanted is not None and wanted != got and not (got and abs(wanted - got) < 1e-3):
            yield f"{name}: expected {wanted}, got {got}"


def _verdict_differences(expected, actual, has_causes):
    """What became of each crossing that is asked for, and the counts of all."""
    mine, its = (
        {
            (each.get("device", ""), each["region"], each["event"], each["crossedAt"], number): each
            for number, each in _numbered(crossings)
        }
        for crossings in (expected["judged"], actual["crossings"])
    )
    for key in sorted(mine.keys() & its.keys()):
        wanted, got = mine[key], its[key]
        outcome = wanted["outcome"], wanted["reason"]
        reason = got.get("undecidable") or (got.get("reason") or {}).get("cause")
        if outcome[0] in ("inTime", "early", "filtered") or not has_causes and outcome[0] == "missed":
            outcome, reason = (outcome[0], None), None
        if outcome != (got.get("outcome"), reason):
            yield f"{key}: outcome expected {outcome}, got {got.get('outcome')}, {reason}"
        for fact in ("between", "stay"):
            if wanted[fact] != got.get(fact):
                yield f"{key}: {fact} expected {wanted[fact]}, got {got.get(fact)}"
        if has_causes and outcome == ("missed", "removed"):
            removed = got["reason"].get("from")
            if wanted["removedAt"] != removed:
                yield f"{key}: removed expected {wanted['removedAt']}, got {removed}"
        if has_causes and wanted["sure"] != got.get("sure"):
            yield f"{key}: sure expected {wanted['sure']}, got {got.get('sure')}"
    wanted, got = expected["verdict"], actual.get("verdict") or {}
    for name in sorted(wanted):
        if wanted[name] != got.get(name):
            yield f"verdict: {name} expected {wanted[name]}, got {got.get(name)}"


def _cause(crossing):
    """The first cause, and what else has to go, in the model's words."""
    cause, others = crossing.get("cause"), ", ".join(crossing.get("and", ()))
    if cause is None or cause in ("too-large", "merged"):
        return cause
    if "and" not in crossing:
        return cause + " (unexplained)"
    return cause + (f" (and {others})" if others else "")


def _numbered(crossings):
    """The crossings of one region at one time are told apart by their number."""
    seen = {}
    for each in crossings:
        key = each.get("device"), each["region"], each["event"], each["crossedAt"]
        seen[key] = seen.get(key, -1) + 1
        yield seen[key], each
