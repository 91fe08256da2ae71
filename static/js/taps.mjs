// Pages of many taps: every tap is done, one after the other in the order of the thumb, also those that fall
// while an answer is on its way. Forms inside [data-taps] with hx-post go through here; their answers take the
// place of that part, and what was tapped stays where it was on the screen.
// data-taps="keyed": the server knows each act by its id, so an act without an answer is sent again.

const AGAIN = 2000; // milliseconds until an act without an answer is sent again
const queue = [];
let running = false;
let fingers = 0;

addEventListener("pointerdown", () => { fingers += 1; }, { capture: true });
for (const over of ["pointerup", "pointercancel"]) {
  addEventListener(over, () => { fingers = Math.max(0, fingers - 1); }, { capture: true });
}
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
// A finger that is down keeps what it is on until it is lifted and its click has come.
async function lifted() {
  for (let tries = 0; fingers && tries < 40; tries += 1) await pause(25);
  await pause(0);
}

function actId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const part = form.closest("[data-taps]");
  if (!part || !form.hasAttribute("hx-post")) return;
  event.preventDefault();
  event.stopPropagation();
  const body = new FormData(form, event.submitter);
  if (part.dataset.taps === "keyed") body.set("key", actId());
  for (const other of document.querySelectorAll(form.getAttribute("hx-include") ?? "#nothing-else")) body.set(other.name, other.value);
  queue.push({ to: form.getAttribute("hx-post"), body, part: part.id, keyed: part.dataset.taps === "keyed", on: anchorOf(event.submitter ?? form) });
  say();
  run();
}, { capture: true });

// The nearest thing with a name that will be there after the answer, too.
function anchorOf(tapped) {
  return tapped.closest("[id]")?.id ?? "";
}

async function run() {
  if (running) return;
  running = true;
  while (queue.length) {
    const act = queue[0];
    const seen = document.querySelector(`#${CSS.escape(act.part)} [name="seen"]`);
    if (seen && act.body.has("seen")) act.body.set("seen", seen.value);
    const answer = await sent(act);
    if (!answer) {
      if (act.keyed) {
        await pause(AGAIN);
        continue;
      }
      queue.length = 0;
      dispatchEvent(new CustomEvent("taps:lost"));
      break;
    }
    await lifted();
    show(act, answer);
    queue.shift();
    say();
  }
  running = false;
  say();
}

async function sent(act) {
  try {
    const headers = { "HX-Request": "true", "HX-Target": act.part, "HX-Current-URL": location.href };
    const response = await fetch(act.to, { method: "POST", body: act.body, headers });
    return { response, text: await response.text() };
  } catch {
    return null;
  }
}

function show(act, { response, text }) {
  const on = document.getElementById(act.on);
  const before = on?.getBoundingClientRect().top;
  const lead = response.headers.get("HX-Redirect") ?? response.headers.get("HX-Location");
  if (response.headers.has("HX-Refresh")) return location.reload();
  if (lead) return location.assign(lead);
  if (response.redirected) return location.assign(response.url);
  if (!response.ok && response.status !== 409 && response.status !== 422) return failed(response.status);
  const target = response.headers.get("HX-Retarget") ?? `#${CSS.escape(act.part)}`;
  const open = opened(act.part);
  const swapStyle = (response.headers.get("HX-Reswap") ?? "outerHTML").split(" ")[0];
  window.htmx.swap(target, text, { swapStyle, swapDelay: 0, settleDelay: 0 });
  for (const each of document.querySelectorAll(`#${CSS.escape(act.part)} details`)) if (open.has(nameOf(each))) each.open = true;
  const after = document.getElementById(act.on)?.getBoundingClientRect().top;
  if (before !== undefined && after !== undefined) scrollBy({ top: after - before, behavior: "instant" });
}

// What was opened stays open: known by its summary and by what it is in.
const nameOf = (details) => `${details.parentElement.closest("[id]")?.id} ${details.querySelector("summary")?.textContent.trim()}`;
const opened = (part) => new Set([...document.querySelectorAll(`#${CSS.escape(part)} details[open]`)].map(nameOf));

function failed(status) {
  const detail = { xhr: { status } };
  document.dispatchEvent(new CustomEvent("htmx:responseError", { detail }));
}

// How many taps wait, where it can be seen.
function say() {
  let chip = document.querySelector(".taps-chip");
  if (!chip) {
    chip = document.createElement("p");
    chip.className = "taps-chip pill";
    chip.setAttribute("role", "status");
    document.querySelector("main").append(chip);
  }
  chip.hidden = !queue.length;
  chip.textContent = queue.length ? `${queue.length} on the way` : "";
}
addEventListener("beforeunload", (event) => {
  if (queue.length) event.preventDefault();
});
addEventListener("taps:lost", () => document.dispatchEvent(new CustomEvent("htmx:sendError", { detail: {} })));
