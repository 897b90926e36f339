// The map: graticule, regions, track, pins and names below; what the cursor changes above.

let base, overlay, chart, axis;

/// A canvas in device pixels that is drawn on in CSS pixels.
function surface(canvas) {
  const context = canvas.getContext("2d");
  return {
    canvas, context, width: 0, height: 0,
    resize(width, height) {
      const ratio = window.devicePixelRatio || 1;
      if (width === this.width && height === this.height && ratio === this.ratio) return;
      this.ratio = ratio;
      [this.width, this.height] = [width, height];
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
    },
  };
}

const screenX = x => base.width / 2 + (x - view.x) * view.scale;
const screenY = y => base.height / 2 - (y - view.y) * view.scale;
const planeX = x => view.x + (x - base.width / 2) / view.scale;
const planeY = y => view.y - (y - base.height / 2) / view.scale;

/// Shows the whole track with the regions that matter.
function fit() {
  const { path } = device;
  let [west, east, south, north] = [END, -END, END, -END];
  const include = (x, y, radius) => {
    west = Math.min(west, x - radius);
    east = Math.max(east, x + radius);
    south = Math.min(south, y - radius);
    north = Math.max(north, y + radius);
  };
  for (let i = 0; i < path.x.length; i++) include(path.x[i], path.y[i], 0);
  const size = Math.max(east - west, north - south, 1000);
  for (const lane of device.lanes) {
    const circle = circles[lane.region];
    if (circle && circle.radius < size) include(circle.x, circle.y, circle.radius);
  }
  view.x = (west + east) / 2;
  view.y = (south + north) / 2;
  view.scale = 0.88 * Math.min(
    base.width / Math.max(east - west, 400), base.height / Math.max(north - south, 400));
  redraw("base");
}

function zoomBy(factor, x = base.width / 2, y = base.height / 2) {
  const [px, py] = [planeX(x), planeY(y)];
  view.scale = Math.max(2e-5, Math.min(20, view.scale * factor));
  view.x = px - (x - base.width / 2) / view.scale;
  view.y = py + (y - base.height / 2) / view.scale;
  redraw("view");
}

/// The points of the path that are half a pixel or more from the one drawn before.
function drawnPath() {
  const { path } = device;
  if (path.drawn && view.scale <= path.drawnScale && view.scale > path.drawnScale / 2)
    return path.drawn;
  path.drawnScale = view.scale * 1.4;
  const least = (0.5 / path.drawnScale) ** 2, last = path.x.length - 1, drawn = [0];
  let [x, y] = [path.x[0], path.y[0]];
  for (let i = 1; i <= last; i++) {
    const dx = path.x[i] - x, dy = path.y[i] - y;
    if (dx * dx + dy * dy < least && i < last) continue;
    drawn.push(i);
    [x, y] = [path.x[i], path.y[i]];
  }
  return path.drawn = drawn;
}

const RAMP = [[67, 97, 214], [30, 160, 140], [222, 160, 20]], SHADES = 24;

function shade(share) {
  const place = Math.max(0, Math.min(1, share)) * (RAMP.length - 1);
  const i = Math.min(RAMP.length - 2, Math.floor(place)), part = place - i;
  return `rgb(${RAMP[i].map((low, c) => Math.round(low + part * (RAMP[i + 1][c] - low))).join()})`;
}

function speed(path, i, j) {
  const time = (path.time[j] - path.time[i]) / 1000;
  return time > 0 ? Math.hypot(path.x[j] - path.x[i], path.y[j] - path.y[i]) / time : 0;
}

/// Faster than nearly everything: a single jump of the fixes must not make all the rest slow.
function fastest(path) {
  const speeds = [];
  for (let i = 1; i < path.time.length; i++) speeds.push(speed(path, i - 1, i));
  speeds.sort((a, b) => a - b);
  return speeds[Math.floor(speeds.length * 0.97)] || 1;
}

/// Shows the base where the view is now. One with many strokes is moved and stretched as it is, and
/// drawn anew when the view has come to rest.
function moveBase() {
  const strokes = drawnPath().length + (drawRegions.shown?.length ?? 0) * 4, { drawn } = base;
  if (strokes < 12000 || !drawn) { drawBase(); return; }
  const x = (drawn.x - view.x) * view.scale, y = (view.y - drawn.y) * view.scale;
  base.canvas.style.transform = `translate(${x}px, ${y}px) scale(${view.scale / drawn.scale})`;
  clearTimeout(moveBase.timer);
  moveBase.timer = setTimeout(() => redraw("base"), 150);
}

function drawBase() {
  const { context, width, height } = base;
  clearTimeout(moveBase.timer);
  base.drawn = { ...view };
  base.canvas.style.transform = "";
  context.clearRect(0, 0, width, height);
  drawGraticule(context, width, height);
  drawRegions(context);
  drawTrack(context);
  drawPins(context);
  drawNames(context);
  drawScale(context, width, height);
}

function isVisible(circle) {
  if (!circle) return false;
  const radius = circle.radius * view.scale, x = screenX(circle.x), y = screenY(circle.y);
  return x + radius > 0 && x - radius < base.width && y + radius > 0 && y - radius < base.height;
}

function traceCircle(context, circle) {
  const radius = Math.max(1.5, circle.radius * view.scale);
  const x = screenX(circle.x), y = screenY(circle.y);
  context.moveTo(x + radius, y);
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

function matches(region) {
  return filter === "" || nameOf(region).toLowerCase().includes(filter);
}

function drawRegions(context) {
  const shown = [];
  for (let i = 0; i < regionCount; i++) if (isVisible(circles[i]) && matches(i)) shown.push(i);
  drawRegions.shown = shown;
  context.lineWidth = 1.2;
  context.strokeStyle = colours.idle;
  // Thousands of dashed circles cost more than a frame.
  context.setLineDash(shown.length < 800 ? [4, 3] : []);
  context.beginPath();
  for (const i of shown) if (!device.lost.has(i)) traceCircle(context, circles[i]);
  context.stroke();
  context.setLineDash([]);
  context.strokeStyle = context.fillStyle = colours.lost;
  context.lineWidth = 1.6;
  context.beginPath();
  for (const i of shown) if (device.lost.has(i)) traceCircle(context, circles[i]);
  context.stroke();
  context.globalAlpha = 0.1;
  context.fill();
  context.globalAlpha = 1;
}

function drawTrack(context) {
  const { path } = device, drawn = drawnPath(), bySpeed = $("colour-by").value === "speed";
  const isLong = drawn.length > 20000;
  // Round corners and a margin are dear, and so many strokes hide them.
  context.lineJoin = isLong ? "bevel" : "round";
  context.lineCap = isLong ? "butt" : "round";
  if (!isLong) {
    context.lineWidth = 7;
    context.strokeStyle = colours.page;
    context.beginPath();
    for (const i of drawn) context.lineTo(screenX(path.x[i]), screenY(path.y[i]));
    context.stroke();
  }
  context.lineWidth = isLong ? 2.5 : 4;
  let shadeBefore = -1, isOpen = false;
  const flush = () => { if (isOpen) context.stroke(); isOpen = false; };
  for (let k = 1; k < drawn.length; k++) {
    const i = drawn[k - 1], j = drawn[k];
    const x1 = screenX(path.x[i]), y1 = screenY(path.y[i]);
    const x2 = screenX(path.x[j]), y2 = screenY(path.y[j]);
    if (Math.max(x1, x2) < -5 || Math.min(x1, x2) > base.width + 5
      || Math.max(y1, y2) < -5 || Math.min(y1, y2) > base.height + 5) { flush(); continue; }
    const share = bySpeed ? speed(path, i, j) / device.fastest : path.time[i] / device.duration;
    const bucket = Math.min(SHADES - 1, Math.floor(share * SHADES));
    if (!isOpen || bucket !== shadeBefore) {
      flush();
      context.strokeStyle = shade(bucket / (SHADES - 1));
      context.beginPath();
      context.moveTo(x1, y1);
      [isOpen, shadeBefore] = [true, bucket];
    }
    context.lineTo(x2, y2);
  }
  flush();
  if (path.x.length === 1) dot(context, screenX(path.x[0]), screenY(path.y[0]), 4, shade(0));
}

function dot(context, x, y, radius, colour) {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

const SIGNS = {
  enter: "▼", exit: "▲", lost: "✕", late: "●", difference: "◆", choice: "|", mark: "⚑",
};
const PINNED = new Set(["enter", "exit", "lost", "difference"]);

function isShown(row) {
  return filter === "" ? true : row.region != null && matches(row.region);
}

/// The events on the map; where they lie on each other a loss is on top, and one stands for all.
function drawPins(context) {
  const taken = new Set();
  drawPins.shown = [];
  context.font = "bold 13px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = 3;
  context.strokeStyle = colours.page;
  for (const isLoss of [true, false])
    for (const row of device.rows) {
      if (!PINNED.has(row.kind) || (row.kind === "lost") !== isLoss || !isShown(row)) continue;
      const x = screenX(row.place.x), y = screenY(row.place.y);
      if (x < 0 || y < 0 || x > base.width || y > base.height) continue;
      const cell = Math.round(x / 11) * 4096 + Math.round(y / 11);
      if (taken.has(cell)) continue;
      taken.add(cell);
      drawPins.shown.push({ x, y, row });
    }
  for (const { x, y, row } of drawPins.shown.slice().reverse()) {
    context.strokeText(SIGNS[row.kind], x, y);
    context.fillStyle = colours[row.kind];
    context.fillText(SIGNS[row.kind], x, y);
  }
}

/// Names of what matters first, as many as fit without touching.
function drawNames(context) {
  const taken = [];
  context.font = "12px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.lineWidth = 3;
  context.strokeStyle = colours.page;
  let tries = 0;
  for (const i of selected == null ? device.names : [selected, ...device.names]) {
    const circle = circles[i], radius = circle.radius * view.scale;
    if (!isVisible(circle) || !matches(i) || radius < 3 && !device.mattering.has(i)) continue;
    if (++tries > 400 || taken.length >= 120) break;
    const text = nameOf(i), half = context.measureText(text).width / 2 + 3;
    const x = Math.max(half, Math.min(base.width - half, screenX(circle.x)));
    const y = Math.max(14, Math.min(base.height - 4, screenY(circle.y) - Math.max(radius, 2) - 4));
    if (taken.some(other => Math.abs(other.x - x) < other.half + half && Math.abs(other.y - y) < 15))
      continue;
    taken.push({ x, y, half });
    context.strokeText(text, x, y);
    context.fillStyle = device.lost.has(i) ? colours.lost : colours.text;
    context.fillText(text, x, y);
  }
}

/// 1, 2 or 5 times a power of ten, at least `value`.
function niceAbove(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].find(step => step * power >= value * 0.999) * power;
}

const DEGREES = [90, 60, 45, 30, 15, 10, 5, 2, 1, .5, .2, .1, .05, .02, .01, .005, .002, .001, 5e-4, 2e-4, 1e-4];

function drawGraticule(context, width, height) {
  let [south, north, west, east] = [90, -90, 180, -180];
  const here = unproject(view.x, view.y);
  for (let i = 0; i <= 10; i++)
    for (let j = 0; j <= 8; j++) {
      const place = unproject(planeX(width * i / 10), planeY(height * j / 8));
      const longitude = wrapped(place.longitude - here.longitude);
      south = Math.min(south, place.latitude);
      north = Math.max(north, place.latitude);
      west = Math.min(west, longitude);
      east = Math.max(east, longitude);
    }
  for (const pole of [90, -90]) {
    const point = project(pole, 0), x = screenX(point.x), y = screenY(point.y);
    if (x < 0 || y < 0 || x > width || y > height) continue;
    [west, east] = [-180, 180];
    if (pole > 0) north = 90; else south = -90;
  }
  const stepFor = span => DEGREES.findLast(step => span / step <= 7) ?? 90;
  const latitudeStep = stepFor(north - south), longitudeStep = stepFor(east - west);
  const digits = step => Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const margin = (north - south) / 20;
  context.strokeStyle = colours.graticule;
  context.fillStyle = colours.faint;
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "alphabetic";
  context.lineWidth = 1;

  const trace = (place, from, to, label, isBetter) => {
    let best = null;
    context.beginPath();
    for (let k = 0; k <= 60; k++) {
      const at = place(from + (to - from) * k / 60), point = project(at[0], at[1]);
      const x = screenX(point.x), y = screenY(point.y);
      if (k === 0) context.moveTo(x, y); else context.lineTo(x, y);
      const isFree = x > 150 || y < height - 75 && (y > 130 || x > 60);
      if (x >= 2 && x <= width - 50 && y >= 14 && y <= height - 4 && isFree
        && (!best || isBetter(x, y, best))) best = { x, y };
    }
    context.stroke();
    if (best) context.fillText(label, best.x + 3, best.y - 3);
  };
  context.textAlign = "left";
  for (let k = Math.ceil(south / latitudeStep); k * latitudeStep <= north; k++) {
    const latitude = k * latitudeStep;
    if (Math.abs(latitude) >= 90) continue;
    const label = `${Math.abs(latitude).toFixed(digits(latitudeStep))}°${latitude < 0 ? "S" : "N"}`;
    trace(angle => [latitude, here.longitude + angle], west, east, label, (x, y, best) => x < best.x);
  }
  for (let k = Math.ceil((here.longitude + west) / longitudeStep);
    k * longitudeStep <= here.longitude + east; k++) {
    const longitude = wrapped(k * longitudeStep);
    const letter = Math.abs(longitude) === 180 ? "" : longitude < 0 ? "W" : "E";
    const label = `${Math.abs(longitude).toFixed(digits(longitudeStep))}°${letter}`;
    trace(latitude => [latitude, longitude], Math.max(-90, south - margin),
      Math.min(90, north + margin), label, (x, y, best) => y > best.y);
  }
}

/// The scale bar and the north arrow, true at the middle of the map.
function drawScale(context, width, height) {
  const here = unproject(view.x, view.y), step = 1 / view.scale;
  const metresPerPixel = ground(unproject(view.x - step, view.y), unproject(view.x + step, view.y)) / 2;
  const length = niceAbove(metresPerPixel * 70), pixels = length / metresPerPixel;
  const x = 14, y = height - 16;
  context.fillStyle = colours.page;
  context.globalAlpha = 0.8;
  context.fillRect(x - 8, y - 20, pixels + 16, 30);
  context.globalAlpha = 1;
  context.strokeStyle = context.fillStyle = colours.text;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x, y - 5);
  context.lineTo(x, y);
  context.lineTo(x + pixels, y);
  context.lineTo(x + pixels, y - 5);
  context.stroke();
  context.font = "12px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillText(length >= 1000 ? `${length / 1000} km` : `${length} m`, x + pixels / 2, y - 6);

  const north = project(Math.min(90, here.latitude + 1e-4), here.longitude);
  context.save();
  context.translate(x + 13, y - 46);
  context.rotate(Math.atan2(north.x - view.x, north.y - view.y));
  context.beginPath();
  context.moveTo(0, -15);
  context.lineTo(6, 8);
  context.lineTo(0, 4);
  context.lineTo(-6, 8);
  context.fill();
  context.fillText("N", 0, 19);
  context.restore();
}

function registeredAt(time) {
  const regions = [];
  for (const span of device.registrations)
    if (span.start <= time && time < span.end) regions.push(span.region);
  return regions;
}

/// The last choice of regions that `isWanted`, up to a time.
function lastChoice(time, isWanted) {
  let last = null;
  for (const row of device.choices) {
    if (row.time > time) break;
    if (isWanted(row)) last = row;
  }
  return last;
}

function drawOverlay() {
  const { context, width, height } = overlay;
  context.clearRect(0, 0, width, height);
  context.strokeStyle = context.fillStyle = colours.registered;
  context.lineWidth = 2;
  context.beginPath();
  for (const region of registeredAt(cursor))
    if (isVisible(circles[region]) && matches(region)) traceCircle(context, circles[region]);
  context.stroke();
  context.globalAlpha = 0.1;
  context.fill();
  context.globalAlpha = 1;

  const choice = lastChoice(cursor, () => true);
  if (report.sentinelRadius && choice && choice.registered < choice.candidates) {
    const at = unproject(choice.place.x, choice.place.y);
    const circle = projectCircle(at.latitude, at.longitude, report.sentinelRadius);
    context.strokeStyle = colours.sentinel;
    context.setLineDash([2, 4]);
    context.beginPath();
    if (circle) traceCircle(context, circle);
    context.stroke();
    context.setLineDash([]);
  }
  const significant = lastChoice(cursor, row => /first|significant/.test(row.cause));
  if (significant) {
    const { place } = significant;
    context.font = "bold 20px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = colours.registered;
    context.fillText("◇", screenX(place.x), screenY(place.y));
  }
  if (selected != null && circles[selected]) {
    context.strokeStyle = colours.cursor;
    context.lineWidth = 3;
    context.beginPath();
    traceCircle(context, circles[selected]);
    context.stroke();
  }
  const place = positionAt(cursor), x = screenX(place.x), y = screenY(place.y);
  dot(context, x, y, 8, colours.page);
  dot(context, x, y, 6, colours.cursor);
}

/// Moves the map so that the device, and the region if it fits, are in sight.
function bringIntoView(region) {
  const place = positionAt(cursor), circle = region == null ? null : circles[region];
  if (circle) {
    const far = Math.hypot(place.x - circle.x, place.y - circle.y) + circle.radius;
    const fits = 0.42 * Math.min(base.width, base.height) / far;
    if (far * view.scale > 0.45 * Math.min(base.width, base.height) || circle.radius * view.scale < 20)
      view.scale = Math.min(Math.max(fits, 2e-5), 2);
    [view.x, view.y] = [circle.x, circle.y];
    redraw("view");
    return;
  }
  const x = screenX(place.x), y = screenY(place.y);
  if (x > 20 && x < base.width - 20 && y > 20 && y < base.height - 20) return;
  [view.x, view.y] = [place.x, place.y];
  redraw("view");
}
