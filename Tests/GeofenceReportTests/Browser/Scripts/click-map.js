const circle = circles[report.regions.identifier.indexOf("park")];
drag(overlay.canvas, [screenX(circle.x), screenY(circle.y) + 40]);
const [link] = $("picked").getElementsByTagName("a");
found.push(text("picked").replace(/[0-9.]+, [0-9.]+/, "place"), link.rel, link.target);
const [, north, east] = link.href.match(
  /^https:\/\/www\.openstreetmap\.org\/\?mlat=([^&]+)&mlon=([^#]+)#map=16/,
);
const place = placeAt(circle.x, circle.y), away = 40 / view.scale / 111150;
found.push(Math.hypot(+north - place.latitude + away, +east - place.longitude) < 2e-5);
