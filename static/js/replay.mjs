// A replay that runs: the scrubber, play and its speed, and the link to the moment shown. Each moment is fetched from
// the server, which folds it; without this script the links below do the same.

const scrubber = document.querySelector("[data-scrubber]");
const play = document.querySelector("[data-play]");
const speed = document.querySelector("[data-speed]");
const link = document.querySelector("[data-moment-link]");
const moment = () => document.getElementById("moment");
let running = false;
let timer = 0;
let fetching = false;

async function show(at) {
  fetching = true;
  const address = `${location.pathname}?at=${at}`;
  try {
    await window.htmx.ajax("GET", address, { target: "#moment", select: "#moment", swap: "outerHTML" });
    history.replaceState(null, "", address);
  } finally {
    fetching = false;
    say();
  }
}

function say() {
  scrubber.value = moment().dataset.at;
  link.value = `${location.origin}${location.pathname}?at=${moment().dataset.at}`;
}

function next() {
  const after = moment().dataset.after;
  if (!running || fetching) return;
  if (!after) return stop();
  show(after).then(() => { if (running) timer = setTimeout(next, Number(speed.value)); }, stop);
}

function stop() {
  running = false;
  clearTimeout(timer);
  play.setAttribute("aria-pressed", "false");
}

for (const hidden of document.querySelectorAll("[data-replay][hidden]")) hidden.hidden = false;
scrubber.addEventListener("change", () => { stop(); show(scrubber.value); });
play.addEventListener("click", () => {
  if (running) return stop();
  running = true;
  play.setAttribute("aria-pressed", "true");
  next();
});
// A step by its links needs no new page either.
document.addEventListener("click", (event) => {
  const step = event.target.closest?.('#moment a[href^="?at="]');
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  show(new URLSearchParams(step.getAttribute("href")).get("at"));
});
addEventListener("popstate", () => location.reload());
say();
