// The lists: what was missed and why, and every event.

const ROW = 30;

function describe(row) {
  const name = nameOf(row.region);
  switch (row.kind) {
    case "enter": case "exit": {
      const place = `${metres(Math.abs(row.distance))} ${row.distance <= 0 ? "inside" : "outside"}`;
      return `${row.kind} ${name}, ` + (row.initial ? `initial, ${place}`
        : `${place}, ${seconds(row.delay)} after crossing`);
    }
    case "lost": return `${row.name} ${name} lost: ${causeOf[row.cause]?.label ?? row.cause}; ${row.why}`;
    case "late":
      return `${row.name} ${name} told at ${clock(row.delivered)}, `
        + `${seconds(row.delivered - row.possible)} later than possible`;
    case "difference": return `${row.name} ${name} not as expected: ${row.text}`;
    case "choice":
      return `${row.cause === "first" ? "first choice" : `reselection (${row.cause})`}: ${row.registered} of ${row.candidates} registered, `
        + `+${row.started} −${row.stopped}`;
    default: return row.name;
  }
}

function drawList() {
  const list = $("list"), rows = device.listed;
  $("events-title").textContent = `Events (${rows.length})`;
  $("rows").style.height = `${rows.length * ROW}px`;
  const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 3);
  const last = Math.min(rows.length, first + Math.ceil(list.clientHeight / ROW) + 6);
  const current = currentRow();
  const focused = document.activeElement?.dataset?.row;
  $("rows").replaceChildren(...rows.slice(first, last).map((row, offset) => {
    const button = document.createElement("button"), number = first + offset;
    button.className = "row";
    button.dataset.row = number;
    button.style.top = `${number * ROW}px`;
    const text = describe(row);
    button.title = `${clock(row.time)} ${text}`;
    button.append(sign(row), element("time", clock(row.time)), ` ${text}`);
    if (row === current) button.setAttribute("aria-current", "true");
    button.onclick = () => goTo(row);
    return button;
  }));
  if (focused != null) $("rows").querySelector(`[data-row="${focused}"]`)?.focus();
}

function element(tag, text, className) {
  const node = document.createElement(tag);
  node.textContent = text;
  if (className) node.className = className;
  return node;
}

const sign = row => element("b", SIGNS[row.kind], row.kind);

/// The listed row at the cursor or the last before it.
function currentRow() {
  if (goTo.row && goTo.row.time === cursor) return goTo.row;
  return device.listed[lastUpTo(device.listed, cursor)];
}

function scrollListTo(row) {
  const list = $("list"), top = device.listed.indexOf(row) * ROW;
  if (top >= 0 && (top < list.scrollTop || top > list.scrollTop + list.clientHeight - ROW))
    list.scrollTop = Math.max(0, top - list.clientHeight / 3);
}

/// Goes to an event: the cursor, the map, the lane and the list.
function goTo(row) {
  pause();
  goTo.row = row;
  selected = row.region ?? null;
  moveTo(row.time);
  bringIntoView(selected);
  scrollListTo(row);
  const lane = lanes.findIndex(lane => lane.region === selected), scroll = $("scroll");
  if (lane >= 0 && (lane * LANE < scroll.scrollTop || (lane + 1) * LANE > scroll.scrollTop + scroll.clientHeight))
    scroll.scrollTop = lane * LANE - scroll.clientHeight / 3;
  markMissed();
  redraw("base", "chart", "list");
}

/// The first thing to read: each cause of losses with its meaning, what helps, and every loss.
function showMissed() {
  const cards = [], several = report.devices.length > 1;
  const card = (title, className, ...paragraphs) => {
    const node = document.createElement("div");
    node.className = `card ${className}`;
    node.append(element("h2", title), ...paragraphs);
    cards.push(node);
    return node;
  };
  const items = (node, rows) => {
    for (const row of rows.slice(0, 60)) {
      const button = document.createElement("button");
      button.className = "miss";
      button.append(sign(row), " ", element("time", clock(row.time)), ` ${row.name} `,
        element("strong", nameOf(row.region)), element("small", row.why ?? row.text));
      button.onclick = () => goTo(row);
      button.row = row;
      node.append(button);
    }
    if (rows.length > 60) node.append(element("p", `… and ${rows.length - 60} more in the list of events`));
  };
  const losses = device.rows.filter(row => row.kind === "lost");
  for (const cause of report.causes) {
    const own = losses.filter(row => row.cause === cause.cause);
    if (own.length === 0) continue;
    const count = device.source.causes[cause.cause];
    const title = `${count} crossing${count === 1 ? "" : "s"} lost: ${cause.label}`;
    items(card(title, "", element("p", cause.meaning),
      element("p", `What helps: ${cause.advice}`, "advice")), own);
  }
  if (losses.length === 0)
    card(several ? "This device missed nothing" : "Nothing was missed", "good",
      element("p", device.stays.length > 0 ? "Every crossing that the app asked for reached it."
        : "The track crosses no region."));
  const differences = device.rows.filter(row => row.kind === "difference");
  if (differences.length > 0)
    items(card(`${differences.length} not as expected`, "plain"), differences);
  for (const omission of report.omissions) card("Not everything is shown", "plain", element("p", omission));
  $("missed").replaceChildren(...cards);
}

function markMissed() {
  for (const button of document.querySelectorAll(".miss")) {
    if (button.row === goTo.row) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}
