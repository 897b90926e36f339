found.push(lanes.map(lane => nameOf(lane.region)));
[...document.querySelectorAll(".row")].find(row => row.textContent.includes("far")).click();
frame();
found.push(text("clock"), text("now"), nameOf(selected));
$("filter").value = "far";
$("filter").dispatchEvent(new Event("input"));
frame();
found.push(lanes.map(lane => nameOf(lane.region)), text("events-title"));
