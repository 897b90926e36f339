// Parallels and meridians, the scale bar and the north arrow.

/// 1, 2 or 5 times a power of ten, at least `value`.
function niceAbove(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].find(step => step * power >= value * 0.999) * power;
}

const DEGREES = [90, 60, 45, 30, 15, 10, 5, 2, 1, .5, .2, .1, .05, .02, .01, .005, .002, .001, 5e-4, 2e-4, 1e-4];

/// The pixels between the points of the screen between which the lines are straight.
const MESH = 24;

/// The lines are those of equal latitude, and of equal longitude, between the places of a mesh of points.
function drawGraticule(context, width, height) {
  const here = placeAt(view.x, view.y), columns = Math.ceil(width / MESH), rows = Math.ceil(height / MESH);
  const mesh = Array.from({ length: rows + 1 }, (_, j) => Array.from({ length: columns + 1 }, (_, i) => {
    const x = i * MESH, y = j * MESH, { latitude, longitude } = placeAt(planeX(x), planeY(y));
    // Counted from the middle on, so that the antimeridian is no edge.
    return { x, y, latitude, longitude: here.longitude + (longitude - here.longitude + 540) % 360 - 180 };
  }));
  context.strokeStyle = colours.graticule;
  context.lineWidth = 1;
  drawGraticule.labels = [];
  for (const [axis, edges, letters] of [["latitude", ["left", "right"], "NS"], ["longitude", ["bottom", "top"], "EW"]]) {
    const all = mesh.flat().map(point => point[axis]), least = Math.min(...all), most = Math.max(...all);
    const step = DEGREES.findLast(step => (most - least) / step <= 7) ?? 90;
    const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    context.beginPath();
    for (let k = Math.ceil(least / step); k * step <= most; k++) {
      const segments = linesAt(mesh, axis, k * step), degrees = (k * step + 540) % 360 - 180;
      for (const [a, b] of segments) {
        context.moveTo(a.x, a.y);
        context.lineTo(b.x, b.y);
      }
      const letter = Math.abs(degrees) % 180 === 0 ? "" : letters[degrees < 0 ? 1 : 0];
      const label = labelAtEdge(segments.flat(), edges, width, height);
      if (label) drawGraticule.labels.push({ ...label, text: `${Math.abs(degrees).toFixed(digits)}°${letter}` });
    }
    context.stroke();
  }
}

/// The pieces of the line on which latitude or longitude has a value, cell by cell.
function linesAt(mesh, axis, value) {
  const segments = [];
  for (let j = 1; j < mesh.length; j++)
    for (let i = 1; i < mesh[j].length; i++) {
      const corners = [mesh[j - 1][i - 1], mesh[j - 1][i], mesh[j][i], mesh[j][i - 1]], ends = [];
      corners.forEach((a, k) => {
        const b = corners[(k + 1) % 4], share = (value - a[axis]) / (b[axis] - a[axis]);
        // Opposite the middle, and at a pole, longitudes leap.
        if (a[axis] < value === b[axis] < value || Math.abs(b[axis] - a[axis]) > 90) return;
        ends.push({ x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) });
      });
      if (ends.length > 1) segments.push(ends);
    }
  return segments;
}

/// Where a line meets one of the edges, apart from the buttons and the scale.
function labelAtEdge(points, edges, width, height) {
  const places = {
    left: ({ x, y }) => x === 0 && y > 172 && y < height - 80 && { x: 3, y: y - 3, align: "left" },
    right: ({ x, y }) => x >= width - MESH && y > 60 && y < height - 12 && { x: width - 3, y: y - 3, align: "right" },
    bottom: ({ x, y }) => y >= height - MESH && x > scaleBar().pixels + 30 && x < width - 60 && { x: x + 3, y: height - 4, align: "left" },
    top: ({ x, y }) => y === 0 && x > 60 && x < width - 320 && { x: x + 3, y: 12, align: "left" },
  };
  for (const edge of edges) for (const point of points) if (places[edge](point)) return places[edge](point);
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
  const metresPerPixel = 1 / view.scale / stretchAt(view.x, view.y), length = niceAbove(metresPerPixel * 70);
  return { length, pixels: length / metresPerPixel };
}

/// The scale bar and the north arrow.
function drawScale(context, width, height) {
  const { length, pixels } = scaleBar(), latitude = (x, y) => placeAt(view.x + x, view.y + y).latitude;
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
  context.fillText(metres(length), x + pixels / 2, y - 6);

  context.save();
  context.translate(x + 13, y - 46);
  context.rotate(Math.atan2(latitude(10, 0) - latitude(-10, 0), latitude(0, 10) - latitude(0, -10)));
  context.beginPath();
  context.moveTo(0, -15);
  context.lineTo(6, 8);
  context.lineTo(0, 4);
  context.lineTo(-6, 8);
  context.fill();
  context.fillText("N", 0, 19);
  context.restore();
}
