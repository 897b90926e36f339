press("n"); found.push(text("now"));
press("n"); found.push(text("clock"));
press("p"); found.push(text("clock"));
press("m"); found.push(text("now"));
press("Home"); press("ArrowRight"); found.push(text("clock"));
press(" "); found.push(text("play")); press(" "); found.push(text("play"));
press("0"); const before = view.scale; press("+"); found.push(view.scale > before);
press("0"); found.push(Math.abs(view.scale - before) < 1e-9);
press("/"); found.push(document.activeElement.id);
found.push([...document.querySelectorAll("button, select, input, [tabindex]")]
  .every(part => part.tabIndex === 0));
