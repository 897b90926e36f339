found.push(text("headline").trim(), text("problems").replace(/\s+/g, " "));
found.push(device.received.map(span => `${nameOf(span.region)} ${span.start}–${span.end}`));
