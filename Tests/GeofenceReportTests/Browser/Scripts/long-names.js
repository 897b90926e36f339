showTab("events");
frame();
found.push(lanes[0].lines.join("") === nameOf(lanes[0].region), lanes[0].height > 3 * LINE);
found.push(lanes[0].lines.every(line => chart.context.measureText(line).width <= labelWidth()));
const row = document.querySelector(".row");
found.push(row.scrollWidth <= row.clientWidth && row.offsetHeight > 60);
found.push($("scroll").scrollHeight >= lanes[0].height);
