// The user's own lines and areas beneath the map.

/// The shapes on the plane, each with the box around it.
const areas = new Set(report.basemap?.areas), basemap = (report.basemap?.x ?? []).map((column, i) => {
  const x = sums(column, 0.1), y = sums(report.basemap.y[i], 0.1);
  return { isArea: areas.has(i), x, y, box: boxOf(x, y) };
});

function drawBasemap(context, width, height) {
  for (const isArea of [true, false]) {
    context.strokeStyle = isArea ? colours.areaLine : colours.road;
    context.fillStyle = colours.area;
    context.lineWidth = isArea ? 0.8 : 1.4;
    context.lineJoin = "round";
    context.beginPath();
    for (const { isArea: filled, x, y, box } of basemap) {
      if (filled !== isArea || screenX(box[1]) < 0 || screenX(box[0]) > width
        || screenY(box[2]) < 0 || screenY(box[3]) > height) continue;
      context.moveTo(screenX(x[0]), screenY(y[0]));
      for (let k = 1; k < x.length; k++) context.lineTo(screenX(x[k]), screenY(y[k]));
    }
    if (isArea) context.fill();
    context.stroke();
  }
}
