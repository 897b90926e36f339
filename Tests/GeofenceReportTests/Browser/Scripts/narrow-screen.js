found.push(document.documentElement.scrollWidth <= document.documentElement.clientWidth);
found.push(base.width > 200 && chart.width > 200);
