showTab("events");
frame();
$("filter").value = "PARK";
$("filter").dispatchEvent(new Event("input"));
frame();
found.push(lanes.map(lane => nameOf(lane.region)), text("tab-events"));
found.push(drawRegions.shown.map(nameOf));
