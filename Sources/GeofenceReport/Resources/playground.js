"use strict";

// Files that somebody drops become the page of a report: the engine reads and plays them, and says the
// sentences; here they are put in their places.

const $ = id => document.getElementById(id);
const bytesOf = text => { const bytes = new TextEncoder().encode(text); return [bytes.length, ...bytes]; };
const escaped = text => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`);
/// A word as a shell reads it; a name that begins with a dash would be an option.
const shellWord = text => {
  const word = text.startsWith("-") ? `./${text}` : text;
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
};
/// The files that were taken, each with the engine's answer and, where it has read the file, its number
/// there; and what is to be done, one thing after the other.
const playground = { files: [], engine: null, read: 0, work: Promise.resolve() };

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

/// The metres of regions that have no radius of their own.
const radius = () => $("radius").value !== "" && $("radius").checkValidity() ? Number($("radius").value) : 100;

/// Has the engine let go of a file.
async function release(file) {
  if (file.number != null) (await playground.engine).release_file(file.number);
  file.number = null;
}

/// Has the engine read a file as the track or as the regions, whichever it is.
async function read(file) {
  const name = bytesOf(file.name), { bytes } = file, numbers = new Float64Array(2 + name.length + bytes.length);
  file.radius = numbers[0] = radius();
  numbers.set(name, 1);
  numbers[1 + name.length] = bytes.length;
  numbers.set(bytes, 2 + name.length);
  await release(file);
  try {
    file.answer = await ask(numbers, "read_file");
    file.number = playground.read++;
  } catch (error) {
    file.answer = { error: `${file.name}: ${error.message}` };
    // What stopped halfway is not used again, and another engine has read nothing yet.
    [playground.engine, playground.read] = [null, 0];
    const others = playground.files.filter(({ number }) => number != null);
    for (const other of others) other.number = null;
    for (const other of others) await read(other);
  }
}

async function remove(given) {
  for (const file of playground.files) if (file.name === given) await release(file);
  playground.files = playground.files.filter(({ name }) => name !== given);
}

/// Takes a file in place of one of the same name.
async function take(given) {
  const file = { name: given.name, bytes: new Uint8Array(await given.arrayBuffer()) };
  await read(file);
  await remove(file.name);
  playground.files.push(file);
  return file;
}

function showFiles() {
  $("taken").replaceChildren(...playground.files.map(({ name, answer }) => {
    const row = document.createElement("li"), button = $("remove").content.firstElementChild.cloneNode(true);
    const remarks = [...answer.error ? [answer.error] : [], ...answer.findings ?? []].join("\n");
    row.className = answer.error == null ? "" : "refused";
    button.onclick = () => afterwards(async () => { await remove(name); showFiles(); });
    row.append(answer.summary ? `${name}: ${answer.summary}` : name, " ", button, Object.assign(document.createElement("small"), { textContent: remarks }));
    return row;
  }));
  $("open").disabled = !playground.files.some(({ answer }) => answer.devices);
}

/// Takes files, and shows the drive as soon as there are a track and regions; an error is shown first.
async function takeAll(files) {
  const taken = [];
  for (const file of files) taken.push(await take(file));
  showFiles();
  const has = key => playground.files.some(({ answer }) => answer[key]);
  if (has("devices") && has("regions") && taken.every(({ answer }) => answer.error == null)) await open();
}

/// The columns of the regions, as a page has them.
function columnsOf(regions) {
  const columns = {};
  for (const key of ["identifier", "name", "latitude", "longitude", "radius", "flags", "rings"])
    columns[key] = regions.map(region => region[key] ?? null);
  for (const key of ["name", "rings"]) if (columns[key].every(value => value == null)) delete columns[key];
  return columns;
}

/// The page of a report on all tracks past all regions among some files.
async function pageOf(files) {
  const { page, style, script, parts: fixed, whatIf } = JSON.parse($("report").textContent);
  const tracks = files.filter(({ answer }) => answer.devices), places = files.filter(({ answer }) => answer.regions);
  const { data, facts, verdicts, problems, title, error } = await ask([...tracks, ...places].map(({ number }) => number), "draw_page");
  if (error) throw new Error(error);
  const devices = tracks.flatMap(({ answer }) => answer.devices), regions = places.flatMap(({ answer }) => answer.regions);
  const command = ["geofence", "report", ...tracks.map(({ name }) => shellWord(name)),
    ...(places.length > 0 ? places : [{ name: "regions.json" }]).flatMap(({ name }) => ["--regions", shellWord(name)]),
    ...places.filter(({ answer }) => answer.usesRadius).slice(0, 1).flatMap(({ radius }) => ["--radius", `${radius}`])];
  const steps = numbers => numbers.map((number, i) => number - (numbers[i - 1] ?? 0)), columns = columnsOf(regions);
  const block = html => `<div class="run" data-run="0">${html}</div>`;
  const filled = {
    ...fixed, style, script, title: escaped(title), facts, data: JSON.stringify(data).replaceAll("<", "\\u003c"), verdicts: block(verdicts),
    problems: block(problems),
    "what-if": `<script type="application/json" id="what-if-data">${JSON.stringify({
      ...whatIf, regions: columns, command: [...command, ...columns.rings ? ["--polygons", "enclose"] : []],
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
    const html = await pageOf(playground.files);
    location.assign(URL.createObjectURL(new Blob([html], { type: "text/html" })));
  } catch (error) { $("hint").textContent = error.message; }
}

/// Does something after all that was begun before.
const afterwards = step => { playground.work = playground.work.then(step); };

$("files").onchange = ({ target }) => { const files = [...target.files]; afterwards(() => takeAll(files)); };
$("open").onclick = () => afterwards(open);
$("radius").onchange = () => afterwards(async () => {
  for (const file of playground.files) if (!file.answer.devices) await read(file);
  showFiles();
});
addEventListener("dragover", event => { event.preventDefault(); $("drop").classList.add("over"); });
addEventListener("dragleave", () => $("drop").classList.remove("over"));
addEventListener("drop", event => {
  event.preventDefault();
  $("drop").classList.remove("over");
  const files = [...event.dataTransfer.files];
  afterwards(() => takeAll(files));
});
