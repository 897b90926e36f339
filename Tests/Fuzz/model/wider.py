"""Circles of a least radius: what they tell of the circles as given.

A stay in the wider circle tells of the first enter and of the last exit of the true one; what
happens in between is hidden, `merged`.
"""

from dataclasses import replace


def regions(given, settings):
    return [replace(each, radius=max(each.radius, settings.min_radius)) for each in given]


def entries(given, settings):
    """A scenario that adds wider circles."""
    return [
        (
            {
                **each,
                "region": {**each["region"], "radius": _wider(each["region"]["radius"], settings)},
            }
            if "region" in each
            else each
        )
        for each in given
    ]


def _wider(radius, settings):
    return max(float(radius), settings.min_radius)


def given(true, watched):
    """The crossings of the circles as given, each with what became of the wider one's."""
    for wide in watched:
        told_of = _told_of(wide, true)
        if told_of:
            told_of.confirmed_at, told_of.told_at = wide.confirmed_at, wide.told_at
            told_of.is_told_initially, told_of.cause = wide.is_told_initially, wide.cause
            told_of.is_hidden = False
    for crossing in true:
        if crossing.is_lost and crossing.is_hidden:
            crossing.cause = "merged"
    return true


def _told_of(wide, true):
    its = [each for each in true if each.region.identifier == wide.region.identifier]
    if wide.event == "enter":
        end = wide.end if wide.end is not None else float("inf")
        enters = [each for each in its if each.event == "enter" and wide.index <= each.index < end]
        return enters[0] if enters else None
    start = wide.previous.index if wide.previous else 0
    exits = [each for each in its if each.event == "exit" and start <= each.index <= wide.index]
    return exits[-1] if exits else None
