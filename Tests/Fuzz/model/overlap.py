"""The share of a fix's circle of accuracy that lies within a region, by plane geometry.

Metres throughout. The two circles' centres are as far apart as the geodesic says.
"""

import math

from closeness import tolerance


def share(distance, radius, accuracy):
    """The share of a circle of `accuracy` within one of `radius`, their centres a distance apart.

    >>> share(90, 100, 10), share(110, 100, 10), share(30, 50, 100)
    (1.0, 0.0, 0.25)
    >>> round(share(1, 1, 1), 6)  # 2/3 - sqrt(3)/(2 pi)
    0.391002
    """
    if distance >= radius + accuracy:
        return 0.0
    if distance + accuracy <= radius:
        return 1.0
    if distance + radius <= accuracy:
        covered = radius / accuracy
        return covered * covered
    return _lens(distance, radius, accuracy)


def _lens(distance, radius, accuracy):
    """The share where the boundaries cut each other: two segments of circles.

    The half angles come from the sides of the triangle of both centres and a point of intersection,
    so that a wide circle beside a small one loses no digits.
    """
    around = distance + radius + accuracy
    to_distance = radius + accuracy - distance
    to_radius = distance + accuracy - radius
    to_accuracy = distance + radius - accuracy
    at_region = 2 * math.atan2(
        math.sqrt(to_distance * to_radius), math.sqrt(around * to_accuracy)
    )
    at_fix = 2 * math.atan2(math.sqrt(to_distance * to_accuracy), math.sqrt(around * to_radius))
    ratio = radius / accuracy
    area = ratio * ratio * _segment(at_region) + _segment(at_fix)
    return min(1.0, area / math.pi)


def _segment(half):
    """The area that a chord cuts off a circle of radius 1, by half the angle it is seen under."""
    if half > 0.05:
        return half - math.sin(2 * half) / 2
    square = 4 * half * half
    return half * square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72)))


def is_inside(distance, radius, accuracy, thresholds):
    """True inside, False outside, None where the fix does not decide.

    >>> [is_inside(at, 100, 10, (0.75, 0.25)) for at in (90, 99, 110)]
    [True, None, False]
    >>> is_inside(100, 100, None, (0.75, 0.25)), is_inside(100.1, 100, 0, (0.75, 0.25))
    (True, False)
    """
    if not accuracy:
        return distance <= radius
    least_inside, most_outside = thresholds
    found = share(distance, radius, accuracy)
    if found >= least_inside:
        return True
    return False if found <= most_outside else None


def is_knife_edge(distance, radius, accuracy, thresholds):
    """Whether another distance, equal to within what two programs differ by, decides otherwise."""
    apart = tolerance(distance)
    answers = {
        is_inside(max(0.0, distance + by), radius, accuracy, thresholds)
        for by in (-apart, 0.0, apart)
    }
    if len(answers) > 1:
        return True
    if not accuracy or distance + radius > accuracy:
        return False
    # A region that is covered may have a share that no binary fraction is.
    squares = (radius / accuracy) ** 2, radius * radius / (accuracy * accuracy)
    side = lambda square, threshold: (square > threshold) - (square < threshold)
    return any(len({side(square, each) for square in squares}) > 1 for each in thresholds)
