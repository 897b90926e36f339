// What happened with one region, in sentences: when it was registered, how near the device came, what
// the phone was given there, and what the app received, or why not.

/// The moment at which the device comes nearest to the middle of a region.
function nearestMoment(region) {
  const known = device.approaches.get(region), circle = circles[region], { x, y, time } = device.path;
  if (known) return known.time;
  if (!circle) return cursor;
  let best = { square: END, time: 0 };
  for (let i = 0; i < time.length; i++) {
    const j = i + 1 < time.length ? i + 1 : i, dx = x[j] - x[i], dy = y[j] - y[i], length = dx * dx + dy * dy;
    const along = length > 0 ? ((circle.x - x[i]) * dx + (circle.y - y[i]) * dy) / length : 0;
    const share = Math.max(0, Math.min(1, along));
    const square = (x[i] + share * dx - circle.x) ** 2 + (y[i] + share * dy - circle.y) ** 2;
    if (square < best.square) best = { square, time: time[i] + share * (time[j] - time[i]) };
  }
  return device.duration > 60000 ? Math.round(best.time / 1000) * 1000 : Math.round(best.time);
}

/// The metres from a point of the plane to the middle of a region.
function distanceTo(region, point) {
  const { latitude, longitude } = report.regions;
  return ground(unproject(point.x, point.y), { latitude: latitude[region], longitude: longitude[region] });
}

const sideText = (distance, radius) => distance <= radius ? `${metres(radius - distance)} inside` : `${metres(distance - radius)} outside`;

/// Some parts of a list in words, and the number of the others.
const some = (list, words) => list.slice(0, 4).map(words).join(", ")
  + (list.length > 4 ? ` and ${list.length - 4} more times` : "");

/// The times at which the app had the region registered, each in words.
const registrationsOf = region => device.registrations.filter(span => span.region === region).map(({ start, end }) => {
  const choice = end === END ? null : device.choices.find(row => row.time === end);
  return end === END ? `from ${clock(start)} on`
    : `from ${clock(start)} to ${clock(end)}${choice ? ", when the app reselected" : ""}`;
});

function registrationStory(region) {
  const spans = registrationsOf(region);
  return spans.length === 0 ? "never registered" : `registered ${some(spans, words => words)}`;
}

/// What the location service gave the phone around a moment.
function updateStory(region, time) {
  if (!device.log.looks) return null;
  const number = lastUpTo(device.looks, time), before = device.looks[number], after = device.looks[number + 1];
  const look = !before || after && after.time - time < time - before.time ? after : before;
  if (!look) return "The phone was given no location update.";
  const off = Math.hypot(look.seen.x - look.place.x, look.seen.y - look.place.y);
  const accuracy = look.accuracy >= 0 ? `, stated accuracy ${metres(look.accuracy)}` : "";
  return `The nearest location update came at ${clock(look.time)}, ${metres(off)} off, `
    + `${sideText(distanceTo(region, look.seen), report.regions.radius[region])}${accuracy}.`;
}

/// An event of the region as `geofence why` says it.
function eventWords(row) {
  switch (row.kind) {
    case "lost": case "undecided": return `${row.name} of ${clock(row.time)}: ${row.text}`;
    case "enter": case "exit":
      if (row.text) return `${row.name} of ${clock(row.time - row.delay)}: ${row.text}`;
      return `also delivered: ${row.name} at ${clock(row.time)}, ${row.initial
        ? "because the device was already inside" : "without an arrival or departure"}`;
    default: return `${clock(row.time)}: ${describe(row, false).replace(/\.$/, "")}`;
  }
}

/// What the app received of the region, or why nothing.
function eventStory(region) {
  const rows = device.rows.filter(row => row.region === region && row.kind !== "nearest" && row.kind !== "late");
  const lines = rows.map(eventWords);
  if (rows.some(row => row.kind !== "difference")) return lines;
  const silent = report.regions.silent?.[region] ?? 0, stays = device.stays.filter(stay => stay.region === region);
  if (stays.length === 0) return lines;
  lines.push(silent > 0 ? `${["", "enters", "exits", "enters and exits"][silent]} are not reported (notifyOnE${silent === 2 ? "xit" : "ntry"} is false)`
    : stays[0].start === 0 ? "inside from its first fix on: no boundary was crossed on the way in" : "no event of it was asked for");
  return lines;
}

/// The story of a region, a sentence a line, in the words of `geofence why`.
function storyOf(region) {
  const { radius } = report.regions, time = nearestMoment(region), approach = device.approaches.get(region);
  const stays = device.stays.filter(stay => stay.region === region), told = run().told?.[region];
  const distance = circles[region] ? sideText(distanceTo(region, positionAt(time)), radius[region]) : null;
  const place = approach?.note ?? (stays.length > 0
    ? `inside ${some(stays, ({ start, end }) => `from ${clock(start)} ${end === END ? "on" : `to ${clock(end)}`}`)}`
    : `no fix of the device lies inside${distance == null ? "" : `; nearest ${distance} at ${clock(time)}`}`);
  return [
    registrationStory(region), place, updateStory(region, time), ...eventStory(region),
    told >= 0 ? `in ${run().trials} trials, each with other location updates, ${+(100 * told).toFixed(1)} % of its crossings reached the app` : null,
  ].filter(line => line != null).map(line => `${line[0].toUpperCase()}${line.slice(1).replace(/\.$/, "")}.`);
}

/// Shows the story of a region below the map, or says how to get one.
function showStory(region) {
  const story = $("story");
  if (region == null) {
    story.replaceChildren(element("p", "Select a region, on the map, in the timeline or in the list, to read what happened with it.", "hint"));
    return;
  }
  const title = document.createElement("h3"), name = element("bdi", report.regions.name?.[region] ?? report.regions.identifier[region]);
  title.append(name);
  if (report.regions.name?.[region] != null) title.append(" ", element("bdi", report.regions.identifier[region], "identifier"));
  title.append(` · ${metres(report.regions.radius[region])}`);
  story.replaceChildren(title, ...storyOf(region).map(line => element("p", line)));
  const spans = registrationsOf(region);
  if (spans.length <= 4) return;
  const all = document.createElement("details"), list = document.createElement("ol");
  list.append(...spans.map(words => element("li", words)));
  all.append(element("summary", `Registered ${spans.length.toLocaleString("en")} times`), list);
  story.append(all);
}

/// Shows the story of the region under the pointer beside it, or hides it.
function showTip(region, event) {
  const tip = $("tip");
  tip.hidden = region == null;
  if (region == null) { showTip.region = null; return; }
  if (showTip.region !== region || showTip.device !== device) {
    [showTip.region, showTip.device] = [region, device];
    tip.replaceChildren(element("strong", labelOf(region)), ...storyOf(region).map(line => element("p", line)));
  }
  const width = document.documentElement.clientWidth, { offsetWidth, offsetHeight } = tip;
  tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, width - offsetWidth - 4))}px`;
  const below = event.clientY + 18;
  tip.style.top = `${below + offsetHeight > innerHeight ? Math.max(4, event.clientY - offsetHeight - 12) : below}px`;
}
