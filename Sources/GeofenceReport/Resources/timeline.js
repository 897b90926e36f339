// The timeline: time from left to right, the axis above, a lane for each region below.

const AXIS = 26;

const labelWidth = () => chart.labels ?? 60;
const chartWidth = () => Math.max(1, chart.width - labelWidth() - 6);
const timeX = time => labelWidth() + (time - range.start) / (range.end - range.start) * chartWidth();
const xTime = x => range.start + (x - labelWidth()) / chartWidth() * (range.end - range.start);

function drawTimeline() {
  drawBrush();
  drawAxis();
  drawProfile();
  const { context, width, height } = chart, top = $("scroll").scrollTop;
  context.clearRect(0, 0, width, height);
  if (lanes.length === 0) {
    context.font = LANE_FONT;
    context.fillStyle = colours.faint;
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillText("–", 8, LANE / 2);
    return;
  }
  for (let i = Math.max(0, lastUpTo(lanes, top, lane => lane.top)); i < lanes.length; i++) {
    if (lanes[i].top >= top + height) break;
    drawLane(context, lanes[i], lanes[i].top - top, width);
  }
}

/// The line at the cursor, over axis and lanes.
function drawNeedle() {
  const x = timeX(cursor), needle = $("needle");
  needle.hidden = x < labelWidth() - 1 || x > chart.width;
  needle.style.transform = `translateX(${x - 0.75}px)`;
}

function drawAxis() {
  const { context, width, height } = axis, { start } = device.source;
  context.clearRect(0, 0, width, height);
  context.fillStyle = colours.panel;
  context.fillRect(0, 0, width, height);
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  context.textAlign = "left";
  const room = Math.max(1, chartWidth() / 75);
  for (const { at, label } of ticks(start + range.start, start + range.end, room)) {
    const x = timeX(at - start);
    context.fillStyle = colours.line;
    context.fillRect(x, 0, 1, height);
    context.fillStyle = colours.faint;
    if (x + context.measureText(label).width < width) context.fillText(label, x + 3, 8);
  }
  drawGaps(context, 0, height);
  context.fillStyle = colours.faint;
  let before = -END;
  for (const row of device.choices) {
    const x = timeX(row.time);
    if (x < labelWidth() || x > width || x - before < 1) continue;
    context.fillRect(x - 0.5, height - 9, 1.5, 9);
    before = x;
  }
  before = -END;
  for (const row of device.rows) {
    const x = timeX(row.time);
    if (row.kind !== "mark" || x < labelWidth() || x > width || x - before < 3) continue;
    context.fillText(SIGNS.mark, x, height - 6);
    before = x;
  }
  context.fillStyle = colours.look;
  before = -END;
  for (const { time } of device.looks) {
    const x = timeX(time);
    if (x < labelWidth() || x > width || x - before < 1) continue;
    context.fillRect(x - 0.5, 0, 1, 4);
    before = x;
  }
  context.clearRect(0, 0, labelWidth() - 1, height);
  context.fillStyle = colours.text;
  context.fillText(say("regions-shown", lanes.length), 8, height / 2);
}

/// Where there are no fixes: hatched; where no event could reach the app: shaded.
function drawGaps(context, top, height) {
  const left = labelWidth(), right = chart.width;
  const seen = spans => {
    const parts = [];
    for (const { start, end } of spans) {
      const from = Math.max(left, timeX(start), parts.at(-1)?.to ?? 0), to = Math.min(right, timeX(Math.min(end, device.duration)));
      if (to - from >= 1) parts.push({ from, to });
    }
    return parts;
  };
  context.fillStyle = colours.late;
  context.globalAlpha = 0.16;
  for (const { from, to } of seen(device.outages)) context.fillRect(from, top, to - from, height);
  context.globalAlpha = 0.5;
  context.strokeStyle = colours.faint;
  context.lineWidth = 1;
  for (const { from, to } of seen(device.gaps)) {
    context.save();
    context.beginPath();
    context.rect(from, top, to - from, height);
    context.clip();
    context.beginPath();
    // Lines that go on from lane to lane.
    for (let x = Math.floor((from + top) / 7) * 7 - top - height; x < to; x += 7) {
      context.moveTo(x, top + height);
      context.lineTo(x + height, top);
    }
    context.stroke();
    context.restore();
  }
  context.globalAlpha = 1;
}

function drawLane(context, lane, top, width) {
  const left = labelWidth(), { height, isShared } = lane;
  const problem = device.lost.has(lane.region) ? "lost" : device.false.has(lane.region) ? "false" : "text";
  if (lane.region === selected) {
    context.fillStyle = colours.panel;
    context.fillRect(0, top, width, height);
  }
  context.fillStyle = colours.line;
  context.fillRect(0, top + height - 1, width, 1);
  context.font = LANE_FONT;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillStyle = colours[problem];
  const first = top + height / 2 - (lane.lines.length - 1) * LINE / 2;
  lane.lines.forEach((line, i) => context.fillText(line, 8, first + i * LINE));

  context.save();
  context.beginPath();
  context.rect(left, top, width - left, height - 1);
  context.clip();
  drawGaps(context, top, height);
  // The other interfaces have the lower half.
  const middle = top + (isShared ? LANE / 2 : height / 2);
  drawBand(context, lane.registered, colours.registered, top + 1, height - 3, 0.1);
  drawBand(context, lane.registered, colours.registered, top + 1, 3, 1);
  drawBand(context, lane.inside, colours.inside, middle - 4, 9, 0.8);
  drawBand(context, lane.received, colours.enter, top + height - 6, 3, 1);
  drawMarks(context, lane, lane.rows, middle, width);
  if (isShared) drawMarks(context, lane, lane.others, top + LANE * 1.5 - 3, width);
  context.restore();
}

function drawBand(context, spans, colour, y, thickness, alpha) {
  const left = labelWidth(), { width } = chart;
  context.fillStyle = colour;
  context.globalAlpha = alpha;
  let drawn = -END;
  for (const span of spans) {
    if (span.start > range.end || span.end < range.start) continue;
    const end = Math.min(width, timeX(Math.min(span.end, device.duration)));
    // Of many in one pixel the first is all that can be seen.
    if (end < drawn) continue;
    const x = Math.max(left - 2, drawn, timeX(span.start));
    drawn = Math.max(x + 1, end);
    context.fillRect(x, y, drawn - x, thickness);
  }
  context.globalAlpha = 1;
}

function drawMarks(context, lane, rows, middle, width) {
  context.font = "bold 12px system-ui, sans-serif";
  context.textAlign = "center";
  context.lineWidth = 2.5;
  context.strokeStyle = colours.page;
  const before = {}, left = labelWidth();
  for (const row of rows) {
    const x = timeX(row.time), mark = row.mark ?? run().mark;
    if (x < left - 8 || x > width + 8 || x - before[row.kind] < 3) continue;
    before[row.kind] = x;
    // The phone's own events have a row of their own, below.
    const y = row.kind === "phone" ? middle + 8 : middle - (row.kind === "exit" || row.kind === "enter" ? 0 : 1);
    context.strokeText(signOf(row), x, y);
    context.fillStyle = colours[row.kind];
    context.fillText(signOf(row), x, y);
    if (mark && PINNED.has(row.kind)) context.fillText(mark, x + 12, y);
    if (row.kind !== "nearest") continue;
    context.font = "11px system-ui, sans-serif";
    const isLeft = x > width - 90;
    context.textAlign = isLeft ? "right" : "left";
    context.fillStyle = colours.faint;
    context.fillText(row.side, x + (isLeft ? -9 : 9), y);
  }
}
