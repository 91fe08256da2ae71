// The round clock, by the server's time; and a live part that never takes away what one is typing.

let ahead = 0;

function synchronise() {
  const clock = document.querySelector("[data-now]");
  if (clock) ahead = Number(clock.dataset.now) * 1000 - Date.now();
}

function tick() {
  for (const place of document.querySelectorAll("[data-ends]")) {
    const left = Math.round((Number(place.dataset.ends) * 1000 - Date.now() - ahead) / 1000);
    const size = Math.abs(left);
    const hours = Math.floor(size / 3600);
    const minutes = String(Math.floor(size / 60) % 60).padStart(2, "0");
    const seconds = String(size % 60).padStart(2, "0");
    place.textContent = `${left < 0 ? "over by " : ""}${hours ? `${hours}:` : ""}${minutes}:${seconds}`;
    place.classList.toggle("clock-over", left < 0);
  }
}

document.addEventListener("input", (event) => {
  const form = event.target.closest?.("form[data-keep]");
  if (form) form.dataset.dirty = "yes";
});
document.addEventListener("htmx:beforeRequest", (event) => {
  const part = event.target;
  if (part.id !== "live") return;
  const typing = part.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");
  if (typing || part.querySelector("form[data-dirty]")) event.preventDefault();
});
document.addEventListener("htmx:afterSwap", () => {
  synchronise();
  tick();
});

// A wall, or a phone that shows one, stays lit by itself; a browser that cannot do so dims as it always does.
async function stayLit() {
  if (document.visibilityState !== "visible") return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // refused, as on a low battery
  }
}
if (document.body.classList.contains("wall")) {
  stayLit();
  document.addEventListener("visibilitychange", stayLit);
}

synchronise();
tick();
setInterval(tick, 1000);
