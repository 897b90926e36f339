"use strict";

// Files that somebody drops become the page of a report: the engine reads and plays them, and says the
// sentences; here they are put in their places.

const $ = id => document.getElementById(id);
const bytesOf = text => { const bytes = new TextEncoder().encode(text); return [bytes.length, ...bytes]; };
const escaped = text => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`);
const playground = { track: null, regions: null, findings: [] };

async function startEngine() {
  const packed = Uint8Array.from(atob($("engine").textContent), letter => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const refuse = () => 8;
  const { instance } = await WebAssembly.instantiate(
    await new Response(stream).arrayBuffer(), { wasi_snapshot_preview1: { fd_read: refuse, fd_write: refuse } });
  return instance.exports;
}

/// The answer of one of the engine's functions to a message of numbers.
async function ask(numbers, how = "answer_message") {
  const engine = await (playground.engine ??= startEngine()), place = engine.message_place(numbers.length);
  new Float64Array(engine.memory.buffer, place, numbers.length).set(numbers);
  const length = engine[how]();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.answer_place(), length)));
}

/// Takes a file as the track or as the regions, whichever it is.
async function take(file) {
  const bytes = new Uint8Array(await file.arrayBuffer()), name = bytesOf(file.name), row = document.createElement("li");
  const numbers = new Float64Array(2 + name.length + bytes.length);
  numbers[0] = Number($("radius").value) || 100;
  numbers.set(name, 1);
  numbers[1 + name.length] = bytes.length;
  numbers.set(bytes, 2 + name.length);
  let answer;
  try { answer = await ask(numbers, "read_file"); } catch (error) {
    // What stopped halfway is not used again.
    playground.engine = null;
    answer = { error: `${file.name}: ${error.message}` };
  }
  if (answer.devices) playground.track = { file: file.name, ...answer };
  if (answer.regions) playground.regions = { file: file.name, ...answer };
  const many = answer.devices ? answer.devices.reduce((sum, { time }) => sum + time.length, 0) : answer.regions?.length;
  const text = answer.error == null ? `${file.name}: ${many} ${answer.devices ? "fixes" : "regions"}` : file.name;
  row.className = answer.error == null ? "" : "refused";
  row.append(text, Object.assign(document.createElement("small"), { textContent: answer.error ?? answer.findings.join("\n") }));
  $("taken").append(row);
  $("open").disabled = !playground.track;
}

async function takeAll(files) {
  for (const file of files) await take(file);
  if (playground.track && playground.regions) await open();
}

/// The columns of the regions, as a page has them.
function columnsOf(regions) {
  const columns = {};
  for (const key of ["identifier", "name", "latitude", "longitude", "radius", "flags", "rings"])
    columns[key] = regions.map(region => region[key] ?? null);
  for (const key of ["name", "rings"]) if (columns[key].every(value => value == null)) delete columns[key];
  return columns;
}

async function pageOf({ devices, file, findings }, given) {
  const { page, style, script, parts: fixed, whatIf } = JSON.parse($("report").textContent), regions = given?.regions ?? [];
  const world = [1, 0, ...whatIf.positioning, ...whatIf.runs[0].map(value => value ?? NaN), regions.length];
  for (const { latitude, longitude, radius, flags, identifier, name, rings = [] } of regions)
    world.push(latitude, longitude, radius, flags, ...bytesOf(identifier), ...bytesOf(name ?? ""),
      rings.length, ...rings.flatMap(ring => [ring.length / 2, ...ring]));
  const list = [0, devices.length];
  for (const { name, time, latitude, longitude, accuracy } of devices) {
    list.push(...bytesOf(name ?? ""), time.length);
    time.forEach((at, i) => list.push(at, latitude[i], longitude[i], accuracy[i] < 0 ? NaN : accuracy[i]));
  }
  await ask([...list, 0]);
  const answer = await ask(world), drawing = await ask(world, "draw_page");
  if (answer.error) throw new Error(answer.error);
  const steps = numbers => numbers.map((number, i) => number - (numbers[i - 1] ?? 0)), columns = columnsOf(regions);
  const kept = kind => answer.crossings.filter(({ outcome }) => kind.includes(outcome.kind));
  const wrong = kept(["missed", "late", "early", "undecidable"]), nameOf = Object.fromEntries(regions.map(({ identifier, name }) => [identifier, name ?? identifier]));
  const data = {
    omissions: [], devices: drawing.devices, regions: { ...columns, shape: columns.rings },
    runs: [{ limit: whatIf.limit, delivered: kept(["inTime", "late", "early"]).length, crossings: answer.crossings.length, devices: drawing.logs }],
  };
  const rows = wrong.map(({ name, region, time, outcome }) => {
    const at = new Date(time).toISOString().replace(".000Z", "Z");
    return `<li><a class="miss" href="#t=${at}&amp;region=${encodeURIComponent(region)}">${name} <bdi>${escaped(nameOf[region])}</bdi>, ${at.slice(11, 19)}</a>: ${escaped(outcome.sentence)}</li>`;
  });
  const remarks = [...findings, ...given?.findings ?? []];
  const [first, ...others] = answer.sentences.length > 0 ? answer.sentences
    : ["No region is given: under “What if” one can be placed on the map."];
  const counts = [["in time", "enter", ["inTime"]], ["late or early", "late", ["late", "early"]], ["missed", "lost", ["missed"]],
    ["undecidable", "undecided", ["undecidable"]], ["jitter", "jitter", ["filtered"]]]
    .map(([name, colour, kinds]) => ({ name, colour, count: kept(kinds).length })).filter(({ count }) => count > 0);
  const parts = counts.map(({ name, colour, count }) => `<rect class="${colour}" data-figure="${name}" data-size="${count}" height="100%"/>`);
  const scores = counts.map(({ name, colour, count }) => `<li class="${colour}" data-figure="${name}"><b>${count}</b> ${name}</li>`);
  const isBad = kept(["missed", "late"]).length > 0, isGood = wrong.length === 0 && counts.length > 0;
  const filled = {
    ...fixed, style, script, title: escaped(file), data: JSON.stringify(data).replaceAll("<", "\\u003c"),
    verdicts: `<div class="run" data-run="0"><h1 class="${isBad ? "bad" : isGood ? "good" : "open"}">${escaped(first)}</h1>`
      + `${others.length > 0 ? `<p class="aside">${escaped(others.join(" "))}</p>` : ""}<div class="outcomes">`
      + `<svg class="bar" aria-hidden="true">${parts.join("")}</svg><ul class="score">${scores.join("")}</ul></div></div>`,
    problems: `<div class="run" data-run="0">${rows.length > 0 ? `<div class="card lost"><ul>${rows.join("")}</ul></div>` : ""}${remarks.map(text => `<p>${escaped(text)}</p>`).join("")}</div>`,
    "what-if": `<script type="application/json" id="what-if-data">${JSON.stringify({
      ...whatIf, regions: columns, command: ["geofence", "report", file, "--regions", given?.file ?? "regions.json", ...columns.rings ? ["--polygons", "enclose"] : []],
      devices: devices.map(({ name, time, latitude, longitude, accuracy }) => ({ name, time: steps(time), latitude, longitude, accuracy })),
    }).replaceAll("<", "\\u003c")}<${"/"}script><script type="application/octet-stream" id="engine">${$("engine").textContent}<${"/"}script>`,
  };
  return page.split("{{").map((piece, number) => {
    const end = piece.indexOf("}}");
    return number === 0 ? piece : (filled[piece.slice(0, end)] ?? "") + piece.slice(end + 2);
  }).join("");
}

async function open() {
  try {
    const html = await pageOf(playground.track, playground.regions);
    location.assign(URL.createObjectURL(new Blob([html], { type: "text/html" })));
  } catch (error) { $("hint").textContent = error.message; }
}

$("files").onchange = ({ target }) => takeAll([...target.files]);
$("open").onclick = open;
addEventListener("dragover", event => { event.preventDefault(); $("drop").classList.add("over"); });
addEventListener("dragleave", () => $("drop").classList.remove("over"));
addEventListener("drop", event => {
  event.preventDefault();
  $("drop").classList.remove("over");
  takeAll([...event.dataTransfer.files]);
});
