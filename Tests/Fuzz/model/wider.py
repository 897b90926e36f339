"""Circles that are larger than what people mean by a place: those of a least radius, and those
around a polygon; what they tell of the places themselves.

A stay in the wider circle tells of the first enter and of the last exit of the true one; what
happens in between is hidden, `merged`.
"""

from dataclasses import replace

from crossing import Condition


def regions(given, settings):
    """What is watched for the regions."""
    return [
        replace(each, radius=max(each.radius, settings.min_radius), shape=None) for each in given
    ]


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


def stays_from_the_beginning(fixes, members):
    """Each stay whose beginning nobody saw: a region, its first fix and the one after its last."""
    open_since = {}
    for index, (fix, own) in enumerate(zip(fixes, members)):
        before = members[index - 1] if index else {}
        for identifier in set(open_since) - set(own):
            yield identifier, open_since.pop(identifier), index
        for identifier, region in own.items():
            is_inside = Condition(region).distance(fix.place) <= 0
            was = before.get(identifier)
            if was is None or not was.is_same_circle(region):
                if identifier in open_since:
                    yield identifier, open_since.pop(identifier), index
                if is_inside:
                    open_since[identifier] = index
            elif identifier in open_since and not is_inside:
                yield identifier, open_since.pop(identifier), index
    for identifier, start in open_since.items():
        yield identifier, start, len(fixes)


def given(true, watched, first_told, is_too_large):
    """The crossings of the places themselves, each with what became of the wider one's.

    `first_told` are the stays in wider circles that began before these were looked at first. They
    show nobody's way in: the first enter told tells of the first true one, unconfirmed; else that is
    `merged`. A circle that is too large hides nothing.
    """
    for wide in watched:
        told_of = _told_of(wide, true)
        if told_of:
            told_of.confirmed_at, told_of.told_at = wide.confirmed_at, wide.told_at
            told_of.is_told_initially, told_of.cause = wide.is_told_initially, wide.cause
            told_of.removal = wide.removal
            told_of.takes_back, told_of.cannot_come = wide.takes_back, wide.cannot_come
            told_of.is_held, told_of.has_no_news = wide.is_held, wide.has_no_news
            told_of.is_hidden = False
    for identifier, start, end, notice in first_told:
        first = first_within(true, identifier, start, end)
        # Where the first is a way out, the device was in the region itself when it was told.
        if first and first.event == "enter" and notice:
            first.told_at = notice.fix.time
            # An uncertain fix may have taken the device out and in again.
            first.is_told_initially = notice.news.is_initial
    for crossing in true:
        if crossing.is_lost and crossing.is_hidden:
            crossing.cause = "too-large" if is_too_large(crossing) else "merged"
    return true


def first_within(true, identifier, start, end):
    """The first crossing of a region itself during a stay in its wider circle, or None."""
    return next((e for e in true if e.region.identifier == identifier and start <= e.index < end), None)


def _told_of(wide, true):
    its = [each for each in true if each.region.identifier == wide.region.identifier]
    if wide.event == "enter":
        end = wide.end if wide.end is not None else float("inf")
        enters = [each for each in its if each.event == "enter" and wide.index <= each.index < end]
        return enters[0] if enters else None
    start = wide.previous.index if wide.previous else 0
    before = [each for each in its if each.index <= wide.index]
    exits = [each for each in before if each.event == "exit" and start <= each.index]
    if exits or not before:
        return exits[-1] if exits else None
    # The wider circle was entered again, and the place was not: the last way out stands, unless one
    # was confirmed or told.
    last = before[-1]
    is_open = last.confirmed_at is None and last.told_at is None
    return last if last.event == "exit" and not last.is_hidden and is_open else None
