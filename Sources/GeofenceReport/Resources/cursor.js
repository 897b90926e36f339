// The cursor in time: where it is, what holds there, playback.

function moveTo(time) {
  cursor = Math.max(0, Math.min(device.duration, time));
  if (cursor < range.start || cursor > range.end) {
    const span = range.end - range.start;
    showTime(cursor - span * 0.1, cursor + span * 0.9);
  }
  showCursor();
}

function showCursor() {
  $("clock").textContent = clock(cursor);
  $("scrub").value = Math.round(cursor / device.duration * 10000);
  $("scrub").setAttribute("aria-valuetext", clock(cursor));
  $("now").textContent = nowText();
  if (!playing) $("link").href = hashOf(cursor, selected);
  redraw("overlay", "needle");
}

/// The time without fixes that a time is in.
function gapAt(time) {
  const gap = device.gaps[lastUpTo(device.gaps, time, gap => gap.start)];
  return gap && gap.start < time && time < gap.end ? gap : null;
}

const outageAt = time => device.outages.find(({ start, end }) => start <= time && time < end);

/// What holds at the cursor, each with its label.
function nowText() {
  if (goTo.row && goTo.row.time === cursor && goTo.row.text) return describe(goTo.row);
  const registered = registeredAt(cursor).length, choice = lastChoice(cursor), gap = gapAt(cursor);
  const inside = device.stays.filter(span => span.start <= cursor && cursor < span.end);
  const names = inside.slice(0, 6).map(span => nameOf(span.region)).join(", ");
  // The system's Reminders select beside the app: one selection does not know the regions of both.
  const candidates = choice?.candidates ?? regionCount, look = device.looks[lastUpTo(device.looks, cursor)];
  return [
    gap && say("no-fixes", spanWords(gap.start, gap.end)), outageAt(cursor)?.text, ...profileText(cursor),
    say("registered-of", registered, registered > candidates ? regionCount : candidates),
    choice && say("chosen", clock(choice.time)),
    say("inside-of", names ? `${names}${inside.length > 6 ? ", …" : ""}` : "–"),
    look && say("updated", lookText(look, positionAt(cursor))),
  ].filter(Boolean).join(" · ");
}

function fillSpeeds() {
  const choices = [1, 2, 5, 10, 20, 60, 120, 300, 600, 1800, 3600, 7200, 36000,
    86400, 604800];
  const wanted = device.duration / 1000 / 40;
  const chosen = choices.find(choice => choice >= wanted) ?? choices.at(-1);
  $("speed").replaceChildren(...choices.map(choice => {
    const option = element("option", `${choice}×`);
    option.value = choice;
    option.selected = choice === chosen;
    return option;
  }));
}

function pause() {
  playing = false;
  if (device) $("link").href = hashOf(cursor, selected);
  $("play").textContent = say("play-it");
}

/// Plays from the cursor on; times without fixes are passed over.
function play() {
  if (cursor >= device.duration) moveTo(0);
  playing = true;
  $("play").textContent = say("pause-it");
  let before = null;
  const step = now => {
    if (!playing) return;
    if (before != null) {
      moveTo(gapAt(cursor)?.end ?? cursor + (now - before) * Number($("speed").value));
      bringIntoView(null);
      const row = currentRow();
      if (row !== play.row) {
        play.row = row;
        if (row) scrollListTo(row);
        redraw("list");
      }
    }
    before = now;
    if (cursor >= device.duration) pause(); else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

const PROBLEMS = new Set(["lost", "false", "difference", "late"]);

/// The next or the previous of the listed events but nearest approaches, or of the problems.
function stepEvent(direction, isProblem = false) {
  const rows = isProblem ? device.rows.filter(row => PROBLEMS.has(row.kind) && isShown(row))
    : device.rows.filter(row => isListed(row) && row.kind !== "nearest");
  const here = rows.indexOf(goTo.row);
  const isHere = here >= 0 && rows[here].time === cursor;
  const next = isHere ? rows[here + direction]
    : direction > 0 ? rows.find(row => row.time > cursor) : rows.findLast(row => row.time < cursor);
  if (next) goTo(next);
}
