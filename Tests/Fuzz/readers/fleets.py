"""Real tables of fixes, read a second time by the rules of `geofence help tracks`."""

import csv
import io
import re
from dataclasses import dataclass, field

import written_times
from written_times import ELAPSED, MISSING, UNREADABLE

_NAMES = {
    "time": "time timestamp datetime utc t tst epoch unixtime ts recorded_at created_at datetime_utc"
    " time_utc utc_time gps_time fix_time timestamp_ms utc_t tracked_at last_updated last_changed"
    " utc_datetime basedatetime",
    "date": "date utc_d utc_date",
    "latitude": "latitude lat y latitudee7 location_lat latituden/s gps(lat.) stop_lat"
    " position_lat",
    "longitude": "longitude lon lng long x longitudee7 location_long location_lon"
    " longitudee/w gps(long.) stop_lon position_long",
    "position": "position geom geometry wkt the_geom point",
    "accuracy": "accuracy acc horizontal_accuracy hacc gps_accuracy accuracy_meters",
    "device": "device device_id device_name trajectory_id traj_id track_id user user_id uid tid"
    " vehicle vehicle_id taxi_id tracker imei mmsi icao24 callsign entity_id animal_id"
    " individual_local_identifier",
    "north_south": "n/s ns",
    "east_west": "e/w ew",
    "other": "ele elevation alt altitude speed vel velocity course bearing heading cog",
}
_KNOWN = {key: [name.replace("_", "") for name in names.split()] for key, names in _NAMES.items()}


@dataclass
class Reading:
    """What a file has: points as (milliseconds, latitude, longitude, device)."""

    has_place: bool = False
    is_timed: bool = True
    points: list = field(default_factory=list)
    skipped: dict = field(default_factory=dict)

    @classmethod
    def of_rows(cls, rows):
        """Keeps what the rules keep of (time, form, latitude, longitude, accuracy, device)."""
        reading = cls(has_place=True)
        reading.is_timed = any(row[1] != MISSING for row in rows[:1000])
        last = {}
        for time, form, latitude, longitude, accuracy, device in rows:
            if latitude is None or longitude is None or abs(latitude) > 90 or abs(longitude) > 180:
                reading._skip("place")
            elif accuracy is not None and accuracy < 0:
                reading._skip("accuracy")
            elif not reading.is_timed:
                reading.points.append((None, latitude, longitude, device))
            elif time is None:
                reading._skip("missing" if form == MISSING else "unreadable")
            elif time < last.get(device, time):
                reading._skip("earlier")
            else:
                last[device] = time
                reading.points.append((time, latitude, longitude, device))
        return reading

    def _skip(self, reason):
        self.skipped[reason] = self.skipped.get(reason, 0) + 1

    def difference(self, found):
        """What differs from the tool's points; None if nothing does."""
        if not self.has_place:
            return None if found.status == 65 else f"exits {found.status}, and has no place"
        lost = sum(count for reason, count in self.skipped.items() if reason != "place")
        is_lost = not self.points or lost > len(self.points)
        if found.status != (65 if is_lost else 0):
            return f"exits {found.status} after {len(found.points)} points: {found.message}"
        for index, (mine, its) in enumerate(zip(self.points, found.points)):
            if mine[0] != (its[0] if self.is_timed else None) or mine[1:] != its[1:]:
                return f"point {index}: expected {mine}, found {its}"
        if len(self.points) != len(found.points):
            return f"{len(found.points)} points instead of {len(self.points)}: {found.message}"
        return None


def read(path, zone=None):
    """The points of a file."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:2] not in (b"\xff\xfe", b"\xfe\xff") and 0 in data[:100]:
        return Reading()
    lines = _decoded(data).splitlines()
    for number, line in enumerate(lines[:30]):
        header = _header(line)
        if header:
            return Reading.of_rows(_rows(lines[number + 1 :], *header, line, zone))
    return Reading()


def _decoded(data):
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _name(text):
    """A name as it is compared: without case, blanks, underscores, hyphens and a note at its end."""
    text = text.strip().strip('"').strip()
    noted = re.fullmatch(r"(.+?)\s*[(\[]([^(\[]*)[)\]]", text)
    if noted and not re.fullmatch(r"[-\d.]+( [-\d.]+)+", noted[2].strip()):
        text = noted[1]
    return re.sub(r"[ _\-\u00a0]", "", text.lower())


def _header(line):
    """The delimiter and the names of a line that names a place; None for another line."""
    every = {name for names in _KNOWN.values() for name in names}
    best = None
    for delimiter in "\t;|,":
        try:
            cells = next(csv.reader([line.lstrip("#")], delimiter=delimiter, skipinitialspace=True))
        except (csv.Error, StopIteration):
            continue
        names = [_name(cell) for cell in cells]
        count = sum(name in every for name in names)
        has = {key: any(name in names for name in known) for key, known in _KNOWN.items()}
        if (has["position"] or has["latitude"] and has["longitude"]) and count > (best or (0,))[0]:
            best = count, delimiter, names
    return best and best[1:]


def _rows(lines, delimiter, names, line, zone):
    columns = {
        key: [names.index(name) for name in known if name in names]
        for key, known in _KNOWN.items()
    }
    first = {key: places[0] if places else None for key, places in columns.items()}
    latitude, longitude = _place(columns, names)
    times = _Times(columns, [_name_says_utc(cell) for cell in line.split(delimiter)], zone)
    divisor = 1e7 if latitude is not None and names[latitude].endswith("e7") else 1
    has_comma = delimiter != ","
    rows = []
    for row in csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter):
        if not row or row[0].startswith("#") or (len(row) == 1 and not row[0].strip()):
            continue

        def cell(column):
            return row[column].strip() if column is not None and column < len(row) else ""

        if latitude is None:
            place = _pair(cell(first["position"]))
        else:
            place = [_degrees(cell(column), has_comma) for column in (latitude, longitude)]
        if None not in place:
            place = [
                _signed(number / divisor, cell(first[side]))
                for number, side in zip(place, ("north_south", "east_west"))
            ]
        accuracy = _degrees(cell(first["accuracy"]), has_comma)
        device = cell(first["device"]) or None
        rows.append((*times.read(cell), *place, accuracy, device))
    return rows


def _place(columns, names):
    """The columns of the place: x and y only where there is no z and nothing else."""
    pair = []
    is_open = "z" not in names and not columns["position"]
    others = {
        key: [column for column in columns[key] if names[column] not in ("x", "y")]
        for key in ("latitude", "longitude")
    }
    is_open = is_open and not any(others.values())
    for key in ("latitude", "longitude"):
        places = columns[key] if is_open else others[key]
        pair.append(places[0] if places else None)
    return pair


def _name_says_utc(cell):
    return "utc" in cell.lower() or "gmt" in cell.lower()


class _Times:
    """The columns of the time: those of the best form in the first row that has one."""

    def __init__(self, columns, are_utc, zone):
        def is_utc(column):
            return column < len(are_utc) and are_utc[column]

        self.zone = zone
        self.chosen = None
        self.choices = []
        for date in columns["date"]:
            like = [time for time in columns["time"] if is_utc(time) == is_utc(date)]
            for time in (like or columns["time"])[:1]:
                self.choices.append((date, time, is_utc(date) and is_utc(time)))
        self.choices += [(None, time, is_utc(time)) for time in columns["time"]]
        self.choices += [(date, None, is_utc(date)) for date in columns["date"]]

    def read(self, cell):
        if self.chosen:
            return self._read(self.chosen, cell)
        if not self.choices:
            return None, MISSING
        has_dates = any(choice[0] is not None for choice in self.choices)
        readings = [(self._read(choice, cell), choice) for choice in self.choices]
        usable = [
            (form, index)
            for index, ((_, form), _) in enumerate(readings)
            if form < UNREADABLE and not (form == ELAPSED and has_dates)
        ]
        if not usable:
            return None, min(form for (_, form), _ in readings)
        reading, self.chosen = readings[min(usable)[1]]
        return reading

    def _read(self, choice, cell):
        date, time, is_utc = choice
        if date is None or time is None:
            return written_times.read(cell(time if date is None else date), is_utc, self.zone)
        day, clock = cell(date), cell(time)
        if re.fullmatch(r"\d{6}", day) and re.fullmatch(r"\d{6}", clock):
            day = f"20{day}"  # Columbus loggers write the year first.
        if re.fullmatch(r"\d{8}", day) and ":" in clock:
            day = f"{day[:4]}-{day[4:6]}-{day[6:]}"
        elif len(day) == 10 and clock and ":" not in clock:
            day = re.sub("[-/]", "", day)
        reading = written_times.read(f"{day} {clock}", is_utc, self.zone)
        if reading[0] is None and day and clock:
            alone = written_times.read(clock, is_utc, self.zone)
            return alone if (alone[0] or 0) >= 10**11 else reading
        return reading


def _degrees(text, has_comma=False):
    """A number, perhaps with the letter of a side before or after it."""
    text = text.replace(",", ".") if has_comma else text
    found = re.fullmatch(r"([NSEW]?)\s*([^NSEW]*?)\s*°?\s*([NSEW]?)", text, re.IGNORECASE)
    number = found[2].strip() if found else ""
    side = (found[1] or found[3]).upper() if found else ""
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", number, re.IGNORECASE):
        # The letter of an exponent is also that of the east.
        number, side = text.strip(), ""
        if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", number, re.IGNORECASE):
            return None
    return float(number) * (-1 if side and side in "SW" else 1)


def _pair(text):
    """The latitude and the longitude of one text."""
    point = re.fullmatch(r"(?:SRID=\d+;)?\s*POINT\s*Z?\s*\((\S+)\s+(\S+)[^)]*\)", text, re.I)
    if point:
        return [_degrees(point[2]), _degrees(point[1])]
    pair = re.fullmatch(r"\(?(?:geo:)?([^,]+),([^,;]+?)(?:[,;].*)?\)?", text)
    return [_degrees(pair[1].strip()), _degrees(pair[2].strip())] if pair else [None, None]


def _signed(number, side):
    return abs(number) * (-1 if side[0] in "SsWw" else 1) if side else number
