// The list of events, and what its rows say.

const BLOCK = 100, ROW_GUESS = 30;

/// The kinds of rows that are listed, as far as their boxes are ticked.
const listed = new Set();

const isListed = row => listed.has(row.kind) && isShown(row);
const isInStretch = row => row.time >= range.start && row.time <= range.end;

/// A row in the words of the data, with the name of its region where that is not said before.
function describe({ name, region, text }, isNamed = true) {
  const head = [name, isNamed && region != null && nameOf(region)].filter(Boolean).join(" ");
  return head ? head + text : text.replace(/^[,:]? /, "");
}

function element(tag, text, className) {
  const node = document.createElement(tag);
  node.textContent = text;
  if (className) node.className = className;
  return node;
}

const sign = row => element("b", signOf(row), row.kind);

/// Makes the list anew: blocks of rows, each filled when it comes into sight.
function layoutList() {
  const all = device.rows.filter(isListed);
  device.listed = all.filter(isInStretch);
  const { length } = device.listed;
  const count = number => number.toLocaleString("en");
  $("tab-events").textContent = length < all.length ? say("some-events", count(length), count(all.length)) : say("all-events", count(length));
  $("list").replaceChildren(...Array.from({ length: Math.ceil(length / BLOCK) }, (_, number) => {
    const block = document.createElement("div");
    block.number = number;
    block.style.height = `${Math.min(BLOCK, length - number * BLOCK) * ROW_GUESS}px`;
    return block;
  }));
  layoutList.nodes = new Map();
  redraw("list");
}

function fillBlock(block) {
  if (block.firstChild) return;
  const first = block.number * BLOCK;
  block.style.height = "";
  block.append(...device.listed.slice(first, first + BLOCK).map(row => {
    const button = document.createElement("button");
    button.className = "row";
    button.append(sign(row), " ", element("time", clock(row.time)), ` ${describe(row)}`);
    button.onclick = () => goTo(row);
    layoutList.nodes.set(row, button);
    return button;
  }));
}

/// Empties a block that is far away; its height stays.
function emptyBlock(block) {
  if (!block.firstChild || block.contains(document.activeElement)) return;
  block.style.height = `${block.offsetHeight}px`;
  const first = block.number * BLOCK;
  for (const row of device.listed.slice(first, first + BLOCK)) layoutList.nodes.delete(row);
  block.replaceChildren();
}

function drawList() {
  const list = $("list"), { scrollTop: top, clientHeight: height } = list;
  const places = Array.from(list.children, block => [block, block.offsetTop, block.offsetHeight]);
  for (const [block, start, size] of places) {
    if (start < top + 2 * height && start + size > top - height) fillBlock(block);
    else emptyBlock(block);
  }
  drawList.current?.removeAttribute("aria-current");
  drawList.current = layoutList.nodes.get(currentRow());
  drawList.current?.setAttribute("aria-current", "true");
}

/// The listed row at the cursor or the last before it.
function currentRow() {
  if (goTo.row && goTo.row.time === cursor) return goTo.row;
  return device.listed[lastUpTo(device.listed, cursor)];
}

function scrollListTo(row) {
  if (dirty.rows) showStretch();
  const list = $("list"), number = device.listed.indexOf(row);
  if (number < 0) return;
  fillBlock(list.children[Math.floor(number / BLOCK)]);
  const { offsetTop: top, offsetHeight: height } = layoutList.nodes.get(row);
  if (top < list.scrollTop || top + height > list.scrollTop + list.clientHeight)
    list.scrollTop = Math.max(0, top - list.clientHeight / 3);
}

/// Shows a box to tick for each kind that this report has.
function showKinds() {
  const logs = report.runs.flatMap(run => run.devices);
  const has = {
    enter: log => log.events.name.some(name => name === 1 || name === 2), exit: log => log.events.name.includes(0),
    lost: log => log.losses.length, false: log => log.events.name.some(isFalse), late: log => log.late.length,
    undecided: log => log.undecided.length, difference: log => log.differences.length || log.missing, mark: log => log.marks.length,
    phone: log => log.events.name.some(name => name > 4), choice: () => true,
  };
  for (const box of $("kinds").querySelectorAll("input")) {
    const kind = box.value;
    box.parentElement.hidden = kind === "nearest" ? !report.devices.some(device => device.nearest.region.length) : !logs.some(has[kind]);
    if (box.checked) listed.add(kind);
    box.onchange = () => {
      if (box.checked) listed.add(kind); else listed.delete(kind);
      layoutList();
    };
  }
}

/// Goes to an event: the cursor, the map, the lane and the list.
function goTo(row) {
  pause();
  goTo.row = row;
  choose(row.region ?? null);
  moveTo(row.time);
  bringIntoView(selected);
  pick(row.place);
  scrollListTo(row);
  showLane(selected);
  markMissed();
  remember();
  redraw("base", "chart", "list");
}

function showLane(region) {
  const lane = lanes.find(lane => lane.region === region), scroll = $("scroll");
  if (lane && (lane.top < scroll.scrollTop || lane.top + lane.height > scroll.scrollTop + scroll.clientHeight))
    scroll.scrollTop = lane.top - scroll.clientHeight / 3;
}

/// Marks the link to the loss that is shown.
function markMissed() {
  const hash = goTo.row && hashOf(goTo.row.time, goTo.row.region);
  for (const link of document.querySelectorAll(".miss")) {
    if (link.getAttribute("href") === hash) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}
