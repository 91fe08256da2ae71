// The editor of tables: pieces added, dragged, turned, described, taken off; undo and redo. The form's text is
// the table: it is what is saved, checked and loaded. Without this script the same form still names and saves.
import { arrow, rise, riseOn, side } from "./elevation.mjs";

const form = document.getElementById("table-form");
const text = form.elements.sheet;
const board = document.getElementById("board");
const list = document.getElementById("pieces");
const said = document.getElementById("editor-said");
const panel = document.getElementById("chosen");
const kinds = JSON.parse(document.getElementById("kinds").textContent);
const SVG = "http://www.w3.org/2000/svg";
const MOST_UNDONE = 100;

let sheet = JSON.parse(text.value || "{}");
let chosen = null;
let held = null;
let asking = null;
let waiting = 0;
const before = [];
const after = [];

const wide = () => sheet.width ?? 36;
const deep = () => sheet.depth ?? 36;
const pieces = () => (sheet.pieces ??= []);
// Parts of one piece are called "piece, part" and move together.
const whole = (name) => name.split(", ")[0];
const partsOf = (name) => pieces().filter((piece) => whole(piece.name) === name);
const round = (value, to = 0.001) => Math.round(Math.round(value / to) * to * 1000) / 1000;
const the = (id) => document.getElementById(id);

function draw() {
  const svg = board.querySelector("svg");
  svg.setAttribute("viewBox", `0 0 ${wide()} ${deep()}`);
  const ground = svg.querySelector(".table-ground");
  ground.setAttribute("width", wide());
  ground.setAttribute("height", deep());
  const layer = svg.querySelector("g");
  layer.setAttribute("transform", `translate(0 ${deep()}) scale(1 -1)`);
  for (const old of svg.querySelectorAll(".terrain, .terrain-number, .sight-long")) old.remove();
  const first = layer.firstChild;
  for (const piece of pieces()) layer.insertBefore(shape(piece), first);
  text.value = JSON.stringify(sheet);
}

function shape(piece) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", ["terrain", ...(piece.traits ?? []).map((trait) => `terrain-${trait}`)].join(" "));
  group.dataset.piece = whole(piece.name);
  if (whole(piece.name) === chosen) group.classList.add("piece-chosen");
  const [x, y] = piece.at ?? [0, 0];
  group.setAttribute("transform", `translate(${x} ${y}) rotate(${piece.turn ?? 0})`);
  const title = document.createElementNS(SVG, "title");
  title.textContent = words(piece);
  const ground = texture(piece);
  group.append(title, outline(piece.footprint, "terrain-outline"));
  if (ground) group.append(outline(piece.footprint, `terrain-texture texture-${ground}`));
  if (piece.interior) group.append(outline(piece.interior, "terrain-room"));
  for (const opening of piece.openings ?? []) group.append(outline(opening, "terrain-opening"));
  if (piece.rises) group.append(slope(piece.rises));
  return group;
}

// As rules/table/pictures/drawing.py says it of the piece.
function texture(piece) {
  const has = (...traits) => traits.some((trait) => piece.traits?.includes(trait));
  if (piece.interior) return "";
  if (has("dense", "concealing")) return "wood";
  if (has("hazardous")) return "harm";
  if (has("blocking", "impassable")) return "stone";
  if (piece.height) return "hill";
  return has("severe") ? "marsh" : "";
}

function outline(footprint, name) {
  const drawn = document.createElementNS(SVG, footprint.shape === "circle" ? "circle" : "path");
  drawn.setAttribute("class", name);
  if (footprint.shape === "circle") {
    drawn.setAttribute("cx", footprint.x);
    drawn.setAttribute("cy", footprint.y);
    drawn.setAttribute("r", (footprint.mm ?? 30) / 50.8);
  } else {
    const rings = [footprint.points, ...(footprint.holes ?? [])];
    drawn.setAttribute("fill-rule", "evenodd");
    drawn.setAttribute("d", rings.map((ring) => `M${ring.map((corner) => corner.join(" ")).join("L")}Z`).join(""));
  }
  return drawn;
}

function slope(rises) {
  const drawn = document.createElementNS(SVG, "path");
  drawn.setAttribute("class", "terrain-rise");
  drawn.setAttribute("fill", "none");
  drawn.setAttribute("d", arrow(rises));
  return drawn;
}

const inWords = (trait) => trait.replaceAll("_", " ");
// Whether the piece, of one part, goes up gradually. What has several parts rises as it was made.
const slopes = (name) => partsOf(name).length === 1 && Boolean(partsOf(name)[0].gradual);
const RISES = { "": [], all: ["rises gradually"] };
const rising = (from) => RISES[from] ?? [`rises from the ${from}`];
const words = (piece) => [
  piece.name, ...(piece.height == null ? [] : [`Ht ${piece.height}`]), ...(piece.traits ?? []).map(inWords), ...rising(side(piece)),
].join(", ");

// What the fields of the panel say of the chosen piece.
function described(piece) {
  const [x, y] = piece.at ?? [0, 0];
  return { name: chosen, x, y, turn: piece.turn ?? 0, height: piece.height ?? "" };
}

function tell() {
  const focused = document.activeElement?.dataset?.choose;
  list.replaceChildren(...[...new Set(pieces().map((piece) => whole(piece.name)))].map((name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.choose = name;
    button.setAttribute("aria-pressed", String(name === chosen));
    button.textContent = partsOf(name).length > 1 ? name : words(partsOf(name)[0]);
    const row = document.createElement("li");
    row.append(button);
    return row;
  }));
  if (focused != null) [...list.querySelectorAll("button")].find((each) => each.dataset.choose === focused)?.focus();
  const piece = partsOf(chosen)[0];
  panel.hidden = !piece;
  if (piece) {
    for (const [name, value] of Object.entries(described(piece))) {
      if (the(`piece-${name}`) !== document.activeElement) the(`piece-${name}`).value = value;
    }
    the("piece-rises").value = side(piece);
    the("piece-rises").disabled = partsOf(chosen).length > 1;
    for (const box of the("piece-traits").querySelectorAll("input")) box.checked = (piece.traits ?? []).includes(box.value);
  }
  for (const button of form.querySelectorAll("[data-do]")) {
    const needs = { undo: before.length, redo: after.length, add: true, foot: slopes(chosen) };
    button.disabled = !(needs[button.dataset.do] ?? piece);
  }
  the("deployment").value = sheet.deployment ?? "";
}

function show() {
  draw();
  tell();
  clearTimeout(waiting);
  waiting = setTimeout(judge, 500);
}

// What the checker says of the table as it is now; an older question still on its way is dropped.
async function judge() {
  asking?.abort();
  asking = new AbortController();
  try {
    const answer = await fetch(form.dataset.check, { method: "POST", body: new FormData(form), signal: asking.signal });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const drawn = fresh.querySelector("template");
    drawn?.remove();
    the("table-report").replaceChildren(...fresh.body.childNodes);
    if (drawn) overlay(drawn.content);
  } catch {
    // Offline, or another question followed: the old report stays.
  }
}

// Zones, the centre line and a sight line that is too long are drawn by the server.
function overlay(fresh) {
  const laid = ".zone, .centre-line, .sight-long";
  for (const old of board.querySelectorAll(laid)) old.remove();
  board.querySelector("svg g").append(...fresh.querySelectorAll(laid));
}

// Every change goes through here: what was is kept for undo.
function change(sentence, how) {
  const was = JSON.stringify(sheet);
  how();
  if (JSON.stringify(sheet) === was) return;
  before.push(was);
  if (before.length > MOST_UNDONE) before.shift();
  after.length = 0;
  say(sentence);
  show();
}

function back(from, to, sentence) {
  if (!from.length) return;
  to.push(JSON.stringify(sheet));
  sheet = JSON.parse(from.pop());
  if (!partsOf(chosen).length) chosen = null;
  say(sentence);
  show();
}

const say = (sentence) => { said.textContent = sentence; };

function choose(name) {
  chosen = name;
  show();
}

// Corners of a part as it lies, and how far it must be pushed to lie on the table.
function corners(piece) {
  const angle = ((piece.turn ?? 0) * Math.PI) / 180;
  const [x, y] = piece.at ?? [0, 0];
  const { footprint } = piece;
  const turned = ([px, py]) => [x + px * Math.cos(angle) - py * Math.sin(angle), y + px * Math.sin(angle) + py * Math.cos(angle)];
  if (footprint.shape !== "circle") return footprint.points.map(turned);
  const [cx, cy] = turned([footprint.x, footprint.y]);
  const r = (footprint.mm ?? 30) / 50.8;
  return [[cx - r, cy - r], [cx + r, cy + r]];
}

function put(name, dx, dy) {
  const parts = partsOf(name);
  const all = parts.flatMap(corners);
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const inward = (low, high, by, limit) => Math.min(Math.max(by, -low), limit - high);
  const mx = inward(Math.min(...xs), Math.max(...xs), dx, wide());
  const my = inward(Math.min(...ys), Math.max(...ys), dy, deep());
  for (const piece of parts) piece.at = [round((piece.at ?? [0, 0])[0] + mx), round((piece.at ?? [0, 0])[1] + my)];
}

function turn(name, degrees) {
  for (const piece of partsOf(name)) piece.turn = ((piece.turn ?? 0) + degrees) % 360;
  put(name, 0, 0);
}

function rename(parts, name) {
  const old = whole(parts[0].name);
  for (const piece of parts) piece.name = `${name}${piece.name.slice(old.length)}`;
}

function free(name) {
  const base = name.replace(/ \d+$/, "").slice(0, 40);
  for (let number = 1; ; number += 1) if (!partsOf(`${base} ${number}`).length) return `${base} ${number}`;
}

function add(parts, name, at) {
  const made = structuredClone(parts);
  rename(made, name);
  for (const piece of made) piece.at = at;
  pieces().push(...made);
  chosen = name;
  put(name, 0, 0);
}

const ACTS = {
  undo: () => back(before, after, "Undone."),
  redo: () => back(after, before, "Done again."),
  "turn-left": () => change(`${chosen} turned.`, () => turn(chosen, 15)),
  "turn-right": () => change(`${chosen} turned.`, () => turn(chosen, -15)),
  foot: () => {
    if (!slopes(chosen)) return;
    const [piece] = partsOf(chosen);
    change("", () => riseOn(piece));
    say(`${chosen} ${rising(side(piece))[0]}.`);
  },
  delete: () => change(`${chosen} taken off.`, () => {
    sheet.pieces = pieces().filter((piece) => whole(piece.name) !== chosen);
    chosen = null;
  }),
  copy: () => change(`${chosen} doubled.`, () => {
    const [x, y] = partsOf(chosen)[0].at ?? [0, 0];
    add(partsOf(chosen), free(chosen), [x + 1, y - 1]);
  }),
  add: () => {
    const kind = kinds[the("kind").value];
    const name = free(kind.name);
    change(`${name} added in the middle.`, () => add(kind.parts, name, [round(wide() / 2), round(deep() / 2)]));
  },
};

form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do], [data-choose]");
  if (button?.dataset.do) ACTS[button.dataset.do]();
  else if (button) choose(button.dataset.choose);
});

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };
form.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const step = STEPS[key];
  if ((event.ctrlKey || event.metaKey) && (key === "z" || key === "y")) ACTS[key === "y" || event.shiftKey ? "redo" : "undo"]();
  else if (event.ctrlKey || event.metaKey || event.altKey || !partsOf(chosen).length) return;
  else if (step) {
    const far = event.shiftKey ? 1 : 0.25;
    const name = chosen;
    change("", () => put(name, far * step[0], far * step[1]));
    const [x, y] = partsOf(name)[0].at;
    say(`${name} at ${x}, ${y}.`);
  } else if (key === "f") ACTS.foot();
  else if (key === "r") ACTS[event.shiftKey ? "turn-right" : "turn-left"]();
  else if (key === "Delete" || key === "Backspace") ACTS.delete();
  else return;
  event.preventDefault();
});

panel.addEventListener("change", (event) => {
  const name = chosen;
  const { target } = event;
  const parts = partsOf(name);
  if (target.type === "checkbox") {
    change(`${name}: ${inWords(target.value)}.`, () => {
      const traits = new Set(parts[0].traits ?? []);
      if (target.checked) traits.add(target.value);
      else traits.delete(target.value);
      parts[0].traits = [...traits].sort();
    });
    return;
  }
  const what = target.id.replace("piece-", "");
  const value = target.value.trim();
  const number = Number(value.replace(",", "."));
  const nonsense = !["name", "rises"].includes(what) && (Number.isNaN(number) || (what === "height" && !Number.isInteger(number)));
  if (nonsense) {
    say(`“${value}” is no ${what === "height" ? "whole " : ""}number: nothing was changed.`);
    target.value = described(parts[0])[what];
  } else if (what === "name") {
    const plain = value.replaceAll(",", "");
    if (plain && !partsOf(plain).length) change(`Called ${plain}.`, () => { rename(parts, plain); chosen = plain; });
  } else if (what === "rises") {
    change(`${name} ${rising(value)[0] ?? "does not rise"}.`, () => rise(parts[0], value));
  } else if (what === "height") {
    change(`${name}: Ht ${value || "none"}.`, () => {
      if (value === "") delete parts[0].height;
      else parts[0].height = Math.min(60, Math.max(0, number));
    });
  } else if (Number.isFinite(number) && value !== "") {
    const [x, y] = parts[0].at ?? [0, 0];
    if (what === "turn") change(`${name} turned.`, () => turn(name, number - (parts[0].turn ?? 0)));
    else change(`${name} moved.`, () => put(name, what === "x" ? number - x : 0, what === "y" ? number - y : 0));
  }
  tell();
});
// Return in a field of the panel describes the piece; it does not save the table.
panel.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.type === "checkbox") return;
  event.preventDefault();
  event.target.blur();
});

the("deployment").addEventListener("change", (event) => {
  const { value } = event.target;
  change(value ? `${value} Deployment.` : "No Deployment yet.", () => {
    if (value) sheet.deployment = value;
    else delete sheet.deployment;
  });
});

function spot(event) {
  const svg = board.querySelector("svg");
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [at.x, deep() - at.y];
}

board.addEventListener("pointerdown", (event) => {
  const found = event.target.closest("[data-piece]");
  if (!found || event.button) return;
  event.preventDefault();
  const name = found.dataset.piece;
  held = { name, from: spot(event), was: JSON.stringify(sheet) };
  board.setPointerCapture(event.pointerId);
  choose(name);
});
// A finger on a piece moves the piece, anywhere else the page.
board.addEventListener("touchstart", (event) => {
  if (event.target.closest("[data-piece]")) event.preventDefault();
}, { passive: false });
board.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [x, y] = spot(event);
  sheet = JSON.parse(held.was);
  put(held.name, x - held.from[0], y - held.from[1]);
  draw();
});
for (const over of ["pointerup", "pointercancel"]) {
  board.addEventListener(over, () => {
    if (!held) return;
    const { name, was } = held;
    held = null;
    const now = sheet;
    sheet = JSON.parse(was);
    change(`${name} moved.`, () => { sheet = now; });
    tell();
  });
}

// A drawing waits in this tab until it is saved: for who signs in to save it, and for who left by a slip, of which an
// iPhone warns nobody.
const DRAWN = "table-drawn";
const PARTS = ["title", "sheet", "code", "source"];
let leaving = false;
const here = location.pathname + location.search;
function keep(address) {
  sessionStorage.setItem(DRAWN, JSON.stringify({ address, parts: PARTS.map((name) => form.elements[name].value) }));
}
form.querySelector("[data-signs-in]")?.addEventListener("click", () => {
  leaving = true;
  keep(location.pathname);
});
form.addEventListener("submit", () => {
  leaving = true;
  sessionStorage.removeItem(DRAWN);
});
addEventListener("pagehide", () => {
  if (before.length && !leaving) keep(here);
});
const drawn = JSON.parse(sessionStorage.getItem(DRAWN) ?? "null");
if (drawn?.address === here) {
  sessionStorage.removeItem(DRAWN);
  before.push(JSON.stringify(sheet));
  PARTS.forEach((name, place) => { form.elements[name].value = drawn.parts[place]; });
  sheet = JSON.parse(text.value);
  say("Your drawing is back. Save it to keep it.");
  judge();
}
// What was drawn and not saved is not left by a slip.
addEventListener("beforeunload", (event) => {
  if (before.length && !leaving) event.preventDefault();
});

for (const hidden of form.querySelectorAll("[data-needs-script]")) hidden.hidden = false;
draw();
tell();
