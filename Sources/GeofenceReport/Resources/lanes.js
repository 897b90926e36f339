// The lanes of the timeline: one for each region that something happened to, or that a device came
// nearest to.

const LANE = 24, LINE = 15, LANE_FONT = "13px system-ui, sans-serif";
/// The largest number of lanes for regions that were never entered; a filter shows the others.
const UNVISITED_LANES = 100;
let lanes = [];

/// Those with losses first, then by time; at the end what was never entered, the nearest first.
function makeLanes() {
  const byRegion = new Map();
  const lane = region => {
    if (!byRegion.has(region)) byRegion.set(region, emptyLane(region));
    return byRegion.get(region);
  };
  for (const row of device.rows) {
    if (row.region == null) continue;
    const own = lane(row.region);
    own.rows.push(row);
    if (row.kind === "nearest") { own.distance = row.distance; continue; }
    // What a test expected otherwise stands above all.
    if (row.kind === "difference") own.lost = Math.min(own.lost, row.time - 1e14);
    if (HEAVY.has(row.kind)) own.lost = Math.min(own.lost, row.time);
    own.first = Math.min(own.first, row.time);
  }
  for (const span of device.stays) {
    lane(span.region).inside.push(span);
    lane(span.region).first = Math.min(lane(span.region).first, span.start);
  }
  for (const span of device.received) lane(span.region).received.push(span);
  for (const row of device.others) if (row.region != null) lane(row.region).others.push(row);
  for (const span of device.registrations) byRegion.get(span.region)?.registered.push(span);
  const order = (a, b) => a === b ? 0 : a < b ? -1 : 1;
  const sorted = [...byRegion.values()].sort((a, b) =>
    order(a.lost, b.lost) || order(a.first, b.first) || order(a.distance, b.distance));
  const visited = sorted.findIndex(lane => lane.first === END);
  return visited < 0 ? sorted : sorted.slice(0, visited + UNVISITED_LANES);
}

function emptyLane(region) {
  return {
    region, first: END, lost: END, distance: END, registered: [], inside: [], received: [], rows: [],
    others: [],
  };
}

/// The lanes of what the filter names, those of regions that nothing happened to included.
function filterLanes() {
  lanes = device.lanes.filter(lane => matches(lane.region));
  if (filter === "") return;
  const known = new Set(lanes.map(lane => lane.region));
  for (let region = 0; region < regionCount && lanes.length < 500; region++) {
    if (known.has(region) || !matches(region)) continue;
    const lane = emptyLane(region);
    lane.registered = device.registrations.filter(span => span.region === region);
    lanes.push(lane);
  }
}

/// Gives each lane its lines of text, its top and its height.
///
/// - Returns: the height of all.
function layoutLanes() {
  const { context, width } = chart;
  context.font = LANE_FONT;
  const most = Math.max(70, Math.min(260, width * 0.3));
  let widest = 60, top = 0;
  for (const lane of lanes) {
    const sign = device.lost.has(lane.region) ? "✕ " : device.false.has(lane.region) ? "▽ " : "";
    const name = sign + nameOf(lane.region);
    lane.lines = linesOf(context, name, most - 16);
    for (const line of lane.lines) widest = Math.max(widest, context.measureText(line).width);
  }
  chart.labels = Math.min(most, widest + 16);
  for (const lane of lanes) {
    lane.top = top;
    lane.isShared = device.others.length > 0 && (lane.others.length > 0 || lane.first < END);
    lane.height = Math.max(lane.isShared ? 2 * LANE : LANE, lane.lines.length * LINE + 8);
    top += lane.height;
  }
  return Math.max(LANE, top);
}

/// Text in lines of at most `room` pixels, broken between words where there are any.
function linesOf(context, text, room) {
  if (context.measureText(text).width <= room) return [text];
  const lines = [""];
  for (const word of text.split(/(?<=[\s/_-])/)) {
    if (context.measureText(lines.at(-1) + word.trimEnd()).width <= room) { lines[lines.length - 1] += word; continue; }
    if (lines.at(-1) !== "") lines.push("");
    for (const character of word) {
      if (lines.at(-1) !== "" && context.measureText(lines.at(-1) + character).width > room) lines.push("");
      lines[lines.length - 1] += character;
    }
  }
  return lines;
}

/// The lane at a height of the whole chart.
function laneAt(y) {
  const lane = lanes[lastUpTo(lanes, y, lane => lane.top)];
  return lane && y < lane.top + lane.height ? lane : null;
}
