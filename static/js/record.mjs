// The recorder on one screen. What was tapped shows at once: what waits in the outbox of this device is laid over the
// figures that the portal gave, and marked. A model is swiped to say that it has Activated. A sheet that was open
// stays open when the page goes on, and closes after what was tapped in it.

const { user = "" } = document.body.dataset;
const FAR = 60; // pixels of a swipe

// -- what waits, laid over what the portal gave

/** What the entries that wait change: {health: {model: of it}, gone, acted, vp, stones, turn, ended, over}. */
export function changes(entries) {
  const sum = { health: {}, gone: new Set(), acted: new Set(), vp: {}, stones: {}, turn: 0, ended: false, over: false };
  const add = (where, key, amount) => { where[key] = (where[key] ?? 0) + Number(amount); };
  for (const { body } of entries) {
    if (body.to !== "enter") continue;
    const form = new URLSearchParams(body.form);
    const [tapped, first, second, third] = (form.get("tap") ?? "").split(":");
    const what = tapped || form.get("do");
    const model = tapped ? first : form.get("model");
    const seat = tapped ? first : form.get("seat");
    if (what === "hurt") add(sum.health, model, -second);
    else if (what === "heal") add(sum.health, model, second);
    else if (what === "hazard") add(sum.health, model, -form.get("amount"));
    else if (what === "slay") sum.gone.add(model);
    else if (what === "activated") sum.acted.add(model);
    else if (["score", "late_vp", "strategy_bonus"].includes(what)) add(sum.vp, seat, 1);
    else if (what === "reveal") add(sum.vp, seat, (tapped ? third : form.get("vp")) || 0);
    else if (what === "stones") add(sum.stones, seat, tapped ? second : form.get("change"));
    else if (what === "turn") [sum.turn, sum.ended] = [Number(tapped ? first : form.get("turn")), false];
    else if (what === "turn_ends") sum.ended = true;
    else if (what === "over") sum.over = true;
  }
  return sum;
}

let box = null;
let why = "empty";
let answers = 0; // that came and are not drawn yet: until then the figures on the page are the old ones

function draw() {
  const record = document.querySelector("[data-record]");
  if (!record || !box || answers) return;
  const waiting = box.entries.filter(({ game, user: of, drop }) => game === record.dataset.record && of === user && !drop);
  const sum = changes(waiting.filter(({ held }) => !held));
  // What the portal would refuse before the entries that wait, and may not after them.
  const ahead = waiting.length > 0 && (why !== "empty" || waiting.some(({ held }) => held));
  for (const opener of record.querySelectorAll("[data-ahead-open]")) opener.hidden = !ahead;
  for (const button of record.querySelectorAll("[data-later]")) button.disabled = !ahead;
  for (const row of record.querySelectorAll("[data-model]")) model(row, sum);
  for (const [name, by] of [["vp", sum.vp], ["stones", sum.stones]]) {
    for (const one of record.querySelectorAll(`[data-${name}-of]`)) {
      const more = by[one.dataset[`${name}Of`]] ?? 0;
      say(one, String(Math.max(0, Number(one.dataset.now) + more)), Boolean(more));
    }
  }
  turn(record, sum);
}

function model(row, sum) {
  const { model: id, where, most } = row.dataset;
  if (where === "gone" || !Number(most)) return;
  const change = sum.health[id] ?? 0;
  const gone = sum.gone.has(id);
  const health = gone ? 0 : Math.min(Number(most), Math.max(0, Number(row.dataset.health) + change));
  for (const one of document.querySelectorAll(`[data-health-of="${CSS.escape(id)}"]`)) {
    one.classList.toggle("waits", Boolean(change) || gone);
    one.firstChild.textContent = String(health);
  }
  const bar = row.querySelector("progress");
  if (bar) bar.value = health;
  for (const button of document.querySelectorAll(`[value^="heal:${CSS.escape(id)}:"]`)) {
    button.disabled = health + Number(button.value.split(":")[2]) > Number(most);
  }
  for (const button of row.querySelectorAll('[value^="hurt:"]')) hide(button, health === 0);
  for (const button of row.querySelectorAll('[value^="slay:"]')) {
    hide(button, health > 0);
    button.disabled = gone;
  }
  row.classList.toggle("is-gone", gone);
  const acted = row.querySelector(".recorded-act");
  const has = "activated" in row.dataset && !sum.turn;
  if (acted?.matches("button")) acted.disabled = has || sum.acted.has(id);
  acted?.classList.toggle("waits", sum.acted.has(id));
}

function turn(record, sum) {
  const shown = record.querySelector("[data-turn-shown]");
  shown.dataset.words ??= shown.textContent;
  say(shown, sum.over ? "The game is over" : sum.turn ? `Turn ${sum.turn}` : shown.dataset.words.trim(), sum.over || Boolean(sum.turn));
  const next = [...record.querySelectorAll('.record-main [value^="turn:"]')];
  const now = Math.max(sum.turn, Number(record.dataset.turn));
  const over = record.querySelector('.record-main [value="over"]');
  for (const button of next) hide(button, sum.over || button.value !== `turn:${now + 1}`);
  for (const button of record.querySelectorAll('.record-main [value="turn_ends"]')) button.disabled = sum.ended || sum.over;
  if (over) hide(over, sum.over || next.some((button) => !button.hidden));
}

// What hides is what has the focus: it goes to what stands in its place.
function hide(one, hidden) {
  if (one.hidden === hidden) return;
  const focused = hidden && one === document.activeElement;
  one.hidden = hidden;
  if (focused) one.parentElement.querySelector("button:not([hidden])")?.focus();
}

function say(one, text, waits) {
  if (one.textContent !== text) one.textContent = text;
  one.classList.toggle("waits", waits);
}

addEventListener("outbox:answered", () => { answers += 1; });
addEventListener("outbox:shown", ({ detail }) => { ({ box, why } = detail); draw(); });
addEventListener("taps:swapped", () => { answers = 0; draw(); again(); ends(); });
document.addEventListener("htmx:afterSwap", () => { draw(); again(); });

// The game is over: what is owed, or the report, is what one looks at next.
let ended = document.getElementById("the-end");
function ends() {
  const end = document.getElementById("the-end");
  if (end && !ended) end.scrollIntoView({ block: "nearest" });
  ended = end;
}

// -- sheets

const pops = "showPopover" in HTMLElement.prototype;
let open = "";
let scrolled = 0;
document.addEventListener("scroll", ({ target }) => { if (target.id && target.id === open) scrolled = target.scrollTop; }, { capture: true });
function opened(sheet) {
  if (open !== sheet.id) scrolled = 0;
  open = sheet.id;
}
function closed(sheet) {
  if (open === sheet.id) open = "";
}
document.addEventListener("toggle", ({ target, newState }) => {
  if (target.matches?.("dialog[popover]")) (newState === "open" ? opened : closed)(target);
}, { capture: true });

const show = (sheet) => (pops ? sheet.showPopover() : sheet.showModal());
const close = (sheet) => (pops ? sheet.hidePopover() : sheet.close());
const isOpen = (sheet) => sheet.getClientRects().length > 0;

// A browser without popovers has dialogs.
if (!pops) {
  document.querySelector(".recorder").dataset.sheets = "by script";
  document.addEventListener("close", ({ target }) => closed(target), { capture: true });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("[popovertarget]");
    const sheet = button ? document.getElementById(button.getAttribute("popovertarget")) : target.matches?.("dialog.sheet") && target;
    if (!sheet) return;
    if (isOpen(sheet)) return close(sheet);
    show(sheet);
    opened(sheet);
  });
}

function again() {
  const sheet = open && document.getElementById(open);
  if (!sheet || isOpen(sheet)) return;
  const top = scrolled;
  show(sheet);
  sheet.scrollTop = top;
}

document.addEventListener("submit", ({ target }) => {
  const sheet = target.closest("dialog[popover]");
  if (!sheet || !target.closest("[data-taps]")) return;
  if ("stays" in sheet.dataset) return void setTimeout(() => target.reset());
  open = "";
  setTimeout(() => { if (sheet.isConnected && isOpen(sheet)) close(sheet); });
}, { capture: true });

// -- a swipe along a row

let from = null;
document.addEventListener("pointerdown", (event) => {
  const row = event.pointerType === "touch" && event.target.closest?.(".model-rows > [data-model]");
  from = row ? { row: row.id, x: event.clientX, y: event.clientY } : null;
});
document.addEventListener("pointerup", (event) => {
  const swiped = from && Math.abs(event.clientX - from.x) > FAR && Math.abs(event.clientY - from.y) < FAR / 2;
  if (swiped) {
    document.getElementById(from.row)?.querySelector("button.recorded-act:not([disabled])")?.click();
    // The finger was no tap on what it left.
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }));
  }
  from = null;
});
function stop(event) {
  if (event.isTrusted) event.stopPropagation(), event.preventDefault();
}
