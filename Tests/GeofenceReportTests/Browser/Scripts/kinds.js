showTab("events");
frame();
const tick = kind => {
  document.querySelector(`#kinds input[value=${kind}]`).click();
  frame();
  found.push([...document.querySelectorAll(".row b")].map(sign => sign.textContent).join(""));
};
found.push([...document.querySelectorAll("#kinds label:not([hidden]) input:checked")].map(box => box.value));
tick("choice"); tick("lost"); tick("enter"); tick("choice");
// What stands in a lane has a colour of its own.
found.push([...$("kinds").querySelectorAll("input")].map(box => box.value).filter(kind => !colours[kind]));
