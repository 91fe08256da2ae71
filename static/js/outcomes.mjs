// What was resolved is told where the eye is: the strip says it (play/_outcomes.html), a screen reader hears what is new,
// and its steps are played on the board (outcome_steps.mjs) where motion is wished. A tap or Escape skips to the end.
import { place } from "./board.mjs";

const KEPT = "outcome-speed";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const table = place.closest(".at-table");
const strip = () => document.getElementById("outcomes");
const bar = document.querySelector("[data-steps-script]");
const again = bar.querySelector("[data-outcome-again]");
const skip = bar.querySelector("[data-outcome-skip]");
const speed = document.getElementById("outcome-speed");
let slow = 1; // factor of all times; 0 plays nothing
try {
  slow = Number(localStorage.getItem(KEPT) ?? 1);
} catch {
  // a browser that keeps nothing: normal
}
let player = null; // loaded where it will be needed, when the page stands
let played = new Map(); // how many steps of a line were played, by the number of its first event
let latest = -1; // the number of the last event that was told

const lines = () => [...strip().querySelectorAll("[data-last]")];
const stepsOf = (line) => (line.dataset.play ?? "").split(";").filter(Boolean).map((step) => step.split("|"));

// The strip as the server wrote it now: what is new in it is said and played. `before`: where tokens stood. True where
// the models are moved here.
export function tell(before) {
  show();
  const all = lines();
  const first = latest < 0;
  const fresh = all.filter((line) => Number(line.dataset.last) > latest);
  if (!fresh.length) {
    latest = Math.max(latest, 0);
    if (player?.playing()) player.hold(); // only the picture is another
    return Boolean(player?.playing());
  }
  player?.finish();
  const parts = fresh.map((line) => [line, stepsOf(line).slice(played.get(line.dataset.first) ?? 0)]);
  played = new Map(all.map((line) => [line.dataset.first, stepsOf(line).length]));
  latest = Math.max(...all.map((line) => Number(line.dataset.last)));
  if (first) return false;
  bar.querySelector("[data-outcome-said]").textContent = fresh.map((line) => line.textContent.trim()).join(". ");
  return play(parts, before);
}

function play(parts, before) {
  if (!player || still.matches || !slow || document.hidden || !parts.some(([, steps]) => steps.length)) return false;
  again.hidden = true;
  skip.hidden = false;
  table.classList.add("outcome-playing"); // a phone's question waits, so that the board is seen
  player.play(parts, before, slow, () => {
    const had = document.activeElement === skip;
    table.classList.remove("outcome-playing");
    skip.hidden = true;
    show();
    if (had && !again.hidden) again.focus();
  });
  return true;
}

// The strip stands at its end; the last Activation of the other side can be seen again.
function show() {
  strip().scrollTop = strip().scrollHeight;
  again.hidden = !theirs().length || still.matches || !slow;
}

// The lines of that Activation.
function theirs() {
  const all = lines();
  const own = strip().dataset.own.split(" ").map((seat) => `side-${seat}`);
  const begins = all.map((line) => line.matches(".outcome-activation") && !own.some((seat) => line.classList.contains(seat)));
  const first = begins.lastIndexOf(true);
  if (first < 0) return [];
  const next = all.findIndex((line, number) => number > first && line.matches(".outcome-activation"));
  return all.slice(first, next < 0 ? undefined : next);
}

async function wake() {
  if (!still.matches && slow) player = await import(bar.dataset.stepsScript).catch(() => null); // the page is being left
}

/** Who taps the table or the question wants it as it stands. */
export const showAll = () => player?.finish();
// At the click: what moves under a finger that is down loses its click.
table.addEventListener("click", ({ target }) => {
  if (!target.closest(".outcome-bar, .board-tools")) showAll();
}, { capture: true });
document.addEventListener("keydown", ({ key }) => { if (key === "Escape") player?.finish(); }, { capture: true });
document.addEventListener("htmx:beforeRequest", ({ detail }) => { if (detail.elt.matches("form")) player?.finish(); });
skip.addEventListener("click", () => player?.finish());
again.addEventListener("click", async () => {
  await wake();
  player?.finish();
  if (play(theirs().map((line) => [line, stepsOf(line)]), null)) skip.focus({ preventScroll: true });
});
still.addEventListener?.("change", () => {
  player?.finish();
  show();
  wake();
});

document.querySelector("[data-outcome-speed]").hidden = false;
speed.value = String(slow);
speed.addEventListener("change", () => {
  slow = Number(speed.value);
  if (!slow) player?.finish();
  show();
  wake();
  try {
    localStorage.setItem(KEPT, speed.value);
  } catch {
    // for this page alone, then
  }
});
setTimeout(wake, 300);
