// On paper nothing scrolls: the whole timeline in parts that fit a page, and every event.

const PAPER = { width: 690, height: 400 };

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
  for (let number = 0; number < lanes.length;) {
    [axis, chart] = [fresh(), fresh()];
    let figure;
    [figure, number] = paperLanes(number);
    figures.push(figure);
  }
  ({ axis, chart } = screen);
  layoutLanes();
  return figures;
}

function paperEvents() {
  const table = document.createElement("table"), body = document.createElement("tbody");
  const rows = device.rows.filter(isListed);
  const name = device.source.name ? ` of ${device.source.name}` : "";
  table.append(element("caption", `Events${name} (${rows.length})`), body);
  for (const row of rows) {
    const line = document.createElement("tr"), cell = document.createElement("td");
    cell.append(sign(row), ` ${describe(row)}`);
    line.append(element("td", clock(row.time)), cell);
    body.append(line);
  }
  return table;
}

function fillPaper() {
  const shown = device, root = document.documentElement, parts = [];
  fillPaper.wasOpen = $("settings").open;
  $("settings").open = true;
  root.classList.add("paper");
  readColours();
  const stretch = `${isoTime(Math.round(range.start))} to ${isoTime(Math.round(range.end))}`;
  if (lanes.length > 0)
    parts.push(element("h2", `Timeline${shown.source.name ? ` of ${shown.source.name}` : ""}, ${stretch}`),
      ...paperTimeline(), document.querySelector(".bands").cloneNode(true));
  for (let number = 0; number < report.devices.length; number++) {
    if (number === shown.number) device = shown; else load(number);
    parts.push(paperEvents());
  }
  device = shown;
  root.classList.remove("paper");
  readColours();
  $("paper").replaceChildren(...parts);
}

function connectPaper() {
  addEventListener("beforeprint", fillPaper);
  addEventListener("afterprint", () => {
    $("paper").replaceChildren();
    $("settings").open = fillPaper.wasOpen;
  });
}
