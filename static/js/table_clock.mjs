// The clock beside a real table: a tap counts at once on this phone and goes to the portal when there is a signal, with
// how long ago it was. The portal reckons; what it says wins, and presses that it does not have yet are counted on top.
import { words } from "./clocks.mjs";

const NOBODY = "-";
const AGAIN = 4000; // milliseconds between attempts without a signal
const LATER = [408, 429]; // refusals that the same request may not meet again
const form = document.getElementById("two-thumbs");
const place = `table-clock ${form.dataset.clock}`;
const figures = () => document.getElementById("figures");
const step = form.querySelector("[data-step]");
const stop = form.querySelector("[data-stop]");
const halves = [...form.querySelectorAll("[data-half]")];

let clock = null; // what the portal reckons: { left: seconds of both, runs: seats, since: its milliseconds }
let ended = false;
let ahead = 0; // of this device's clock before the portal's, in milliseconds
let waiting = []; // presses: { key, runs, pressed: this device's milliseconds, after: the key before, sent }
let refused = "";
let known = null; // the figures that were read
let sending = false;
let timer = 0;

// -- what this device remembers

function remember() {
  try {
    localStorage.setItem(place, JSON.stringify({ waiting, clock, ended, ahead }));
  } catch {
    // no room, or not allowed: the presses stay on this page
  }
}

// A page that was kept on the phone is older than what the phone remembers.
function recall() {
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem(place)) ?? {};
  } catch {
    // nothing is remembered
  }
  waiting = stored.waiting ?? [];
  if (!document.documentElement.dataset.kept || !stored.clock) return;
  known = figures();
  ({ clock, ended, ahead } = stored);
}

// -- what the portal says

let heard = 0; // presses that it had when the figures were asked for
function read() {
  if (figures() === known) return;
  known = figures();
  clock = JSON.parse(known.dataset.figures);
  ended = known.dataset.ended === "yes";
  ahead = Date.now() - Number(known.dataset.now);
  waiting.splice(0, heard);
  heard = 0;
  remember();
  show();
}

document.addEventListener("live:frame", ({ detail }) => {
  if (!detail.public?.clock) return;
  clock = detail.public.clock;
  ended = detail.public.ended;
  figures().dataset.shown = detail.number;
  remember();
  show();
});
document.addEventListener("htmx:afterSettle", read);

function askAgain() {
  heard = waiting.filter(({ sent }) => sent).length;
  window.htmx?.trigger(figures(), "follow");
}

// -- what is shown: the portal's figures, and after them what waits here

function now() {
  let { left, runs, since } = clock;
  for (const press of waiting) {
    const at = press.pressed - ahead;
    if (at <= since && since) continue; // it has heard of that one, or of a later one
    left = spent(left, runs, since, at);
    runs = press.runs === NOBODY ? [] : [Number(press.runs)];
    since = at;
  }
  return { left: spent(left, runs, since, Date.now() - ahead), runs };
}

const spent = (left, runs, since, until) => left.map((each, seat) => each - (runs.includes(seat) ? Math.max(0, until - since) / 1000 : 0));

const put = (element, text) => { if (element.textContent.trim() !== text) element.textContent = text; };

let paused = stop.value === NOBODY ? "" : stop.value; // whose clock a pause has stopped

function show() {
  if (!clock) return;
  const { left, runs } = now();
  if (runs.length) paused = String(runs[0]);
  for (const half of halves) {
    const seat = Number(half.dataset.half);
    const own = runs.includes(seat);
    const over = left[seat] < 0 ? -left[seat] : 0;
    put(half.querySelector("[data-time]"), words(left[seat]));
    put(half.querySelector("[data-says]"), ended ? "ended" : own ? "runs: tap to end your turn" : runs.length ? "waits" : "tap when your turn ends");
    const begun = Math.ceil(over / Number(form.dataset.penaltySeconds));
    const off = Math.min(Number(form.dataset.penaltyVp) * begun, Number(form.dataset.penaltyMost));
    put(half.querySelector("[data-up]"), left[seat] > 0 ? "" : off ? `Time is up: ${off} VP off` : "Time is up");
    half.classList.toggle("half-runs", own);
    half.classList.toggle("half-up", left[seat] <= 0);
    half.disabled = ended || (runs.length > 0 && !own);
  }
  stop.value = runs.length ? NOBODY : paused;
  stop.disabled = ended || !(runs.length || paused);
  put(stop, runs.length || !paused ? "Pause" : "Resume");
  const left_ = waiting.filter(({ sent }) => !sent).length;
  put(step, refused || (left_ ? `${left_} ${left_ === 1 ? "tap waits" : "taps wait"} for a signal` : ""));
}

// -- pressing

function press(runs) {
  if (!runs || ended) return;
  const key = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  waiting.push({ key, runs, pressed: Date.now(), after: waiting.at(-1)?.key ?? "" });
  refused = "";
  remember();
  show();
  send();
  stayLit();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  press(event.submitter?.value);
});

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  const elsewhere = event.target.closest?.("a, input, [data-stop]");
  if (event.key.toLowerCase() === "p" && !event.target.closest?.("input")) return press(stop.disabled ? "" : stop.value);
  if (event.key !== " " || elsewhere) return;
  event.preventDefault(); // of a half that has the focus, too: it is the one that does not run as soon as it is pressed
  const own = halves.find((half) => half.classList.contains("half-runs"));
  if (own) press(own.value);
});
document.addEventListener("keyup", (event) => {
  if (event.key === " " && event.target.closest?.("[data-half]")) event.preventDefault();
});

async function send() {
  if (sending) return;
  clearTimeout(timer);
  sending = true;
  try {
    for (let next; (next = waiting.find(({ sent }) => !sent)); ) {
      const answer = await fetch(form.action, {
        method: "POST",
        redirect: "manual",
        headers: { "HX-Request": "true" },
        body: new URLSearchParams({
          csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value,
          key: next.key,
          runs: next.runs,
          ago: String(Math.max(0, Date.now() - next.pressed)),
          after: next.after ?? "",
        }),
      });
      if (answer.type === "opaqueredirect" || answer.ok) {
        next.sent = true;
      } else if (answer.status === 403) {
        refused = "Taps are not sent: load the page again."; // which has a fresh token, and sends what waits
        return;
      } else if (answer.status >= 400 && answer.status < 500 && !LATER.includes(answer.status)) {
        waiting = waiting.filter((each) => each !== next);
        refused = "That tap was not taken: look below.";
        const said = new DOMParser().parseFromString(await answer.text(), "text/html").body.textContent.trim();
        if (said) document.getElementById("messages").textContent = said;
      } else {
        throw new Error(String(answer.status)); // later
      }
      remember();
    }
    askAgain();
  } catch {
    timer = setTimeout(send, AGAIN);
  } finally {
    sending = false;
    show();
  }
}
addEventListener("online", send);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  send();
  if (lit) stayLit();
});

// A clock that goes dark is none; a browser that cannot keep it lit dims as it always does. One lets go of the light when
// its page is out of sight.
let lit = null;
async function stayLit() {
  try {
    if (document.visibilityState === "visible" && lit?.released !== false) lit = await navigator.wakeLock?.request("screen");
  } catch {
    // refused, as on a low battery
  }
}

recall();
read();
if (waiting.length) send();
setInterval(show, 200);
