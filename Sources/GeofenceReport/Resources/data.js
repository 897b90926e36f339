"use strict";

// The data of the report, and a device as it is shown.

const report = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const regionCount = report.regions.identifier.length;
const END = Infinity;

/// The words of the page that stand in its template, each cut where a value belongs.
const words = Object.fromEntries(Array.from($("words").content.children, part => [part.id, part.textContent.split("{}")]));

/// Returns a text of the page with its values.
const say = (name, ...values) => words[name].reduce((text, part, i) => `${text}${values[i - 1]}${part}`);

/// The box around some points.
function boxOf(x, y, first = 0, end = x.length) {
  const box = [END, -END, END, -END];
  for (let i = first; i < end; i++) {
    box[0] = Math.min(box[0], x[i]);
    box[1] = Math.max(box[1], x[i]);
    box[2] = Math.min(box[2], y[i]);
    box[3] = Math.max(box[3], y[i]);
  }
  return box;
}

/// A name in a line of text, isolated where its letters run from right to left.
const isolated = text => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(text) ? `\u2068${text}\u2069` : text;

/// What people call a region: its name, or its identifier where it has none.
const nameOf = region => region == null ? ""
  : isolated(report.regions.name?.[region] ?? report.regions.identifier[region]);

/// The name with the identifier behind it, where that is another.
const labelOf = region => report.regions.name?.[region] == null ? nameOf(region)
  : `${nameOf(region)} (${isolated(report.regions.identifier[region])})`;

/// The values whose differences are stored.
function sums(differences, scale = 1) {
  const values = new Float64Array(differences.length);
  let sum = 0;
  for (let i = 0; i < values.length; i++) values[i] = (sum += differences[i]) * scale;
  return values;
}

/// A track on the plane, in metres.
const pathOf = ({ path }) =>
  ({ time: sums(path.time), x: sums(path.x, 0.1), y: sums(path.y, 0.1), endsGap: new Set(path.gaps) });

/// How much longer than on the ground a line is at a point of the plane.
const stretchAt = (x, y) => 1 + report.plane.bend * (x * x + y * y);

/// The place on the ground of a point of the plane, by the numbers that the projection has given.
function placeAt(x, y) {
  const { directions, latitudes } = report.plane, stretch = stretchAt(x, y);
  const [a, b, c] = directions.map(([outward, east, north]) => outward * (2 - stretch) + east * x + north * y);
  const sphere = Math.atan2(c, Math.hypot(a, b)), degrees = 180 / Math.PI;
  const latitude = latitudes.reduce((sum, part, k) => sum + part * Math.sin(2 * (k + 1) * sphere), sphere);
  return { latitude: latitude * degrees, longitude: Math.atan2(b, a) * degrees };
}

/// A device as it is shown: its path on the plane, and everything that happened in order of time.
///
/// `log` has what is the strategy's, `source` what is the same under all.
function decode(source, log) {
  const path = pathOf(source);
  const rows = rowsOf(source, log);
  const spans = columns => columns.region.map((region, i) =>
    ({ region, start: columns.start[i], end: columns.end[i] < 0 ? END : columns.end[i] }));
  const choices = rows.filter(row => row.kind === "choice");
  return {
    source, log, path, rows, choices,
    significant: choices.filter(choice => choice.isSignificant),
    duration: Math.max(source.end - source.start, 1),
    outages: (log.outages?.start ?? []).map((start, i) =>
      ({ start, end: log.outages.end[i] ?? END, text: log.outages.text[i] })),
    gaps: source.path.gaps.map(i => ({ start: path.time[i - 1], end: path.time[i] })),
    registrations: spans(log.registrations), stays: spans(source.stays),
    looks: (log.looks?.time ?? []).map((time, i) => ({
      time, seen: { x: log.looks.x[i] / 10, y: log.looks.y[i] / 10 }, accuracy: log.looks.accuracy[i],
    })),
    profile: source.profile ? { ...source.profile, time: sums(source.profile.time) } : null,
  };
}

/// Whether an event's name is of one that the rules deliver without a crossing.
const isFalse = name => name === 3 || name === 4;

/// Everything that happened, in the order of time.
function rowsOf(source, log) {
  const rows = [], { events, choices } = log;
  const kinds = ["exit", "enter", "enter", "false", "false", "phone", "phone"];
  events.time.forEach((time, i) => rows.push({
    time, kind: kinds[events.name[i]], name: events.name[i] % 3 === 0 ? "exit" : "enter",
    region: events.region[i], delay: events.delay[i], text: events.text[i],
  }));
  choices.time.forEach((time, i) => rows.push({
    time, kind: "choice", registered: choices.registered[i], candidates: choices.candidates[i], text: choices.text[i],
    isSignificant: choices.significant[i] === 1,
  }));
  log.marks.forEach(mark => rows.push({ ...mark, kind: "mark" }));
  log.losses.forEach(loss => rows.push({ ...loss, kind: "lost" }));
  log.late.forEach(late => rows.push({ ...late, kind: "late" }));
  log.undecided.forEach(open => rows.push({ ...open, kind: "undecided" }));
  log.differences.forEach(difference => rows.push({ ...difference, kind: "difference" }));
  log.missing?.forEach(missing => rows.push({ ...missing, kind: "difference", isOfPhone: true }));
  source.nearest.region.forEach((region, i) => rows.push({
    kind: "nearest", region, time: source.nearest.time[i], distance: source.nearest.distance[i],
    side: source.nearest.side[i], text: source.nearest.text[i],
  }));
  return rows.sort((a, b) => a.time - b.time);
}

/// What the app received: from an enter to the next exit of the same region.
function receivedSpans(rows) {
  const spans = [], open = new Map();
  for (const row of rows) {
    if (row.kind !== "enter" && row.kind !== "exit" && row.kind !== "false") continue;
    const isEnter = row.name === "enter";
    if (isEnter && !open.has(row.region)) {
      const span = { region: row.region, start: row.time, end: END };
      open.set(row.region, span);
      spans.push(span);
    } else if (!isEnter && open.has(row.region)) {
      open.get(row.region).end = row.time;
      open.delete(row.region);
    }
  }
  return spans;
}
