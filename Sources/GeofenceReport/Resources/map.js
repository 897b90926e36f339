// The map: where things are on it, and what time does not change of it.

let base, overlay, brush, axis, chart;

/// A canvas in device pixels, or so many to a CSS pixel, that is drawn on in CSS pixels.
function surface(canvas, { pixels, ...options } = {}) {
  const context = canvas.getContext("2d", options);
  return {
    canvas, context, width: 0, height: 0,
    resize(width, height) {
      const ratio = pixels ?? (window.devicePixelRatio || 1);
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
  for (const region of device.mattering) {
    const circle = circles[region];
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

/// Shows the base where the view is now. One with many strokes is moved and stretched as it is, and
/// drawn anew, a part with each frame, when the view has come to rest.
function moveBase() {
  const strokes = base.strokes + (drawRegions.shown?.length ?? 0) * 4;
  if (strokes < 6000 || !base.drawn) { drawBase(); return; }
  placeBase();
  clearTimeout(moveBase.timer);
  moveBase.timer = setTimeout(renewBase, 150);
}

/// Where what was drawn lies in the view of now.
function placeBase() {
  const { drawn } = base, scale = view.scale / drawn.scale;
  const x = (drawn.x - view.x) * view.scale, y = (view.y - drawn.y) * view.scale;
  base.canvas.style.transform = scale === 1 && x === 0 && y === 0 ? ""
    : `translate(${x}px, ${y}px) scale(${scale})`;
}

/// Draws the base at once.
function drawBase() {
  clearTimeout(moveBase.timer);
  renewBase.steps = null;
  base.drawn = { ...view };
  placeBase();
  for (const _ of baseSteps(base.context, base.width, base.height));
}

/// Draws the base on a sheet of its own, for a few milliseconds of each frame, and shows it then.
function renewBase() {
  const sheet = renewBase.sheet ??= surface(document.createElement("canvas"), { willReadFrequently: true });
  sheet.resize(base.width, base.height);
  const drawn = { ...view }, steps = renewBase.steps = baseSteps(sheet.context, base.width, base.height);
  const work = () => {
    if (renewBase.steps !== steps) return;
    const now = { ...view }, start = performance.now();
    Object.assign(view, drawn);
    let isDone = false;
    do {
      isDone = steps.next().done;
      // What is drawn is only noted until somebody looks.
      sheet.context.getImageData(0, 0, 1, 1);
    } while (!isDone && performance.now() - start < 8);
    Object.assign(view, now);
    if (!isDone) { requestAnimationFrame(work); return; }
    base.drawn = drawn;
    base.context.clearRect(0, 0, base.width, base.height);
    base.context.drawImage(sheet.canvas, 0, 0, base.width, base.height);
    placeBase();
  };
  work();
}

/// Draws everything that time does not change, and lets go of it now and then.
function* baseSteps(context, width, height) {
  context.clearRect(0, 0, width, height);
  drawBasemap(context, width, height);
  drawGraticule(context, width, height);
  yield;
  drawRegions(context);
  yield;
  yield* trackSteps(context);
  drawLooks(context);
  drawPins(context);
  drawNames(context);
  drawGraticuleLabels(context);
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
  context.globalAlpha = 0.35;
  for (const i of report.regions.told ? shown : []) {
    if (report.regions.told[i] < 0) continue;
    context.fillStyle = toldColour(report.regions.told[i]);
    context.beginPath();
    traceCircle(context, circles[i]);
    context.fill();
  }
  context.globalAlpha = 1;
}

/// From red, for what the app is never told of, to green.
const toldColour = share => `hsl(${Math.round(120 * share)} 70% 45%)`;

const SIGNS = {
  enter: "▼", exit: "▲", lost: "✕", late: "●", difference: "◆", nearest: "○", mark: "⚑", choice: "|",
};
const PINNED = new Set(["enter", "exit", "lost", "difference"]);

function isShown(row) {
  return filter === "" || row.region != null && matches(row.region);
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
    const lines = linesOf(context, nameOf(i), 190).slice(0, 4), height = lines.length * 14;
    const half = Math.max(...lines.map(line => context.measureText(line).width)) / 2 + 3;
    const x = Math.max(half, Math.min(base.width - half, screenX(circle.x)));
    const bottom = Math.max(height, Math.min(base.height - 4, screenY(circle.y) - Math.max(radius, 2) - 4));
    if (taken.some(other => Math.abs(other.x - x) < other.half + half
      && bottom - height < other.bottom + 1 && bottom + 1 > other.bottom - other.height)) continue;
    taken.push({ x, bottom, half, height });
    context.fillStyle = device.lost.has(i) ? colours.lost : colours.text;
    lines.forEach((line, k) => {
      const y = bottom - (lines.length - 1 - k) * 14;
      context.strokeText(line, x, y);
      context.fillText(line, x, y);
    });
  }
}
