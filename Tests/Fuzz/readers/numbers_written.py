"""Numbers written in every way, beside float."""

import re

from points import Expected

_DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


def case(draw):
    points, rows = [], ["time,latitude,longitude"]
    for index in range(draw.randint(1, 40)):
        latitude, longitude = _number(draw), _number(draw)
        # A point at 0,0 is no fix, unless others are near.
        if _is_zero(latitude) and _is_zero(longitude):
            longitude = "14.5"
        rows.append(f"{1_714_546_800 + index},{latitude},{longitude}")
        # 1e and e1 are one degree east.
        places = _read(latitude, 90), _read(longitude.strip().strip("e"), 180)
        if None not in places:
            points.append(((1_714_546_800 + index) * 1000, *places))
    return ("\n".join(rows) + "\n").encode(), Expected(points)


def _number(draw):
    kind = draw.randrange(9)
    value = draw.uniform(-91, 91)
    if kind == 0:
        return repr(value)
    if kind == 1:
        return f"{value:.{draw.randint(0, 40)}f}"
    if kind == 2:
        return f"{value:.{draw.randint(0, 25)}e}"
    if kind == 3:
        # Halfway between two neighbours, and a little off.
        digits = f"{abs(value) + 2.0**-53 * 64:.60f}"
        return digits[: draw.randint(15, 60)] + draw.choice(("", "0", "1", "5"))
    if kind == 4:
        return "0." + "0" * draw.randint(0, 400) + str(draw.randrange(1, 10**9))
    if kind == 5:
        return f"{draw.randrange(10**19, 10**22)}e-{draw.randint(18, 26)}"
    if kind == 6:
        return draw.choice(("", "+", "-", " ")) + f"{abs(value):.3f}" + draw.choice(("", " "))
    if kind == 7:
        return draw.choice(
            ("-0", "-0.0", "0e5", ".5", "5.", "00012.5", "1e400", "1e-400", "4.9e-324")
        )
    return draw.choice(
        ("", "-", ".", "e5", "1e", "0x10", "nan", "inf", "1_0", "--1", "+-1", "1.2.3")
    )


def _read(text, limit):
    trimmed = text.strip()
    if not _DECIMAL.fullmatch(trimmed) or not abs(float(trimmed)) <= limit:
        return None
    return float(trimmed)


def _is_zero(text):
    place = _read(text.strip().strip("e"), 180)
    return place is not None and abs(place) <= 1e-6
