const lane = lanes.findIndex(lane => nameOf(lane.region) === "park");
const enter = device.rows.find(row => row.kind === "enter");
drag(chart.canvas, [timeX(enter.time), lanes[lane].top + 12]);
found.push(text("clock"), text("now"));
fit();
frame();
const pin = drawPins.shown.find(pin => pin.row.kind === "lost");
drag(overlay.canvas, [pin.x, pin.y]);
found.push(text("clock"), nameOf(selected));
