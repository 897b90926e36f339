$("tab-what-if").click();
await whatIf.starting;
frame();
found.push(text("what-if-result"), $("what-if-reset").disabled);

// The edge of the kiosk is dragged to the east.
select(report.regions.identifier.indexOf("kiosk <1>"));
frame();
const circle = circles[selected], [x, y] = [screenX(circle.x), screenY(circle.y)], radius = circle.radius * view.scale;
drag(overlay.canvas, [x + radius, y], [x + radius * 3, y], [x + radius * 5, y]);
frame();
found.push(Math.abs(activeCircle().radius - 300) < 15, text("what-if-result"), text("what-if-reported"));
found.push([...$("what-if-changes").querySelectorAll("small")].map(row => row.textContent).join(" | "));
found.push(JSON.parse(regionsText()).length, commandText(), /&try=/.test(location.hash));

// A step of the number is a round one.
$("what-if-radius").value = 300;
$("what-if-radius").stepUp();
found.push($("what-if-radius").value, text("what-if-copy-regions"));

// The address makes the same changes again, after a reset.
const address = location.hash;
$("what-if-reset").click();
frame();
found.push(text("what-if-result"), $("what-if-changes").hidden);
follow(address);
frame();
found.push(text("what-if-result"));

// By number and by key: a removed circle, a placed one.
$("what-if-remove").click();
frame();
found.push(text("what-if-result"));
$("what-if-add").click();
frame();
found.push(whatIf.circles.length);
