// Times as people read them: in UTC, or by the clocks of the zone that the report is for.

/// Milliseconds between UTC and the clocks at a time, both since 1970.
function offsetAt(milliseconds) {
  if (!report.zone) return 0;
  const { from, offset } = report.zone;
  return 1000 * offset[Math.max(0, lastUpTo(from, milliseconds, at => at))];
}

/// What a clock shows at a time, as if it were UTC.
const local = milliseconds => new Date(milliseconds + offsetAt(milliseconds));

function offsetText(milliseconds) {
  if (!report.zone) return "Z";
  const minutes = Math.trunc(offsetAt(milliseconds) / 60000), size = Math.abs(minutes);
  const digits = number => String(number).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${digits(Math.floor(size / 60))}:${digits(size % 60)}`;
}

/// A time of the track with its offset: 2024-05-01T11:10:00+02:00.
function isoTime(time) {
  const at = device.source.start + time;
  return local(at).toISOString().replace(/(\.000)?Z$/, offsetText(at));
}

/// A time of the track for addresses: in UTC.
const utcTime = time => new Date(device.source.start + time).toISOString().replace(".000Z", "Z");

/// The time of day in whole seconds, with the date where the track goes over midnight, and with its
/// offset where clocks are changed; the head names the zone.
function clock(time) {
  const { start } = device.source, iso = isoTime(Math.floor((start + time) / SECOND) * SECOND - start);
  const text = report.zone?.from.length > 1 ? iso : iso.replace(/(Z|[+-]\d\d:\d\d)$/, "");
  return device.isOneDay ? text.slice(11) : text.replace("T", " ");
}

/// A span of time in words: 08:10:00–08:25:30.
function spanWords(start, end) {
  if (end >= device.duration) return say("to-the-end", clock(start));
  const first = clock(start), last = clock(end), [day, isSameDay] = [first.split(" ")[0], last.startsWith(first.split(" ")[0])];
  return `${first}–${!device.isOneDay && isSameDay ? last.slice(day.length + 1) : last}`;
}

const SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
const STEPS = [1, 10, 100, ...[1, 2, 5, 10, 15, 30].map(n => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map(n => n * MINUTE), ...[1, 2, 3, 6, 12].map(n => n * HOUR), DAY, 2 * DAY, 7 * DAY];
const MONTHS = [1, 3, 6, 12, 24, 60, 120, 240, 600];
const MONTH_NAMES = say("months").split(" ");

/// Round times of the clock from `start` to `end`, at most `room` of them, each with a label that
/// says what is new: the year in January, the day at midnight, else the time.
function ticks(start, end, room) {
  const step = STEPS.find(step => (end - start) / step <= room);
  const list = [];
  const add = shown => {
    const at = shown - offsetAt(shown - offsetAt(shown));
    if (at >= start && at <= end) list.push({ at, label: tickLabel(new Date(shown), step) });
  };
  const first = local(start).getTime(), last = local(end).getTime();
  if (step) {
    // Weeks begin on Monday, as 1970-01-05 was.
    const origin = step === 7 * DAY ? 4 * DAY : 0;
    for (let at = Math.ceil((first - origin) / step) * step + origin; at <= last; at += step) add(at);
    return list;
  }
  const months = MONTHS.find(n => (end - start) / (n * 30.44 * DAY) <= room) ?? 1200;
  const year = new Date(first).getUTCFullYear();
  for (let month = Math.floor(year * 12 / months) * months; month <= year * 12 + 60000; month += months) {
    const shown = new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1);
    if (shown > last) break;
    add(shown);
  }
  return list;
}

function tickLabel(date, step) {
  const [day, clock] = date.toISOString().split("T");
  const [year, month, number] = day.split("-");
  const name = MONTH_NAMES[month - 1];
  if (!step || date.getTime() % DAY === 0)
    return number === "01" && month === "01" ? year
      : !step ? name : device.isOneDay ? "00:00:00" : `${+number} ${name}`;
  return step >= SECOND ? clock.slice(0, 8) : clock.slice(6, 12);
}
