// The ground on a plane, as StereographicProjection.swift has it.

const RADIANS = Math.PI / 180, MAJOR = 6378137, FLATTENING = 1 / 298.257223563;
const E2 = FLATTENING * (2 - FLATTENING), E = Math.sqrt(E2);

/// A latitude on the conformal sphere, and the metres of ground that are a radian there.
function conformal(latitude) {
  const phi = Math.max(-89.99999999, Math.min(89.99999999, latitude)) * RADIANS;
  const sin = Math.sin(phi), cos = Math.cos(phi), t = Math.tanh(E * Math.atanh(E * sin));
  const cosine = cos * Math.sqrt(1 - t * t) / (1 - sin * t);
  return {
    sine: (sin - t) / (1 - sin * t), cosine,
    metres: MAJOR * cos / Math.sqrt(1 - E2 * sin * sin) / cosine,
  };
}

let center, middle;

function centerOn(latitude, longitude) {
  center = { latitude, longitude };
  middle = conformal(latitude);
}

function onSphere(place, longitude) {
  const lambda = (longitude - center.longitude) * RADIANS, cos = Math.cos(lambda);
  return {
    x: place.cosine * Math.sin(lambda),
    y: middle.cosine * place.sine - middle.sine * place.cosine * cos,
    cosine: middle.sine * place.sine + middle.cosine * place.cosine * cos,
  };
}

/// Stereographic: angles stay, circles stay circles, nothing is special at ±180° or a pole.
function project(latitude, longitude) {
  const point = onSphere(conformal(latitude), longitude);
  const scale = 2 * middle.metres / Math.max(1 + point.cosine, 1e-9);
  return { x: scale * point.x, y: scale * point.y };
}

function projectCircle(latitude, longitude, radius) {
  const place = conformal(latitude), point = onSphere(place, longitude);
  const sine = Math.hypot(point.x, point.y), away = Math.atan2(sine, point.cosine);
  const reach = radius / place.metres;
  if (away + reach >= 3) return null;
  const far = 2 * middle.metres * Math.tan((away + reach) / 2);
  const near = 2 * middle.metres * Math.tan((away - reach) / 2);
  const scale = sine > 0 ? (far + near) / 2 / sine : 0;
  return { x: scale * point.x, y: scale * point.y, radius: (far - near) / 2 };
}

function unproject(x, y) {
  const distance = Math.hypot(x, y);
  if (distance === 0) return { ...center };
  const angle = 2 * Math.atan2(distance, 2 * middle.metres);
  const sin = Math.sin(angle), cos = Math.cos(angle), east = x / distance, north = y / distance;
  const sine = Math.max(-1, Math.min(1, cos * middle.sine + north * sin * middle.cosine));
  let geodetic = sine;
  for (let i = 0; i < 6; i++) {
    const t = Math.tanh(E * Math.atanh(E * geodetic));
    geodetic = (sine + t) / (1 + sine * t);
  }
  const lambda = Math.atan2(east * sin, middle.cosine * cos - north * middle.sine * sin) / RADIANS;
  return { latitude: Math.asin(geodetic) / RADIANS, longitude: wrapped(center.longitude + lambda) };
}

const wrapped = longitude => longitude - 360 * Math.round(longitude / 360);

/// Metres of ground between two near places.
function ground(a, b) {
  const sin = Math.sin((a.latitude + b.latitude) / 2 * RADIANS), w = 1 - E2 * sin * sin;
  const north = (b.latitude - a.latitude) * RADIANS * MAJOR * (1 - E2) / Math.pow(w, 1.5);
  const east = wrapped(b.longitude - a.longitude) * RADIANS * MAJOR / Math.sqrt(w)
    * Math.sqrt(1 - sin * sin);
  return Math.hypot(north, east);
}
