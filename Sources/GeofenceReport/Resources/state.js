// What is shown now, and when it is drawn anew.

let device, circles = [], cursor = 0, selected = null, playing = false, filter = "";
const view = { x: 0, y: 0, scale: 1 };          // plane metres at the middle, pixels a metre
const range = { start: 0, end: 1 };             // the time that the timeline shows
const dirty = { view: false, base: true, overlay: true, chart: true, list: true };
let colours = {};

function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["page", "panel", "line", "text", "faint", "graticule", "idle", "registered",
    "inside", "enter", "exit", "lost", "late", "difference", "sentinel", "cursor"])
    colours[name] = style.getPropertyValue("--" + name).trim();
}

/// Draws parts of the page with the next frame, however often it is asked to.
function redraw(...parts) {
  for (const part of parts) dirty[part] = true;
  if (redraw.isDue) return;
  redraw.isDue = true;
  requestAnimationFrame(draw);
}

function draw() {
  redraw.isDue = false;
  if (dirty.base) drawBase(); else if (dirty.view) moveBase();
  if (dirty.base || dirty.view || dirty.overlay) drawOverlay();
  if (dirty.chart) drawTimeline();
  if (dirty.list) drawList();
  dirty.view = dirty.base = dirty.overlay = dirty.chart = dirty.list = false;
}

/// The index of the last of `list`, which is in order of time, that is at or before `time`, or −1.
function lastUpTo(list, time, timeOf = row => row.time) {
  let low = -1, high = list.length - 1;
  while (low < high) {
    const half = (low + high + 1) >> 1;
    if (timeOf(list[half]) <= time) low = half; else high = half - 1;
  }
  return low;
}

/// Where the device is on the plane at a time.
function positionAt(time) {
  const { path } = device, i = Math.max(0, lastUpTo(path.time, time, at => at)), next = i + 1;
  if (next >= path.time.length || time <= path.time[i]) return { x: path.x[i], y: path.y[i] };
  const share = (time - path.time[i]) / (path.time[next] - path.time[i]);
  return {
    x: path.x[i] + share * (path.x[next] - path.x[i]),
    y: path.y[i] + share * (path.y[next] - path.y[i]),
  };
}

const isoTime = time => new Date(device.source.start + time).toISOString().replace(/\.000Z$/, "Z");

/// The time of day, with the date where the track goes over midnight.
const clock = time => device.isOneDay ? isoTime(time).slice(11) : isoTime(time).replace("T", " ");

function metres(value) {
  return value >= 10000 ? `${+(value / 1000).toFixed(1)} km` : `${+value.toFixed(1)} m`;
}

function seconds(milliseconds) {
  return `${+(milliseconds / 1000).toFixed(1)} s`;
}

function showDevice(number) {
  device = decode(report.devices[number]);
  const { path } = device;
  let x = 0, y = 0, z = 0;
  for (let i = 0; i < path.time.length; i++) {
    const phi = path.latitude[i] * RADIANS, lambda = path.longitude[i] * RADIANS;
    x += Math.cos(phi) * Math.cos(lambda);
    y += Math.cos(phi) * Math.sin(lambda);
    z += Math.sin(phi);
  }
  centerOn(Math.atan2(z, Math.hypot(x, y)) / RADIANS, Math.atan2(y, x) / RADIANS);
  path.x = new Float64Array(path.time.length);
  path.y = new Float64Array(path.time.length);
  for (let i = 0; i < path.time.length; i++) {
    const point = project(path.latitude[i], path.longitude[i]);
    path.x[i] = point.x;
    path.y[i] = point.y;
  }
  path.drawn = null;
  const { latitude, longitude, radius } = report.regions;
  circles = latitude.map((_, i) => projectCircle(latitude[i], longitude[i], radius[i]));
  device.told = toldSpans(device.rows);
  device.isOneDay = isoTime(0).slice(0, 10) === isoTime(device.duration).slice(0, 10);
  device.lost = new Set(device.source.losses.map(loss => loss.region));
  device.lanes = makeLanes();
  device.fastest = fastest(path);
  for (const row of device.rows) row.place = positionAt(row.time);
  const mattering = new Set(device.lanes.map(lane => lane.region));
  device.names = circles.map((_, i) => i).filter(i => circles[i]).sort((a, b) =>
    device.lost.has(b) - device.lost.has(a) || mattering.has(b) - mattering.has(a)
    || circles[b].radius - circles[a].radius);
  device.mattering = mattering;
  [range.start, range.end, cursor, selected] = [0, device.duration, 0, null];
  fillSpeeds();
  $("error").textContent = `line within ${metres(device.source.path.error)} of the fixes`;
  showMissed();
  fit();
  applyFilter();
  moveTo(0);
}
