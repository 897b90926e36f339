const [{ isArea, x, y }] = device.basemap, point = project(46.06, 14.52);
found.push(isArea, x.length, Math.hypot(x[1] - point.x, y[1] - point.y) < 0.2);
