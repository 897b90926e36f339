// Each of `given` is a centre of the map, and the places to project around it.
for (const { center, places } of given) {
  centerOn(...center);
  for (const [latitude, longitude] of places) {
    const point = project(latitude, longitude), back = unproject(point.x, point.y);
    const circle = projectCircle(latitude, longitude, 5000);
    found.push([point.x, point.y, circle.x, circle.y, circle.radius, back.latitude,
      back.longitude].join());
  }
}
