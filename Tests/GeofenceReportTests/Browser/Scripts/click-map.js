const circle = circles[report.regions.identifier.indexOf("park")];
drag(overlay.canvas, [screenX(circle.x), screenY(circle.y) + 40]);
const [link] = $("picked").getElementsByTagName("a");
found.push(text("picked").replace(/[0-9.]+, [0-9.]+/, "place"), link.rel, link.target);
const [, north, east] = link.href.match(
  /^https:\/\/www\.openstreetmap\.org\/\?mlat=([^&]+)&mlon=([^#]+)#map=16/,
);
const point = project(+north, +east);
found.push(Math.hypot(
  screenX(point.x) - screenX(circle.x), screenY(point.y) - screenY(circle.y) - 40) < 1);
