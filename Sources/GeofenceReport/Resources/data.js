"use strict";

// The data of the report, and a device as it is shown.

const report = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const regionCount = report.regions.identifier.length;
const nameOf = region => region == null ? "" : report.regions.identifier[region];
const END = Infinity;

/// The values whose differences are stored.
function sums(differences, scale = 1) {
  const values = new Float64Array(differences.length);
  let sum = 0;
  for (let i = 0; i < values.length; i++) values[i] = (sum += differences[i]) * scale;
  return values;
}

/// A device as it is shown: its path on the plane, and everything that happened in order of time.
function decode(source) {
  const path = {
    time: sums(source.path.time), latitude: sums(source.path.latitude, 1e-6),
    longitude: sums(source.path.longitude, 1e-6), endsGap: new Set(source.path.gaps),
  };
  const rows = [];
  const { events, choices } = source;
  events.time.forEach((time, i) => rows.push({
    time, kind: events.name[i] === 0 ? "exit" : "enter", initial: events.name[i] === 2,
    region: events.region[i], distance: events.distance[i], delay: events.delay[i],
  }));
  choices.time.forEach((time, i) => rows.push({
    time, kind: "choice", cause: choices.cause[i] || "first", registered: choices.registered[i],
    candidates: choices.candidates[i], started: choices.started[i], stopped: choices.stopped[i],
  }));
  source.marks.forEach(mark => rows.push({ ...mark, kind: "mark" }));
  source.losses.forEach(loss => rows.push({ ...loss, kind: "lost" }));
  source.late.forEach(late => rows.push({ ...late, kind: "late" }));
  source.differences.forEach(difference => rows.push({ ...difference, kind: "difference" }));
  source.nearest?.region.forEach((region, i) => rows.push({
    kind: "nearest", region, time: source.nearest.time[i], distance: source.nearest.distance[i],
  }));
  rows.sort((a, b) => a.time - b.time);
  const spans = columns => columns.region.map((region, i) =>
    ({ region, start: columns.start[i], end: columns.end[i] < 0 ? END : columns.end[i] }));
  const choiceRows = rows.filter(row => row.kind === "choice");
  return {
    source, path, rows, choices: choiceRows,
    significant: choiceRows.filter(row => /first|significant/.test(row.cause)),
    duration: Math.max(source.end - source.start, 1),
    gaps: source.path.gaps.map(i => ({ start: path.time[i - 1], end: path.time[i] })),
    registrations: spans(source.registrations), stays: spans(source.stays),
    looks: (source.looks?.time ?? []).map((time, i) => ({
      time, latitude: source.looks.latitude[i], longitude: source.looks.longitude[i],
      accuracy: source.looks.accuracy[i],
    })),
  };
}

/// What the app was told: from an enter to the next exit of the same region.
function toldSpans(rows) {
  const spans = [], open = new Map();
  for (const row of rows) {
    if (row.kind === "enter" && !open.has(row.region)) {
      const span = { region: row.region, start: row.time, end: END };
      open.set(row.region, span);
      spans.push(span);
    } else if (row.kind === "exit" && open.has(row.region)) {
      open.get(row.region).end = row.time;
      open.delete(row.region);
    }
  }
  return spans;
}
