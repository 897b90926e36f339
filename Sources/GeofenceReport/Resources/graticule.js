// Parallels and meridians, the scale bar and the north arrow.

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
  context.lineWidth = 1;
  drawGraticule.labels = [];
  const trace = (place, from, to, text, edges, isBetter) => {
    const points = [];
    for (let k = 0; k <= 60; k++) {
      const at = place(from + (to - from) * k / 60), point = project(at[0], at[1]);
      points.push({ x: screenX(point.x), y: screenY(point.y) });
    }
    context.beginPath();
    for (const { x, y } of points) context.lineTo(x, y);
    context.stroke();
    let label = labelAtEdge(points, edges, width, height);
    if (label === undefined) label = labelWithin(points, isBetter, width, height);
    if (label) drawGraticule.labels.push({ ...label, text });
  };
  for (let k = Math.ceil(south / latitudeStep); k * latitudeStep <= north; k++) {
    const latitude = k * latitudeStep;
    if (Math.abs(latitude) >= 90) continue;
    const label = `${Math.abs(latitude).toFixed(digits(latitudeStep))}°${latitude < 0 ? "S" : "N"}`;
    trace(angle => [latitude, here.longitude + angle], west, east, label, ["left", "right"],
      (point, best) => point.x < best.x);
  }
  for (let k = Math.ceil((here.longitude + west) / longitudeStep);
    k * longitudeStep <= here.longitude + east; k++) {
    const longitude = wrapped(k * longitudeStep);
    const letter = Math.abs(longitude) === 180 ? "" : longitude < 0 ? "W" : "E";
    const label = `${Math.abs(longitude).toFixed(digits(longitudeStep))}°${letter}`;
    trace(latitude => [latitude, longitude], Math.max(-90, south - margin),
      Math.min(90, north + margin), label, ["bottom", "top"], (point, best) => point.y > best.y);
  }
}

/// Where a line crosses one of the edges, apart from the buttons and the scale; `null` where it
/// crosses them there alone, `undefined` where it crosses none.
function labelAtEdge(points, edges, width, height) {
  const places = {
    left: (x, y) => y > 130 && y < height - 80 && { x: 3, y: y - 3, align: "left" },
    right: (x, y) => y > 60 && y < height - 12 && { x: width - 3, y: y - 3, align: "right" },
    bottom: (x, y) => x > 170 && x < width - 60 && { x: x + 3, y: height - 4, align: "left" },
    top: (x, y) => x > 60 && x < width - 320 && { x: x + 3, y: 12, align: "left" },
  };
  let found;
  for (const edge of edges) {
    const axis = edge === "left" || edge === "right" ? "x" : "y";
    const at = edge === "right" ? width : edge === "bottom" ? height : 0;
    for (let k = 1; k < points.length; k++) {
      const [a, b] = [points[k - 1], points[k]];
      if ((a[axis] - at) * (b[axis] - at) > 0 || a[axis] === b[axis]) continue;
      const share = (at - a[axis]) / (b[axis] - a[axis]);
      found = places[edge](a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)) || null;
      if (found) return found;
    }
  }
  return found;
}

/// The end of a line that meets no edge, such as a parallel around a pole.
function labelWithin(points, isBetter, width, height) {
  let best = null;
  for (const point of points) {
    const isFree = point.x > 150 || point.y < height - 75 && (point.y > 130 || point.x > 60);
    if (point.x >= 2 && point.x <= width - 50 && point.y >= 14 && point.y <= height - 4 && isFree
      && (!best || isBetter(point, best))) best = point;
  }
  return best && { x: best.x + 3, y: best.y - 3, align: "left" };
}

/// Over everything else, so that they can be read.
function drawGraticuleLabels(context) {
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "alphabetic";
  context.lineWidth = 3;
  context.strokeStyle = colours.page;
  context.fillStyle = colours.faint;
  for (const { x, y, align, text } of drawGraticule.labels) {
    context.textAlign = align;
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
}

/// The metres of the scale bar and its pixels, true at the middle of the map.
function scaleBar() {
  const step = 1 / view.scale;
  const metresPerPixel = ground(unproject(view.x - step, view.y), unproject(view.x + step, view.y)) / 2;
  const length = niceAbove(metresPerPixel * 70);
  return { length, pixels: length / metresPerPixel };
}

/// The scale bar and the north arrow.
function drawScale(context, width, height) {
  const here = unproject(view.x, view.y), { length, pixels } = scaleBar();
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
