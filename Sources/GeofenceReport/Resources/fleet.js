// The other devices of a fleet beneath the one that is shown: thin lines, dots where they are, and
// the crossings that they lost.

const FLEET_POINTS = 40000;
let fleet = [];

/// Takes the tracks of the other devices, with fewer points where there are many.
function loadFleet() {
  const all = report.devices.reduce((sum, device) => sum + device.path.time.length, 0);
  const stride = Math.max(1, Math.ceil(all / FLEET_POINTS));
  fleet = report.devices.map((source, number) => {
    const { time, x, y, endsGap } = number === device.number ? { time: [] } : pathOf(source);
    const other = { number, name: source.name, start: source.start, time: [], x: [], y: [], endsGap: new Set() };
    time.forEach((at, i) => {
      if (i % stride !== 0 && i !== time.length - 1 && !endsGap.has(i) && !endsGap.has(i + 1)) return;
      if (endsGap.has(i)) other.endsGap.add(other.time.length);
      other.time.push(at);
      other.x.push(x[i]);
      other.y.push(y[i]);
    });
    return other;
  }).filter(({ number }) => number !== device.number);
}

/// Where another device is at the time of the cursor; `null` before its first fix and after its last.
function fleetPosition(other, time = cursor + device.source.start - other.start) {
  if (time < 0 || time > other.time.at(-1)) return null;
  const i = lastUpTo(other.time, time, at => at), next = Math.min(i + 1, other.time.length - 1);
  const share = next === i ? 0 : (time - other.time[i]) / (other.time[next] - other.time[i] || 1);
  return { x: other.x[i] + share * (other.x[next] - other.x[i]), y: other.y[i] + share * (other.y[next] - other.y[i]) };
}

/// Draws the lines of the other devices and their losses, a device at a time.
function* fleetSteps(context) {
  drawFleetPins.shown = [];
  if (fleet.length === 0) return;
  context.lineWidth = 1.4;
  context.strokeStyle = colours.faint;
  context.globalAlpha = 0.7;
  context.lineJoin = "round";
  let points = 0;
  for (const { x, y, endsGap } of fleet) {
    context.beginPath();
    for (let i = 0; i < x.length; i++) {
      if (i === 0 || endsGap.has(i)) context.moveTo(screenX(x[i]), screenY(y[i]));
      else context.lineTo(screenX(x[i]), screenY(y[i]));
    }
    context.stroke();
    if ((points += x.length) > 4000) { points = 0; yield; }
  }
  context.globalAlpha = 1;
  drawFleetPins(context);
}

function drawFleetPins(context) {
  context.font = "bold 11px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colours.lost;
  const taken = new Set();
  for (const other of fleet)
    for (const loss of run().devices[other.number].losses) {
      const place = fleetPosition(other, loss.time);
      if (!place) continue;
      const x = screenX(place.x), y = screenY(place.y), cell = Math.round(x / 9) * 4096 + Math.round(y / 9);
      if (x < 0 || y < 0 || x > base.width || y > base.height || taken.has(cell)) continue;
      taken.add(cell);
      context.fillText(SIGNS.lost, x, y);
      drawFleetPins.shown.push({ x, y, number: other.number, loss });
    }
}

/// Draws where the other devices are now.
function drawFleetDots(context) {
  drawFleetDots.shown = [];
  context.font = "11px system-ui, sans-serif";
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.lineWidth = 3;
  context.strokeStyle = colours.page;
  const dots = [];
  for (const other of fleet) {
    const place = fleetPosition(other);
    if (!place) continue;
    const x = screenX(place.x), y = screenY(place.y);
    if (x < 0 || y < 0 || x > base.width || y > base.height) continue;
    dots.push({ x, y, number: other.number, name: other.name });
  }
  for (const { x, y, name } of dots) {
    dot(context, x, y, 5, colours.page);
    dot(context, x, y, 3.5, colours.faint);
    if (dots.length > 12 || !name) continue;
    context.strokeText(isolated(name), x + 8, y);
    context.fillStyle = colours.faint;
    context.fillText(isolated(name), x + 8, y);
  }
  drawFleetDots.shown = dots;
}

/// Goes to the other device that is clicked, or to its loss.
function clickFleet(point) {
  const isNear = ({ x, y }) => Math.hypot(x - point.x, y - point.y) < 10;
  const pin = (drawFleetPins.shown ?? []).find(isNear), place = (drawFleetDots.shown ?? []).find(isNear);
  if (!pin && !place) return false;
  const moment = cursor + device.source.start;
  pause();
  showDevice((pin ?? place).number);
  if (pin) goTo(device.rows.find(row => row.kind === "lost" && row.time === pin.loss.time && row.region === pin.loss.region));
  else moveTo(moment - device.source.start);
  return true;
}
