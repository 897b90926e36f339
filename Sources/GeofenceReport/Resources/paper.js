// On paper nothing scrolls: the whole timeline in parts that fit a page, and every event.

/// The size of a figure, and how many never-entered regions, devices and events of each are printed.
const PAPER = { width: 1000, height: 480, unvisited: 10, devices: 30, events: 1000 };

/// A figure of as many lanes as fit a page, from the lane of that number on.
///
/// - Returns: the figure, and the number of the lane that comes next.
function paperLanes(first) {
  let next = first + 1;
  while (next < lanes.length && lanes[next].top + lanes[next].height - lanes[first].top <= PAPER.height) next++;
  const figure = document.createElement("figure");
  const top = lanes[first].top, height = lanes[next - 1].top + lanes[next - 1].height - top;
  for (const part of [axis, chart]) {
    part.resize(PAPER.width, part === axis ? AXIS : height);
    figure.append(part.canvas);
  }
  drawAxis();
  for (const lane of lanes.slice(first, next)) drawLane(chart.context, lane, lane.top - top, PAPER.width);
  return [figure, next];
}

/// The timeline in figures, drawn on canvases of their own.
function paperTimeline() {
  const screen = { axis, chart }, figures = [];
  const fresh = () => {
    const made = surface(document.createElement("canvas"), { pixels: 2 });
    made.labels = chart.labels;
    return made;
  };
  chart = fresh();
  chart.resize(PAPER.width, AXIS);
  layoutLanes();
  const visited = lanes.findIndex(lane => lane.first === END), all = lanes;
  if (visited >= 0) lanes = lanes.slice(0, visited + PAPER.unvisited);
  for (let number = 0; number < lanes.length;) {
    [axis, chart] = [fresh(), fresh()];
    let figure;
    [figure, number] = paperLanes(number);
    figures.push(figure);
  }
  ({ axis, chart } = screen);
  lanes = all;
  layoutLanes();
  return figures;
}

function paperEvents() {
  const table = document.createElement("table"), body = document.createElement("tbody");
  let unvisited = 0;
  const all = device.rows.filter(row => row.kind === "nearest" ? isShown(row) && ++unvisited <= PAPER.unvisited : isListed(row));
  const rows = all.slice(0, PAPER.events);
  const { name } = device.source, count = rows.length < all.length ? say("some-of", rows.length, all.length) : rows.length;
  table.append(element("caption", name ? say("events-of", isolated(name), count) : say("all-events", count)), body);
  for (const row of rows) {
    const line = document.createElement("tr"), cell = document.createElement("td");
    cell.append(sign(row), ` ${describe(row)}`);
    line.append(element("td", clock(row.time)), cell);
    body.append(line);
  }
  const columns = document.createElement("div");
  columns.className = "events";
  columns.append(table);
  return columns;
}

/// What is said of each other phone beside the one that is shown: its verdict and its problems.
function partsOfOtherPhones() {
  const known = new Set([run().interface]), numbers = new Set();
  report.runs.forEach(({ interface: phone }, number) => {
    if (!known.has(phone)) { known.add(phone); numbers.add(number); }
  });
  return [...document.querySelectorAll(".run")].filter(part => {
    const number = Number(part.dataset.run);
    if (numbers.size > 0 && (number === strategy || numbers.has(number))) part.dataset.phone = report.runs[number].interface;
    return numbers.has(number);
  });
}

function fillPaper() {
  const shown = device, root = document.documentElement, parts = [];
  fillPaper.opened = [...document.querySelectorAll("#settings:not([open]), .card:not([open]), .more:not([open])")];
  for (const part of fillPaper.opened) part.open = true;
  fillPaper.others = partsOfOtherPhones();
  // Paper is of the whole time, as its map and its cards are.
  fillPaper.range = { ...range };
  Object.assign(range, { start: 0, end: device.duration });
  showFigures();
  for (const part of fillPaper.others) part.hidden = false;
  root.classList.add("paper");
  readColours();
  const stretch = spanWords(range.start, range.end);
  if (lanes.length > 0)
    parts.push(element("h2", shown.source.name ? say("timeline-of", isolated(shown.source.name), stretch) : say("timeline-in", stretch)),
      ...paperTimeline(), document.querySelector(".bands").cloneNode(true));
  for (let number = 0; number < Math.min(report.devices.length, PAPER.devices); number++) {
    if (number === shown.number) device = shown; else load(number);
    parts.push(paperEvents());
  }
  device = shown;
  if (report.devices.length > PAPER.devices)
    parts.push(element("p", say("not-printed", report.devices.length - PAPER.devices)));
  root.classList.remove("paper");
  readColours();
  $("paper").replaceChildren(...parts);
}

function connectPaper() {
  addEventListener("beforeprint", fillPaper);
  addEventListener("afterprint", () => {
    $("paper").replaceChildren();
    for (const part of fillPaper.opened) part.open = false;
    for (const part of fillPaper.others) part.hidden = true;
    Object.assign(range, fillPaper.range);
    showFigures();
    redraw("chart", "view");
  });
}
