const marks = () => drawPins.shown.map(pin => pin.marks.join("")).sort().join("");
fit();
frame();
found.push(marks(), text("interfaces"));
showStrategy(1);
fit();
frame();
found.push(marks());
// The pin of another phone is no event of the one that is shown.
const other = drawPins.shown.find(pin => pin.row.mark);
drag(overlay.canvas, [other.x, other.y]);
found.push(!goTo.row.mark);
