"""CSV files in every dress, beside the csv module."""

import codecs
import csv
import io

import clock
from points import Expected

_OTHERS = ("name", "note", "speed_note", "Bemerkung")


def case(draw):
    delimiter, end = draw.choice(",;\t|"), draw.choice(("\n", "\r\n", "\r"))
    columns = ["time", "latitude", "longitude"] + draw.sample(_OTHERS, draw.randint(0, 3))
    draw.shuffle(columns)
    quotings = [csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]
    if end == "\r":
        quotings.remove(csv.QUOTE_MINIMAL)  # It would leave a line feed without quotation marks.
    text = io.StringIO(newline="")
    writer = csv.writer(
        text,
        delimiter=delimiter,
        lineterminator=end,
        quoting=draw.choice(quotings),
    )
    writer.writerow([draw.choice((name, name.upper(), name.title())) for name in columns])
    points, time = [], 1_714_546_800_000
    for _ in range(draw.randint(1, 12)):
        time += draw.randrange(0, 60_000)
        point = (time, round(draw.uniform(-90, 90), 7), round(draw.uniform(-180, 180), 7))
        points.append(point)
        cells = dict(zip(("time", "latitude", "longitude"), (clock.printed(time), *point[1:])))
        writer.writerow([cells.get(name, _cell(draw, delimiter)) for name in columns])
    written = text.getvalue()
    if draw.random() < 0.3:
        written = written[: -len(end)]
    return _encoded(draw, written), Expected(points)


def _cell(draw, delimiter):
    pieces = (
        "",
        "x",
        'say "a"',
        "two\nlines",
        "cr\rhere",
        delimiter,
        "é",
        '"',
        "  ",
        "a#",  # At the start of a row it is a comment.
        "'",
        "\\",
    )
    return "".join(draw.choice(pieces) for _ in range(draw.choice((0, 1, 1, 2))))


def _encoded(draw, text):
    kind = draw.random()
    if kind < 0.7:
        return text.encode("utf-8")
    if kind < 0.85:
        return codecs.BOM_UTF8 + text.encode("utf-8")
    if kind < 0.93:
        return codecs.BOM_UTF16_LE + text.encode("utf-16-le")
    return codecs.BOM_UTF16_BE + text.encode("utf-16-be")
