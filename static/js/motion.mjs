// Models glide to where they went, cards turn over, and a table may be heard: 200 ms, nothing where less motion is
// wished, silent until somebody turns sounds on. Sounds are made here; nothing is loaded for them.
import { drawnAnew, svg } from "./board.mjs";
import { tell } from "./outcomes.mjs";

const GLIDE = 200; // milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");
const timing = { duration: GLIDE, easing: "ease-out" };

// -- models

let before = new Map();
const places = () => new Map([...svg().querySelectorAll("[data-model]")].map((token) => [token.dataset.model, [Number(token.dataset.x), Number(token.dataset.y)]]));

drawnAnew(() => {
  const now = places();
  const told = tell(before);
  let moved = 0;
  for (const [id, [x, y]] of now) {
    const [fromX, fromY] = before.get(id) ?? [x, y];
    if (fromX === x && fromY === y) continue;
    moved += 1;
    if (still.matches || told) continue;
    const token = svg().querySelector(`[data-model="${CSS.escape(id)}"]`);
    token.animate([{ transform: `translate(${fromX - x}px, ${y - fromY}px)` }, { transform: "none" }], timing);
  }
  if (before.size && moved) sound("move");
  before = now;
});

// -- cards

let shown = null;
const cards = () => [...document.querySelectorAll(".duel .fate-card, #encounter-now .card .hand .fate-card")];
const face = (card) => card.getAttribute("aria-label");

function turned() {
  const now = cards();
  const known = shown;
  shown = new Set(now.map(face));
  if (known === null) return;
  const fresh = now.filter((card) => !known.has(face(card)));
  if (fresh.length) sound("card");
  if (still.matches) return;
  for (const card of fresh) card.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], timing);
}
document.addEventListener("htmx:afterSettle", turned);
turned();

// -- sounds

const KEPT = "sounds";
const button = document.querySelector("[data-sounds]");
let audio = null;
let on = false;
try {
  on = localStorage.getItem(KEPT) === "on";
} catch {
  // a browser that keeps nothing: silent
}

// Frequencies in hertz, one after the other, and how long in seconds.
const TONES = { card: [[660], 0.06], move: [[180], 0.08], turn: [[523, 784], 0.12] };

export function sound(what) {
  if (!on || document.hidden || audio?.state !== "running") return;
  const [tones, lasts] = TONES[what];
  tones.forEach((hertz, number) => {
    const begins = audio.currentTime + number * lasts;
    const tone = new OscillatorNode(audio, { frequency: hertz, type: "triangle" });
    const loud = new GainNode(audio, { gain: 0.08 });
    loud.gain.exponentialRampToValueAtTime(0.001, begins + lasts);
    tone.connect(loud).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + lasts);
  });
}

// A page that was just loaded is silent until something is tapped, and an iPhone falls silent whenever it was away.
function wake() {
  if (!on) return;
  audio ??= new AudioContext();
  if (audio.state !== "running") return audio.resume().catch(() => {});
}

function say() {
  button.setAttribute("aria-pressed", String(on));
}
if (button && "AudioContext" in window) {
  button.hidden = false;
  say();
  for (const tapped of ["click", "keydown"]) addEventListener(tapped, wake, { capture: true });
  button.addEventListener("click", async () => {
    on = !on;
    try {
      localStorage.setItem(KEPT, on ? "on" : "off");
    } catch {
      // for this page alone, then
    }
    say();
    await wake();
    sound("turn");
  });
}
let asked = Boolean(document.querySelector("#question form.ask"));
document.addEventListener("htmx:afterSettle", () => {
  const mine = Boolean(document.querySelector("#question form.ask"));
  if (mine && !asked) sound("turn");
  asked = mine;
});
