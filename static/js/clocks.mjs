// Chess clocks run here between two words of the server, which alone reckons them: by a frame or by the part of the page
// that it draws anew. What was slept through is counted, for the device's own clock goes on.

const box = () => document.querySelector("[data-clocks]");
const MINUS = "−";
let clock = null; // { left: seconds of both, runs: seats, since: milliseconds of the server }
let ahead = 0; // of this device's clock before the server's, in milliseconds
let known = null; // the part that was read: what it says of now is true once

function read() {
  if (!box() || box() === known) return;
  known = box();
  clock = JSON.parse(known.dataset.clocks);
  ahead = Date.now() - Number(known.dataset.now);
  show();
}

const left = (seat) => clock.left[seat] - (clock.runs.includes(seat) ? Math.max(0, Date.now() - ahead - clock.since) / 1000 : 0);

export function words(seconds) {
  const whole = Math.floor(Math.abs(seconds));
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return `${seconds < 0 ? MINUS : ""}${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}

function show() {
  if (!clock || !box()) return;
  const up = [0, 1].map((seat) => left(seat) <= 0);
  for (const side of box().querySelectorAll("[data-clock]")) {
    const seat = Number(side.dataset.clock);
    const time = side.querySelector("[data-clock-time]");
    const said = words(left(seat));
    if (time.textContent !== said) time.textContent = said;
    side.classList.toggle("clock-runs", clock.runs.includes(seat));
    side.classList.toggle("clock-up", up[seat]);
    side.querySelector("[data-clock-up]").hidden = !up[seat];
  }
  for (const claim of box().querySelectorAll("[data-claims]")) {
    const own = Number(claim.dataset.claims);
    claim.hidden = up[own] || !up[1 - own];
  }
}

document.addEventListener("live:frame", ({ detail }) => {
  if (!detail.public?.clock) return;
  clock = detail.public.clock;
  show();
});
document.addEventListener("htmx:afterSettle", read);
document.addEventListener("visibilitychange", show);
setInterval(show, 250);
read();
