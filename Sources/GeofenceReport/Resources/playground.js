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
  row.className = answer.error == null ? "" : "refused";
  row.append(answer.summary ? `${file.name}: ${answer.summary}` : file.name, Object.assign(document.createElement("small"), { textContent: answer.error ?? answer.findings.join("\n") }));
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
  const { data, facts, verdicts, problems, error } = await ask([...list, 0]).then(() => ask(world, "draw_page"));
  if (error) throw new Error(error);
  const steps = numbers => numbers.map((number, i) => number - (numbers[i - 1] ?? 0)), columns = columnsOf(regions);
  const block = html => `<div class="run" data-run="0">${html}</div>`;
  const filled = {
    ...fixed, style, script, title: escaped(file), facts, data: JSON.stringify(data).replaceAll("<", "\\u003c"), verdicts: block(verdicts),
    problems: block(problems + [...findings, ...given?.findings ?? []].map(text => `<p>${escaped(text)}</p>`).join("")),
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
