// Elevation and speed under the timeline, where the track has them.

const PROFILE = 64;

function drawProfile() {
  const { context, width, height } = profile;
  if (!device.profile || height === 0) return;
  context.clearRect(0, 0, width, height);
  context.font = "11px system-ui, sans-serif";
  context.textAlign = "left";
  context.textBaseline = "middle";
  const { altitude, speed } = device.profile, left = labelWidth();
  const rows = [];
  if (altitude) rows.push(["elevation", altitude, 1, colours.inside]);
  if (speed) rows.push(["speed", speed, 3.6, colours.look]);
  rows.forEach(([name, values, factor, colour], row) => {
    const isArea = name === "elevation", known = values.filter(value => value != null);
    const low = isArea ? Math.min(...known) : 0, high = Math.max(...known);
    const band = height / rows.length, top = row * band + 5, size = band - 9;
    const at = value => top + size - (value - low) / (high - low || 1) * size;
    context.save();
    context.beginPath();
    context.rect(left, row * band, width - left, band);
    context.clip();
    context.beginPath();
    let isOpen = false, before = -END, first = 0, last = 0;
    values.forEach((value, i) => {
      const time = device.profile.time[i], x = timeX(time);
      if (value == null || gapAt(time)) { isOpen = false; return; }
      if (x - before < 0.7 && isOpen && i < values.length - 1) return;
      if (isOpen) context.lineTo(x, at(value)); else { context.moveTo(x, at(value)); first = x; }
      [isOpen, before, last] = [true, x, x];
    });
    context.strokeStyle = context.fillStyle = colour;
    context.lineWidth = 1.5;
    context.stroke();
    if (isArea) {
      context.lineTo(last, top + size);
      context.lineTo(first, top + size);
      context.globalAlpha = 0.15;
      context.fill();
      context.globalAlpha = 1;
    }
    context.restore();
    context.fillStyle = colours.text;
    context.fillText(say(name), 8, row * band + band / 2 - (rows.length > 1 ? 6 : 8));
    context.fillStyle = colours.faint;
    context.fillText(say(isArea ? "heights" : "paces", Math.round(low * factor), Math.round(high * factor)), 8, row * band + band / 2 + (rows.length > 1 ? 7 : 8));
  });
}

/// The elevation and the speed at a time; empty where the track has neither.
function profileText(time) {
  if (!device.profile) return [];
  const i = Math.max(0, lastUpTo(device.profile.time, time, at => at)), { altitude, speed } = device.profile;
  return [altitude?.[i] == null ? null : say("elevation-of", Math.round(altitude[i])),
    speed?.[i] == null ? null : say("speed-of", Math.round(speed[i] * 3.6))].filter(text => text != null);
}
