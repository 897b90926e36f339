found.push(device.gaps.length);
moveTo(86400000);
found.push(text("now").split(" · ")[0]);
$("speed").value = 1;
$("play").click();
frame(0);
frame(16);
found.push(text("clock"));
pause();
