// Pages of many taps: every tap is done, one after the other in the order of the thumb, also those that fall
// while an answer is on its way. Forms inside [data-taps] with hx-post go through here; their answers take the
// place of that part or of their hx-target, and what was tapped stays where it was on the screen.
// data-taps="kept": each tap is written into this device's outbox first, which sends it (outbox_store.mjs).
import { dataOf, send } from "./forms.mjs";
import { put, still, takeBack, tapped } from "./outbox_store.mjs";

const queue = [];
let running = false;
let fingers = 0;

addEventListener("pointerdown", () => { fingers += 1; }, { capture: true });
for (const over of ["pointerup", "pointercancel"]) {
  addEventListener(over, () => { fingers = Math.max(0, fingers - 1); }, { capture: true });
}
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
// A finger that is down keeps what it is on until it is lifted and its click has come.
async function lifted() {
  for (let tries = 0; fingers && tries < 40; tries += 1) await pause(25);
  await pause(0);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const part = form.closest("[data-taps]");
  if (!part || !form.hasAttribute("hx-post")) return;
  event.preventDefault();
  event.stopPropagation();
  const body = dataOf(form, event.submitter);
  const on = anchorOf(event.submitter ?? (form.contains(document.activeElement) ? document.activeElement : form));
  if (part.dataset.taps === "kept") return keep(form, event.submitter, part, body, on);
  const also = form.closest("[hx-include]")?.getAttribute("hx-include");
  for (const other of also ? document.querySelectorAll(also) : []) body.set(other.name, other.value);
  const target = form.closest("[hx-target]")?.getAttribute("hx-target") ?? `#${CSS.escape(part.id)}`;
  queue.push({ to: event.submitter?.getAttribute("formaction") ?? form.getAttribute("hx-post"), body, target, on });
  say();
  run();
}, { capture: true });
// A form that is sent as soon as something is chosen in it.
document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (!form?.matches("[data-taps] [hx-post][hx-trigger~=\"change,\"]")) return;
  event.stopPropagation();
  send(form);
}, { capture: true });

// -- kept: on the disk first

let writing = Promise.resolve();
function keep(form, submitter, part, body, on) {
  const base = Number(body.get("seen"));
  for (const name of ["csrfmiddlewaretoken", "seen", "at"]) body.delete(name);
  const to = form.dataset.to ?? "enter";
  const entry = { game: part.dataset.record, base, body: { to, form: new URLSearchParams(body).toString() }, words: wordsOf(form, submitter), on };
  tapped(on);
  // One after the other: the order of the thumb is the order on the disk.
  writing = writing.then(async () => {
    if (to === "undo" && (await takeBack(entry.game))) return;
    await put(entry);
  }).catch(() => document.dispatchEvent(new CustomEvent("outbox:full")));
}

const plain = (text) => text.replace(/\s+/g, " ").trim();
// What the tap says to a person: the button, and what was filled in.
function wordsOf(form, submitter) {
  const fields = [...form.elements].filter((one) => one.labels?.length && one.value && (!["checkbox", "radio"].includes(one.type) || one.checked));
  const said = fields.map((one) => {
    if (one.type === "radio") return plain(one.labels[0].textContent);
    const value = one.selectedOptions ? plain(one.selectedOptions[0]?.textContent ?? "") : one.value;
    return one.type === "checkbox" ? value : `${plain(one.labels[0].textContent)} ${value}`;
  });
  const where = form.closest("details")?.querySelector("summary")?.textContent ?? "";
  const button = plain(submitter?.textContent ?? "");
  return plain([said.length ? plain(where) || button : button, said.join(", ")].filter(Boolean).join(": "));
}

// A Joker has no suit to be tapped.
document.addEventListener("change", ({ target }) => {
  const picker = target.closest?.("[data-card-picker]");
  if (!picker || !target.name.endsWith("-value")) return;
  for (const suit of picker.querySelectorAll('[name$="-suit"]')) {
    suit.required = target.required && !target.value.endsWith("J");
    if (target.value.endsWith("J")) suit.checked = false;
  }
});

let drawing = Promise.resolve();
addEventListener("outbox:answered", ({ detail }) => {
  if (detail.lead) return location.assign(detail.lead);
  drawing = drawing.then(lifted).then(() => swap("#record", detail.part, "outerHTML"));
});

// The nearest thing with a name that will be there after the answer, too; of a sheet what it is about.
function anchorOf(tapped) {
  return tapped.closest("[data-at]")?.dataset.at ?? tapped.closest("[id]")?.id ?? "";
}

async function run() {
  if (running) return;
  running = true;
  while (queue.length) {
    const act = queue[0];
    const answer = await sent(act);
    if (!answer) {
      queue.length = 0;
      dispatchEvent(new CustomEvent("taps:lost"));
      break;
    }
    await lifted();
    show(act, answer);
    queue.shift();
    say();
  }
  running = false;
  say();
}

async function sent(act) {
  try {
    const headers = { "HX-Request": "true", "HX-Target": act.target.slice(1), "HX-Current-URL": location.href };
    const response = await fetch(act.to, { method: "POST", body: act.body, headers, keepalive: true });
    return { response, text: await response.text() };
  } catch {
    return null;
  }
}

function show(act, { response, text }) {
  const lead = response.headers.get("HX-Redirect") ?? response.headers.get("HX-Location");
  if (response.headers.has("HX-Refresh")) return location.reload();
  if (lead) return location.assign(lead);
  if (response.redirected && !response.url.startsWith(location.origin + location.pathname)) return location.assign(response.url);
  if (!response.ok && response.status !== 409 && response.status !== 422) return failed(response.status);
  const target = response.headers.get("HX-Retarget") ?? act.target;
  swap(target, text, (response.headers.get("HX-Reswap") ?? "outerHTML").split(" ")[0], act.on);
  if (response.ok) renew(act.body.get("version"));
}

// What one did oneself is no news: what was shown or tapped at the version before it follows it.
function renew(seen) {
  if (seen === null) return;
  const shown = [...document.querySelectorAll('main input[name="version"]')];
  const now = String(Math.max(...shown.map(({ value }) => Number(value))));
  for (const one of shown) if (one.value === seen) one.value = now;
  for (const { body } of queue) if (body.get("version") === seen) body.set("version", now);
}

function swap(target, text, swapStyle, id) {
  const open = opened();
  const focused = placeOf(document.activeElement);
  still(() => {
    window.htmx.swap(target, text, { swapStyle, swapDelay: 0, settleDelay: 0 });
    for (const each of document.querySelectorAll("main details")) if (open.has(nameOf(each))) each.open = true;
  }, id);
  if (document.activeElement === document.body) elementAt(focused, target)?.focus({ preventScroll: true });
  dispatchEvent(new CustomEvent("taps:swapped"));
}

// What had the focus has it again, or what took its place: a button has no id, so it is known by the nearest thing
// with one, and by its number among what can have the focus there.
const CAN_FOCUS = "a[href], button, input:not([type=hidden]), select, summary, textarea";
function placeOf(one) {
  const named = one?.closest("main [id]");
  return named && { id: named.id, number: focusable(named).indexOf(one) };
}
const focusable = (part) => [...part.querySelectorAll(CAN_FOCUS)].filter((one) => !one.disabled && one.getClientRects().length);
// Of a part that is another now, its beginning: who pressed a button of a question does not stand on one of the next.
function elementAt(place, target) {
  const named = place && document.getElementById(place.id);
  if (!named) return null;
  const same = !named.matches(target) && (named.matches(CAN_FOCUS) ? named : focusable(named)[place.number]);
  if (!same) named.tabIndex = -1;
  return same || named;
}

// What was opened stays open: known by its summary and by what it is in.
const nameOf = (details) => `${details.parentElement.closest("[id]")?.id} ${details.querySelector("summary")?.textContent.trim()}`;
const opened = () => new Set([...document.querySelectorAll("main details[open]")].map(nameOf));

function failed(status) {
  const detail = { xhr: { status } };
  document.dispatchEvent(new CustomEvent("htmx:responseError", { detail }));
}

// How many taps wait, where it can be seen.
function say() {
  let chip = document.querySelector(".taps-chip.on-the-way");
  if (!chip) {
    chip = document.createElement("p");
    chip.className = "taps-chip on-the-way pill";
    chip.setAttribute("role", "status");
    document.querySelector("main").append(chip);
  }
  chip.hidden = !queue.length;
  chip.textContent = queue.length ? `${queue.length} on the way` : "";
}
addEventListener("beforeunload", (event) => {
  if (queue.length) event.preventDefault();
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && queue.length) location.reload();
});
addEventListener("taps:lost", () => document.dispatchEvent(new CustomEvent("htmx:sendError", { detail: {} })));
