// Mouse, touch and keys, and the start of it all.

function connectMap() {
  const canvas = overlay.canvas, pointers = new Map();
  let moved = 0;
  const at = event => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  canvas.onpointerdown = event => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    if (pointers.size === 1) moved = 0;
  };
  canvas.onpointermove = event => {
    const now = at(event), before = pointers.get(event.pointerId);
    if (!before) { showPlace(now); return; }
    if (pointers.size === 1) {
      view.x -= (now.x - before.x) / view.scale;
      view.y += (now.y - before.y) / view.scale;
    } else {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const factor = Math.hypot(now.x - other.x, now.y - other.y)
        / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      zoomBy(factor, other.x, other.y);
    }
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    pointers.set(event.pointerId, now);
    redraw("view");
  };
  canvas.onpointerup = canvas.onpointercancel = event => {
    pointers.delete(event.pointerId);
    if (moved < 5 && event.type === "pointerup") clickMap(at(event));
  };
  canvas.onpointerleave = () => { $("place").textContent = ""; };
  canvas.addEventListener("wheel", event => {
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
  $("place").textContent = placeText(unproject(planeX(point.x), planeY(point.y)), regionAt(point));
}

function clickMap(point) {
  const pin = (drawPins.shown ?? []).find(pin => Math.hypot(pin.x - point.x, pin.y - point.y) < 10);
  if (pin) { goTo(pin.row); return; }
  selected = regionAt(point);
  pick(unproject(planeX(point.x), planeY(point.y)), selected);
  if (selected != null) showLane(selected);
  redraw("base", "chart");
}

function connectKeys() {
  document.addEventListener("keydown", event => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches("input[type=search], select")) {
      if (key === "Escape") { target.value = ""; target.blur(); applyFilter(); }
      return;
    }
    if (key === " " && target.matches("button, summary")) return;
    if (key === " " && target.matches("input")) return;
    if (target.matches("input") && key.startsWith("Arrow")) return;
    const isTime = target.closest("#lanes") != null, zoom = isTime ? zoomTime : zoomBy;
    const step = (range.end - range.start) / (event.shiftKey ? 20 : 200);
    const action = {
      " ": () => playing ? pause() : play(),
      ArrowLeft: () => { pause(); moveTo(cursor - step); redraw("list"); },
      ArrowRight: () => { pause(); moveTo(cursor + step); redraw("list"); },
      Home: () => moveTo(0), End: () => moveTo(device.duration),
      n: () => stepEvent(1), p: () => stepEvent(-1), m: () => stepEvent(1, "lost"),
      "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5),
      0: () => isTime ? showTime(0, device.duration) : fit(),
      "[": () => zoomTime(1 / 2), "]": () => zoomTime(2), "\\": () => showTime(0, device.duration),
      ...isTime && { PageUp: () => panTime(-0.5), PageDown: () => panTime(0.5) },
      "/": () => $("filter").focus(),
    }[key.length === 1 ? key.toLowerCase() : key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function applyFilter() {
  filter = $("filter").value.trim().toLowerCase();
  filterLanes();
  layoutList();
  resize();
}

function resize() {
  const stage = $("stage").getBoundingClientRect(), width = $("lanes").clientWidth;
  base.resize(stage.width - 2, stage.height - 2);
  overlay.resize(stage.width - 2, stage.height - 2);
  brush.resize(width, BRUSH);
  axis.resize(width, AXIS);
  if (!device) return;
  chart.resize($("scroll").clientWidth, chart.height);
  const total = layoutLanes(), height = Math.min(total, 384);
  chart.canvas.style.height = `${height}px`;
  $("spacer").style.height = `${total - height}px`;
  chart.resize($("scroll").clientWidth, height);
  // A canvas is empty after its size has changed, and should not be seen so.
  dirty.base = dirty.chart = dirty.list = true;
  draw();
}

function showHead() {
  const kinds = kind => report.devices.some(device => device[kind].length > 0);
  document.querySelector(".sentinel-key").hidden = report.sentinelRadius == null;
  document.querySelector(".late-key").hidden = !kinds("late");
  document.querySelector(".difference-key").hidden = !kinds("differences");
  document.querySelector(".told-key").hidden = !report.regions.told;
  document.querySelector(".look-key").hidden = !report.devices.some(device => device.looks);
  document.querySelector(".nearest-key").hidden = !report.devices.some(device => device.nearest?.region.length);
  for (const key of document.querySelectorAll(".gap-key"))
    key.hidden = !report.devices.some(device => device.path.gaps.length > 0);
  $("devices").hidden = report.devices.length < 2;
  $("device").replaceChildren(...report.devices.map((device, i) => {
    const lost = device.losses.length;
    const option = element("option", `${device.name ?? "the device"}${lost ? `: ${lost} lost` : ""}`);
    option.value = i;
    return option;
  }));
  const stops = Array.from({ length: 9 }, (_, i) => shade(i / 8)).join();
  $("ramp").style.background = `linear-gradient(90deg, ${stops})`;
}

function start() {
  if (report.devices.length === 0) return;
  document.documentElement.classList.add("running");
  for (const part of document.querySelectorAll(".live")) part.hidden = false;
  $("settings").open = false;
  [base, overlay, brush, axis, chart] = ["base", "overlay", "brush", "axis", "chart"].map(id => surface($(id)));
  readColours();
  showHead();
  showKinds();
  const worst = report.devices.reduce((worst, device, i) =>
    device.losses.length > report.devices[worst].losses.length ? i : worst, 0);
  resize();
  showDevice(worst);
  connectMap();
  connectBrush();
  connectChart();
  connectKeys();
  connectButtons();
  connectAddresses();
  connectPaper();
  const sizes = new ResizeObserver(() => requestAnimationFrame(resize));
  for (const part of ["stage", "lanes"]) sizes.observe($(part));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColours();
    redraw("base", "chart");
  });
}

function connectButtons() {
  $("device").onchange = event => { pause(); goTo.row = null; showDevice(Number(event.target.value)); };
  $("play").onclick = () => playing ? pause() : play();
  $("next").onclick = () => stepEvent(1);
  $("previous").onclick = () => stepEvent(-1);
  $("scrub").oninput = event => { pause(); moveTo(event.target.value / 10000 * device.duration); redraw("list"); };
  $("filter").oninput = applyFilter;
  $("colour-by").onchange = () => redraw("base");
  $("zoom-in").onclick = () => zoomBy(1.5);
  $("zoom-out").onclick = () => zoomBy(1 / 1.5);
  $("fit").onclick = fit;
  $("time-in").onclick = () => zoomTime(2);
  $("time-out").onclick = () => zoomTime(1 / 2);
  $("time-fit").onclick = () => showTime(0, device.duration);
  $("list").onscroll = () => redraw("list");
}

start();
