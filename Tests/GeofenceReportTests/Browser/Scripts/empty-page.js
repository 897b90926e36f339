press("n"); press(" "); found.push(text("problems"));
