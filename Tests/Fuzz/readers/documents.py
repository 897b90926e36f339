"""GPX documents, well-formed and damaged, beside expat."""

import xml.parsers.expat

import clock
from points import Expected

_NAMES = ("trkpt", "time", "trkseg", "name", "ele", "gpx", "wpt", "rtept", "extensions", "x:y", "é")
_TEXTS = (
    "&amp;",
    "&#65;",
    "&#x1F600;",
    "&lt;",
    "<!-- c -->",
    "<![CDATA[<time>]]>",
    "<?p i?>",
    "]]",
    " ",
    "\n",
    "é",
    "&quot;",
)
_DAMAGE = (
    b"<",
    b">",
    b"&",
    b"&;",
    b"&#0;",
    b"&nope;",
    b"]]>",
    b"--",
    b'"',
    b"\x00",
    b"\x01",
    b"\xff",
    b"\xc3",
    b"</trkseg>",
    b"<a b=1>",
    b"<a b='1' b='2'/>",
    b"<a\n/>",
    b"<?xml version='1.0'?>",
    b"=",
)


def case(draw):
    data = _document(draw).encode("utf-8")
    for _ in range(draw.choice((0, 0, 0, 1, 1, 2))):
        data = _damaged(draw, data)
    return data, _expected(data)


def _document(draw):
    quote = draw.choice("\"'")
    points = "".join(_point(draw, quote) for _ in range(draw.randint(1, 8)))
    head = draw.choice(("", '<?xml version="1.0"?>', "<?xml version='1.0' encoding='UTF-8'?>\n"))
    head += draw.choice(("", "", "<!-- c -->", "\n", "<!DOCTYPE gpx>", "<?p?>"))
    attributes = draw.choice(("", ' version="1.1"', " xmlns='http://www.topografix.com/GPX/1/1'"))
    tail = draw.choice(("", "\n", "<!-- end -->", "<?p end?>"))
    return f"{head}<gpx{attributes}><trk><trkseg>{points}</trkseg></trk></gpx>{tail}"


def _point(draw, quote):
    latitude = round(draw.uniform(-90, 90), draw.randint(0, 9))
    longitude = round(draw.uniform(-180, 180), draw.randint(0, 9))
    places = [f"lat={quote}{latitude}{quote}", f"lon={quote}{longitude}{quote}"]
    draw.shuffle(places)
    blank = draw.choice((" ", "  ", "\n", "\t"))
    stamp = clock.printed(1_714_546_800_000 + draw.randrange(10**7))
    inner = [f"<time>{draw.choice(('', ' '))}{stamp}</time>"]
    for _ in range(draw.choice((0, 0, 1, 2))):
        name = draw.choice(("name", "ele", "extensions", "é"))
        inner.insert(draw.randint(0, len(inner)), f"<{name}>{draw.choice(_TEXTS)}</{name}>")
    end = draw.choice(("", " "))
    return f"<trkpt{blank}{blank.join(places)}{end}>{''.join(inner)}</trkpt{end}>"


def _damaged(draw, data):
    start = draw.randrange(len(data))
    kind = draw.randrange(5)
    if kind == 0:
        return data[:start]
    if kind == 1:
        return data[:start] + data[start + draw.randint(1, 12) :]
    if kind == 2:
        return data[:start] + draw.choice(_DAMAGE) + data[start:]
    if kind == 3:
        end = min(len(data), start + draw.randint(1, 40))
        return data[:end] + data[start:end] + data[end:]
    name = draw.choice(_NAMES).encode()
    return data[:start] + draw.choice((b"<%s>", b"</%s>", b"<%s/>")) % name + data[start:]


class _Points:
    """The track points that expat comes to, in the order of the document."""

    def __init__(self):
        self.kinds = {"trkpt": [], "rtept": [], "wpt": []}
        self.open = []
        self.point = None
        # A time with elements in it may be read in two ways, and another root is no GPX.
        self.is_odd = False

    def start(self, name, attributes):
        local = name.rpartition(":")[2]
        self.is_odd |= "time" in self.open or not self.open and local != "gpx"
        self.open.append(local)
        if local in self.kinds and self.point is None:
            self.point = [local, len(self.open), attributes, []]
        elif local == "time" and self.point and len(self.open) == self.point[1] + 1:
            self.point[3].append("")

    def text(self, text):
        if self.point and self.open[-1] == "time" and len(self.open) == self.point[1] + 1:
            self.point[3][-1] += text

    def end(self, name):
        if self.point and len(self.open) == self.point[1]:
            kind, _, attributes, times = self.point
            self.kinds[kind].append((attributes, times))
            self.point = None
        self.open.pop()


def _expected(data):
    found = _Points()
    parser = xml.parsers.expat.ParserCreate()
    parser.StartElementHandler = found.start
    parser.EndElementHandler = found.end
    parser.CharacterDataHandler = found.text
    try:
        parser.Parse(data, True)
        is_whole = True
    except xml.parsers.expat.ExpatError:
        is_whole = False
    except (LookupError, ValueError):
        return None  # An encoding that Python does not know, or not for XML.
    if found.is_odd:
        return None
    points, last, lost = [], None, 0
    for attributes, times in found.kinds["trkpt"]:
        point = _read(attributes, times)
        if not point:
            continue
        if point[0] is not None and (last is None or point[0] >= last):
            points.append(point)
            last = point[0]
        else:
            lost += 1
    return Expected(points, is_whole, lost)


def _read(attributes, times):
    try:
        latitude, longitude = float(attributes["lat"]), float(attributes["lon"])
    except (KeyError, ValueError):
        return None
    # The first that can be read serves.
    readable = (clock.parsed(time) for time in times if time.strip())
    when = next((time for time in readable if time is not None), None)
    if not (abs(latitude) <= 90 and abs(longitude) <= 180):
        return None
    return when, latitude, longitude
