const days = () => found.push(
  [range.start, range.end].map(time => Math.round(time / 86400000)).join("–"));
days();
wheel(chart.canvas, timeX(range.end), { deltaY: -Math.log(2) / 0.002 }); days();
$("lanes").focus();
wheel(chart.canvas, timeX(range.end), { deltaY: -Math.log(2) / 0.002 }); days();
const left = timeX(range.start) + 10;
drag(chart.canvas, [left, 5], [left + chartWidth() / 2, 5]); days();
wheel(chart.canvas, timeX(range.start) + 9, { deltaY: 200, shiftKey: true }); days();
drag(brush.canvas, [brushX(0.6 * device.duration), 5], [brushX(0.5 * device.duration), 5]);
days();
drag(brush.canvas, [brushX(device.duration), 5], [brushX(device.duration * 0.9), 5]); days();
press("\\"); days();
$("lanes").dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true })); days();
$("lanes").dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true })); days();
$("time-fit").click(); days();
