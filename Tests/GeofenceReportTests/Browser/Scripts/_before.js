// What a page does wrong, and its frames, which a script asks for: no clock decides anything.
const failures = [], frames = [];
addEventListener("error", event => failures.push(event.message));
addEventListener("securitypolicyviolation", event => failures.push(event.blockedURI));
window.requestAnimationFrame = callback => frames.push(callback);
let frameTime = 0;
function frame(milliseconds = 16) {
  frameTime += milliseconds;
  for (const callback of frames.splice(0)) callback(frameTime);
}
