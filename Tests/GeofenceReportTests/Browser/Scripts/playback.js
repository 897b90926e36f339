found.push(text("clock"));
$("play").click();
frame(0);
frame(500);
frame(500);
found.push(text("clock"));
$("play").click();
frame(500);
found.push(text("clock"), $("speed").value);
