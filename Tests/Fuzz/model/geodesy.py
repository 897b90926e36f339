"""Distances and displacements on WGS 84. Metres and degrees throughout."""

import functools
import math

from geographiclib.geodesic import Geodesic

EQUATORIAL_RADIUS = 6378137.0
FLATTENING = 1 / 298.257223563
ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING)


@functools.lru_cache(maxsize=1_000_000)
def distance(place, other):
    """The geodesic distance between two (latitude, longitude) pairs.

    >>> round(distance((0, 0), (0, 1)), 3)
    111319.491
    >>> round(distance((90, 0), (90, 77)), 6)
    0.0
    >>> round(distance((0, 179.9999), (0, -179.9999)), 3)
    22.264
    """
    return Geodesic.WGS84.Inverse(*place, *other, Geodesic.DISTANCE)["s12"]


def chord(place, other):
    """The straight line through the Earth, on which regions are ranked.

    >>> chord((0, 0), (0, 180)) == 2 * EQUATORIAL_RADIUS
    True
    """
    return math.dist(_earth_centred(place), _earth_centred(other))


@functools.lru_cache(maxsize=100_000)
def _earth_centred(place):
    latitude, longitude = math.radians(place[0]), math.radians(place[1])
    normal = EQUATORIAL_RADIUS / math.sqrt(1 - ECCENTRICITY_SQUARED * math.sin(latitude) ** 2)
    return (
        normal * math.cos(latitude) * math.cos(longitude),
        normal * math.cos(latitude) * math.sin(longitude),
        normal * (1 - ECCENTRICITY_SQUARED) * math.sin(latitude),
    )


def along(start, end, share):
    """The place a share of the way along the geodesic from start to end.

    >>> along((0, 10), (0, 20), 0.25)
    (0.0, 12.5)
    >>> along((0, 179), (0, -179), 0.75)
    (0.0, -179.5)
    """
    line = Geodesic.WGS84.InverseLine(*start, *end)
    position = line.Position(line.s13 * share)
    return round(position["lat2"], 9) + 0.0, round(position["lon2"], 9) + 0.0


def displaced(place, east, north):
    """A place moved along the radii of curvature; held at the poles, wrapped in longitude.

    >>> [round(degrees, 6) for degrees in displaced((0, 180), 111319.49, 0)]
    [0.0, -179.0]
    >>> displaced((89.99999, 0), 0, 100)[0]
    90.0
    """
    latitude = math.radians(place[0])
    root = 1 - ECCENTRICITY_SQUARED * math.sin(latitude) ** 2
    prime_vertical = EQUATORIAL_RADIUS / math.sqrt(root)
    meridional = EQUATORIAL_RADIUS * (1 - ECCENTRICITY_SQUARED) / root**1.5
    parallel = prime_vertical * math.cos(latitude)
    moved = max(-90.0, min(90.0, place[0] + math.degrees(north / meridional)))
    # At a pole there is no east: the longitude stays.
    turned = place[1] + (math.degrees(east / parallel) if abs(place[0]) < 90 else 0)
    return moved, (turned + 180) % 360 - 180
