"""Times as tables of fixes write them, and what is assumed about each."""

import calendar
import datetime
import re
from decimal import Decimal
from zoneinfo import ZoneInfo

# What a time is worth where several columns have one: the best is the smallest.
ABSOLUTE, LOCAL, ELAPSED, UNREADABLE, MISSING = range(5)

_ZONE = r"\s*(Z|z|UTC|[+-]\d\d(?::?\d\d)?)?"
_PARTED = re.compile(
    r"(\d{4})([-/])(\d{1,2})\2(\d{1,2})[ Tt](\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?" + _ZONE
)
_COMPACT = re.compile(r"(\d{4})()(\d\d)(\d\d)[ Tt]?(\d\d)(\d\d)(\d\d)(?:[.,](\d+))?" + _ZONE)
_NUMBER = re.compile(r"[+-]?(\d+)(?:[.,]\d+)?(?:[eE][+-]?\d+)?")


def read(text, is_utc=False, zone=None):
    """Milliseconds since 1970, or None, and the form.

    >>> read("2024-05-01 09:10", zone="Europe/Ljubljana")
    (1714547400000, 1)
    >>> read("1714546800.25"), read("12.5"), read("05012024"), read(" ")
    ((1714546800250, 0), (12500, 2), (None, 3), (None, 4))
    """
    text = text.strip()
    if not text:
        return None, MISSING
    found = _PARTED.fullmatch(text) or _COMPACT.fullmatch(text)
    if found and (found[2] or len(text) == 14 or text[8] in " Tt"):
        return _calendar(found, is_utc, zone)
    return _number(text)


def _calendar(found, is_utc, zone):
    year, _, month, day, hour, minute, second, fraction, offset = found.groups()
    second = int(second or 0)
    try:
        start = datetime.datetime(int(year), int(month), int(day), int(hour), int(minute))
    except ValueError:
        return None, UNREADABLE
    if second > 60:
        return None, UNREADABLE
    thousandths = 0 if second == 60 else int((fraction or "").ljust(3, "0")[:3])
    time = calendar.timegm(start.timetuple()) * 1000 + second * 1000 + thousandths
    if offset and offset[0] in "+-":
        digits = offset[1:].replace(":", "").ljust(4, "0")
        minutes = int(digits[:2]) * 60 + int(digits[2:])
        time -= minutes * 60_000 * (-1 if offset[0] == "-" else 1)
    if offset or is_utc:
        return time, ABSOLUTE
    if zone:
        there = datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=time)
        shift = there.replace(tzinfo=ZoneInfo(zone)).utcoffset()
        time -= shift // datetime.timedelta(milliseconds=1)
    return time, LOCAL


def _number(text):
    found = _NUMBER.fullmatch(text)
    if not found or _is_other(found[1], is_whole=text.isdigit()):
        return None, UNREADABLE
    number = Decimal(text.replace(",", "."))
    size = abs(number)
    time = int(
        number * 1000
        if size < 10**11
        else number
        if size < 10**14
        else number / 1000
        if size < 10**17
        else number / 10**6
    )
    return time, ELAPSED if abs(time) < 10**11 else ABSOLUTE


def _is_other(digits, is_whole):
    """Whether a number is rather a year, a date, or a spreadsheet's day."""
    count, number = len(digits), int(digits)
    if count == 4:
        return is_whole and 1900 <= number < 2100
    if count == 5:
        return 20_000 <= number <= 80_000
    if count == 8:
        first, second, year = digits[:2], digits[2:4], digits[4:]
        orders = (digits, year + first + second, year + second + first)
        return is_whole and any(_is_date(order) for order in orders)
    if count == 12:
        pairs = [int(digits[place : place + 2]) for place in range(0, 12, 2)]
        is_time = pairs[3] < 24 and pairs[4] < 60 and pairs[5] < 60
        is_short = 1 <= pairs[1] <= 12 and (1 <= pairs[0] <= 31 or 1 <= pairs[2] <= 31)
        return (_is_date(digits[:8]) and pairs[4] < 24 and pairs[5] < 60) or (is_short and is_time)
    return False


def _is_date(digits):
    year, month, day = int(digits[:4]), int(digits[4:6]), int(digits[6:8])
    return (
        1900 <= year < 2100
        and 1 <= month <= 12
        and 1 <= day <= calendar.monthrange(year, month)[1]
    )
