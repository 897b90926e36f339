// The stretch of time that the timeline shows: zoomed and moved by wheel, drag, keys, and the brush,
// a strip of the whole time above.

const BRUSH = 22, SHORTEST = 1000;

/// Shows a stretch of time, as far as there is one.
function showTime(start, end) {
  const span = Math.min(device.duration, Math.max(Math.min(SHORTEST, device.duration), end - start));
  range.start = Math.max(0, Math.min(device.duration - span, start));
  range.end = range.start + span;
  redraw("chart", "rows", "view");
}

/// Zooms around the cursor or another time, which stays where it is.
function zoomTime(factor, around = Math.max(range.start, Math.min(range.end, cursor))) {
  const span = Math.max(SHORTEST, (range.end - range.start) / factor);
  const share = (around - range.start) / (range.end - range.start);
  showTime(around - share * span, around + (1 - share) * span);
}

/// Moves by a share of what is shown.
function panTime(share) {
  const way = share * (range.end - range.start);
  showTime(range.start + way, range.end + way);
}

const brushX = time => labelWidth() + time / device.duration * chartWidth();
const brushTime = x =>
  Math.max(0, Math.min(1, (x - labelWidth()) / chartWidth())) * device.duration;

function drawBrush() {
  const { context, width, height } = brush;
  context.clearRect(0, 0, width, height);
  context.fillStyle = colours.registered;
  context.globalAlpha = 0.16;
  context.fillRect(brushX(range.start), 0, Math.max(2, brushX(range.end) - brushX(range.start)), height);
  context.globalAlpha = 1;
  context.strokeStyle = colours.faint;
  context.lineWidth = 2;
  let from = 0;
  const line = (start, end, dash) => {
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(brushX(start), height / 2);
    context.lineTo(brushX(end), height / 2);
    context.stroke();
  };
  for (const gap of device.gaps) {
    if (brushX(gap.end) - brushX(gap.start) < 2) continue;
    line(from, gap.start, []);
    line(gap.start, gap.end, [2, 3]);
    from = gap.end;
  }
  line(from, device.duration, []);
  context.setLineDash([]);
  const before = {};
  for (const row of device.rows) {
    const x = brushX(row.time);
    if (row.region == null || row.kind === "nearest" || x - before[row.kind] < 1) continue;
    before[row.kind] = x;
    context.fillStyle = colours[row.kind];
    context.fillRect(x - 0.75, HEAVY.has(row.kind) ? 1 : 5, 1.5, HEAVY.has(row.kind) ? height - 2 : height - 10);
  }
  context.fillStyle = colours.registered;
  for (const time of [range.start, range.end])
    context.fillRect(Math.min(width - 3, Math.max(labelWidth() - 1, brushX(time) - 1.5)), 0, 3, height);
  context.font = "11px system-ui, sans-serif";
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillStyle = colours.faint;
  const day = device.isOneDay ? "" : isoTime(range.start).slice(0, 10), span = spanText(range.end - range.start);
  const text = day ? `${day}, ${span}` : span;
  context.fillText(context.measureText(text).width < labelWidth() - 12 ? text : day || span, 8, height / 2);
}

/// A length of time, roughly.
function spanText(milliseconds) {
  const units = [[365.25 * DAY, "years"], [DAY, "days"], [HOUR, "hours"], [MINUTE, "minutes"], [SECOND, "seconds"]];
  const [unit, name] = units.find(([unit]) => milliseconds >= 2 * unit) ?? units.at(-1);
  return say(name, +(milliseconds / unit).toFixed(milliseconds < 10 * unit ? 1 : 0));
}

/// A drag at an edge of the window moves the edge, within it the window; elsewhere it makes a new one.
function connectBrush() {
  const { canvas } = brush, at = event => event.clientX - canvas.getBoundingClientRect().left;
  let drag = null;
  canvas.addEventListener("pointerdown", event => {
    const x = at(event), [left, right] = [brushX(range.start), brushX(range.end)];
    canvas.setPointerCapture(event.pointerId);
    const isWhole = range.end - range.start >= device.duration;
    drag = Math.abs(x - left) < 6 ? { fixed: range.end } : Math.abs(x - right) < 6 ? { fixed: range.start }
      : x > left && x < right && !isWhole ? { grip: brushTime(x) - range.start } : { fixed: brushTime(x), x };
  });
  canvas.addEventListener("pointermove", event => {
    if (!drag || !event.buttons) return;
    const time = brushTime(at(event)), span = range.end - range.start;
    if (drag.x != null && Math.abs(at(event) - drag.x) < 4) return;
    if (drag.grip != null) showTime(time - drag.grip, time - drag.grip + span);
    else showTime(Math.min(time, drag.fixed), Math.max(time, drag.fixed));
  });
  canvas.addEventListener("pointerup", () => { drag = null; });
  canvas.addEventListener("dblclick", () => showTime(0, device.duration));
  connectTimeWheel(canvas, event => brushTime(at(event)));
}

/// The wheel zooms where the timeline has the focus; sideways, or with the shift key, it moves the time.
function connectTimeWheel(canvas, timeOf, isScroll = () => false) {
  canvas.addEventListener("wheel", event => {
    if (isScroll(event) || !event.ctrlKey && !$("lanes").contains(document.activeElement)) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 30 : 1;
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) panTime(sideways * unit / 800);
    else zoomTime(Math.exp(-event.deltaY * unit * 0.002), timeOf(event));
  }, { passive: false });
}

/// Axis and lanes: a click moves the cursor, a drag over the lanes moves the time, one over the axis
/// the cursor.
function connectChart() {
  const at = event => event.clientX - chart.canvas.getBoundingClientRect().left;
  const scrub = event => {
    pause();
    moveTo(xTime(Math.max(labelWidth(), at(event))));
    redraw("list");
  };
  for (const { canvas } of [chart, axis, profile]) {
    let drag = null;
    canvas.addEventListener("pointerdown", event => {
      if (canvas === chart.canvas && clickLane(event)) return;
      if (at(event) < labelWidth()) return;
      canvas.setPointerCapture(event.pointerId);
      drag = { x: at(event), start: range.start, moved: canvas !== chart.canvas };
      if (canvas !== chart.canvas) scrub(event);
    });
    canvas.addEventListener("pointermove", event => {
      if (canvas === chart.canvas && !event.buttons && event.pointerType === "mouse") {
        const top = canvas.getBoundingClientRect().top;
        showTip(laneAt($("scroll").scrollTop + event.clientY - top)?.region ?? null, event);
      }
      if (!drag || !event.buttons) return;
      if (canvas !== chart.canvas) { scrub(event); return; }
      const way = at(event) - drag.x;
      if (!drag.moved && Math.abs(way) < 4) return;
      drag.moved = true;
      const span = range.end - range.start, start = drag.start - way / chartWidth() * span;
      showTime(start, start + span);
    });
    canvas.addEventListener("pointerup", event => {
      if (drag && !drag.moved) scrub(event);
      drag = null;
    });
    canvas.addEventListener("pointercancel", () => { drag = null; });
    canvas.addEventListener("pointerleave", event => showTip(null, event));
    connectTimeWheel(canvas, event => xTime(Math.max(labelWidth(), at(event))),
      event => canvas === chart.canvas && at(event) < labelWidth());
  }
  $("scroll").onscroll = () => redraw("chart");
}

/// Goes to the mark that is clicked, or selects the lane.
function clickLane(event) {
  const box = chart.canvas.getBoundingClientRect(), x = event.clientX - box.left;
  const lane = laneAt($("scroll").scrollTop + event.clientY - box.top);
  if (!lane) return false;
  const near = lane.rows.filter(row => Math.abs(timeX(row.time) - x) < 8)
    .sort((a, b) => Math.abs(timeX(a.time) - x) - Math.abs(timeX(b.time) - x)
      || HEAVY.has(b.kind) - HEAVY.has(a.kind));
  if (near.length > 0) { goTo(near[0]); return true; }
  if (x < labelWidth()) { select(lane.region); return true; }
  choose(lane.region);
  redraw("base", "chart");
  return false;
}
