// The line of the track, coloured by time or speed.

const STRIDE = 256;

/// The boxes around every so many points, each with the point before, so that what is out of sight
/// costs nothing.
function boxesOf({ x, y }) {
  const boxes = [];
  for (let first = 0; first < x.length; first += STRIDE)
    boxes.push(boxOf(x, y, Math.max(0, first - 1), Math.min(first + STRIDE, x.length)));
  return boxes;
}

/// What of the path is in sight: stretches without a gap, of points half a pixel or more apart.
function visibleStretches() {
  const { path } = device, { x, y, endsGap } = path, least = (0.5 / view.scale) ** 2, margin = 5;
  const [west, east] = [planeX(-margin), planeX(base.width + margin)];
  const [north, south] = [planeY(-margin), planeY(base.height + margin)];
  const stretches = [];
  let open = null, last = 0;
  path.boxes.forEach((box, number) => {
    if (box[1] < west || box[0] > east || box[3] < south || box[2] > north) { open = null; return; }
    const first = number * STRIDE, end = Math.min(first + STRIDE, x.length);
    for (let i = first; i < end; i++) {
      if (open && !endsGap.has(i)) {
        const dx = x[i] - x[last], dy = y[i] - y[last];
        if (dx * dx + dy * dy < least && i < end - 1 && !endsGap.has(i + 1)) continue;
      } else {
        open = i > 0 && !endsGap.has(i) ? [i - 1] : [];
        stretches.push(open);
      }
      open.push(last = i);
    }
  });
  return stretches;
}

/// What the ends of the colour ramp stand for.
function labelRamp() {
  const bySpeed = $("colour-by").value === "speed";
  $("ramp-from").textContent = bySpeed ? "0" : clock(0);
  $("ramp-to").textContent = bySpeed ? say("pace", Math.round(device.fastest * 3.6)) : clock(device.duration);
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

/// Draws the line in steps of some points, for whoever has no time for all of it at once.
function* trackSteps(context) {
  const { path } = device, stretches = visibleStretches();
  base.strokes = stretches.reduce((sum, stretch) => sum + stretch.length, 0);
  const isLong = base.strokes > 20000;
  // Round corners and a margin are dear, and so many strokes hide them.
  context.lineJoin = isLong ? "bevel" : "round";
  context.lineCap = isLong ? "butt" : "round";
  if (!isLong) {
    context.lineWidth = 7;
    context.strokeStyle = colours.page;
    context.beginPath();
    for (const stretch of stretches)
      stretch.forEach((i, k) => k === 0 ? context.moveTo(screenX(path.x[i]), screenY(path.y[i]))
        : context.lineTo(screenX(path.x[i]), screenY(path.y[i])));
    context.stroke();
  }
  context.lineWidth = isLong ? 2.5 : 4;
  let points = 0;
  for (const stretch of stretches)
    for (let first = 1; first < stretch.length; first += STRIDE) {
      drawShades(context, stretch.slice(first - 1, first + STRIDE));
      if ((points += STRIDE) > 4000) { points = 0; yield; }
    }
  drawMapGaps(context);
  if (!isLong) drawDirection(context, stretches);
  drawEnds(context);
  if (path.x.length === 1) dot(context, screenX(path.x[0]), screenY(path.y[0]), 4, shade(0));
}

/// Draws a line through some points, coloured by time or speed.
function drawShades(context, points) {
  const { path } = device, bySpeed = $("colour-by").value === "speed";
  const isOutside = (i, j) => path.time[j] < range.start || path.time[i] > range.end;
  const bucketOf = share => Math.min(SHADES - 1, Math.floor(share * SHADES));
  let x = 0, y = 0, shadeBefore = -1;
  const lineTo = (bucket, toX, toY) => {
    if (bucket !== shadeBefore) {
      if (shadeBefore >= 0) context.stroke();
      context.strokeStyle = bucket === SHADES ? colours.line : shade(bucket / (SHADES - 1));
      context.beginPath();
      context.moveTo(x, y);
      shadeBefore = bucket;
    }
    context.lineTo(toX, toY);
    [x, y] = [toX, toY];
  };
  for (let k = 1; k < points.length; k++) {
    const i = points[k - 1], j = points[k];
    const x1 = x = screenX(path.x[i]), y1 = y = screenY(path.y[i]);
    const x2 = screenX(path.x[j]), y2 = screenY(path.y[j]);
    if (isOutside(i, j)) { lineTo(SHADES, x2, y2); continue; }
    if (bySpeed) { lineTo(bucketOf(speed(path, i, j) / device.fastest), x2, y2); continue; }
    const from = path.time[i] / device.duration, to = path.time[j] / device.duration;
    // A long even way has several shades.
    for (let bucket = bucketOf(from); bucket < bucketOf(to); bucket++) {
      const part = ((bucket + 1) / SHADES - from) / (to - from);
      lineTo(bucket, x1 + part * (x2 - x1), y1 + part * (y2 - y1));
    }
    lineTo(bucketOf(to), x2, y2);
  }
  if (shadeBefore >= 0) context.stroke();
}

/// Arrows along the line, about as far from each other on every screen.
function drawDirection(context, stretches) {
  const { path } = device, places = [];
  let along = 60;
  for (const stretch of stretches)
    for (let k = 1; k < stretch.length; k++) {
      const x = screenX(path.x[stretch[k - 1]]), y = screenY(path.y[stretch[k - 1]]);
      const dx = screenX(path.x[stretch[k]]) - x, dy = screenY(path.y[stretch[k]]) - y, length = Math.hypot(dx, dy);
      for (; along < length; along += 110)
        places.push([x + dx * along / length, y + dy * along / length, Math.atan2(dy, dx)]);
      along -= length;
    }
  const every = Math.ceil(places.length / 80);
  drawDirection.shown = places.filter((_, number) => number % every === 0);
  context.fillStyle = colours.text;
  context.strokeStyle = colours.page;
  context.lineWidth = 1.5;
  for (const [x, y, angle] of drawDirection.shown) {
    context.beginPath();
    for (const [turn, reach] of [[0, 7], [2.5, 6], [-2.5, 6]])
      context.lineTo(x + reach * Math.cos(angle + turn), y + reach * Math.sin(angle + turn));
    context.closePath();
    context.stroke();
    context.fill();
  }
}

/// A ring where the track starts, and a square where it ends.
function drawEnds(context) {
  const { x, y } = device.path, last = x.length - 1;
  dot(context, screenX(x[0]), screenY(y[0]), 6, colours.text);
  dot(context, screenX(x[0]), screenY(y[0]), 3.5, colours.page);
  context.fillStyle = colours.page;
  context.fillRect(screenX(x[last]) - 6, screenY(y[last]) - 6, 12, 12);
  context.fillStyle = colours.text;
  context.fillRect(screenX(x[last]) - 4.5, screenY(y[last]) - 4.5, 9, 9);
}

/// Nothing is known of the way between two fixes that are far apart in time.
function drawMapGaps(context) {
  const { path } = device;
  context.strokeStyle = colours.faint;
  context.lineWidth = 1.6;
  context.lineCap = "butt";
  context.setLineDash([2, 5]);
  context.beginPath();
  for (const i of path.endsGap) {
    context.moveTo(screenX(path.x[i - 1]), screenY(path.y[i - 1]));
    context.lineTo(screenX(path.x[i]), screenY(path.y[i]));
  }
  context.stroke();
  context.setLineDash([]);
}

function dot(context, x, y, radius, colour) {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/// The number of location updates in sight above which neighbours are one square, as large as they are many.
const CROWD = 80;

/// The location updates: a dot at each, its circle, and a line to where the device was.
function drawLooks(context) {
  const groups = new Map();
  let count = 0;
  for (const look of device.looks) {
    const x = screenX(look.seen.x), y = screenY(look.seen.y);
    if (x < -20 || y < -20 || x > base.width + 20 || y > base.height + 20) continue;
    const cell = `${Math.floor(x / 28)} ${Math.floor(y / 28)}`, group = groups.get(cell);
    count += 1;
    if (group) group.push(look); else groups.set(cell, [look]);
  }
  drawLooks.shown = count > CROWD ? [...groups.values()] : [...groups.values()].flat().map(look => [look]);
  context.strokeStyle = context.fillStyle = colours.look;
  context.lineWidth = 1;
  context.globalAlpha = 0.5;
  context.beginPath();
  for (const [{ seen, place, circle }, ...others] of drawLooks.shown) {
    if (others.length > 0) continue;
    context.moveTo(screenX(seen.x), screenY(seen.y));
    context.lineTo(screenX(place.x), screenY(place.y));
    if (circle) traceCircle(context, circle);
  }
  context.stroke();
  context.globalAlpha = count > CROWD ? 0.7 : 1;
  context.beginPath();
  for (const group of drawLooks.shown) {
    const size = Math.min(5, 1 + Math.sqrt(group.length)) - 0.5;
    const middle = axis => group.reduce((sum, look) => sum + look.seen[axis], 0) / group.length;
    context.rect(screenX(middle("x")) - size, screenY(middle("y")) - size, 2 * size, 2 * size);
  }
  context.fill();
  context.globalAlpha = 1;
}
