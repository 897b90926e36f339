// Mouse, touch and keys, and the start of it all.

function connectMap() {
  const canvas = overlay.canvas, pointers = new Map();
  let moved = 0, grip = null;
  // One finger scrolls the page; two are the map's.
  for (const kind of ["touchstart", "touchmove"])
    canvas.addEventListener(kind, event => { if (event.touches.length > 1 || grip || gripAt(at(event.touches[0]), 20)) event.preventDefault(); }, { passive: false });
  const at = event => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  canvas.onpointerdown = event => {
    showTip(null, event);
    if (event.pointerType !== "touch") canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    grip = pointers.size === 1 ? gripAt(at(event), event.pointerType === "touch" ? 20 : 9) : null;
    if (pointers.size === 1) moved = 0;
  };
  canvas.onpointermove = event => {
    const now = at(event), before = pointers.get(event.pointerId);
    if (grip) { moved = 9; dragCircle(grip, now); return; }
    if (!before) { canvas.style.cursor = gripAt(now) ? "move" : ""; showPlace(now); if (event.pointerType === "mouse") showTip(regionAt(now), event); return; }
    if (pointers.size === 1 && event.pointerType === "touch") {
      moved += Math.hypot(now.x - before.x, now.y - before.y);
      if (moved > 24) showGesture("two-fingers");
      pointers.set(event.pointerId, now);
      return;
    }
    if (pointers.size === 1) {
      view.x -= (now.x - before.x) / view.scale;
      view.y += (now.y - before.y) / view.scale;
    } else {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const factor = Math.hypot(now.x - other.x, now.y - other.y)
        / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      zoomBy(factor, other.x, other.y);
      view.x -= (now.x - before.x) / 2 / view.scale;
      view.y += (now.y - before.y) / 2 / view.scale;
    }
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    pointers.set(event.pointerId, now);
    redraw("view");
  };
  canvas.onpointerup = canvas.onpointercancel = event => {
    pointers.delete(event.pointerId);
    grip = null;
    if (moved < 5 && event.type === "pointerup") clickMap(at(event));
  };
  canvas.onpointerleave = event => { $("place").textContent = ""; showTip(null, event); };
  canvas.addEventListener("wheel", event => {
    showTip(null, event);
    if (!event.ctrlKey && document.activeElement !== canvas) {
      showGesture("click-first");
      return;
    }
    event.preventDefault();
    const { x, y } = at(event);
    zoomBy(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0018)), x, y);
  }, { passive: false });
  canvas.onkeydown = event => {
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    view.x += move[0] * 60 / view.scale;
    view.y += move[1] * 60 / view.scale;
    redraw("view");
  };
}

/// Says for a moment how the map is moved.
function showGesture(name) {
  $("gesture").textContent = say(name);
  $("gesture").hidden = false;
  clearTimeout(showGesture.timer);
  showGesture.timer = setTimeout(() => { $("gesture").hidden = true; }, 1500);
}

/// The smallest circle around a point of the map.
function regionAt({ x, y }) {
  let best = null;
  for (const i of drawRegions.shown ?? []) {
    const circle = circles[i];
    const away = Math.hypot(screenX(circle.x) - x, screenY(circle.y) - y);
    if (away <= Math.max(6, circle.radius * view.scale) && (best == null || circle.radius < circles[best].radius))
      best = i;
  }
  return best;
}

function showPlace(point) {
  $("place").textContent = placeText(placeAt(planeX(point.x), planeY(point.y)));
}

function clickMap(point) {
  const pin = (drawPins.shown ?? []).find(pin => !pin.row.mark && Math.hypot(pin.x - point.x, pin.y - point.y) < 10);
  if (pin) { goTo(pin.row); return; }
  const group = groupRegions.shown.find(({ x, y }) => Math.hypot(x - point.x, y - point.y) < 20);
  if (group) { zoomBy(3, group.x, group.y); return; }
  if (clickFleet(point)) return;
  const changed = changedAt(point), region = changed == null ? regionAt(point) : whatIf.circles[changed].number;
  const scale = view.scale, [x, y] = [view.x, view.y];
  if (region != null) select(region); else choose(null);
  if (changed != null) takeCircle(changed);
  // What was clicked stays under the pointer.
  [view.x, view.y, view.scale] = [x, y, scale];
  pick({ x: planeX(point.x), y: planeY(point.y) });
  redraw("base", "chart");
}

function connectKeys() {
  document.addEventListener("keydown", event => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches("input[type=search], select")) {
      if (key === "Escape") {
        if (target.matches("input")) target.value = "";
        target.blur();
        applyFilter();
      }
      return;
    }
    if (key === " " && target.matches("button, summary")) return;
    if (target.matches("input[type=number], textarea")) return;
    if (key === " " && target.matches("input")) return;
    if (target.matches("input") && key.startsWith("Arrow")) return;
    const isTime = target.closest("#lanes") != null, zoom = isTime ? zoomTime : zoomBy;
    const step = (range.end - range.start) / (event.shiftKey ? 20 : 200);
    const action = {
      " ": () => playing ? pause() : play(),
      ArrowLeft: () => { pause(); moveTo(cursor - step); redraw("list"); },
      ArrowRight: () => { pause(); moveTo(cursor + step); redraw("list"); },
      Home: () => moveTo(0), End: () => moveTo(device.duration),
      n: () => stepEvent(1), p: () => stepEvent(-1), m: () => stepEvent(1, true),
      "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5),
      0: () => isTime ? showTime(0, device.duration) : fit(), Escape: () => showTip(null),
      "[": () => zoomTime(1 / 2), "]": () => zoomTime(2), "\\": () => showTime(0, device.duration),
      ...isTime && { PageUp: () => panTime(-0.5), PageDown: () => panTime(0.5) },
      "/": () => { showTab("events"); $("filter").focus(); },
    }[key.length === 1 ? key.toLowerCase() : key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/// Shows what the filter lets through, and the whole track if `fits` is true.
function applyFilter(fits = false) {
  filter = $("filter").value.trim().toLowerCase();
  filterLanes();
  showStretch();
  resize(fits);
}

function resize(fits = false) {
  const width = $("lanes").clientWidth;
  brush.resize(width, BRUSH);
  axis.resize(width, AXIS);
  $("profile").hidden = !device.profile;
  profile.resize(width, device.profile ? PROFILE : 0);
  $("profile").style.height = `${profile.height}px`;
  document.documentElement.style.setProperty("--view", `${$("view").offsetHeight}px`);
  chart.resize($("scroll").clientWidth, chart.height);
  const total = layoutLanes();
  chart.canvas.style.height = "0";
  $("spacer").style.height = `${total}px`;
  const height = Math.min(total, Math.max(LANE, $("scroll").clientHeight));
  chart.canvas.style.height = `${height}px`;
  $("spacer").style.height = `${total - height}px`;
  chart.resize($("scroll").clientWidth, height);
  // The map has the height that the lanes leave.
  const map = $("overlay").getBoundingClientRect();
  const isWhole = show.fits && ["x", "y", "scale"].every(key => view[key] === show.view[key]);
  const isOther = map.width !== base.width || map.height !== base.height;
  base.resize(map.width, map.height);
  overlay.resize(map.width, map.height);
  // What is whole stays whole in a window of another size.
  if (fits) fit(); else if (isWhole && isOther) show.fits();
  // A canvas is empty after its size has changed, and should not be seen so.
  dirty.base = dirty.chart = dirty.list = true;
  draw();
}

function showHead() {
  const logs = run().devices, has = (name, test) => {
    for (const key of document.querySelectorAll(name)) key.hidden = !test;
  };
  has(".sentinel-key", run().sentinelRadius != null);
  has(".lost-key", logs.some(log => log.losses.length > 0));
  has(".false-key", logs.some(log => log.events.name.some(isFalse)));
  has(".late-key", logs.some(log => log.late.length > 0));
  has(".undecided-key", logs.some(log => log.undecided.length > 0));
  has(".difference-key", logs.some(log => log.differences.length > 0 || log.missing));
  has(".told-key", run().told != null);
  const marks = report.runs.filter(run => run.mark).map(run => `${run.mark} ${run.interface}`);
  has(".interface-key", marks.length > 0);
  $("interfaces").textContent = marks.join(", ");
  has(".outage-key", logs.some(log => log.outages));
  has(".look-key", logs.some(log => log.looks));
  has(".fleet-key", report.devices.length > 1);
  has(".nearest-key", report.devices.some(device => device.nearest.region.length > 0));
  has(".gap-key", report.devices.some(device => device.path.gaps.length > 0));
  $("devices").hidden = $("fit-all").hidden = report.devices.length < 2;
  const chosen = $("device").value;
  $("device").replaceChildren(...logs.map(({ label }, i) => new Option(isolated(label), i)));
  if (chosen) $("device").value = chosen;
  showFleet();
  const stops = Array.from({ length: 9 }, (_, i) => shade(i / 8)).join();
  $("ramp").style.background = `linear-gradient(90deg, ${stops})`;
}

/// A table of the devices, those with the most problems first, where there are several.
function showFleet() {
  const { length } = report.devices, order = report.devices.map((_, number) => number), logs = run().devices;
  $("fleet").hidden = length < 2;
  if (length < 2) return;
  $("fleet-count").textContent = length;
  const titles = [...$("fleet-rows").querySelectorAll("thead th")].slice(1), body = $("fleet-rows").querySelector("tbody");
  body.replaceChildren(...order.sort((a, b) => logs[b].problems - logs[a].problems || a - b).map(number => {
    const row = document.createElement("tr"), name = document.createElement("th"), button = document.createElement("button");
    button.append(element("bdi", report.devices[number].name ?? say("unnamed")));
    button.dataset.device = number;
    name.scope = "row";
    name.append(button);
    row.append(name, ...logs[number].counts.map((count, i) => {
      const cell = element("td", count, i > 0 && count > 0 ? "lost" : "");
      cell.dataset.title = titles[i].textContent;
      return cell;
    }));
    return row;
  }));
}

/// The options that tell a strategy from the others, with their values.
const optionsOf = ({ options }) => new Map(Array.from((options ?? "").matchAll(/(--\S+) (\S+)/g), ([, name, value]) => [name, value]));

/// The alternatives as switches: one for each option that has several values, or one for all.
function showSwitches() {
  const parts = report.runs.map(optionsOf);
  const names = [...new Set(parts.flatMap(part => [...part.keys()]))];
  const find = wanted => parts.findIndex(part => names.every(name => part.get(name) === wanted.get(name)));
  const isSplit = names.length > 1 && parts.every((part, number) => find(part) === number);
  const groups = isSplit ? names.map(name => ({
    name, choices: [...new Set(parts.map(part => part.get(name)))].map(value => ({
      text: value ?? say("none"), number: find(new Map([...parts[strategy], [name, value]])) })),
  })) : [{ name: "", choices: report.runs.map((run, number) => ({ text: run.interface ?? run.options, number })) }];
  const isFew = report.runs.length > 1 && groups.every(({ choices }) => choices.length <= 8);
  $("strategy-choice").hidden = report.runs.length < 2 || isFew;
  const focused = document.activeElement?.closest("#switches input")?.dataset.text;
  $("switches").replaceChildren(...isFew ? groups.map(({ name, choices }) => {
    const set = document.createElement("fieldset");
    set.className = "switch";
    set.append(element("legend", name || say(report.runs.some(run => run.interface) ? "phone" : "strategy-of")), ...choices.filter(({ number }) => number >= 0).map(({ text, number }) => {
      const label = document.createElement("label"), box = document.createElement("input"), { delivered, crossings } = report.runs[number];
      Object.assign(box, { type: "radio", name: `switch ${name}`, checked: number === strategy, value: number });
      box.dataset.text = `${name} ${text}`;
      label.append(box, `${text} `, element("small", say("some-of", delivered, crossings), delivered < crossings ? "bad" : ""));
      return label;
    }));
    return set;
  }) : []);
  if (focused) [...$("switches").querySelectorAll("input")].find(box => box.dataset.text === focused)?.focus();
}

/// What of list, figures and head belongs to the stretch of time that is shown.
function showStretch() {
  dirty.rows = false;
  layoutList();
  showFigures();
}

/// Shows the figures of the stretch of time, and says which that is.
function showFigures() {
  const isWhole = range.end - range.start >= device.duration, { outcomes } = device.log;
  const isAll = report.omissions.length === 0 && outcomes != null && !isWhole;
  const figures = isAll ? figuresOf(outcomes, device.rows) : null;
  for (const part of document.querySelectorAll(".score [data-figure]")) {
    const { dataset } = part, value = part.querySelector("b"), count = figures?.get(dataset.figure);
    dataset.whole ??= value.textContent;
    value.textContent = count?.toLocaleString("en") ?? dataset.whole;
    part.hidden = figures != null && !count;
  }
  document.querySelectorAll(".bar").forEach(bar => layoutBar([...bar.children], figures));
  $("stretch").hidden = isWhole;
  if (isWhole) return;
  $("stretch-all").hidden = !isAll;
  $("stretch-part").hidden = isAll;
  $("stretch-span").textContent = spanWords(range.start, range.end);
  $("stretch-device").hidden = report.devices.length < 2;
  $("stretch-device").lastChild.textContent = isolated(device.source.name ?? say("unnamed"));
}

/// Gives each part of a bar its share, of all or of a stretch of time.
function layoutBar(parts, figures) {
  const sizes = parts.map(({ dataset }) => figures ? figures.get(dataset.figure) ?? 0 : Number(dataset.size));
  const total = sizes.reduce((sum, size) => sum + size, 0) || 1;
  let start = 0;
  parts.forEach((part, i) => {
    part.setAttribute("x", `${100 * start / total}%`);
    part.setAttribute("width", `${100 * sizes[i] / total}%`);
    start += sizes[i];
  });
}

/// The figures of the crossings that happened in the stretch of time, by their kinds.
function figuresOf(outcomes, rows) {
  const isIn = time => time >= range.start && time <= range.end;
  const kinds = ["enter", "late", "lost", "undecided", "jitter"];
  return new Map([
    ...kinds.map((kind, i) => [kind, outcomes.time.filter((time, j) => outcomes.kind[j] === i && isIn(time)).length]),
    ...["false", "difference"].map(kind => [kind, rows.filter(row => row.kind === kind && !row.isOfPhone && isIn(row.time)).length]),
  ]);
}

/// A choice of the strategies, the best first.
function showStrategies() {
  $("strategy").replaceChildren(...report.runs.map(({ options, interface: phone }, i) =>
    new Option(say(i === 0 && !phone ? "best-strategy" : "other-strategy", i + 1, options), i)));
  showSwitches();
}

function start() {
  if (report.devices.length === 0) return;
  document.documentElement.classList.add("running");
  for (const part of document.querySelectorAll(".live")) part.hidden = false;
  for (const id of ["settings", "diary", "regions"]) $(id).open = false;
  [base, overlay, brush, axis, chart, profile] =
    ["base", "overlay", "brush", "axis", "chart", "profile"].map(id => surface($(id)));
  readColours();
  showHead();
  showStrategies();
  showKinds();
  const worst = run().devices.reduce((worst, log, i) => log.problems > run().devices[worst].problems ? i : worst, 0);
  showDevice(worst);
  if (report.devices.length > 1) fitAll();
  // The heaviest problem is told before anybody selects something.
  const heaviest = device.lanes[0];
  if (heaviest && heaviest.lost < END) showStory(heaviest.region); else showStory(null);
  connectMap();
  connectBrush();
  connectChart();
  connectKeys();
  connectButtons();
  $("tabs").onclick = ({ target }) => { if (target.dataset.tab) showTab(target.dataset.tab); };
  showTab("problems");
  connectWhatIf();
  connectAddresses();
  connectPaper();
  connectProblems();
  const sizes = new ResizeObserver(() => requestAnimationFrame(() => resize()));
  for (const part of ["stage", "lanes", "scroll"]) sizes.observe($(part));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColours();
    redraw("base", "chart");
  });
}

function connectButtons() {
  $("device").onchange = event => { pause(); goTo.row = null; showDevice(Number(event.target.value)); };
  $("switches").onchange = event => { pause(); showStrategy(Number(event.target.value)); };
  $("fleet-rows").onclick = event => {
    const button = event.target.closest("button");
    if (!button) return;
    $("device").value = button.dataset.device;
    $("device").dispatchEvent(new Event("change"));
  };
  $("strategy").onchange = event => { pause(); showStrategy(Number(event.target.value)); };
  $("play").onclick = () => playing ? pause() : play();
  $("next").onclick = () => stepEvent(1);
  $("previous").onclick = () => stepEvent(-1);
  $("scrub").oninput = event => { pause(); moveTo(event.target.value / 10000 * device.duration); redraw("list"); };
  $("filter").oninput = () => applyFilter();
  $("colour-by").onchange = () => { labelRamp(); redraw("base"); };
  $("zoom-in").onclick = () => zoomBy(1.5);
  $("zoom-out").onclick = () => zoomBy(1 / 1.5);
  $("fit").onclick = fit;
  $("fit-all").onclick = fitAll;
  $("time-in").onclick = () => zoomTime(2);
  $("time-out").onclick = () => zoomTime(1 / 2);
  $("stretch-whole").onclick = $("time-fit").onclick = () => showTime(0, device.duration);
  $("list").onscroll = () => redraw("list");
}

start();
