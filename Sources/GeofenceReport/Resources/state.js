// What is shown now, and when it is drawn anew.

let device, cursor = 0, selected = null, playing = false, filter = "";
let strategy = 0;                               // the position of the run that is shown
const view = { x: 0, y: 0, scale: 1 };          // plane metres at the middle, pixels a metre
const range = { start: 0, end: 1 };             // the time that the timeline shows
const dirty = { rows: false, view: false, base: true, overlay: true, chart: true, needle: true, list: true };

/// The circles of the regions on the plane, with the corners of their polygons; `null` where the plane ends.
const circles = report.regions.x.map((x, i) => x == null ? null : {
  x: x / 10, y: report.regions.y[i] / 10, radius: report.regions.radius[i] / 10,
  shape: report.regions.shape?.[i]?.map(ring => ring.flatMap((y, k) => k % 2 ? [{ x: ring[k - 1] / 10, y: y / 10 }] : [])),
});

/// The run of the strategy that is shown.
const run = () => report.runs[strategy];

let colours = {};

function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["page", "panel", "line", "text", "faint", "graticule", "idle", "registered",
    "inside", "enter", "exit", "lost", "false", "late", "difference", "phone", "nearest", "sentinel", "cursor", "look",
    "mark", "area", "areaLine", "road"])
    colours[name] = style.getPropertyValue("--" + name).trim();
  colours.undecided = colours.mark;
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
  if (dirty.rows) showStretch();
  if (dirty.base) drawBase(); else if (dirty.view) moveBase();
  if (dirty.base || dirty.view || dirty.overlay) drawOverlay();
  if (dirty.chart) drawTimeline();
  if (dirty.chart || dirty.needle) drawNeedle();
  if (dirty.list) drawList();
  for (const part in dirty) dirty[part] = false;
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

function metres(value) {
  const size = Math.abs(value);
  return size < 9.95 ? say("metres", +value.toFixed(1)) : size < 999.5 ? say("metres", Math.round(value))
    : say("kilometres", +(value / 1000).toFixed(size < 100000 ? 1 : 0));
}

/// A device with what its times and words need.
function load(number) {
  device = decode(report.devices[number], run().devices[number]);
  device.number = number;
  device.others = rowsOfOthers(number);
  device.isOneDay = isoTime(0).slice(0, 10) === isoTime(device.duration).slice(0, 10);
}

/// Puts everything in its place on the plane.
function placeAll() {
  device.path.boxes = boxesOf(device.path);
  for (const row of [...device.rows, ...device.others]) row.place = positionAt(row.time);
  for (const look of device.looks) {
    const { x, y } = look.seen;
    look.circle = look.accuracy > 0 ? { x, y, radius: look.accuracy * stretchAt(x, y) } : null;
    look.place = positionAt(look.time);
  }
}

/// Shows a device under a strategy; the time and the view stay as they are if `keeps` is true.
function showDevice(number, keeps = false) {
  load(number);
  $("device").value = number;
  for (const button of $("fleet-rows").querySelectorAll("button"))
    button.setAttribute("aria-current", Number(button.dataset.device) === number);
  placeAll();
  if (!keeps) loadFleet();
  device.received = receivedSpans(device.rows);
  device.lost = new Set(device.log.losses.map(loss => loss.region));
  device.false = new Set(device.rows.filter(row => row.kind === "false").map(row => row.region));
  device.lanes = makeLanes();
  device.fastest = fastest(device.path);
  device.mattering = new Set(device.lanes.filter(lane => lane.first < END).map(lane => lane.region));
  const weight = region => device.lost.has(region) ? 2 : device.false.has(region) ? 1.5
    : device.mattering.has(region) ? 1 : 0;
  const weights = circles.map((_, i) => weight(i));
  device.names = circles.map((_, i) => i).filter(i => circles[i]).sort((a, b) =>
    weights[b] - weights[a] || circles[b].radius - circles[a].radius);
  if (!keeps) [range.start, range.end, cursor, selected] = [0, device.duration, 0, null];
  goTo.row = null;
  fillSpeeds();
  labelRamp();
  $("error").textContent = device.source.path.error;
  applyFilter(!keeps);
  showCursor();
  showStory(selected);
}

/// Shows another strategy: its verdict and cards, and the same moment on map and timeline.
function showStrategy(number) {
  strategy = number;
  $("strategy").value = number;
  showSwitches();
  for (const part of document.querySelectorAll(".run")) part.hidden = Number(part.dataset.run) !== number;
  showHead();
  if (device) showDevice(device.number, true);
  if (whatIf.engine) { whatIf.reported = ask(worldMessage(false)); evaluate(); }
}
