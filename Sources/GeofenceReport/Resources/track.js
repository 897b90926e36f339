// The line of the track, coloured by time or speed.

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
