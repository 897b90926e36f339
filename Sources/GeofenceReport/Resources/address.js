// Addresses: of a moment in this page, and of a place on the public map.

/// The address of a moment within the page: #t=2024-05-01T09:10:00Z&region=park&device=bus.
function hashOf(time, region) {
  const parts = [`t=${utcTime(Math.round(time))}`];
  if (region != null) parts.push(`region=${encodeURIComponent(report.regions.identifier[region])}`);
  if (report.devices.length > 1 && device.source.name) parts.push(`device=${encodeURIComponent(device.source.name)}`);
  if (strategy > 0) parts.push(`strategy=${encodeURIComponent(run().options)}`);
  return `#${parts.join("&")}${changesInAddress()}`;
}

/// Goes where an address says, as far as this page has such a place.
function follow(hash) {
  const wanted = new URLSearchParams(hash.slice(1).replaceAll("+", "%2B"));
  const wantedRun = report.runs.findIndex(run => run.options === wanted.get("strategy"));
  if (wantedRun > 0 && wantedRun !== strategy) showStrategy(wantedRun);
  const number = report.devices.findIndex(device => device.name === wanted.get("device"));
  if (number >= 0 && number !== device.number) { pause(); showDevice(number); }
  followChanges(wanted.get("try"));
  const place = report.regions.identifier.indexOf(wanted.get("region"));
  const region = place >= 0 ? place : null, time = Date.parse(wanted.get("t")) - device.source.start;
  if (Number.isNaN(time)) {
    if (region != null) select(region);
    return;
  }
  const rows = device.rows.filter(row => row.time === time && (region == null || row.region === region));
  const row = rows.find(row => HEAVY.has(row.kind)) ?? rows.find(row => row.kind !== "choice");
  if (row) { goTo(row); return; }
  pause();
  choose(region);
  moveTo(time);
  bringIntoView(region);
  const current = currentRow();
  if (current) scrollListTo(current);
  redraw("base", "chart", "list");
}

/// Makes a region, or none, the selected one, whose circle can be changed next.
function choose(region) {
  selected = region;
  showStory(region);
  if (region != null && region < whatIf.data?.regions.identifier.length) takeCircle(region);
}

/// Selects a region: the clock goes to what is to be seen of it first, and its story is told.
function select(region) {
  pause();
  choose(region);
  goTo.row = momentOf(region);
  moveTo(goTo.row.time);
  bringIntoView(region);
  if (circles[region]) pick(circles[region]);
  if (!isWhatIfOpen()) showTab("place");
  showLane(region);
  const current = currentRow();
  if (current) scrollListTo(current);
  remember();
  redraw("base", "chart", "list");
}

/// Writes where the page is into its address, without another step in the history.
function remember() {
  const hash = hashOf(cursor, selected);
  $("link").href = hash;
  // A page within another may have no address of its own.
  try { history.replaceState(null, "", hash); } catch { }
}

function connectAddresses() {
  document.addEventListener("click", event => {
    const link = event.target.closest("a[href^='#']");
    if (!link) return;
    event.preventDefault();
    if (link.dataset.show) {
      showStrategy(Number(link.dataset.show));
      scrollTo({ top: 0 });
      return;
    }
    follow(link.hash);
    if (link.matches("#problems .miss")) showTab("place");
    if (!link.matches("#problems .miss, #link")) $("map").scrollIntoView({ block: "nearest" });
    remember();
  });
  addEventListener("hashchange", () => follow(location.hash));
  if (location.hash.length > 1) follow(location.hash);
}

function openStreetMap({ latitude, longitude }) {
  const [north, east] = [latitude.toFixed(5), longitude.toFixed(5)];
  return `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=16/${north}/${east}`;
}

const placeText = place => `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`;

/// Shows the place of a point of the plane with its link to the public map.
function pick({ x, y }) {
  const place = placeAt(x, y);
  $("picked-place").textContent = placeText(place);
  $("picked").querySelector("a").href = openStreetMap(place);
  $("picked").hidden = false;
}
