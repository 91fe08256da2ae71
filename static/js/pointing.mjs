// Pointing at the board of an Encounter: what a tap or a drag puts into the form of the open question. Nothing
// is sent before Confirm; the server draws what is offered, and says of each place how far it is or why not.
import { STILL, at, drawnAnew, figure, place, size, svg, token } from "./board.mjs";
import { send } from "./forms.mjs";
import { showAll } from "./outcomes.mjs";

const FINGER = 14; // pixels round a tap within which a token is meant
const ASK_EACH = 140; // milliseconds between two questions to the server while one drags
const NS = "http://www.w3.org/2000/svg";

const form = () => document.querySelector("#question form.ask");
// The places drafted, by model: { x, y } in inches from the lower left corner, and `means`, the place to answer with
// where the move ends before it.
let draft = new Map();
// The question they were drafted for: another one begins anew.
let drafted = "";
let current = "";
let chosen = "";

const movers = () => {
  const asked = form();
  if (!asked?.dataset.spot && asked?.dataset.spot !== "") return [];
  const reserve = [...asked.querySelectorAll("[data-deploys]")];
  if (reserve.length) return reserve.map((button) => ({ id: button.dataset.deploys, ...button.dataset, button }));
  return [{ id: asked.dataset.mover ?? "", ...asked.dataset }];
};
const mover = (id) => movers().find((each) => each.id === id);

// The token under a finger: the nearest, where several are. `least`: pixels round its disc that are its own.
function meant(event, least = FINGER) {
  let best = null;
  for (const each of svg().querySelectorAll("[data-model]")) {
    const box = (each.querySelector(".token-disc") ?? each).getBoundingClientRect();
    const far = Math.hypot(event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2) - box.width / 2;
    if (far < least) [best, least] = [each, far];
  }
  return best;
}

// Choosing among models

function offered(id) {
  return [...(form()?.querySelectorAll('[name="choice"], [name="choices"]') ?? [])].find((each) => each.value === id && !each.closest("[data-chosen]"));
}

function choose(id) {
  const asked = form();
  const option = offered(id);
  if (option.type !== "submit") {
    option.checked = option.type === "radio" || !option.checked;
    for (const each of asked.querySelectorAll('[name="choices"]')) token(each.value)?.classList.toggle("token-chosen", each.checked);
    enough(asked);
    return;
  }
  chooseNone();
  if (atOnce()) return send(asked, option);
  chosen = id;
  light();
  const bar = asked.querySelector("[data-chosen]");
  const button = bar.querySelector("[data-confirm]");
  button.hidden = false;
  button.value = id;
  button.textContent = option.textContent.trim();
  bar.hidden = false;
  button.focus({ preventScroll: true });
}

function chooseNone() {
  chosen = "";
  light();
  proposed = sought = null;
  for (const old of svg().querySelectorAll(".proposed")) old.remove();
  const bar = form()?.querySelector("[data-chosen]");
  if (!bar) return;
  bar.hidden = true;
  bar.querySelector("[data-proposed]").textContent = "";
  for (const more of bar.querySelectorAll("[data-more]")) more.remove();
}

// What a tap or a drag means while an Action, or who Activates, is chosen: the ground a Walk there, another model the
// Actions that may target it. The server says which, and the choice says the answers to the questions after it, too.

let proposed = null; // the place of a Walk
let wished = null; // and the one that was confirmed
let sought = null; // what the server is asked about

const actingId = () => figure().dataset.acting ?? "";
const kind = () => form()?.elements.kind?.value ?? "";
const pointedUrl = () => form()?.querySelector("[data-chosen]")?.dataset.pointed;

// Where taps count at once, what is sure is sent without another press.
const KEPT = "taps-at-once";
const switched = document.querySelector("[data-at-once]");
const atOnce = () => switched?.getAttribute("aria-pressed") === "true";
if (switched) {
  let on = false;
  try {
    on = localStorage.getItem(KEPT) === "1";
  } catch {
    // a browser that keeps nothing: off
  }
  switched.hidden = false;
  switched.setAttribute("aria-pressed", String(on));
  switched.addEventListener("click", () => {
    switched.setAttribute("aria-pressed", String(!atOnce()));
    say(atOnce() ? "A tap that can mean one thing only is your answer." : "A tap proposes; you confirm.");
    try {
      localStorage.setItem(KEPT, atOnce() ? "1" : "0");
    } catch {
      // for this page alone, then
    }
  });
}

function offer(sentence, buttons) {
  const bar = form().querySelector("[data-chosen]");
  const confirm = bar.querySelector("[data-confirm]");
  for (const more of bar.querySelectorAll("[data-more]")) more.remove();
  bar.querySelector("[data-proposed]").textContent = sentence;
  confirm.hidden = !buttons.length;
  buttons.forEach(([value, words], number) => {
    const button = number ? confirm.cloneNode() : confirm;
    Object.assign(button, { value, textContent: words });
    if (!number) return;
    button.removeAttribute("data-confirm");
    button.dataset.more = "";
    bar.insertBefore(button, bar.querySelector("[data-choose-none]"));
  });
  bar.hidden = false;
  if (buttons.length) confirm.focus({ preventScroll: true });
}

function sketch(actor, x, y, path = []) {
  for (const old of svg().querySelectorAll(".proposed")) old.remove();
  const from = token(actor);
  if (!from) return;
  const drawn = document.createElementNS(NS, "g");
  drawn.setAttribute("class", `token ghost proposed ${sideOf(from)}`);
  const { depth } = size();
  const disc = document.createElementNS(NS, "circle");
  for (const [name, value] of Object.entries({ class: "token-disc", cx: x, cy: depth - y, r: from.dataset.r })) disc.setAttribute(name, value);
  drawn.append(way(actor, { path, x, y }, depth), disc);
  svg().append(drawn);
}

// `there`: another model's token; without it the ground where the tap was.
async function propose(actor, there, where) {
  const open = form();
  const query = new URLSearchParams({ actor });
  chooseNone();
  const mine = (sought = {});
  if (there) {
    chosen = there.dataset.model;
    light();
    query.set("model", chosen);
    offer("Looking…", []);
  } else {
    const [x, y] = (proposed = spotOf(where));
    query.set("x", x);
    query.set("y", y);
    sketch(actor, x, y);
  }
  let found = [];
  try {
    const answer = await fetch(`${pointedUrl()}?${query}`);
    if (answer.status === 200) found = await answer.json();
  } catch {
    if (sought === mine) offer("The portal did not answer.", []);
    return;
  }
  if (form() !== open || sought !== mine) return;
  if (!there && !found.length) return chooseNone();
  if (there && !found.length && sideOf(there) === sideOf(token(actor))) {
    chooseNone();
    return showCard(there.dataset.model);
  }
  if (!there) sketch(actor, ...(found[0].path.at(-1) ?? proposed), found[0].path.slice(0, -1));
  const said = there ? (found.length ? `At ${nameOf(there)}:` : `Nothing reaches ${nameOf(there)} now.`) : "";
  offer(said, found.map(({ value, words }) => [value, words]));
  if (there) addCard(there.dataset.model);
  if (atOnce() && found.length === 1 && found[0].sure) send(open, open.querySelector("[data-chosen] [data-confirm]"));
}

function addCard(id) {
  const card = document.createElement("button");
  Object.assign(card, { type: "button", className: "button", textContent: "Card" });
  card.dataset.more = id;
  form().querySelector("[data-choose-none]").before(card);
}
document.addEventListener("click", ({ target }) => {
  const card = target.closest?.("[data-more][type=button]");
  if (!card) return;
  chooseNone();
  showCard(card.dataset.more);
});
document.addEventListener("submit", ({ submitter }) => {
  if (submitter?.value?.includes(" then destination ")) wished = proposed;
  else if (pointedUrl()) wished = null;
}, { capture: true });

// Names

const nameOf = (there) => (there.getAttribute("aria-label") ?? there.querySelector("title")?.textContent ?? "").split(",")[0];
const label = document.createElement("p");
label.className = "token-told";
label.setAttribute("role", "status");
label.hidden = true;
place.append(label);
let labelled = 0;

// All that a token shows, in words, beside it.
function tellName(there) {
  const [box, board] = [there.getBoundingClientRect(), place.getBoundingClientRect()];
  label.textContent = there.getAttribute("aria-label") ?? there.querySelector("title")?.textContent ?? "";
  label.hidden = false;
  const left = Math.min(Math.max(box.left + box.width / 2 - board.left - label.offsetWidth / 2, 4), board.width - label.offsetWidth - 4);
  label.style.left = `${left}px`;
  label.style.top = `${Math.max(box.top - board.top - label.offsetHeight - 6, 4)}px`;
  clearTimeout(labelled);
  labelled = setTimeout(() => { label.hidden = true; }, 4000);
}

const LONG = 500; // milliseconds after which a press asks for the name
let pressed = 0;
let pressedAt = null;
let longPress = false;
place.addEventListener("pointerdown", (event) => {
  longPress = false;
  clearTimeout(pressed);
  pressedAt = event;
  const there = event.pointerType === "touch" && event.target.closest("#board") ? meant(event) : null;
  if (there) pressed = setTimeout(() => { longPress = true; tellName(there); }, LONG);
}, { capture: true });
for (const over of ["pointerup", "pointercancel"]) document.addEventListener(over, () => clearTimeout(pressed));
document.addEventListener("pointermove", (event) => {
  if (pressedAt && Math.hypot(event.clientX - pressedAt.clientX, event.clientY - pressedAt.clientY) > STILL.touch) clearTimeout(pressed);
});
place.addEventListener("contextmenu", (event) => { if (longPress) event.preventDefault(); });

function light() {
  for (const lit of svg().querySelectorAll(".token-chosen")) lit.classList.remove("token-chosen");
  if (chosen) token(chosen)?.classList.add("token-chosen");
}

// Setting models on places

function put(id, x, y, ask = true) {
  draft.set(id, { x, y });
  current = id;
  ghosts();
  fill();
  if (ask) look(id);
}

// The form says what the draft is: the two fields of one place, or all placements of a deployment.
function fill() {
  const asked = form();
  const sent = asked?.querySelector('[name="placements"]');
  const all = movers();
  const first = draft.get(all[0]?.id);
  if (sent) {
    sent.value = draft.size ? JSON.stringify(Object.fromEntries([...draft].map(([id, at]) => [id, [at.x, at.y]]))) : "";
    for (const each of all) each.button.setAttribute("aria-pressed", String(draft.has(each.id)));
    asked.querySelector("[data-confirm]").textContent = draft.size ? `Deploy ${draft.size} of ${all.length}` : "Deploy";
    asked.querySelector("[data-confirm]").disabled = draft.size > 0 && !first;
    if (draft.size && !first) say(`${all[0].name} is asked for first: set it too.`);
  } else if (first) {
    const [x, y] = first.means ?? [first.x, first.y];
    asked.elements.x.value = String(x);
    asked.elements.y.value = String(y);
  }
  const list = asked?.querySelector(".by-number");
  if (list && !list.open && !draft.size) asked.querySelector("[data-confirm]").disabled = true;
  else if (list && !sent) asked.querySelector("[data-confirm]").disabled = false;
}
// By number it is the list or the two fields that answer.
document.addEventListener("toggle", (event) => {
  if (event.target.matches?.(".by-number")) fill();
}, { capture: true });

function ghosts() {
  const picture = svg();
  for (const old of picture.querySelectorAll(".ghost, .ghost-path")) old.remove();
  const { depth } = size();
  for (const [id, where] of draft) {
    const who = mover(id);
    if (!who) continue;
    const group = document.createElementNS(NS, "g");
    group.setAttribute("class", `token ghost side-${who.seat ?? ""}${where.wrong ? " ghost-wrong" : ""}`);
    group.dataset.ghost = id;
    const disc = document.createElementNS(NS, "circle");
    disc.setAttribute("class", "token-disc");
    disc.setAttribute("r", who.radius ?? 0.59);
    const name = document.createElementNS(NS, "text");
    name.setAttribute("class", "token-name");
    name.setAttribute("text-anchor", "middle");
    name.setAttribute("font-size", String(0.8 * Number(who.radius ?? 0.59)));
    name.textContent = who.short ?? "";
    for (const [part, down] of [[disc, 0], [name, 0.28 * Number(who.radius ?? 0.59)]]) {
      part.setAttribute(part === disc ? "cx" : "x", where.x);
      part.setAttribute(part === disc ? "cy" : "y", depth - where.y + down);
    }
    group.append(disc, name);
    if (where.path) picture.append(way(id, where, depth));
    picture.append(group);
  }
}

function way(id, where, depth) {
  const line = document.createElementNS(NS, "path");
  const from = token(id);
  const stops = [...where.path, [where.x, where.y]].map(([x, y]) => `${x} ${depth - y}`);
  if (from) stops.unshift(`${from.dataset.x} ${depth - Number(from.dataset.y)}`);
  line.setAttribute("class", `path ghost-path${where.harmed ? " ghost-path-harmed" : ""}`);
  line.setAttribute("fill", "none");
  line.setAttribute("d", `M${stops.join("L")}`);
  return line;
}

// What the server says of the place; an older question on its way is dropped.
let asking = null;
async function look(id, { snap = true } = {}) {
  asking?.abort();
  const mine = (asking = new AbortController());
  const asked = form();
  const where = draft.get(id);
  if (!asked || !where) return;
  if (snap) check(true);
  const query = new URLSearchParams({ x: where.x, y: where.y, model: id });
  try {
    const answer = await fetch(`${asked.dataset.spotUrl}?${query}`, { signal: mine.signal });
    if (answer.status !== 200) return;
    const spot = await answer.json();
    if (draft.get(id) === where) show(id, spot, snap); // of a place that is left nothing is said
  } catch {
    // given up for a newer question, or no signal: the answer itself will say
  } finally {
    if (mine === asking) check(false);
  }
}

// While the last place is being checked nothing is sent, and nothing refused.
function check(on) {
  const confirm = form()?.querySelector("[data-confirm]");
  if (!confirm || !movers().length) return;
  if (on) say("Checking…");
  fill();
  if (on) confirm.disabled = true;
}

function show(id, spot, snap) {
  const where = draft.get(id);
  if (!where) return;
  const taken = collision(id, snap && (spot.legal || spot.snapped) ? spot : where);
  if (snap && (spot.legal || spot.snapped)) Object.assign(where, { x: spot.x, y: spot.y, means: spot.means });
  Object.assign(where, { path: spot.path ?? [], harmed: Boolean(spot.hazards?.length), wrong: !(spot.legal || (snap && spot.snapped)) || Boolean(taken) });
  if (!mover(id)?.button && where.path.length === 0 && spot.inches == null) delete where.path;
  say(words(spot, snap, taken));
  ghosts();
  fill();
  const sure = snap && spot.legal && !taken && !spot.hazards?.length && !spot.falls?.length;
  if (sure && atOnce() && !mover(id)?.button) send(form(), form().querySelector("[data-confirm]"));
}

function words(spot, snap, taken) {
  if (taken) return `${taken} of your draft stands there.`;
  const said = [];
  if (spot.why) said.push(spot.why);
  if (spot.snapped && snap) said.push("Set to the nearest legal place.");
  if (spot.touches) said.push(spot.touches.length ? `It touches ${spot.touches.join(", ")}.` : "It touches nobody.");
  if (spot.inches != null) said.push(`${spot.inches.toFixed(1)} of ${spot.most} inches.`);
  for (const fall of spot.falls ?? []) said.push(`It falls ${fall}.`);
  for (const { name, effect } of spot.hazards ?? []) said.push(`It meets Hazardous ${name}: ${effect}.`);
  return said.join(" ") || "Legal.";
}

function say(sentence) {
  const line = form()?.querySelector("[data-said]");
  if (!line) return;
  line.hidden = false;
  line.textContent = sentence;
  form().querySelector("[data-hint]").hidden = true;
}

// The name of another model of the draft that stands there; the server does not know the draft.
function collision(id, spot) {
  const own = Number(mover(id)?.radius ?? 0);
  for (const [other, where] of draft) {
    if (other === id) continue;
    const apart = Math.hypot(where.x - spot.x, where.y - spot.y);
    if (apart < own + Number(mover(other)?.radius ?? 0) - 0.001) return mover(other)?.name ?? "Another model";
  }
  return "";
}

const round = (inches) => Math.round(inches * 1000) / 1000;

function spotOf(event) {
  const there = at(event.clientX, event.clientY);
  return [round(there.x), round(size().depth - there.y)];
}

// The first model that has no place yet.
function next() {
  return movers().find((each) => !draft.has(each.id))?.id ?? current;
}

// Every model that has no place yet: the server says where, for all of them at once.
async function rest(button) {
  const drafted = Object.fromEntries([...draft].map(([id, at]) => [id, [at.x, at.y]]));
  const query = new URLSearchParams({ placements: JSON.stringify(drafted) });
  button.disabled = true;
  say("Looking for places…");
  try {
    const answer = await fetch(`${button.dataset.deploysRest}?${query}`);
    if (answer.status !== 200) throw new Error(String(answer.status));
    for (const [id, [x, y]] of Object.entries(await answer.json())) if (!draft.has(id)) put(id, x, y, false);
    const left = movers().filter((each) => !draft.has(each.id)).map((each) => each.name);
    if (left.length) say(`No place was found for ${left.join(", ")}: tap one.`);
    else say("All of them are set. Drag any of them, then confirm.");
  } catch {
    say("The portal did not answer. Try again, or tap a place for each.");
  }
  button.disabled = false;
}

// Gestures

let held = null;

// A model whose place is asked for is taken by its token, its ghost or its button; all else moves the view.
function grabbed(event) {
  const ghost = event.target.closest?.("[data-ghost]")?.dataset.ghost;
  if (ghost) return ghost;
  const own = event.target.closest?.("#board [data-model]")?.dataset.model ?? meant(event)?.dataset.model;
  return own && mover(own) ? own : "";
}

// A model that acts, or that may Activate, is dragged to where it Walks or to whom its Action is for.
function carried(event) {
  const id = pointedUrl() ? meant(event)?.dataset.model : "";
  return id && (id === actingId() || (kind() !== "action" && offered(id))) ? id : "";
}

place.addEventListener("pointerdown", (event) => {
  if (event.button || !event.target.closest("#board")) return;
  const id = movers().length ? grabbed(event) : carried(event);
  if (!id) return;
  event.stopImmediatePropagation();
  hold(event, id);
}, { capture: true });
place.addEventListener("touchstart", (event) => {
  if (held && event.touches.length === 1) event.preventDefault();
}, { passive: false, capture: true });
place.addEventListener("dragstart", (event) => event.preventDefault());

function hold(event, id) {
  held = { id, pointer: event.pointerId, kind: event.pointerType, x: event.clientX, y: event.clientY, moved: false, asked: 0 };
}

document.addEventListener("pointermove", (event) => {
  if (!held || event.pointerId !== held.pointer) return;
  if (Math.hypot(event.clientX - held.x, event.clientY - held.y) >= (STILL[held.kind] ?? 5)) held.moved = true;
  if (!held.moved || !over(event)) return;
  if (!mover(held.id)) return sketch(held.id, ...spotOf(event));
  put(held.id, ...spotOf(event), false);
  if (event.timeStamp - held.asked > ASK_EACH) {
    held.asked = event.timeStamp;
    look(held.id, { snap: false });
  }
});
let justDragged = false;
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const { id, kind, moved } = held;
    held = null;
    // Of a finger that took hold no click comes.
    if (kind === "touch" || moved) showAll();
    if (!moved) {
      if (end === "pointerup" && kind === "touch" && !event.target.closest("[data-ghost], [data-deploys]")) pointed(event.target, event);
      return;
    }
    justDragged = true;
    setTimeout(() => { justDragged = false; });
    if (!mover(id)) return end === "pointerup" ? carriedTo(id, event) : chooseNone();
    if (draft.has(id)) look(id);
  });
}

function carriedTo(id, event) {
  const there = over(event) ? meant(event, 0) : null;
  if (!pointedUrl() || !over(event) || there?.dataset.model === id) chooseNone();
  else propose(id, there?.matches(".token-marker") ? null : there, event);
}

function over(event) {
  const box = figure().getBoundingClientRect();
  return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
}

place.addEventListener("click", (event) => {
  if (!event.target.closest("#board")) return;
  if (justDragged) {
    event.preventDefault();
    return;
  }
  if (pointed(event.target, event.detail ? (lifted ?? event) : null)) event.preventDefault();
  lifted = null;
});
// A finger near a link is moved onto it by the browser: where it truly was, its lifting says.
let lifted = null;
document.addEventListener("pointerup", (event) => { lifted = event; }, { capture: true });

const sideOf = (there) => [...there.classList].find((one) => one.startsWith("side-"));

// A token or a place of the table was pointed at, by a key where there is no `where`; false where nothing was meant.
function pointed(target, where) {
  const on = target.closest("[data-model]");
  // Where a place is asked for, what is beside a disc is a place.
  const there = !where ? on : movers().length ? meant(where, 0) : (meant(where) ?? on);
  const id = there?.dataset.model ?? "";
  if (longPress) return true; // it asked for the name
  const actor = where && kind() === "action" && pointedUrl() ? actingId() : "";
  if (!id && actor) propose(actor, null, where);
  if (!id && actor) return true;
  if (!id && !(where && movers().length)) return false;
  if (!id) put(next(), ...spotOf(where));
  else if (offered(id)) choose(id);
  else if (there.matches(".token-marker")) tellName(there);
  else if (where && kind() === "action" && actingId() && id !== actingId()) propose(actingId(), there);
  else showCard(id);
  return true;
}

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest?.("[data-deploys]");
  if (button && !event.button && event.pointerType === "mouse") hold(event, button.dataset.deploys);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-deploys], [data-deploys-rest], [data-choose-none]");
  if (!button) return;
  if (button.matches("[data-choose-none]")) chooseNone();
  else if (button.matches("[data-deploys-rest]")) rest(button);
  else {
    current = button.dataset.deploys;
    draft.delete(current);
    ghosts();
    fill();
    say(`Tap where ${button.dataset.name} goes.`);
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") chooseNone();
});

// A new picture or question: the draft stays as long as the same is asked.
function adopt() {
  const asked = form();
  const kind = asked?.elements.kind?.value ?? "";
  const key = `${kind} ${movers().map((each) => each.id).join(" ")}`;
  if (key !== drafted) {
    // What is deployed later, after the opponent's models, stays where it was drafted.
    const still = kind === "deploy" && drafted.startsWith("deploy ") ? movers().map((each) => each.id) : [];
    draft = new Map([...draft].filter(([id]) => still.includes(id)));
    current = "";
    drafted = key;
    if (asked) for (const list of asked.querySelectorAll(".by-number")) list.open = false;
    for (const hint of asked?.querySelectorAll("[data-hint]") ?? []) hint.hidden = false;
  }
  chooseNone();
  if (wished && kind === "destination" && movers().length) put(movers()[0].id, ...wished);
  if (kind === "destination") wished = null; // what is asked in between leaves it
  const tray = asked?.querySelector("[data-reserve]");
  if (tray) tray.hidden = false;
  ghosts();
  fill();
  if (asked) enough(asked);
}
drawnAnew(adopt);
document.addEventListener("htmx:oobAfterSwap", adopt);
// What follows an answer happens on the board: it is brought back where one had scrolled past it, and who answered
// by keys is at the next question.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!detail.requestConfig.elt.matches("form.ask")) return;
  closeCard();
  place.scrollIntoView({ block: "nearest" });
  if (document.activeElement === document.body) document.getElementById("question")?.focus({ preventScroll: true });
});

// Stat Cards: the card that lies closed in the list is shown over the board, with the ranges of its Actions.

const panel = document.querySelector("[data-card-panel]");
let shown = "";

function showCard(id) {
  if (!document.getElementById(`card-${id}`)) return;
  shown = id;
  fillCard();
  panel.hidden = false;
  panel.querySelector("[data-card-close]").focus({ preventScroll: true });
}

// As the card is now, whenever the board is drawn anew.
function fillCard() {
  const card = document.getElementById(`card-${shown}`);
  if (!card) return closeCard();
  panel.querySelector("h2").textContent = card.dataset.name;
  panel.querySelector("[data-card-body]").replaceChildren(...card.cloneNode(true).childNodes);
  rings();
}

function closeCard() {
  if (!shown) return;
  const back = panel.contains(document.activeElement) ? token(shown) : null;
  shown = "";
  panel.hidden = true;
  rings();
  back?.focus?.({ preventScroll: true });
}

function rings() {
  const picture = svg();
  for (const old of picture.querySelectorAll(".ring-shown")) old.remove();
  const key = panel.querySelector("[data-ring-key]");
  const about = token(shown);
  const card = document.getElementById(`card-${shown}`);
  const kinds = [["reaches", "ring-shown", "Dashed rings: ranges"], ["auras", "ring-shown ring-aura", "Dotted rings: auras"]];
  const said = [];
  for (const [kind, look, words] of about && card ? kinds : []) {
    const reaches = card.dataset[kind].split(" ").filter(Boolean);
    for (const reach of reaches) {
      const ring = document.createElementNS(NS, "circle");
      ring.setAttribute("class", look);
      ring.setAttribute("cx", about.dataset.x);
      ring.setAttribute("cy", size().depth - Number(about.dataset.y));
      ring.setAttribute("r", Number(about.dataset.r) + Number(reach));
      picture.append(ring);
    }
    if (reaches.length) said.push(`${words} of ${reaches.join(", ")} inches.`);
  }
  key.hidden = !said.length;
  key.textContent = said.join(" ");
}

panel.addEventListener("click", (event) => {
  if (event.target.closest("[data-card-close]")) closeCard();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeCard();
});
document.addEventListener("htmx:afterSettle", () => { if (shown) fillCard(); });

// Of several only as many as are asked for can be sent.
function enough(asked) {
  const several = asked.querySelector("[data-least]");
  if (!several) return;
  const chosen = several.querySelectorAll('[name="choices"]:checked').length;
  const { least, most } = several.dataset;
  asked.querySelector(".ask-confirm button").disabled = chosen < Number(least) || chosen > Number(most);
}
document.addEventListener("change", ({ target }) => {
  if (target.form?.matches("form.ask")) enough(target.form);
});

// Cards go in the order in which they are tapped.
document.addEventListener("change", ({ target }) => {
  const cards = target.closest?.("[data-ordered]");
  if (!cards) return;
  cards.tapped = [...(cards.tapped ?? []).filter((box) => box !== target), ...(target.checked ? [target] : [])];
  for (const old of cards.querySelectorAll('input[name^="position-"]')) old.remove();
  cards.tapped.forEach((box, number) => {
    const place = document.createElement("input");
    Object.assign(place, { type: "hidden", name: `position-${number + 1}`, value: box.value });
    cards.append(place);
  });
});
