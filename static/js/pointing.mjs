// Pointing at the board of an Encounter: what a tap or a drag puts into the form of the open question. Nothing
// is sent before Confirm; the server draws what is offered, and says of each place how far it is or why not.
import { STILL, at, drawnAnew, figure, place, size, svg, token } from "./board.mjs";

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
  proposed = null;
  for (const old of svg().querySelectorAll(".proposed")) old.remove();
  const bar = form()?.querySelector("[data-chosen]");
  if (!bar) return;
  bar.hidden = true;
  bar.querySelector("[data-proposed]").textContent = "";
  for (const more of bar.querySelectorAll("[data-more]")) more.remove();
}

// What a tap means while an Action is chosen: the ground a Walk there, an enemy the Attacks that reach it. The choice
// says the answer to the question after it, too; where that is not lawful, it is asked.

let proposed = null; // the place of a Walk
let wished = null; // and the one that was confirmed

const acting = () => token(figure().dataset.acting);
const choosesAction = () => form()?.elements.kind?.value === "action";

function propose(sentence, buttons) {
  const bar = form().querySelector("[data-chosen]");
  const confirm = bar.querySelector("[data-confirm]");
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

// False where nobody may walk now.
function proposeWalk(where) {
  const [walk, from] = [offered("Walk"), acting()];
  if (!walk || !from) return false;
  chooseNone();
  const [x, y] = (proposed = spotOf(where));
  const drawn = document.createElementNS(NS, "g");
  drawn.setAttribute("class", `token ghost proposed ${[...from.classList].find((one) => one.startsWith("side-"))}`);
  const { depth } = size();
  const disc = document.createElementNS(NS, "circle");
  for (const [name, value] of Object.entries({ class: "token-disc", cx: x, cy: depth - y, r: from.dataset.r })) disc.setAttribute(name, value);
  drawn.append(way(from.dataset.model, { path: [], x, y }, depth), disc);
  svg().append(drawn);
  const far = Math.hypot(x - from.dataset.x, y - from.dataset.y).toFixed(1);
  propose("", [[`Walk then destination [${x},${y}]`, `Walk ${far}″ to there`]]);
  return true;
}

async function proposeAttacks(target) {
  const asked = form();
  const id = target.dataset.model;
  const name = nameOf(target);
  chooseNone();
  chosen = id;
  light();
  propose("Looking for attacks…", []);
  let attacks = {};
  try {
    const answer = await fetch(`${asked.querySelector("[data-chosen]").dataset.attacks}?model=${id}`);
    if (answer.status === 200) attacks = await answer.json();
  } catch {
    if (chosen === id) propose("The portal did not answer.", []);
    return;
  }
  if (form() !== asked || chosen !== id) return;
  const buttons = Object.entries(attacks).map(([key, odds]) => [`${key} then target ${id}`, `${key}: ${odds}`]);
  propose(buttons.length ? `At ${name}:` : `Nothing reaches ${name} now.`, buttons);
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
  wished = submitter?.value?.startsWith("Walk then ") ? proposed : null;
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
}

function words(spot, snap, taken) {
  if (taken) return `${taken} of your draft stands there.`;
  const said = [];
  if (spot.why) said.push(spot.why + (spot.rule ? ` [${spot.rule}]` : ""));
  if (spot.snapped && snap) said.push("Set to the nearest legal place.");
  if (spot.touches) said.push(spot.touches.length ? `It touches ${spot.touches.join(", ")}.` : "It touches nobody.");
  if (spot.inches != null) said.push(`${spot.inches.toFixed(1)} of ${spot.most} inches.`);
  for (const fall of spot.falls ?? []) said.push(`It falls ${fall}.`);
  for (const { name, effect, rule } of spot.hazards ?? []) said.push(`It meets Hazardous ${name}: ${effect}. [${rule}]`);
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

place.addEventListener("pointerdown", (event) => {
  if (event.button || !event.target.closest("#board") || !movers().length) return;
  const id = grabbed(event);
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
    if (!moved) {
      // Of a finger that took hold no click comes.
      if (end === "pointerup" && kind === "touch" && !event.target.closest("[data-ghost], [data-deploys]")) pointed(event.target, event);
      return;
    }
    justDragged = true;
    setTimeout(() => { justDragged = false; });
    if (draft.has(id)) look(id);
  });
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
  if (!id && where && choosesAction()) return proposeWalk(where);
  if (!id && !(where && movers().length)) return false;
  if (!id) put(next(), ...spotOf(where));
  else if (offered(id)) choose(id);
  else if (there.matches(".token-marker")) tellName(there);
  else if (where && choosesAction() && acting() && sideOf(there) !== sideOf(acting())) proposeAttacks(there);
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
  if (kind !== "action") wished = null; // a question that is swapped after the board
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
