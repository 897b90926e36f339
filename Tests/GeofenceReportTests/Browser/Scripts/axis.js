const labels = (start, end) => found.push(ticks(Date.parse(start), Date.parse(end), 6)
  .map(tick => `${tick.label} ${new Date(tick.at).toISOString().slice(5, 16)}`).join(", "));
labels("1970-01-01T00:00Z", "1974-01-02T00:00Z");
labels("1971-11-20T00:00Z", "1972-03-02T00:00Z");
labels("1971-01-01T20:00Z", "1971-01-02T08:00Z");
