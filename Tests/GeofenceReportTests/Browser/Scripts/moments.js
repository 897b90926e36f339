for (const time of [0, 150000, 300000]) {
  moveTo(time);
  const choice = lastSignificant(time);
  found.push(`${registeredAt(time).map(nameOf)} since ${choice.time / 1000}`);
}
found.push(run().sentinelRadius, text("now"));
