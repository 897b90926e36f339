// The timeline: a lane for each region that something happened to.

const LANE = 24;
let lanes = [];

/// One lane for each region that something happened to: those with losses first.
function makeLanes() {
  const byRegion = new Map();
  const lane = region => {
    if (!byRegion.has(region))
      byRegion.set(region, { region, first: END, lost: END, registered: [], inside: [], told: [], rows: [] });
    return byRegion.get(region);
  };
  for (const row of device.rows) {
    if (row.region == null) continue;
    const { rows } = lane(row.region);
    rows.push(row);
    if (row.kind === "lost") lane(row.region).lost = Math.min(lane(row.region).lost, row.time);
    lane(row.region).first = Math.min(lane(row.region).first, row.time);
  }
  for (const span of device.stays) {
    lane(span.region).inside.push(span);
    lane(span.region).first = Math.min(lane(span.region).first, span.start);
  }
  for (const span of device.told) lane(span.region).told.push(span);
  for (const span of device.registrations) byRegion.get(span.region)?.registered.push(span);
  return [...byRegion.values()].sort((a, b) =>
    a.lost === b.lost ? a.first - b.first : a.lost - b.lost);
}

function applyFilter() {
  filter = $("filter").value.trim().toLowerCase();
  lanes = device.lanes.filter(lane => matches(lane.region));
  if (filter !== "") {
    const known = new Set(lanes.map(lane => lane.region));
    for (let region = 0; region < regionCount && lanes.length < 500; region++) {
      if (known.has(region) || !matches(region)) continue;
      lanes.push({
        region, rows: [], inside: [], told: [],
        registered: device.registrations.filter(span => span.region === region),
      });
    }
  }
  device.listed = device.rows.filter(isShown);
  resize();
}

const labelWidth = () => Math.min(150, chart.width * 0.28);
const timeX = time =>
  labelWidth() + (time - range.start) / (range.end - range.start) * (chart.width - labelWidth() - 6);
const xTime = x =>
  range.start + (x - labelWidth()) / (chart.width - labelWidth() - 6) * (range.end - range.start);

const STEPS = [.001, .01, .1, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200,
  86400, 172800, 604800, 2592000].map(value => value * 1000);

function drawTimeline() {
  drawAxis();
  const { context, width, height } = chart, top = $("scroll").scrollTop;
  context.clearRect(0, 0, width, height);
  context.font = "13px system-ui, sans-serif";
  const first = Math.floor(top / LANE), last = Math.min(lanes.length, Math.ceil((top + height) / LANE));
  for (let i = first; i < last; i++) drawLane(context, lanes[i], i * LANE - top, width);
  if (lanes.length === 0) {
    context.fillStyle = colours.faint;
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillText(filter ? "no region of this name" : "no region was crossed", 8, LANE / 2);
  }
  drawCursor(context, height);
}

function drawCursor(context, height) {
  const x = timeX(cursor);
  if (x < labelWidth() - 1) return;
  context.fillStyle = colours.cursor;
  context.fillRect(x - 0.75, 0, 1.5, height);
}

function drawAxis() {
  const { context, width, height } = axis;
  context.clearRect(0, 0, width, height);
  context.fillStyle = colours.panel;
  context.fillRect(0, 0, width, height);
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  context.textAlign = "left";
  const span = range.end - range.start, room = Math.max(1, (width - labelWidth()) / 95);
  const step = STEPS.find(step => span / step <= room) ?? STEPS.at(-1) * Math.ceil(span / STEPS.at(-1) / room);
  const { start } = device.source;
  for (let at = Math.ceil((start + range.start) / step) * step; at <= start + range.end; at += step) {
    const x = timeX(at - start), iso = new Date(at).toISOString();
    context.fillStyle = colours.line;
    context.fillRect(x, 0, 1, height);
    context.fillStyle = colours.faint;
    const text = step >= 86400000 ? iso.slice(0, 10)
      : step < 1000 ? iso.slice(11, 23) : device.isOneDay ? iso.slice(11, 19) : iso.slice(5, 16).replace("T", " ");
    context.fillText(text, x + 3, 8);
  }
  context.fillStyle = colours.faint;
  for (const row of device.choices) {
    const x = timeX(row.time);
    if (x >= labelWidth() && x <= width) context.fillRect(x - 0.5, height - 9, 1.5, 9);
  }
  for (const row of device.rows) {
    if (row.kind !== "mark") continue;
    const x = timeX(row.time);
    if (x >= labelWidth() && x <= width) context.fillText(SIGNS.mark, x, height - 6);
  }
  context.fillStyle = colours.text;
  context.fillText(`${lanes.length} region${lanes.length === 1 ? "" : "s"}`, 8, height / 2);
  drawCursor(context, height);
}

function drawLane(context, lane, top, width) {
  const left = labelWidth(), isLost = device.lost.has(lane.region);
  if (lane.region === selected) {
    context.fillStyle = colours.panel;
    context.fillRect(0, top, width, LANE);
  }
  context.fillStyle = colours.line;
  context.fillRect(0, top + LANE - 1, width, 1);
  context.save();
  context.beginPath();
  context.rect(0, top, left - 6, LANE);
  context.clip();
  context.fillStyle = isLost ? colours.lost : colours.text;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillText((isLost ? "✕ " : "") + nameOf(lane.region), 8, top + LANE / 2);
  context.restore();

  context.save();
  context.beginPath();
  context.rect(left, top, width - left, LANE);
  context.clip();
  const band = (spans, colour, y, thickness, alpha) => {
    context.fillStyle = colour;
    context.globalAlpha = alpha;
    let drawn = -END;
    for (const span of spans) {
      if (span.start > range.end || span.end < range.start) continue;
      const end = Math.min(width, timeX(Math.min(span.end, device.duration)));
      // Of many in one pixel the first is all that can be seen.
      if (end < drawn) continue;
      const x = Math.max(left - 2, drawn, timeX(span.start));
      drawn = Math.max(x + 1, end);
      context.fillRect(x, top + y, drawn - x, thickness);
    }
    context.globalAlpha = 1;
  };
  band(lane.registered, colours.registered, 1, LANE - 3, 0.2);
  band(lane.inside, colours.inside, 7, 9, 0.75);
  band(lane.told, colours.enter, LANE - 6, 3, 1);
  context.font = "bold 12px system-ui, sans-serif";
  context.textAlign = "center";
  context.lineWidth = 2.5;
  context.strokeStyle = colours.page;
  const before = {};
  for (const row of lane.rows) {
    const x = timeX(row.time);
    if (x < left - 8 || x > width + 8 || x - before[row.kind] < 3) continue;
    before[row.kind] = x;
    const y = top + (row.kind === "exit" || row.kind === "enter" ? 12 : 11);
    context.strokeText(SIGNS[row.kind], x, y);
    context.fillStyle = colours[row.kind];
    context.fillText(SIGNS[row.kind], x, y);
  }
  context.font = "13px system-ui, sans-serif";
  context.restore();
}

/// Zooms the timeline around the cursor or another time.
function zoomTime(factor, around = cursor) {
  const span = Math.min(device.duration, Math.max(1000, (range.end - range.start) / factor));
  const share = (around - range.start) / (range.end - range.start);
  range.start = Math.max(0, Math.min(device.duration - span, around - share * span));
  range.end = range.start + span;
  redraw("chart");
}
