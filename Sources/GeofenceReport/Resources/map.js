// The map: where things are on it, and what time does not change of it.

let base, overlay, brush, axis, chart, profile;

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

/// Shows all devices.
function fitAll() {
  let [west, east, south, north] = [END, -END, END, -END];
  for (const { x, y } of [device.path, ...fleet])
    for (let i = 0; i < x.length; i++) {
      [west, east] = [Math.min(west, x[i]), Math.max(east, x[i])];
      [south, north] = [Math.min(south, y[i]), Math.max(north, y[i])];
    }
  show(west, east, south, north, fitAll);
}

/// Shows a part of the plane below the box of the colours, where that lies over the map; `fits` does so
/// in a window of another size.
function show(west, east, south, north, fits) {
  const over = $("colour").getBoundingClientRect().bottom - $("overlay").getBoundingClientRect().top;
  const box = Math.max(0, over), height = Math.max(base.height - box, base.height / 2);
  view.scale = 0.88 * Math.min(
    base.width / Math.max(east - west, 400), height / Math.max(north - south, 400));
  view.x = (west + east) / 2;
  view.y = (south + north) / 2 + (base.height - height) / 2 / view.scale;
  [show.fits, show.view] = [fits, { ...view }];
  redraw("base");
}

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
  // Where no region was entered the nearest is what is asked about.
  for (const region of device.mattering.size > 0 ? device.mattering : device.lanes.slice(0, 1).map(lane => lane.region)) {
    const circle = circles[region];
    if (circle && circle.radius < size) include(circle.x, circle.y, circle.radius);
  }
  // What lies at the border is not cut off, where that costs little room.
  const room = 0.08 * size, box = [west - 3 * room, east + 3 * room, south - 3 * room, north + 3 * room];
  for (let pass = 0; pass < 3; pass++)
    for (const circle of circles) {
      if (!circle) continue;
      const { x, y, radius } = circle;
      const isNear = x + radius > west - room && x - radius < east + room && y + radius > south - room && y - radius < north + room;
      if (isNear && x - radius > box[0] && x + radius < box[1] && y - radius > box[2] && y + radius < box[3]) include(x, y, radius);
    }
  show(west, east, south, north, fit);
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
  yield* fleetSteps(context);
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

/// The polygons that people mean by some places, in whole lines; the circles that are watched for them
/// are dashed, or blue.
function drawShapes(context, shown) {
  context.lineWidth = 1.8;
  for (const i of shown) {
    if (!circles[i].shape) continue;
    context.strokeStyle = context.fillStyle = device.lost.has(i) ? colours.lost : colours.text;
    context.beginPath();
    for (const ring of circles[i].shape) {
      ring.forEach((corner, k) => context[k ? "lineTo" : "moveTo"](screenX(corner.x), screenY(corner.y)));
      context.closePath();
    }
    context.stroke();
    context.globalAlpha = 0.08;
    context.fill("evenodd");
    context.globalAlpha = 1;
  }
}

function matches(region) {
  return filter === "" || labelOf(region).toLowerCase().includes(filter);
}

function drawRegions(context) {
  let shown = [];
  for (let i = 0; i < regionCount; i++) if (isVisible(circles[i]) && matches(i)) shown.push(i);
  shown = groupRegions(context, shown);
  drawRegions.shown = shown;
  context.lineWidth = 1.2;
  context.strokeStyle = colours.idle;
  // Thousands of dashed circles cost more than a frame.
  context.setLineDash(shown.length < 800 ? [4, 3] : []);
  context.beginPath();
  for (const i of shown) if (!device.lost.has(i) && !device.false.has(i)) traceCircle(context, circles[i]);
  context.stroke();
  context.setLineDash([]);
  for (const kind of ["false", "lost"]) {
    context.strokeStyle = context.fillStyle = colours[kind];
    context.lineWidth = 1.8;
    context.beginPath();
    for (const i of shown) if (device[kind].has(i)) traceCircle(context, circles[i]);
    context.stroke();
    context.globalAlpha = 0.1;
    context.fill();
    context.globalAlpha = 1;
  }
  drawShapes(context, shown);
  context.globalAlpha = 0.35;
  const { told } = run();
  for (const i of told ? shown : []) {
    if (told[i] < 0) continue;
    context.fillStyle = toldColour(told[i]);
    context.beginPath();
    traceCircle(context, circles[i]);
    context.fill();
  }
  context.globalAlpha = 1;
  context.font = "bold 13px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const i of told ? shown : []) {
    if (told[i] !== 0 && told[i] !== 1) continue;
    context.fillStyle = colours.text;
    context.fillText(told[i] ? "✓" : "✕", screenX(circles[i].x), screenY(circles[i].y));
  }
}

/// From orange, for what is never delivered, over grey to blue, which every eye tells apart.
const toldColour = share => `hsl(${share < 0.5 ? 28 : 214} ${Math.round(20 + 140 * Math.abs(share - 0.5))}% 47%)`;

/// The number of idle regions from which on they are grouped, and the pixels of a group.
const GROUPED = 400, GROUP = 56;

/// Draws a disc with their number for idle regions that are small and near each other, where there
/// are very many.
///
/// - Returns: the regions that are in no group.
function groupRegions(context, shown) {
  const groups = new Map(), isAlone = i => device.mattering.has(i) || device.lost.has(i) || i === selected
    || circles[i].radius * view.scale > 9;
  groupRegions.shown = [];
  if (shown.length > GROUPED)
    for (const i of shown) {
      if (isAlone(i)) continue;
      const { x, y } = circles[i], key = `${Math.floor(x * view.scale / GROUP)} ${Math.floor(y * view.scale / GROUP)}`;
      const group = groups.get(key);
      if (group) { group.x += x; group.y += y; group.regions.push(i); } else groups.set(key, { x, y, regions: [i] });
    }
  const grouped = new Set();
  context.font = "bold 11px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { x, y, regions } of groups.values()) {
    const count = regions.length;
    if (count < 4) continue;
    for (const i of regions) grouped.add(i);
    const place = { x: screenX(x / count), y: screenY(y / count), count };
    groupRegions.shown.push(place);
    dot(context, place.x, place.y, 9 + 3 * Math.log10(count), colours.idle);
    dot(context, place.x, place.y, 7.5 + 3 * Math.log10(count), colours.panel);
    context.fillStyle = colours.text;
    context.fillText(count, place.x, place.y);
  }
  $("groups").hidden = grouped.size === 0;
  return grouped.size > 0 ? shown.filter(i => !grouped.has(i)) : shown;
}

const SIGNS = {
  enter: "▼", exit: "▲", lost: "✕", false: "▽", late: "●", undecided: "…", difference: "◆", phone: "◇", nearest: "○", mark: "⚑",
  choice: "|",
};
const signOf = row => row.kind === "false" && row.name === "exit" ? "△" : SIGNS[row.kind];
const PINNED = new Set(["enter", "exit", "lost", "false", "difference", "phone"]);
const HEAVY = new Set(["lost", "false"]);

function isShown(row) {
  return filter === "" || row.region != null && matches(row.region);
}

/// The events on the map; where they lie on each other a problem is on top, and one stands for all.
/// Of several interfaces each has its mark; equal events at one place have the marks of all, and
/// unequal ones stand beside each other.
function drawPins(context) {
  const taken = new Map();
  drawPins.shown = [];
  context.font = "bold 13px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = 3;
  context.strokeStyle = colours.page;
  for (const isHeavy of [true, false])
    for (const row of [...device.rows, ...device.others]) {
      if (!PINNED.has(row.kind) || HEAVY.has(row.kind) !== isHeavy || !isShown(row) || !isInStretch(row)) continue;
      let x = screenX(row.place.x);
      const y = screenY(row.place.y), mark = row.mark ?? run().mark ?? "";
      if (x < 0 || y < 0 || x > base.width || y > base.height) continue;
      const cell = () => Math.round(x / 11) * 4096 + Math.round(y / 11);
      if (row.mark && taken.has(cell()) && signOf(taken.get(cell()).row) !== signOf(row)) x += 15;
      const pin = taken.get(cell());
      if (pin) {
        if (signOf(pin.row) === signOf(row) && !pin.marks.includes(mark)) pin.marks.push(mark);
        continue;
      }
      taken.set(cell(), { x, y, row, marks: [mark] });
      drawPins.shown.push(taken.get(cell()));
    }
  for (const { x, y, row } of drawPins.shown.slice().reverse()) {
    context.strokeText(signOf(row), x, y);
    context.fillStyle = colours[row.kind];
    context.fillText(signOf(row), x, y);
  }
  context.font = "bold 9px system-ui, sans-serif";
  context.fillStyle = colours.text;
  for (const { x, y, marks } of drawPins.shown) {
    context.strokeText(marks.join(""), x + 8, y + 6);
    context.fillText(marks.join(""), x + 8, y + 6);
  }
}

/// The events of the same device under the best strategy of each other interface, with its mark.
function rowsOfOthers(number) {
  const known = new Set([run().interface]);
  return report.runs.filter(other => !known.has(other.interface) && known.add(other.interface))
    .flatMap(other => rowsOf(report.devices[number], other.devices[number])
      .filter(row => ["enter", "exit", "false"].includes(row.kind)).map(row => ({ ...row, mark: other.mark })));
}

/// The places on the map that are taken: by the controls over it, the scale, the graticule's labels and
/// the pins.
function takenPlaces() {
  const stage = $("overlay").getBoundingClientRect(), taken = [
    [0, base.height - 82, 45, base.height], [0, base.height - 38, scaleBar().pixels + 24, base.height]];
  base.context.font = "11px system-ui, sans-serif";
  for (const { x, y, align, text } of drawGraticule.labels ?? []) {
    const { width } = base.context.measureText(text), left = x - width * ({ right: 1, center: 0.5 }[align] ?? 0);
    taken.push([left - 2, y - 12, left + width + 2, y + 4]);
  }
  for (const id of ["zoom", "colour", "picked"]) {
    const box = $(id).getBoundingClientRect();
    if (box.width > 0) taken.push([box.left - stage.left - 4, box.top - stage.top - 2, box.right - stage.left + 4, box.bottom - stage.top + 2]);
  }
  for (const { x, y } of (drawPins.shown ?? []).slice(0, 400)) taken.push([x - 7, y - 7, x + 7, y + 7]);
  return taken;
}

/// The first free box of a size around a circle, beside it and not on it; `null` where there is none.
function freeBox(taken, x, y, radius, width, height) {
  const gap = radius + 4, diagonal = radius * 0.71 + 3;
  const corners = [
    [x - width / 2, y - gap - height], [x - width / 2, y + gap], [x + gap, y - height / 2], [x - gap - width, y - height / 2],
    [x + diagonal, y - diagonal - height], [x + diagonal, y + diagonal],
    [x - diagonal - width, y - diagonal - height], [x - diagonal - width, y + diagonal],
  ];
  for (const [left, top] of corners) {
    const [right, bottom] = [left + width, top + height];
    if (left < 2 || top < 2 || right > base.width - 2 || bottom > base.height - 2) continue;
    if (!taken.some(box => left < box[2] && right > box[0] && top < box[3] && bottom > box[1])) return [left, top, right, bottom];
  }
  return null;
}

/// Names of what matters first, as many as fit without touching each other, a pin or a control.
function drawNames(context) {
  const taken = takenPlaces();
  context.font = "12px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.lineWidth = 3;
  context.strokeStyle = colours.page;
  let tries = 0, names = 0;
  for (const i of selected == null ? device.names : [selected, ...device.names.filter(i => i !== selected)]) {
    const circle = circles[i];
    if (!isVisible(circle) || !matches(i)) continue;
    const radius = circle.radius * view.scale;
    if (radius < 3 && !device.mattering.has(i)) continue;
    if (++tries > 300 || names >= 120) break;
    const lines = linesOf(context, nameOf(i), 190).slice(0, 4), height = lines.length * 14;
    const width = Math.max(...lines.map(line => context.measureText(line).width)) + 4;
    const box = freeBox(taken, screenX(circle.x), screenY(circle.y), Math.max(2, radius), width, height);
    if (!box) continue;
    taken.push(box);
    names++;
    context.fillStyle = device.lost.has(i) ? colours.lost : device.false.has(i) ? colours.false : colours.text;
    lines.forEach((line, k) => {
      const x = (box[0] + box[2]) / 2, y = box[1] + (k + 1) * 14 - 3;
      context.strokeText(line, x, y);
      context.fillText(line, x, y);
    });
  }
}
