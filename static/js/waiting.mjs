// The outbox of this device on every page: kept in IndexedDB, sent by whichever tab holds the lock, its number in a
// chip, its entries where a page has room for them ([data-waiting]). What it does with them is said in outbox.mjs.
import { FORM, count, decide, drain, empty, join, lastOf, pause, write } from "./outbox.mjs";

const { user = "", userName = "", outbox: address = "/play/outbox/" } = document.body.dataset;
const EACH = 30_000; // milliseconds between attempts while something waits
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
async function change(work) {
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

async function choose(id, choice) {
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
    scrollBy({ top: now.getBoundingClientRect().top - top, behavior: "instant" });
    return;
  }
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
  return [[id, top, kindOf(on)], ...below.sort((one, other) => one[1] - other[1])];
}

channel?.addEventListener("message", () => show());
function changed() {
  channel?.postMessage("changed");
  show();
}

let showing = Promise.resolve();
function show() {
  showing = showing.then(look).then((box) => {
    chip(box);
    still(() => {
      for (const place of document.querySelectorAll("[data-waiting]")) list(place, box);
      marks(box);
    });
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
  if (others) said.push(user ? `${others} of somebody else` : `${others} waiting: sign in to send`);
  shown.firstChild.textContent = said.join(" · ");
  shown.classList.toggle("tone-danger", held > 0);
  shown.hidden = !said.length;
}

// How many entries of each model, side or part wait.
function marks(box) {
  for (const mark of document.querySelectorAll(".waiting-mark")) mark.remove();
  const page = document.querySelector("[data-record]")?.dataset.record;
  const by = new Map();
  for (const { game, user: of, on, words, drop } of box.entries) {
    if (game === page && of === user && on && !drop) by.set(on, [...(by.get(on) ?? []), words]);
  }
  for (const [on, words] of by) {
    const place = document.getElementById(on);
    const mark = document.createElement("p");
    mark.className = "waiting-mark small soft";
    mark.textContent = `Waits: ${words.join("; ")}`;
    place?.append(mark);
  }
}

function made(tag, className, ...inside) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...inside);
  return element;
}
function button(words, work, className = "button button-small") {
  const element = made("button", className, words);
  element.type = "button";
  element.addEventListener("click", work);
  return element;
}

const clock = new Intl.DateTimeFormat(document.documentElement.lang || "en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit" });

function list(place, box) {
  const game = place.dataset.waiting;
  const entries = box.entries.filter((entry) => entry.user === user && (!game || entry.game === game));
  const others = game ? 0 : box.entries.length - entries.length;
  place.hidden = Boolean(game) && !entries.length;
  const rows = entries.map((entry) => row(entry));
  const parts = [];
  if (game) parts.push(made("h2", "card-title", "Written down on this device"));
  if (rows.length) {
    parts.push(made("p", "soft small", state(entries)));
    parts.push(made("ol", "plain stack-tight waiting-list", ...rows));
    parts.push(made("p", "", button("Save as a file", () => save(entries), "button button-small button-quiet")));
  } else if (!game) parts.push(made("p", "soft", "Nothing waits: the portal has everything that was written down here."));
  if (others) parts.push(made("p", "message", `${others} written down by somebody else on this device wait for them to sign in.`));
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.for : "";
  place.replaceChildren(...parts);
  if (focused) place.querySelector(`[data-for="${CSS.escape(focused)}"]`)?.focus();
}

function state(entries) {
  if (entries.some(({ held }) => held)) return "One needs you; what came after it waits behind it.";
  if (why === "sign_in") return "The portal does not know you any more: sign in, then they are sent.";
  if (why === "other_user") return `Somebody else is signed in. They are sent when ${userName || "their writer"} signs in.`;
  return "They are on this device and go to the portal by themselves when there is a signal.";
}

function row(entry) {
  const said = made("strong", "", entry.words);
  const line = made("p", "row row-between", said, made("span", "soft small", clock.format(entry.made)));
  const at = (element, what) => { element.dataset.for = `${entry.id} ${what}`; return element; };
  if (entry.drop) return made("li", "waiting-entry", line, made("p", "soft small", "Given up; the portal is told."));
  if (!entry.held) {
    return made("li", "waiting-entry", line, at(button("Take back", () => choose(entry.id, "drop"), "button button-small button-quiet"), "drop"));
  }
  const { held } = entry;
  const theirs = made("ul", "", ...(held.theirs ?? []).map((words) => made("li", "", words)));
  const none = made("p", "soft", "Nothing was entered meanwhile.");
  const both = made("div", "columns columns-even versions",
    made("div", "", made("p", "small", made("strong", "", "Yours")), made("p", "", entry.words)),
    made("div", "", made("p", "small", made("strong", "", "Entered meanwhile")), held.theirs?.length ? theirs : none));
  const choices = made("div", "buttons",
    at(button(held.is === "conflict" ? "Enter mine too" : "Try again", () => choose(entry.id, "again")), "again"),
    at(button("Drop mine", () => choose(entry.id, "drop"), "button button-small button-danger"), "drop"));
  const sentence = made("p", "", [held.sentence, held.fix].filter(Boolean).join(" "));
  const item = made("li", "waiting-entry needs-you message message-warning", made("div", "message-body stack-tight", line, sentence, both, choices));
  return item;
}

// -- the box as a file

function save(entries) {
  const body = JSON.stringify({ form: FORM, saved: new Date().toISOString(), entries }, null, 1);
  const link = made("a", "");
  link.href = URL.createObjectURL(new Blob([body], { type: "application/json" }));
  link.download = `waiting-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

document.addEventListener("change", async (event) => {
  const input = event.target.closest?.("[data-outbox-file]");
  if (!input?.files.length) return;
  const status = document.querySelector("[data-outbox-read]");
  try {
    const { form, entries } = JSON.parse(await input.files[0].text());
    if (form !== FORM || !Array.isArray(entries)) throw new Error("another form");
    const own = entries.filter((entry) => entry.user === user && typeof entry.id === "string");
    await change((box) => [join(box, own.map((entry) => ({ ...entry, tried: true, held: null }))), null]);
    status.textContent = `${own.length} of ${entries.length} read; what the portal has already counts once.`;
    changed();
    send();
  } catch {
    status.textContent = "That is no file of a device’s outbox.";
  }
  input.value = "";
});

// Signing out while something waits would leave it behind: ask first. What was kept to be read goes with it.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.action.includes("/logout/") || form.dataset.sure) return;
  event.preventDefault();
  const { waiting, held } = count(await look().catch(() => empty("")), user);
  if (waiting + held && !confirm(`${waiting + held} written down here wait. They stay on this device until you sign in again. Sign out?`)) return;
  if ("caches" in window) for (const name of await caches.keys()) if (name.startsWith("kept ")) await caches.delete(name);
  form.dataset.sure = "yes";
  form.requestSubmit();
});

show();
soon().catch(() => {});
