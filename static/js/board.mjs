// The board of a running Encounter: the view of the table moves (drag, pinch, wheel, keys, buttons).
// The server draws; this module turns no rule. Whatever the page swaps in, `adopt` takes it over as it is.

const NEAREST = 6; // inches across the view at most zoom
const STEP = 1.3; // one press of a zoom button
export const STILL = { mouse: 3, touch: 8, pen: 5 }; // pixels within which a press is a tap

export const place = document.querySelector(".at-board");
const tools = document.querySelector("[data-board-tools]");
// The view: its centre and how many inches across it is; null shows the whole table.
let view = null;
let following = true;
let acting = "";

export const figure = () => document.getElementById("board");
export const svg = () => figure().querySelector("svg.table");
export const size = () => {
  const ground = svg().querySelector(".table-ground");
  return { width: Number(ground.getAttribute("width")), depth: Number(ground.getAttribute("height")) };
};

// How many inches across the view is when the whole table is in it.
function widest() {
  const { width, depth } = size();
  const box = figure().getBoundingClientRect();
  return Math.max(width, (depth * box.width) / Math.max(box.height, 1));
}

function draw() {
  const { width, depth } = size();
  const box = figure().getBoundingClientRect();
  const drawn = svg();
  if (!view) {
    drawn.setAttribute("viewBox", `0 0 ${width} ${depth}`);
  } else {
    const high = (view.across * box.height) / Math.max(box.width, 1);
    view.x = kept(view.x, view.across, width);
    view.y = kept(view.y, high, depth + (covered(box) * view.across) / Math.max(box.width, 1));
    drawn.setAttribute("viewBox", `${view.x - view.across / 2} ${view.y - high / 2} ${view.across} ${high}`);
  }
  figure().classList.toggle("board-near", view !== null);
}

// How many pixels of the board lie under the question: the near edge of the table comes up above it, too.
function covered(box) {
  const sheet = document.querySelector(".at-sheet")?.getBoundingClientRect();
  const below = sheet && sheet.left < box.right && sheet.right > box.left;
  return below ? Math.min(Math.max(box.bottom - sheet.top, 0), box.height) : 0;
}

// The middle of the view along one side: the table fills it, or stands in its middle where it is smaller.
function kept(middle, seen, whole) {
  if (seen >= whole) return whole / 2;
  return Math.min(Math.max(middle, seen / 2), whole - seen / 2);
}

// Inches of the picture (y runs down) under a point of the window.
export function at(clientX, clientY) {
  return new DOMPoint(clientX, clientY).matrixTransform(svg().getScreenCTM().inverse());
}

// Zoom so that what is under the point stays there.
function zoom(factor, clientX, clientY) {
  const box = figure().getBoundingClientRect();
  const x = clientX ?? box.left + box.width / 2;
  const y = clientY ?? box.top + box.height / 2;
  const under = at(x, y);
  const across = Math.max(NEAREST, (view?.across ?? widest()) / factor);
  if (across >= widest()) view = null;
  else {
    const inch = across / box.width;
    view = {
      across,
      x: under.x - (x - box.left - box.width / 2) * inch,
      y: under.y - (y - box.top - box.height / 2) * inch,
    };
  }
  draw();
}

function pan(dx, dy) {
  if (!view) return;
  view.x += dx;
  view.y += dy;
  draw();
}

function fit() {
  view = null;
  draw();
}

export const token = (id) => (id ? svg().querySelector(`[data-model="${CSS.escape(id)}"]`) : null);

function centreOn(id) {
  const there = token(id);
  if (!view || !there) return;
  view.x = Number(there.dataset.x);
  view.y = size().depth - Number(there.dataset.y);
  draw();
}

// Pointers

const down = new Map();
let pinch = null;

place.addEventListener("pointerdown", (event) => {
  if (event.button || !event.target.closest("#board")) return;
  down.set(event.pointerId, { x: event.clientX, y: event.clientY, fromX: event.clientX, fromY: event.clientY, kind: event.pointerType, moved: false });
  if (down.size === 2) pinch = spread();
});
// A second finger zooms the table, not the page; one finger moves a table that is near.
place.addEventListener("touchstart", (event) => {
  if (event.touches.length > 1 && event.target.closest("#board")) event.preventDefault();
}, { passive: false });

function spread() {
  const [one, two] = [...down.values()];
  return { far: Math.hypot(one.x - two.x, one.y - two.y), x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 };
}

document.addEventListener("pointermove", (event) => {
  const finger = down.get(event.pointerId);
  if (!finger) return;
  const before = at(finger.x, finger.y);
  finger.x = event.clientX;
  finger.y = event.clientY;
  if (Math.hypot(finger.x - finger.fromX, finger.y - finger.fromY) >= (STILL[finger.kind] ?? 5)) finger.moved = true;
  if (down.size === 2 && pinch) {
    const now = spread();
    for (const each of down.values()) each.moved = true;
    zoom(now.far / Math.max(pinch.far, 1), now.x, now.y);
    const inch = (view?.across ?? widest()) / figure().getBoundingClientRect().width;
    pan((pinch.x - now.x) * inch, (pinch.y - now.y) * inch);
    pinch = now;
  } else if (down.size === 1 && finger.moved) {
    const after = at(finger.x, finger.y);
    pan(before.x - after.x, before.y - after.y);
  }
});
// A finger may be lifted anywhere.
let dragged = false;
for (const over of ["pointerup", "pointercancel"]) {
  document.addEventListener(over, (event) => {
    dragged = down.get(event.pointerId)?.moved ?? false;
    down.delete(event.pointerId);
    pinch = null;
  });
}
// The click that ends a drag chooses nothing.
place.addEventListener("click", (event) => {
  if (!dragged || !event.target.closest("#board")) return;
  event.preventDefault();
  event.stopPropagation();
  dragged = false;
}, { capture: true });

place.addEventListener("wheel", (event) => {
  if (!event.target.closest("#board")) return;
  event.preventDefault();
  zoom(Math.exp(-Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 120) / 400), event.clientX, event.clientY);
}, { passive: false });

// Keys: on the board and on its tokens.
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
place.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !event.target.closest("#board")) return;
  const step = WAYS[event.key];
  if (step) {
    const far = (view?.across ?? 0) / 8;
    pan(step[0] * far, step[1] * far);
  } else if (event.key === "+" || event.key === "=") zoom(STEP);
  else if (event.key === "-") zoom(1 / STEP);
  else if (event.key === "0") fit();
  else return;
  event.preventDefault();
});
// A token one comes to by Tab is brought into view.
place.addEventListener("focusin", (event) => {
  const there = event.target.closest?.("[data-model]");
  if (there?.matches(":focus-visible")) centreOn(there.dataset.model);
});

tools.hidden = false;
tools.addEventListener("click", (event) => {
  const button = event.target.closest("[data-view]");
  if (!button) return;
  const what = button.dataset.view;
  if (what === "in") zoom(STEP);
  else if (what === "out") zoom(1 / STEP);
  else if (what === "fit") fit();
  else {
    following = !following;
    button.setAttribute("aria-pressed", String(following));
    if (following) centreOn(acting);
  }
});

const onNew = [];
// `then` is called for each picture that the server drew anew.
export function drawnAnew(then) {
  onNew.push(then);
  then();
}

// What the server drew anew is seen from where one looked before; who acts now is followed.
function adopt() {
  const now = figure();
  now.tabIndex = 0;
  now.setAttribute("role", "group");
  now.setAttribute("aria-label", "The table. Arrow keys move the view, plus and minus zoom, 0 shows all of it.");
  if (now.dataset.acting !== acting) {
    acting = now.dataset.acting;
    if (following) centreOn(acting);
  }
  draw();
  for (const then of onNew) then();
}
new MutationObserver(adopt).observe(place, { childList: true });
addEventListener("resize", draw);
adopt();
