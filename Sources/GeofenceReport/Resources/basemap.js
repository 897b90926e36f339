// The user's own lines and areas beneath the map.

/// The shapes on the plane, each with the box around it.
function projectBasemap() {
  const { latitude, longitude, areas } = report.basemap ?? { latitude: [], longitude: [], areas: [] };
  const isArea = new Set(areas);
  return latitude.map((column, i) => {
    const north = sums(column, 1e-6), east = sums(longitude[i], 1e-6);
    const shape = { isArea: isArea.has(i), x: [], y: [], box: [END, -END, END, -END] };
    for (let k = 0; k < north.length; k++) {
      const { x, y } = project(north[k], east[k]), { box } = shape;
      shape.x.push(x);
      shape.y.push(y);
      shape.box = [Math.min(box[0], x), Math.max(box[1], x), Math.min(box[2], y), Math.max(box[3], y)];
    }
    return shape;
  });
}

function drawBasemap(context, width, height) {
  for (const isArea of [true, false]) {
    context.strokeStyle = isArea ? colours.areaLine : colours.road;
    context.fillStyle = colours.area;
    context.lineWidth = isArea ? 0.8 : 1.4;
    context.lineJoin = "round";
    context.beginPath();
    for (const { isArea: filled, x, y, box } of device.basemap) {
      if (filled !== isArea || screenX(box[1]) < 0 || screenX(box[0]) > width
        || screenY(box[2]) < 0 || screenY(box[3]) > height) continue;
      context.moveTo(screenX(x[0]), screenY(y[0]));
      for (let k = 1; k < x.length; k++) context.lineTo(screenX(x[k]), screenY(y[k]));
    }
    if (isArea) context.fill();
    context.stroke();
  }
}
