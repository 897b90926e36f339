// What is known of one region, line by line. The sentences are those of the data; here they get their
// labels and times.

/// What is to be seen first of a region: a problem, an event, its nearest approach or the start of a stay.
function momentOf(region) {
  const rows = device.rows.filter(row => row.region === region);
  return rows.find(row => PROBLEMS.has(row.kind)) ?? rows[0]
    ?? device.stays.filter(stay => stay.region === region).map(({ start }) => ({ time: start }))[0] ?? { time: cursor };
}

/// The first of some spans of time, and the number of the others.
const spansText = spans => spans.length === 0 ? say("never") : spans.slice(0, 4).map(({ start, end }) => spanWords(start, end)).join(", ")
  + (spans.length > 4 ? ` (+${spans.length - 4})` : "");

/// The location update that is nearest to a moment.
function updateText(time) {
  const number = lastUpTo(device.looks, time), before = device.looks[number], after = device.looks[number + 1];
  const look = !before || after && after.time - time < time - before.time ? after : before;
  return look && lookText(look);
}

/// When a location update came, and how far it was from a place.
function lookText(look, place = look.place) {
  const values = [clock(look.time), metres(Math.hypot(look.seen.x - place.x, look.seen.y - place.y) / stretchAt(place.x, place.y))];
  return look.accuracy < 0 ? say("update", ...values) : say("update-within", ...values, metres(look.accuracy));
}

/// The lines of a region, each of a label and a text.
function storyOf(region) {
  const of = ({ region: other }) => other === region, told = run().told?.[region];
  const stays = device.stays.filter(of), rows = device.rows.filter(row => of(row) && row.kind !== "late");
  return [
    [say("registered"), spansText(device.registrations.filter(of))],
    stays.length > 0 ? [say("inside"), spansText(stays)] : null,
    device.log.looks ? [say("location-update"), updateText(momentOf(region).time) ?? "–"] : null,
    ...rows.map(row => [clock(row.kind === "nearest" ? row.time : row.time - (row.delay ?? 0)), describe(row, false)]),
    report.regions.note?.[region] ? [say("note"), report.regions.note[region]] : null,
    told >= 0 ? [say("in-trials", run().trials), `${+(100 * told).toFixed(1)} %`] : null,
  ].filter(line => line != null).map(([label, text]) => {
    const line = element("p", "");
    line.append(element("span", label, "label"), " ", text);
    return line;
  });
}

/// Shows the story of a region below the map, or says how to get one.
function showStory(region) {
  const story = $("story");
  if (region == null) {
    story.replaceChildren(element("p", say("select"), "hint"));
    return;
  }
  const title = document.createElement("h3"), name = element("bdi", report.regions.name?.[region] ?? report.regions.identifier[region]);
  title.append(name);
  if (report.regions.name?.[region] != null) title.append(" ", element("bdi", report.regions.identifier[region], "identifier"));
  title.append(` · ${report.regions.size[region]}`);
  story.replaceChildren(title, ...storyOf(region));
  const spans = device.registrations.filter(span => span.region === region);
  if (spans.length <= 4) return;
  const all = document.createElement("details"), list = document.createElement("ol");
  list.append(...spans.map(({ start, end }) => element("li", spanWords(start, end))));
  all.append(element("summary", say("all-registered", spans.length.toLocaleString("en"))), list);
  story.append(all);
}

/// Shows the story of the region under the pointer beside it, or hides it.
function showTip(region, event) {
  const tip = $("tip");
  tip.hidden = region == null;
  if (region == null) { showTip.region = null; return; }
  if (showTip.region !== region || showTip.device !== device) {
    [showTip.region, showTip.device] = [region, device];
    tip.replaceChildren(element("strong", labelOf(region)), ...storyOf(region));
  }
  const width = document.documentElement.clientWidth, { offsetWidth, offsetHeight } = tip;
  tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, width - offsetWidth - 4))}px`;
  const below = event.clientY + 18;
  tip.style.top = `${below + offsetHeight > innerHeight ? Math.max(4, event.clientY - offsetHeight - 12) : below}px`;
}
