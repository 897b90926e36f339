const [{ isArea, x, y }] = basemap, place = placeAt(x[1], y[1]);
found.push(isArea, x.length, Math.hypot(place.latitude - 46.06, place.longitude - 14.52) < 2e-6);
