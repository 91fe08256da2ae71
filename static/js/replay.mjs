// A replay that runs. Scrubber, play, the steps, keys and the Activations listed all move one moment, `wanted`; the
// server folds it, and one moment after the other is fetched until it is shown. Without this script the links do the
// same.

const PAUSED = 500; // ms after the last moment its address is the page's: browsers refuse an address too often
const scrubber = document.querySelector("[data-scrubber]");
const play = document.querySelector("[data-play]");
const speed = document.querySelector("[data-speed]");
const link = document.querySelector("[data-moment-link]");
const moment = () => document.getElementById("moment");
const shown = () => Number(moment().dataset.at);
const address = (at) => `${location.pathname}?at=${at}`;
const asked = (search) => Number(new URLSearchParams(search).get("at") ?? moments().at(-1));
let wanted = shown();
let fetching = false;
let running = false;
let timer = 0;
let pause = 0;

// The moments that count: those taken back are none. They grow while the Encounter goes on.
const numbers = (name) => moment().dataset[name].split(" ").filter(Boolean).map(Number);
const moments = () => numbers("moments");
const before = (all) => all.findLast((at) => at < wanted);
const after = (all) => all.find((at) => at > wanted);
const STEPS = {
  "step-back": () => before(moments()),
  "step-on": () => after(moments()),
  "step-activation-back": () => before(numbers("starts")),
  "step-activation-on": () => after(numbers("starts")),
};

function go(at) {
  if (at === undefined) return;
  wanted = at;
  say();
  show();
}

async function show() {
  if (fetching) return;
  fetching = true;
  while (wanted !== shown()) {
    const at = wanted;
    await fetched(at);
    // Nobody answered, or it was taken back meanwhile: what is shown stands.
    if (shown() !== at && wanted === at) {
      wanted = shown();
      stop();
    }
    say();
  }
  fetching = false;
  if (!running) return;
  if (after(moments()) === undefined) stop();
  else timer = setTimeout(next, Number(speed.value));
}

// The legend stays open, the list of Activations where it was read.
const legend = () => moment().querySelector("details");
const list = () => moment().querySelector(".log");

async function fetched(at) {
  const [open, read] = [legend()?.open, list().scrollTop];
  try {
    await window.htmx.ajax("GET", address(at), { target: "#moment", select: "#moment", swap: "outerHTML" });
  } catch {
    return; // the page says that the portal did not answer (portal.js)
  }
  if (legend()) legend().open = open;
  list().scrollTop = read;
  clearTimeout(pause);
  pause = setTimeout(() => history.replaceState(null, "", address(shown())), PAUSED);
}

function say() {
  const all = moments();
  scrubber.max = all.length - 1;
  scrubber.value = all.findLastIndex((at) => at <= wanted);
  scrubber.setAttribute("aria-valuetext", `Moment ${wanted} of ${all.at(-1)}`);
  link.value = location.origin + address(wanted);
}

const next = () => go(after(moments()));

function stop() {
  running = false;
  clearTimeout(timer);
  play.textContent = "Play";
}

// From the end it plays from the beginning.
function start() {
  running = true;
  play.textContent = "Pause";
  go(after(moments()) ?? moments()[0]);
}

// Who moves by hand plays no longer.
function move(at) {
  stop();
  go(at);
}

for (const hidden of document.querySelectorAll("[data-replay][hidden]")) hidden.hidden = false;
scrubber.addEventListener("input", () => move(moments()[scrubber.value]));
play.addEventListener("click", () => (running ? stop() : start()));
// The steps need no new page either; the moment one steps from is the one wanted, not the one still shown.
document.addEventListener("click", (event) => {
  const step = event.target.closest?.('#moment a:is([id^="step-"], [href^="?at="])');
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  move(STEPS[step.id] ? STEPS[step.id]() : asked(step.getAttribute("href")));
});
addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("select, textarea, input:not([type=range])")) return;
  const across = event.shiftKey || key === "ArrowUp" || key === "ArrowDown" ? "step-activation" : "step";
  if (key === "ArrowLeft" || key === "ArrowRight" || (target === scrubber && key.startsWith("Arrow"))) {
    move(STEPS[`${across}-${key === "ArrowLeft" || key === "ArrowDown" ? "back" : "on"}`]());
  } else if (key === "Home") move(moments()[0]);
  else if (key === "End") move(moments().at(-1));
  else if (key !== " " || target.closest("button, summary")) return;
  else if (!event.repeat) play.click();
  event.preventDefault();
});
addEventListener("popstate", () => move(asked(location.search)));
say();
