// What the cursor changes on the map: what is registered, where the device is.

function registeredAt(time) {
  const regions = [];
  for (const span of device.registrations)
    if (span.start <= time && time < span.end) regions.push(span.region);
  return regions;
}

/// The last choice of regions up to a time.
const lastChoice = time => device.choices[lastUpTo(device.choices, time)];

/// The last significant change up to a time, or the first choice.
const lastSignificant = time => device.significant[lastUpTo(device.significant, time)];

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

  const choice = lastChoice(cursor);
  const { sentinelRadius } = run();
  if (sentinelRadius && choice && choice.registered < choice.candidates) {
    const { x, y } = choice.place;
    context.strokeStyle = colours.sentinel;
    context.setLineDash([2, 4]);
    context.beginPath();
    traceCircle(context, { x, y, radius: sentinelRadius * stretchAt(x, y) });
    context.stroke();
    context.setLineDash([]);
  }
  const significant = lastSignificant(cursor);
  if (significant) {
    const { place } = significant;
    context.font = "bold 20px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = colours.registered;
    context.fillText("◎", screenX(place.x), screenY(place.y));
  }
  if (selected != null && circles[selected]) {
    context.strokeStyle = colours.cursor;
    context.lineWidth = 3;
    context.beginPath();
    traceCircle(context, circles[selected]);
    context.stroke();
  }
  drawFleetDots(context);
  drawWhatIf(context);
  const place = positionAt(cursor), x = screenX(place.x), y = screenY(place.y);
  dot(context, x, y, 8, colours.page);
  dot(context, x, y, 6, colours.cursor);
  if (gapAt(cursor)) dot(context, x, y, 4, colours.page);
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
