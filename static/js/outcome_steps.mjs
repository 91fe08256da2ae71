// The steps of resolved things played on the board, one after the other (outcomes.mjs). The board already shows how it
// stands; what is not played yet is drawn as it was.
import { size, svg, token } from "./board.mjs";

const NS = "http://www.w3.org/2000/svg";
const [MOVE, AIM, RISE, GONE] = [550, 450, 650, 500]; // milliseconds of each step
const LINE = 350; // and of a line without one
const strip = () => document.getElementById("outcomes");
let slow = 1; // factor of all times
let run = 0; // the run that goes on; 0 for none
let runs = 0;
let ended = null; // called when the run is over
let offsets = new Map(); // how far off its place a model is still drawn: inches, y down
let fallen = new Map(); // models that are gone, drawn until their step

const wayOf = (words) => words.split(" ").map((point) => (point === "?" ? null : point.split(",").map(Number)));
export const playing = () => run > 0;

// `parts`: lines, each with its steps. `before`: where tokens stood, by model.
export function play(parts, before, factor, then) {
  [run, slow, ended] = [++runs, factor, then];
  begin(parts, before);
  go(run, parts);
}

// Everybody stands where they stood before the first of their steps.
function begin(parts, before) {
  const starts = new Map();
  for (const [does, id, more, ...rest] of parts.flatMap(([, steps]) => steps)) {
    if (does === "gone") fallen.set(id, ghost(id, more, rest));
    if (does !== "move" || starts.has(id)) continue;
    starts.set(id, wayOf(more)[0] ?? before?.get(id) ?? wayOf(more)[1]);
  }
  for (const [id, start] of starts) offsets.set(id, off(id, start));
  for (const [line] of parts) line.classList.add("outcome-later");
  hold();
}

function off(id, [x, y]) {
  const there = fallen.get(id) ?? token(id);
  return there ? [x - Number(there.dataset.x), Number(there.dataset.y) - y] : [0, 0];
}

const shown = (id) => fallen.get(id) ?? token(id);
const shifted = ([x, y]) => `translate(${x} ${y})`;

// Tokens are drawn where they are by now, also in a picture that the server drew anew meanwhile.
export function hold() {
  for (const one of fallen.values()) if (!one.isConnected) svg().append(one);
  for (const [id, offset] of offsets) shown(id)?.setAttribute("transform", shifted(offset));
}

function ghost(id, where, [radius, short, seat]) {
  const [x, y] = where.split(",").map(Number);
  const group = made("g", { class: `token outcome-fallen side-${seat}` });
  Object.assign(group.dataset, { x, y });
  const down = size().depth - y;
  group.append(made("circle", { class: "token-disc", cx: x, cy: down, r: radius }));
  const name = made("text", { class: "token-name", x, y: down + 0.28 * radius, "font-size": 0.9 * radius, "text-anchor": "middle" });
  name.textContent = short;
  group.append(name);
  return group;
}

function made(kind, attributes) {
  const one = document.createElementNS(NS, kind);
  for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
  return one;
}

async function go(own, parts) {
  for (const [line, steps] of parts) {
    line.classList.remove("outcome-later");
    line.classList.add("outcome-now");
    strip().scrollTop = line.offsetTop - strip().offsetTop;
    if (!steps.length) await pause(LINE);
    for (const step of steps) {
      if (own !== run) return;
      await STEPS[step[0]](step);
    }
    if (own !== run) return;
    line.classList.remove("outcome-now");
    for (const drawn of document.querySelectorAll(".outcome-way, .outcome-aim")) drawn.remove();
  }
  finish();
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms * slow));
// Where a token is drawn by now: inches of the picture, y down.
function centre(id) {
  const there = shown(id);
  if (!there) return null;
  const [x, y] = offsets.get(id) ?? [0, 0];
  return [Number(there.dataset.x) + x, size().depth - Number(there.dataset.y) + y];
}

const STEPS = {
  async move([, id, way]) {
    const there = shown(id);
    const points = wayOf(way).filter(Boolean).map((point) => off(id, point));
    if (!there) return;
    const from = offsets.get(id) ?? points[0];
    const all = [from, ...points];
    const { x, y } = there.dataset;
    const trail = all.map(([dx, dy]) => `${Number(x) + dx} ${size().depth - Number(y) + dy}`);
    svg().insertBefore(made("path", { class: "outcome-way", fill: "none", d: `M${trail.join("L")}` }), null);
    const far = all.map((point, number) => (number ? Math.hypot(point[0] - all[number - 1][0], point[1] - all[number - 1][1]) : 0));
    const whole = far.reduce((sum, one) => sum + one, 0) || 1;
    let gone = 0;
    const frames = all.map(([dx, dy], number) => ({ transform: `translate(${dx}px, ${dy}px)`, offset: Math.min(1, (gone += far[number]) / whole) }));
    frames.at(-1).offset = 1;
    there.animate(frames, { duration: MOVE * slow, easing: "ease-in-out" });
    const ends = all.at(-1);
    offsets.set(id, ends);
    there.setAttribute("transform", shifted(ends));
    await pause(MOVE);
  },
  async aim([, id, target]) {
    const [from, to] = [centre(id), centre(target)];
    if (!from || !to) return;
    svg().append(made("line", { class: "outcome-aim", x1: from[0], y1: from[1], x2: to[0], y2: to[1] }));
    await pause(AIM);
  },
  async rise([, id, tone, words]) {
    const from = centre(id);
    if (!from) return;
    const inch = 1 / svg().getScreenCTM().a; // inches a pixel
    const text = made("text", { class: `outcome-rise outcome-${tone}`, x: from[0], y: from[1], "font-size": 20 * inch, "stroke-width": 4 * inch, "text-anchor": "middle" });
    text.textContent = words;
    svg().append(text);
    const rises = text.animate([{ transform: "none", opacity: 1 }, { transform: `translateY(${-34 * inch}px)`, opacity: 1, offset: 0.7 }, { transform: `translateY(${-40 * inch}px)`, opacity: 0 }], { duration: 2 * RISE * slow, easing: "ease-out" });
    rises.onfinish = () => text.remove();
    await pause(RISE);
  },
  async gone([, id]) {
    const there = fallen.get(id);
    there?.animate([{ opacity: 1 }, { opacity: 0 }], { duration: GONE * slow });
    await pause(GONE);
    fallen.delete(id);
    there?.remove();
  },
};

// All of it is shown as it stands.
export function finish() {
  if (!run) return;
  run = 0;
  for (const id of offsets.keys()) {
    const there = shown(id);
    there?.removeAttribute("transform");
    for (const moves of there?.getAnimations() ?? []) moves.cancel();
  }
  for (const one of fallen.values()) one.remove();
  for (const drawn of document.querySelectorAll(".outcome-way, .outcome-aim, .outcome-rise")) drawn.remove();
  for (const line of strip().children) line.classList.remove("outcome-later", "outcome-now");
  [offsets, fallen] = [new Map(), new Map()];
  ended();
}
