"""Times as whole milliseconds since 1970 in UTC."""

import calendar
import re
import time

_STAMP = re.compile(
    r"(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?"
    r" ?(Z|z|UTC|[+-]\d\d(?::?\d\d)?)?$"
)


def parsed(text):
    """Milliseconds of an RFC 3339 time, or None; a fraction is cut, no zone means UTC.

    >>> parsed("1970-01-01T00:00:01.2349Z")
    1234
    >>> parsed("1970-01-01 01:00:00+0100"), parsed("1970-01-01T00:00+01")
    (0, -3600000)
    >>> parsed("1970-02-30T00:00:00Z"), parsed("yesterday")
    (None, None)
    """
    found = _STAMP.match(text.strip())
    if not found:
        return _epoch(text)
    year, month, day, hour, minute = map(int, found.groups()[:5])
    second = int(found[6] or 0)
    if not 1 <= month <= 12 or not 1 <= day <= calendar.monthrange(year, month)[1]:
        return None
    if hour > 23 or minute > 59 or second > 59:
        return None
    offset = 0
    if found[8] and found[8][0] in "+-":
        digits = found[8][1:].replace(":", "").ljust(4, "0")
        offset = (int(digits[:2]) * 60 + int(digits[2:])) * (-1 if found[8][0] == "-" else 1)
    thousandths = int((found[7] or "").ljust(3, "0")[:3])
    days = calendar.timegm((year, month, day, hour, minute, second))
    return (days - offset * 60) * 1000 + thousandths


def _epoch(text):
    """Seconds, milliseconds, microseconds or nanoseconds since 1970, by their size."""
    if not re.fullmatch(r"-?\d+(\.\d+)?", text.strip()):
        return None
    whole, _, fraction = text.strip().partition(".")
    size = abs(int(whole))
    if size < 10**11:
        return int(whole + fraction.ljust(3, "0")[:3])
    return int(whole) // (1 if size < 10**14 else 1000 if size < 10**17 else 1_000_000)


def printed(milliseconds):
    """RFC 3339 in UTC, with milliseconds where they are not zero.

    >>> printed(0), printed(1714521600250)
    ('1970-01-01T00:00:00Z', '2024-05-01T00:00:00.250Z')
    """
    seconds, rest = divmod(milliseconds, 1000)
    whole = time.gmtime(seconds)
    text = "%04d-%02d-%02dT%02d:%02d:%02d" % whole[:6]
    return text + (".%03dZ" % rest if rest else "Z")


def moment(text, start):
    """A time, or `+600s` counted from start."""
    relative = re.fullmatch(r"\+(\d+)(?:\.(\d+))?s", text)
    if relative:
        return start + int(relative[1]) * 1000 + int((relative[2] or "").ljust(3, "0")[:3])
    return parsed(text)
