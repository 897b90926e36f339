"""Makes a failing case small: leaves out what can be left out while it still fails."""

import time


def shrunk(case, fails, seconds=60):
    deadline = time.monotonic() + seconds
    while True:
        smaller = _smaller(case, fails, deadline)
        if smaller is None or time.monotonic() > deadline:
            return smaller or case
        case = smaller


def _smaller(case, fails, deadline):
    """The case with everything left out that can be, one pass; None where nothing can."""
    changed = None
    for get in _lists(case):
        count = max(1, len(get(changed or case)) // 2)
        while count >= 1:
            start = 0
            while start < len(get(changed or case)):
                if time.monotonic() > deadline:
                    return changed
                trial = (changed or case).copy()
                del get(trial)[start : start + count]
                if (get(trial) or not _needed(trial, get)) and fails(trial):
                    changed = trial
                else:
                    start += count
            count //= 2
    # An audit under a model has as many draws as it is told to, else a hundred.
    for name in set(case.options) - {"trials"}:
        trial = (changed or case).copy()
        trial.options.pop(name, None)
        if fails(trial):
            changed = trial
    if case.positioning:
        trial = (changed or case).copy()
        trial.positioning = None
        trial.options.pop("trials", None)
        if fails(trial):
            changed = trial
    return changed


def _lists(case):
    lists = [lambda case: case.scenario, lambda case: case.regions, lambda case: case.alarms]
    lists += [lambda case, at=index: case.tracks[at] for index in range(len(case.tracks))]
    return lists + [lambda case: case.cuts, lambda case: case.tracks]


def _needed(case, get):
    """A file without points, and a run without tracks, are other failures."""
    found = get(case)
    return found is case.tracks or any(found is points for points in case.tracks)
