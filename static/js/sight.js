// "Can I see it?" and "Where does the move end?": bases dragged by mouse or finger, or steered by arrow keys; the server answers each time.
const form = document.getElementById("sight-form");
const shown = document.getElementById("sight-answer");
const link = document.getElementById("link");
const ENDS = ["a", "b"];
let asking = null;
let held = null;

const svg = () => shown.querySelector("svg.table");
const group = (end) => [...shown.querySelectorAll("[data-base]")].find((each) => each.dataset.base === shown.dataset[end]);
const field = (end, name) => form.elements[end + name];
const number = (one) => Number(one.value.replace(",", ".")) || 0;

// The answer to what the form says now; an older question still on its way is dropped.
async function look() {
  asking?.abort();
  asking = new AbortController();
  const query = new URLSearchParams(new FormData(form));
  let text;
  try {
    const answer = await fetch(`${form.getAttribute("action")}?${query}`, { headers: { "HX-Request": "true" }, signal: asking.signal });
    if (!answer.ok) return;
    text = await answer.text();
  } catch {
    return;
  }
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("sight-answer");
  if (fresh) show(fresh);
}

// Only what is inside changes places: the pointer stays caught, and the live region is told.
function show(fresh) {
  const [now, next] = [svg(), fresh.querySelector("svg.table")];
  now.setAttribute("aria-label", next.getAttribute("aria-label"));
  now.replaceChildren(...next.childNodes);
  document.getElementById("sight-said").replaceChildren(...fresh.querySelector("#sight-said").childNodes);
  shown.querySelector(".buttons a").href = fresh.querySelector(".buttons a").getAttribute("href");
  if (held) draw(held.end);
  const address = fresh.dataset.address;
  history.replaceState(null, "", address);
  for (const other of document.querySelectorAll("[data-keeps-rules]")) keepRules(other);
  if (link) link.value = new URL(address, location.href).href;
}

// Another table is asked about by the same rules.
function keepRules(chip) {
  const there = new URL(chip.href);
  there.searchParams.set("rules", form.elements.rules.value);
  chip.href = there.href;
}

function place(end, x, y) {
  const box = svg().viewBox.baseVal;
  const radius = (number(field(end, "mm") ?? field("a", "mm")) || 30) / 50.8;
  field(end, "x").value = within(x, radius, box.width - radius);
  field(end, "y").value = within(y, radius, box.height - radius);
  draw(end);
}

const within = (value, low, high) => String(Math.round(Math.min(Math.max(value, low), high) * 100) / 100);

function draw(end) {
  for (const circle of group(end).querySelectorAll("circle")) {
    circle.setAttribute("cx", field(end, "x").value);
    circle.setAttribute("cy", field(end, "y").value);
  }
}

function spot(event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg().getScreenCTM().inverse());
  return [at.x, svg().viewBox.baseVal.height - at.y];
}

svg().addEventListener("pointerdown", (event) => {
  const end = ENDS.find((each) => group(each)?.contains(event.target));
  if (!end || event.button) return;
  event.preventDefault();
  const [x, y] = spot(event);
  held = { end, dx: number(field(end, "x")) - x, dy: number(field(end, "y")) - y, asked: 0 };
  svg().setPointerCapture(event.pointerId);
});
// A finger on a base moves the base, anywhere else the page.
svg().addEventListener("touchstart", (event) => {
  if (ENDS.some((end) => group(end)?.contains(event.target))) event.preventDefault();
}, { passive: false });
svg().addEventListener("pointermove", (event) => {
  if (!held) return;
  const [x, y] = spot(event);
  place(held.end, x + held.dx, y + held.dy);
  group(held.end).classList.add("base-grabbed");
  if (event.timeStamp - held.asked > 120) {
    held.asked = event.timeStamp;
    look();
  }
});
for (const over of ["pointerup", "pointercancel"]) {
  svg().addEventListener(over, () => {
    if (!held) return;
    held = null;
    look();
  });
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };
for (const button of document.querySelectorAll("[data-steer]")) {
  button.hidden = false;
  button.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const end = button.dataset.steer;
    const far = event.shiftKey ? 1 : 0.1;
    place(end, number(field(end, "x")) + far * step[0], number(field(end, "y")) + far * step[1]);
    look();
  });
}
document.querySelector("[data-steering]").hidden = false;

form.addEventListener("change", look);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  look();
});
