// What if: circles and settings that the reader changes, and what the engine says becomes of each
// arrival and departure. The words are the page's and the engine's.

const whatIf = { data: null, engine: null, changes: {}, circles: [], active: null, answer: null };

/// Unpacks the engine, and tells it where the devices were.
async function startEngine() {
  const packed = Uint8Array.from(atob($("engine").textContent), letter => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  // The engine reads no files here; as a command, which tests run, it does.
  const refuse = () => 8;
  const { instance } = await WebAssembly.instantiate(
    await new Response(stream).arrayBuffer(), { wasi_snapshot_preview1: { fd_read: refuse, fd_write: refuse } });
  whatIf.engine = instance.exports;
  ask(devicesMessage());
  whatIf.reported = ask(worldMessage(false));
  evaluate();
}

/// The engine's answer to a message of numbers.
function ask(numbers) {
  const { engine } = whatIf, place = engine.message_place(numbers.length);
  new Float64Array(engine.memory.buffer, place, numbers.length).set(numbers);
  const length = engine.answer_message();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.answer_place(), length)));
}

function textNumbers(text) {
  const bytes = new TextEncoder().encode(text);
  return [bytes.length, ...bytes];
}

function devicesMessage() {
  const numbers = [0, whatIf.data.devices.length];
  for (const { name, digits, time, latitude, longitude, accuracy } of whatIf.data.devices) {
    numbers.push(...textNumbers(name ?? ""), time.length);
    const at = [0, 0, 0], scale = 10 ** (digits ?? 0);
    for (let i = 0; i < time.length; i++) {
      at[0] += time[i];
      for (const [place, column] of [[1, latitude], [2, longitude]])
        at[place] = digits == null ? column[i] : at[place] + column[i];
      const known = accuracy?.[i] ?? -1;
      numbers.push(at[0], at[1] / scale, at[2] / scale, known < 0 ? NaN : known);
    }
  }
  const { from, offset } = report.zone ?? { from: [], offset: [] };
  numbers.push(from.length, ...from.flatMap((time, i) => [Math.floor(time / 1000), offset[i]]));
  return numbers;
}

/// True if an interface takes a value of a setting.
function isTaken(name, value, api) {
  const { controls, foreign, limits } = whatIf.data;
  if (foreign[api].includes(name.replace(/^overlap-.*/, "overlap"))) return false;
  if (!foreign[api].includes("dwell")) return true;
  if (name === "limit") return value <= limits[api];
  const significant = controls.find(({ name }) => name === "reselect-on").flags.find(([flag]) => flag === "significant");
  return name !== "reselect-on" || (value & significant[1]) === 0;
}

/// The settings of the strategy that is shown, under another interface where that is changed, with
/// what else is changed. Another interface has the report's options, and its own defaults in place of
/// those that it refuses.
function settingsNow(isChanged) {
  const { settings, runs, interfaces } = whatIf.data, given = runs[strategy], changes = isChanged ? whatIf.changes : {};
  const api = changes.api ?? given[0], numbers = [...api === given[0] ? given : interfaces[api]];
  const set = (name, value) => { numbers[settings.indexOf(name)] = value; };
  for (const name of optionsOf(run()).keys()) {
    const place = settings.indexOf(name.slice(2));
    if (place > 0 && isTaken(settings[place], given[place], api)) numbers[place] = given[place];
  }
  for (const [name, value] of Object.entries(changes)) if (isTaken(name, value, api)) set(name, value);
  // What somebody says is not drawn by the model.
  if ("cushion" in changes) set("cushion-spread-out", 0);
  if ("dwell" in changes) {
    if (numbers[settings.indexOf("dwell-spread-out")] > 0) set("dwell-out", null);
    for (const name of ["dwell-spread-in", "dwell-spread-out"]) set(name, 0);
  }
  return numbers;
}

function worldMessage(isChanged) {
  const circles = inOrder(isChanged ? whatIf.circles.filter(circle => !circle.isRemoved) : givenCircles());
  const numbers = [1, isChanged ? 1 : 0, ...whatIf.data.positioning, ...settingsNow(isChanged).map(value => value ?? NaN), circles.length];
  for (const circle of circles) {
    const { latitude, longitude, radius, flags, identifier, name } = circle, rings = ringsOf(circle);
    numbers.push(latitude, longitude, radius, flags, ...textNumbers(identifier), ...textNumbers(name ?? ""),
      rings.length, ...rings.flatMap(ring => [ring.length / 2, ...ring]));
  }
  return numbers;
}

function givenCircles() {
  const { regions } = whatIf.data;
  return regions.identifier.map((identifier, number) => ({
    identifier, number, name: regions.name?.[number], latitude: regions.latitude[number],
    longitude: regions.longitude[number], radius: regions.radius[number], flags: regions.flags[number],
  }));
}

/// Circles in the order of their file, those that were not given behind the others.
function inOrder(circles) {
  const { order } = whatIf.data.regions, place = ({ number }) => number == null ? Infinity : order?.[number] ?? number;
  return [...circles].sort((a, b) => place(a) - place(b) || 0);
}

/// Whether a circle is another than the one that was given, or was not given.
function isChangedCircle(circle) {
  const { regions } = whatIf.data, { number } = circle;
  return number == null || circle.isRemoved || circle.latitude !== regions.latitude[number]
    || circle.longitude !== regions.longitude[number] || circle.radius !== regions.radius[number];
}

/// The rings of a region's polygon, of which nothing is left but the circle where that is changed.
const ringsOf = circle => isChangedCircle(circle) ? [] : whatIf.data.regions.rings?.[circle.number] ?? [];

/// The number of fixes from which on a step is seen to take its time.
const LONG = 100000;

/// Asks the engine with the next frame, however often something has changed before; of a long track
/// the page shows first that it does.
function reconsider() {
  redraw("overlay");
  if (reconsider.isDue) return;
  reconsider.isDue = true;
  const isLong = whatIf.data.devices.reduce((sum, { time }) => sum + time.length, 0) > LONG;
  $("what-if-result").setAttribute("aria-busy", isLong);
  const step = () => {
    reconsider.isDue = false;
    evaluate();
    remember();
    $("what-if-result").setAttribute("aria-busy", false);
  };
  requestAnimationFrame(() => { if (isLong) setTimeout(step); else step(); });
}

function evaluate() {
  if (!whatIf.engine) return;
  const isChanged = Object.keys(whatIf.changes).length > 0 || whatIf.circles.some(isChangedCircle);
  whatIf.answer = isChanged ? ask(worldMessage(true)) : whatIf.reported;
  showAnswer(isChanged);
}

function showAnswer(isChanged) {
  const { answer, reported } = whatIf, all = isChanged ? answer.changes ?? [] : [];
  // What became of another kind comes before what is delivered at another time.
  const others = all.filter(differs), changes = [...others, ...all.filter(change => !differs(change))];
  // Of no region there is a file that the tool refuses.
  const isEmpty = whatIf.circles.every(({ isRemoved }) => isRemoved);
  $("what-if-result").textContent = saidOf(answer, isChanged);
  $("what-if-reported-sentence").textContent = saidOf(reported, false);
  $("what-if-reported").hidden = !isChanged || reported.sentences?.length === 0;
  $("what-if-reset").disabled = !isChanged;
  $("what-if-copy-command").disabled = !isChanged || isEmpty;
  $("what-if-copy-regions").disabled = isEmpty || !whatIf.circles.some(isChangedCircle);
  $("what-if-changed").hidden = $("what-if-changes").hidden = changes.length === 0;
  $("what-if-changed-count").textContent = others.length;
  $("what-if-moved").hidden = all.length === others.length;
  $("what-if-moved-count").textContent = all.length - others.length;
  $("what-if-changes").replaceChildren(...changes.slice(0, 500).map(changeRow));
  showControls();
  showCircle();
}

/// An answer in words: the conditions under which it holds, what the engine says, and what makes that
/// doubtful or impossible.
function saidOf({ error, sentences }, isChanged) {
  if (error != null || sentences.length === 0) return error ?? say("no-region");
  const { conditions, controls, doubt, limits, settings } = whatIf.data, numbers = settingsNow(isChanged), [api] = numbers;
  const limit = (isChanged ? whatIf.changes.limit : null) ?? numbers[settings.indexOf("limit")];
  const { label } = controls.find(({ name }) => name === "api").choices[api], [first] = sentences;
  return [
    ...conditions ? [conditions, first[0].toLowerCase() + first.slice(1)] : [first], ...sentences.slice(1), doubt,
    limit > limits[api] && say("above-limit", limit.toLocaleString("en"), limits[api], label),
  ].filter(Boolean).join(" ");
}

const differs = ({ before, after }) => before.kind !== after.kind;

function changeRow(change) {
  const row = document.createElement("li"), button = document.createElement("button");
  const region = report.regions.identifier.indexOf(change.region), time = change.time - device.source.start;
  const goesWell = outcome => ["inTime", "early", "late"].includes(outcome.kind), { outcomes } = whatIf.data;
  row.className = !differs(change) ? "" : goesWell(change.after) ? "gained" : goesWell(change.before) ? "worse" : "";
  button.type = "button";
  button.append(element("b", SIGNS[change.name], change.name), " ", element("time", clock(time)), " ",
    element("strong", region < 0 ? isolated(change.region) : nameOf(region)),
    ...report.devices.length > 1 ? [` (${isolated(report.devices[change.device].name ?? "")})`] : [],
    ...differs(change) ? [element("small", `${outcomes[change.before.kind]} → ${outcomes[change.after.kind]}`)] : [],
    ...change.after.sentence ? [element("small", change.after.sentence)] : []);
  button.onclick = () => {
    if (change.device !== device.number) showDevice(change.device);
    if (region >= 0) select(region);
    moveTo(change.after.at == null ? change.time - device.source.start : change.after.at - device.source.start);
  };
  row.append(button);
  return row;
}

/// Shows one of the tabs beside the map; the engine starts when it is asked for first.
function showTab(name) {
  $("details").dataset.tab = name;
  for (const tab of $("tabs").children) tab.setAttribute("aria-selected", tab.dataset.tab === name);
  redraw("overlay", "list");
  // What is not shown does not scroll.
  const current = name === "events" && currentRow();
  if (current) scrollListTo(current);
  if (isWhatIfOpen())
    whatIf.starting ??= startEngine().catch(error => { $("what-if-result").textContent = error.message; });
}

// MARK: the controls

function makeControls() {
  $("what-if-settings").replaceChildren(...whatIf.data.controls.map(control => {
    const { name, label, choices, flags, unit, least } = control;
    const node = document.createElement(flags ? "fieldset" : "label");
    node.dataset.name = name;
    node.append(flags ? element("legend", label) : element("span", label), " ");
    const change = number => {
      const before = settingsNow(false)[whatIf.data.settings.indexOf(name)];
      if (number === before && (name === "api" || whatIf.changes.api == null)) delete whatIf.changes[name];
      else whatIf.changes[name] = number;
      reconsider();
    };
    if (flags) {
      for (const [flag, value] of flags) {
        const box = Object.assign(document.createElement("input"), { type: "checkbox", value });
        box.onchange = () => change([...node.querySelectorAll(":checked")].reduce((sum, { value }) => sum + Number(value), 0));
        const line = document.createElement("label");
        line.append(box, ` ${flag} `);
        node.append(line);
      }
    } else if (choices) {
      const select = document.createElement("select");
      select.append(...choices.map(({ label }, value) => Object.assign(element("option", label), { value })));
      select.onchange = () => change(Number(select.value));
      node.append(select);
    } else {
      const input = Object.assign(document.createElement("input"), { type: "number", min: least, step: "any", onblur: showControls });
      input.oninput = () => {
        const value = Number(input.value);
        if (input.value !== "" && value >= least) change(unit === "m" ? value : Math.round(value * (control.scale ?? 1)));
      };
      const field = element("span", "");
      field.append(input, unit ? ` ${unit}` : "");
      node.append(field);
    }
    return node;
  }));
}

function showControls() {
  const numbers = settingsNow(true);
  for (const control of whatIf.data.controls) {
    const node = $("what-if-settings").querySelector(`[data-name="${control.name}"]`);
    const value = numbers[whatIf.data.settings.indexOf(control.name)];
    node.classList.toggle("changed", control.name in whatIf.changes);
    node.hidden = !isTaken(control.name, 0, numbers[0]);
    for (const box of node.querySelectorAll("[type=checkbox]")) {
      box.checked = (value & box.value) !== 0;
      box.parentElement.hidden = !isTaken(control.name, box.value, numbers[0]);
    }
    const input = node.querySelector("select, [type=number]");
    if (input && input !== document.activeElement) input.value = value >= 2147483647 ? "" : value / (control.scale ?? 1);
  }
}

/// The option of the command line that makes a change.
function optionText({ name, choices, flags, none, scale }) {
  const value = whatIf.changes[name];
  return `--${name} ${choices ? choices[value].value
    : flags ? flags.filter(([, flag]) => value & flag).map(([flag]) => flag).join() || none : value / (scale ?? 1)}`;
}

// MARK: the circles

const activeCircle = () => whatIf.active == null ? null : whatIf.circles[whatIf.active];
const isWhatIfOpen = () => whatIf.data != null && $("details").dataset.tab === "what-if";

/// Lets the reader change a circle, given by its place among all of them.
function takeCircle(number) {
  whatIf.active = number;
  showCircle();
  redraw("overlay");
}

function showCircle() {
  const circle = activeCircle(), places = $("what-if-place");
  if (places.options.length !== whatIf.circles.length + 1) {
    places.replaceChildren(new Option("–", ""), ...whatIf.circles.map((circle, number) => new Option(circle.name ?? circle.identifier, number)));
  }
  places.value = whatIf.active ?? "";
  for (const [id, key] of [["what-if-radius", "radius"], ["what-if-latitude", "latitude"], ["what-if-longitude", "longitude"]]) {
    const input = $(id);
    input.disabled = circle == null || circle.isRemoved === true;
    if (input !== document.activeElement) input.value = circle?.[key] ?? "";
  }
  $("what-if-remove").disabled = circle == null;
  $("what-if-remove").setAttribute("aria-pressed", circle?.isRemoved === true);
}

function connectCircle() {
  const limits = { radius: [1, 20037508], latitude: [-90, 90], longitude: [-180, 180] };
  for (const [key, [least, most]] of Object.entries(limits)) {
    $(`what-if-${key}`).oninput = ({ target }) => {
      const circle = activeCircle(), value = Number(target.value);
      if (!circle || target.value === "" || !(value >= least && value <= most)) return;
      circle[key] = value;
      reconsider();
    };
  }
  $("what-if-place").onchange = ({ target }) => {
    const number = target.value === "" ? null : Number(target.value), circle = whatIf.circles[number];
    if (circle?.number != null) select(circle.number); else takeCircle(number);
  };
  $("what-if-add").onclick = () => {
    const names = new Set(whatIf.circles.map(({ identifier }) => identifier));
    let number = 1;
    while (names.has(`place-${number}`)) number += 1;
    const { latitude, longitude } = rounded(placeAt(view.x, view.y));
    whatIf.circles.push({ identifier: `place-${number}`, latitude, longitude, radius: Math.max(50, Math.round(40 / view.scale)), flags: 3 });
    takeCircle(whatIf.circles.length - 1);
    reconsider();
  };
  $("what-if-remove").onclick = () => {
    const circle = activeCircle();
    if (circle.number == null) {
      whatIf.circles.splice(whatIf.active, 1);
      takeCircle(null);
    } else circle.isRemoved = !circle.isRemoved;
    reconsider();
  };
  $("what-if-reset").onclick = () => {
    [whatIf.changes, whatIf.circles] = [{}, givenCircles()];
    if (!activeCircle()) whatIf.active = null;
    reconsider();
  };
}

const rounded = ({ latitude, longitude }) => ({ latitude: +latitude.toFixed(6), longitude: +longitude.toFixed(6) });

/// The circle on the plane, where the engine has put it; `null` before it has started.
function onMap(circle) {
  if (!isChangedCircle(circle)) return circles[circle.number];
  const message = [2, circle.latitude, circle.longitude, circle.radius, ...report.plane.center], key = message.join();
  if (circle.key !== key && whatIf.engine) [circle.key, circle.shown] = [key, ask(message)];
  return circle.shown ?? null;
}

/// What of the circle that can be changed is under a point of the map, the middle or the edge,
/// whichever is nearer, with the pixels from it to the point.
function gripAt({ x, y }, reach = 9) {
  const circle = isWhatIfOpen() ? activeCircle() : null;
  const shown = circle && !circle.isRemoved ? onMap(circle) : null;
  if (!shown) return null;
  const left = x - screenX(shown.x), top = y - screenY(shown.y), away = Math.hypot(left, top), radius = shown.radius * view.scale;
  if (away < radius / 2) return away <= reach ? { left, top } : null;
  return Math.abs(away - radius) <= reach ? { past: away - radius } : null;
}

/// Moves the middle or the edge of the circle with a point of the map.
function dragCircle({ left, top, past }, { x, y }) {
  const circle = activeCircle(), shown = onMap(circle);
  if (past == null) Object.assign(circle, rounded(placeAt(planeX(x - left), planeY(y - top))));
  else {
    const radius = (Math.hypot(x - screenX(shown.x), y - screenY(shown.y)) - past) / view.scale;
    circle.radius = Math.max(1, Math.round(circle.radius * radius / shown.radius));
  }
  showCircle();
  reconsider();
}

/// The smallest of the changed circles around a point of the map, by its place among all; `null` where
/// there is none, or a smaller one that is not changed.
function changedAt(point) {
  if (!isWhatIfOpen()) return null;
  const isAround = ({ x, y, radius }) => Math.hypot(screenX(x) - point.x, screenY(y) - point.y) <= Math.max(6, radius * view.scale);
  const region = regionAt(point), least = region == null ? END : circles[region].radius;
  return whatIf.circles.map((circle, number) => ({ number, shown: isChangedCircle(circle) ? onMap(circle) : null }))
    .filter(({ shown }) => shown && shown.radius < least && isAround(shown)).sort((a, b) => a.shown.radius - b.shown.radius)[0]?.number ?? null;
}

/// The circles that are changed, and where the one in hand can be dragged.
function drawWhatIf(context) {
  if (!isWhatIfOpen()) return;
  context.strokeStyle = context.fillStyle = colours.difference;
  whatIf.circles.forEach((circle, number) => {
    if (number !== whatIf.active && !isChangedCircle(circle)) return;
    const shown = onMap(circle);
    if (!shown) return;
    context.lineWidth = number === whatIf.active ? 2.5 : 1.8;
    context.setLineDash(circle.isRemoved ? [2, 6] : []);
    context.beginPath();
    traceCircle(context, shown);
    context.stroke();
    context.setLineDash([]);
    if (circle.isRemoved || number !== whatIf.active) return;
    const x = screenX(shown.x), y = screenY(shown.y), radius = Math.max(1.5, shown.radius * view.scale);
    for (const [left, top] of [[x, y], [x + radius, y], [x - radius, y], [x, y + radius], [x, y - radius]]) {
      dot(context, left, top, 6, colours.page);
      dot(context, left, top, 4, colours.difference);
    }
  });
}

// MARK: what the reader takes along

const regionsFile = () => {
  const words = [...whatIf.data.command ?? [], ...whatIf.data.file ?? []], number = words.findIndex(word => nameIn(word) === "--regions");
  return number < 0 ? "regions.json" : words[number].split("=")[1] ?? words[number + 1] ?? "regions.json";
};

const changedFile = () => `changed-${regionsFile().replace(/^'|'$/g, "").split("/").at(-1)}`.replace(/[^\w.-]/g, "_");

/// The circles in the form of the file that they came from.
function regionsText() {
  const kept = inOrder(whatIf.circles.filter(({ isRemoved }) => !isRemoved)), polygons = kept.map(ringsOf);
  const rows = kept.map(({ identifier, name, latitude, longitude, radius, flags }) => ({
    identifier, ...name == null ? {} : { name }, latitude, longitude, radius,
    ...flags & 1 ? {} : { notifyOnEntry: false }, ...flags & 2 ? {} : { notifyOnExit: false },
  }));
  const file = regionsFile();
  if (/\.geojson$/i.test(file) || polygons.some(({ length }) => length > 0)) {
    const corners = ring => ring.flatMap((degrees, i) => i % 2 ? [[degrees, ring[i - 1]]] : []);
    return JSON.stringify({ type: "FeatureCollection", features: rows.map(({ latitude, longitude, radius, ...properties }, i) =>
      polygons[i].length > 0 ? { type: "Feature", properties, geometry: { type: "Polygon", coordinates: polygons[i].map(corners) } }
        : { type: "Feature", properties: { ...properties, radius }, geometry: { type: "Point", coordinates: [longitude, latitude] } }) }, null, 2);
  }
  if (/\.[ct]sv$/i.test(file)) {
    const columns = ["identifier", "name", "latitude", "longitude", "radius", "notifyOnEntry", "notifyOnExit"]
      .filter(column => rows.some(row => column in row));
    const cell = value => /^#|[",\t\n\r]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : value;
    const flag = column => column.startsWith("notify") ? true : "", separator = /\.tsv$/i.test(file) ? "\t" : ",";
    return [columns, ...rows.map(row => columns.map(column => cell(row[column] ?? flag(column))))].map(row => row.join(separator)).join("\n");
  }
  return JSON.stringify(rows, null, 2);
}

/// The name of an option in a word for a shell.
const nameIn = word => word.match(/^'?([^=]*)/)[1];

/// The command line of the strategy that is shown with the changes, which reads the changed circles from
/// a file of their own.
function commandText() {
  const { controls, command, file, refused, runs, settings } = whatIf.data, [api] = settingsNow(true);
  const isPlayed = (name, value) => isTaken(name, value, api);
  const changed = controls.filter(({ name }) => name in whatIf.changes && isPlayed(name, whatIf.changes[name]))
    .map(control => optionText(control).split(" "));
  const hasOther = whatIf.circles.some(isChangedCircle), options = new Map([
    ...[...optionsOf(run())].filter(([name]) => isPlayed(name.slice(2), runs[strategy][settings.indexOf(name.slice(2))])), ...hasOther ? [["--regions", changedFile()]] : [], ...changed]);
  const names = new Set([...report.runs.flatMap(run => [...optionsOf(run).keys()]), ...options.keys(), ...refused?.[api] ?? [],
    ...hasOther ? ["--region-columns", "--radius"] : []]);
  const kept = [], words = command ?? ["geofence", "report"], end = words.includes("--") ? words.indexOf("--") : words.length;
  // Of a settings file that has an option too many, the others are said one by one.
  const isParted = file?.some(word => names.has(nameIn(word)) && !options.has(nameIn(word)));
  const given = new Set([...names, ...words.map(nameIn)]), parts = isParted ? file.filter(word => !given.has(nameIn(word))) : [];
  if (isParted) names.add("--settings");
  for (let i = 0; i < end; i++) {
    if (!names.has(nameIn(words[i]))) kept.push(words[i]);
    else if (!words[i].includes("=") && words[i] !== "--ignore-accuracy") i += 1;
  }
  return [...kept, ...parts, ...[...options].map(option => option.join(" ")), "-o", "report.html", ...words.slice(end)].join(" ");
}

/// Copies a text; where the page may not, it is shown and selected for the reader to copy.
async function takeAlong(text, button) {
  const box = $("what-if-copied");
  box.value = text;
  box.hidden = true;
  try {
    await navigator.clipboard.writeText(text);
    button.dataset.done = "";
    setTimeout(() => delete button.dataset.done, 1500);
  } catch {
    box.hidden = false;
    box.select();
  }
}

// MARK: the address

/// The changes as a part of the page's address; empty where nothing is changed.
function changesInAddress() {
  if (!whatIf.data) return "";
  const state = { s: whatIf.changes, c: whatIf.circles.filter(isChangedCircle).map(circle =>
    [circle.number ?? circle.identifier, ...circle.isRemoved ? [] : [circle.latitude, circle.longitude, circle.radius]]) };
  if (Object.keys(state.s).length === 0 && state.c.length === 0) return "";
  return `&try=${encodeURIComponent(JSON.stringify(state))}`;
}

/// Makes the changes that an address says, as far as they have a meaning here.
function followChanges(text) {
  if (!whatIf.data || !text) return;
  let state;
  try { state = JSON.parse(text); } catch { return; }
  const { settings } = whatIf.data, isNumber = value => typeof value === "number" && Number.isFinite(value);
  whatIf.circles = givenCircles();
  whatIf.changes = Object.fromEntries(Object.entries(state?.s ?? {}).filter(([name, value]) =>
    isNumber(value) && value >= 0 && settings.includes(name) && (name !== "api" || whatIf.data.interfaces[value])));
  for (const [place, latitude, longitude, radius] of Array.isArray(state?.c) ? state.c : []) {
    const isPlaced = [latitude, longitude, radius].every(isNumber) && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && radius > 0;
    if (typeof place === "string" && isPlaced) whatIf.circles.push({ identifier: place, latitude, longitude, radius, flags: 3 });
    const circle = typeof place === "number" ? whatIf.circles[place] : null;
    if (circle) Object.assign(circle, isPlaced ? { latitude, longitude, radius } : { isRemoved: true });
  }
  showTab("what-if");
  reconsider();
}

function connectWhatIf() {
  const data = $("what-if-data");
  if (!data || typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined") return;
  whatIf.data = JSON.parse(data.textContent);
  whatIf.circles = givenCircles();
  $("what-if").hidden = $("tab-what-if").hidden = false;
  $("what-if-file").textContent = changedFile();
  makeControls();
  showControls();
  connectCircle();
  showCircle();
  $("what-if-copy-regions").onclick = ({ target }) => takeAlong(regionsText(), target);
  $("what-if-copy-command").onclick = ({ target }) => takeAlong(commandText(), target);
}
