moveTo(60000);
frame();
found.push(device.looks.length, text("now").split(" · ").at(-1));
found.push(document.querySelector(".look-key").hidden, document.querySelector(".told-key").hidden);
