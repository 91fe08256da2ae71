// Open pages follow what happens: one stream of frames where the server has one, else polling.
// <div data-follow="address" data-every="2500"> names what is followed and how often it is asked without a
// stream. The part [data-shown="17"] says which act the page shows; a later one sends "follow" to the element
// that data-fires names (htmx fetches the part then), or loads the page anew with data-follow-reload.
// What is being typed is left alone until it is sent, and what was opened stays open.

const AGAIN = [1000, 2000, 4000, 8000, 15000, 30000]; // between attempts to listen
const OPENS = 4000; // a stream that is not open by then is given up for a while
const HIDDEN = 60000; // a page nobody looks at lets go of its stream
const SLOWLY = 6; // and asks so many times less often
const HELD = 2000; // while something is being typed it is looked again

const place = document.querySelector("[data-follow]");
let latest = 0; // the latest act that the server spoke of
let fetched = 0; // the latest that a fetch was made for
let stream = null; // the one of this page
let attempt = 0; // who listened last owns it: an earlier one that is still asking opens none
let polls = 0; // likewise
let failures = 0;
let timer = 0;
let again = 0;
let fetching = false;
let away = 0;

const shown = () => Number(document.querySelector("[data-shown]")?.dataset.shown ?? place.dataset.shown ?? 0);
const seen = () => Math.max(shown(), fetched, latest);
const every = () => Number(place.dataset.every ?? 8000) * (document.hidden ? SLOWLY : 1);
const some = (ms) => ms * (0.75 + Math.random() / 2);

function address(opening) {
  return `${place.dataset.follow}?since=${seen()}${opening ? "&open" : ""}`;
}

// Frames

function take(number, frame) {
  if (number <= seen()) return;
  latest = number;
  place.dispatchEvent(new CustomEvent("live:frame", { bubbles: true, detail: frame }));
  soon();
}

// Everybody at a table would fetch in the same moment.
let waiting = 0;
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(refresh, Math.random() * Number(place.dataset.spread ?? 0));
}

function refresh() {
  if (latest <= Math.max(shown(), fetched)) return;
  const part = target();
  if (busy() || fetching || tapping() || typing(part)) {
    waiting = setTimeout(refresh, busy() || fetching ? 120 : HELD);
    return;
  }
  if (place.hasAttribute("data-follow-reload")) return location.reload();
  fetching = true;
  const meant = latest;
  const before = opened(part);
  const fires = document.querySelector(place.dataset.fires) ?? place;
  const over = (event) => {
    if (event.target !== fires && event.detail?.elt !== fires) return;
    document.removeEventListener("htmx:afterRequest", over);
    fetching = false;
    openAgain(before);
    if (event.detail.successful || event.detail.xhr?.status === 204) fetched = Math.max(fetched, meant);
    if (latest > Math.max(shown(), fetched)) waiting = setTimeout(refresh, HELD);
  };
  document.addEventListener("htmx:afterRequest", over);
  window.htmx.trigger(fires, "follow");
  // Something else on the page may refuse the fetch; then it is tried again.
  const look = () => {
    if (!fetching) return;
    if (busy()) setTimeout(look, HELD);
    else over({ target: fires, detail: {} });
  };
  setTimeout(look, HELD);
}

const target = () => document.querySelector("[data-shown]") ?? document.body;
const busy = () => document.querySelector(".htmx-request") !== null;
const tapping = () => Boolean(document.querySelector(".taps-chip:not([hidden])"));

// A field that was changed, or has the focus and some text, is being typed in.
function typing(part) {
  return [...part.querySelectorAll("input, textarea, select")].some((field) => {
    if (field.type === "hidden" || field.closest("[data-follow-over]")) return false;
    if (field === document.activeElement && field.matches("textarea, input:not([type=checkbox], [type=radio])")) return true;
    if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
    if (field.matches("select")) return [...field.options].some((each) => each.selected !== each.defaultSelected) && field.selectedIndex > 0;
    return field.value !== field.defaultValue;
  });
}

// What was opened or closed by hand is so in the new part too: known by its summary and by what it is in.
const nameOf = (each) => `${each.parentElement?.closest("[id]")?.id} ${each.querySelector("summary")?.textContent.trim()}`;
const opened = (part) => new Map([...part.querySelectorAll("details")].map((each) => [nameOf(each), each.open]));
function openAgain(before) {
  for (const each of target().querySelectorAll("details")) if (before.has(nameOf(each))) each.open = before.get(nameOf(each));
}

// Polling

async function ask(opening) {
  try {
    const answer = await fetch(address(opening), { headers: { Accept: "application/json" }, redirect: "error" });
    if (answer.status === 204) return {};
    if (answer.status === 404 || answer.status === 403) return null;
    if (!answer.ok) return {};
    const now = await answer.json();
    if (now.whole) take(now.number, { number: now.number });
    for (const frame of now.frames) take(frame.number, frame);
    return now;
  } catch {
    return {};
  }
}

async function poll() {
  clearTimeout(timer);
  if (stream?.readyState === EventSource.OPEN) return;
  const mine = ++polls;
  if (await ask(false) && mine === polls) timer = setTimeout(poll, some(every()));
}

// The stream

async function listen() {
  if (stream || place.dataset.follow === "") return;
  const own = ++attempt;
  const now = await ask(true);
  if (!now || own !== attempt) return; // no longer ours to look at, or somebody listens meanwhile
  if (!now.stream || document.hidden && away) {
    if (now.stream === "") failures = AGAIN.length; // nobody streams here: ask now and then
    poll();
    return retry();
  }
  const mine = (stream = new EventSource(`${now.stream}?since=${seen()}`));
  const slow = setTimeout(() => fail(mine), OPENS);
  mine.onopen = () => {
    clearTimeout(slow);
    clearTimeout(timer);
    failures = 0;
    say("open");
  };
  mine.onmessage = (event) => {
    const frame = JSON.parse(event.data);
    take(frame.number, frame);
  };
  mine.addEventListener("whole", (event) => {
    const { number } = JSON.parse(event.data);
    take(number, { number });
  });
  mine.addEventListener("here", (event) => {
    place.dispatchEvent(new CustomEvent("live:here", { bubbles: true, detail: JSON.parse(event.data) }));
  });
  mine.addEventListener("end", () => fail(mine));
  // The browser's own attempts would use the old ticket.
  mine.onerror = () => { clearTimeout(slow); fail(mine); };
}

function fail(which) {
  which.close();
  if (which !== stream) return;
  letGo();
  failures += 1;
  say("lost");
  if (failures > 1) poll();
  retry();
}

function letGo() {
  attempt += 1;
  clearTimeout(again);
  stream?.close();
  stream = null;
}

// A page that is left holds nothing, also where it is kept for the way back.
function leave() {
  letGo();
  polls += 1;
  clearTimeout(timer);
}

function retry() {
  clearTimeout(again);
  const pause = failures >= AGAIN.length ? 120000 : AGAIN[Math.max(0, failures - 1)];
  again = setTimeout(listen, some(pause));
}

function say(state) {
  place.dispatchEvent(new CustomEvent("live:state", { bubbles: true, detail: state }));
}

if (place && window.EventSource) {
  document.addEventListener("visibilitychange", () => {
    clearTimeout(away);
    away = 0;
    if (!document.hidden) {
      failures = 0;
      if (!stream) listen();
    } else if (!place.hasAttribute("data-follow-always")) {
      away = setTimeout(() => {
        if (!document.hidden) return;
        letGo();
        poll();
      }, HIDDEN);
    }
  });
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
  addEventListener("online", () => { failures = 0; listen(); });
  listen();
}
