// The outbox of this device on every page: kept in IndexedDB, sent by whichever tab holds the lock, its number in a
// chip. What it does with its entries is said in outbox.mjs; outbox_list.mjs shows them.
import { FORM, count, decide, drain, empty, forget, lastOf, pause, read, write } from "./outbox.mjs";

const { user = "", outbox: address = "/play/outbox/" } = document.body.dataset;
const EACH = 30_000; // milliseconds between attempts while something waits
const SOON = 4_000; // milliseconds that somebody who pressed a button waits
const channel = "BroadcastChannel" in window ? new BroadcastChannel("outbox") : null;

// -- the box on the disk

let opening = null;
function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("outbox", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("box");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

const random = (bytes) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** One function on the box in one transaction; it is on the disk when the promise is kept. */
export async function change(work) {
  const db = await database();
  return new Promise((resolve, reject) => {
    const transaction = db.transaction("box", "readwrite", { durability: "strict" });
    const store = transaction.objectStore("box");
    const request = store.get("box");
    let given;
    request.onsuccess = () => {
      const before = request.result ?? empty(random(8));
      const [after, result] = work(before);
      given = result;
      if (after !== before) store.put(after, "box");
    };
    transaction.oncomplete = () => resolve(given);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

async function look() {
  const db = await database();
  return new Promise((resolve, reject) => {
    const request = db.transaction("box").objectStore("box").get("box");
    request.onsuccess = () => resolve(request.result ?? empty(""));
    request.onerror = () => reject(request.error);
  });
}

// -- writing

/** Writes one entry down. Kept once it is on the disk; the screen says so then. */
export async function put({ game, base, body, words, on = "" }) {
  const draft = { user, game, base, body, words, on, made: Date.now(), random: random(8) };
  const entry = await change((box) => write(box, draft));
  navigator.storage?.persist?.();
  changed();
  send();
  return entry;
}

/** Gives the last entry up that still waits; false where none does. */
export async function takeBack(game) {
  const given = await change((box) => {
    const last = lastOf(box, user, game);
    return last ? [decide(box, last.id, "drop"), true] : [box, false];
  });
  if (given) changed();
  if (given) send();
  return given;
}

export async function choose(id, choice) {
  await change((box) => [decide(box, id, choice), null]);
  changed();
  send();
}

// -- sending

const csrf = () => /(?:^|; )(?:__Host-csrf|csrftoken)=([^;]*)/.exec(document.cookie)?.[1] ?? "";

async function post(entries) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrf() };
  const draw = document.querySelector("[data-record]")?.dataset.record ?? "";
  const response = await fetch(address, {
    method: "POST",
    headers,
    body: JSON.stringify({ form: FORM, user, draw, entries }),
    redirect: "error",
    signal: AbortSignal.timeout?.(20_000),
  });
  const ours = response.headers.get("Content-Type")?.startsWith("application/json");
  const body = ours ? await response.json() : null;
  if (response.status === 200 && body?.part) {
    const detail = { part: body.part, lead: response.headers.get("HX-Location") };
    arrived.push(detail);
  }
  return { status: response.status, body };
}

/** Whether the portal answers soon, as itself: also where it asks to sign in first. */
export async function reached() {
  if (!navigator.onLine) return false;
  const late = new Promise((done) => setTimeout(done, SOON, false));
  const answer = post([]).then((given) => read(given).is !== "later", () => false);
  return Promise.race([answer, late]);
}

const arrived = [];
let running = false;
let again = false;
let failures = 0;
let timer = 0;
let why = "empty";

/** Sends what waits, if nobody else does. Every reason to try calls this. */
export async function send() {
  if (!user) return;
  if (running) {
    again = true;
    return;
  }
  running = true;
  clearTimeout(timer);
  try {
    do {
      again = false;
      const work = () => drain({ change: announced, post, user });
      ({ is: why } = navigator.locks ? await navigator.locks.request("outbox", work) : await work());
    } while (again);
  } catch {
    why = "later";
  } finally {
    running = false;
  }
  failures = why === "empty" ? 0 : failures + 1;
  changed();
  if (why === "later") timer = setTimeout(send, Math.min(EACH, pause(failures)));
}

async function announced(work) {
  const given = await change(work);
  while (arrived.length) dispatchEvent(new CustomEvent("outbox:answered", { detail: arrived.shift() }));
  changed();
  return given;
}

for (const moment of ["online", "pageshow", "focus"]) addEventListener(moment, () => soon());
addEventListener("taps:swapped", () => show());
document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });
async function soon() {
  const { waiting } = count(await look(), user);
  if (waiting) send();
}

// -- showing

let thumb = "";
/** The id of what was tapped last: it stays where it is on the screen while `work` changes the page around it, or
 * what is next below it where it went. */
export function tapped(id) {
  thumb = id;
}
export function still(work, id = thumb) {
  const before = places(id);
  work();
  for (const [name, top, kind] of before) {
    const now = document.getElementById(name);
    // What can no longer be tapped may stand elsewhere under its name, folded away.
    if (!now?.getClientRects().length || kindOf(now) !== kind) continue;
    scrollerOf(now).scrollBy({ top: now.getBoundingClientRect().top - top, behavior: "instant" });
    rest = { name, aim: top, top: now.getBoundingClientRect().top };
    return;
  }
}
// A page scrolls by whole pixels: what is left of one is made up for next time, else many taps drift.
let rest = null;
const aimOf = (id, top) => (rest?.name === id && rest.top === top ? rest.aim : top);
// What stays on the screen while the page scrolls is moved by its own scrolling alone.
function scrollerOf(one) {
  for (let up = one; up; up = up.parentElement) if (["fixed", "sticky"].includes(getComputedStyle(up).position)) return up;
  return window;
}
const kindOf = (one) => `${one.tagName} ${one.getAttribute("name") ?? ""}`;
// What is tapped, then what is named below it on the screen, with how far from the top.
function places(id) {
  const on = id && document.getElementById(id);
  if (!on) return [];
  const top = on.getBoundingClientRect().top;
  const below = [...document.querySelectorAll("main [id]")]
    .map((one) => [one.id, one.getBoundingClientRect().top, kindOf(one)])
    .filter(([, place]) => place > top && place < innerHeight);
  return [[id, aimOf(id, top), kindOf(on)], ...below.sort((one, other) => one[1] - other[1])];
}

channel?.addEventListener("message", () => show());
export function changed() {
  channel?.postMessage("changed");
  show();
}

let showing = Promise.resolve();
export function show() {
  showing = showing.then(look).then((box) => {
    chip(box);
    still(() => dispatchEvent(new CustomEvent("outbox:shown", { detail: { box, why } })));
    dispatchEvent(new CustomEvent("outbox:changed", { detail: count(box, user) }));
  }, () => {});
  return showing;
}

function chip(box) {
  const { waiting, held, others } = count(box, user);
  let shown = document.querySelector(".taps-chip.outbox-chip");
  if (!shown) {
    if (!waiting && !held && !others) return;
    shown = document.createElement("p");
    shown.className = "taps-chip outbox-chip pill";
    shown.setAttribute("role", "status");
    shown.append(document.createElement("a"));
    shown.firstChild.href = address;
    (document.querySelector("main") ?? document.body).append(shown);
  }
  const said = [];
  if (waiting) said.push(why === "sign_in" || !user ? `Sign in to send ${waiting}` : `${waiting} waiting`);
  if (held) said.push(held === 1 ? "1 needs you" : `${held} need you`);
  if (others) said.push(user ? `${others} of somebody else` : document.querySelector("[data-no-signal]") ? `${others} waiting` : `${others} waiting: sign in to send`);
  shown.firstChild.textContent = said.join(" · ");
  shown.classList.toggle("tone-danger", held > 0);
  shown.hidden = !said.length;
}

// Signing out while something waits would leave it behind: ask first. What was kept to be read goes with it.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.action.includes("/logout/")) return;
  event.preventDefault();
  const box = await look().catch(() => empty(""));
  const { waiting, held, acts } = count(box, user);
  const taps = waiting + held - acts;
  const said = [];
  if (taps) said.push(`${taps} written down here wait. They stay on this device until you sign in again.`);
  if (acts) said.push(`${acts} to do in your leagues ${acts === 1 ? "was" : "were"} not sent yet and will be deleted.`);
  if (said.length && !confirm(`${said.join(" ")} Sign out?`)) return;
  if (acts) await change((now) => [forget(now, user), null]);
  if ("caches" in window) for (const name of await caches.keys()) if (name.startsWith("kept ")) await caches.delete(name);
  form.submit();
});

show();
soon().catch(() => {});
