// The hands and eyes of a reader, for the scripts beside this file, which push to `found`.
const found = [];
const press = key => document.body.dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const text = id => document.getElementById(id).textContent;

// Down at the first of some points of a canvas, over the others, and up at the last.
function drag(canvas, ...points) {
  const box = canvas.getBoundingClientRect();
  canvas.setPointerCapture = () => {};
  const send = (kind, [x, y], buttons) => canvas.dispatchEvent(new PointerEvent(kind, {
    clientX: box.left + x, clientY: box.top + y, bubbles: true, pointerId: 1, buttons }));
  send("pointerdown", points[0], 1);
  for (const point of points.slice(1)) send("pointermove", point, 1);
  send("pointerup", points.at(-1), 0);
}

function wheel(canvas, x, delta) {
  const box = canvas.getBoundingClientRect();
  canvas.dispatchEvent(new WheelEvent("wheel", {
    clientX: box.left + x, clientY: box.top + 5, bubbles: true, cancelable: true, ...delta }));
}

// Runs a script after the first frame, and leaves what it found in the document.
function examine(script) {
  try {
    frame();
    const rest = script();
    if (rest) {
      window.examined = rest.catch(error => failures.push(String(error.stack))).then(conclude);
      return;
    }
  } catch (error) { failures.push(String(error.stack)); }
  conclude();
}

function conclude() {
  const result = document.createElement("pre");
  result.id = "findings";
  const fetched = performance.getEntriesByType("resource").map(entry => entry.name);
  result.textContent = JSON.stringify({ failures, fetched, found: found.map(String) });
  document.body.append(result);
}
