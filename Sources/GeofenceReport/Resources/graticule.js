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
