found.push(document.documentElement.scrollWidth <= document.documentElement.clientWidth);
found.push(base.width > 200 && chart.width > 200);
// The headers of tables stay for those who listen, and take no room.
const headers = [...document.querySelectorAll("thead")];
found.push(headers.length > 0 && headers.every((header) => header.getBoundingClientRect().width <= 1));
// Also beside a button for all devices.
$("fit-all").hidden = false;
found.push([...$("zoom").children].every(button => {
  const { left, top, width, height } = button.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === button;
}));
