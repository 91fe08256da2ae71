// What every page does on top of plain HTML. Nothing here is needed to use the portal.

const root = document.documentElement;

function isDark() {
  const chosen = root.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

// The theme button asks for the other light; without this module the server guesses it.
function nameThemeButton(button) {
  const other = isDark() ? "light" : "dark";
  button.value = other;
  const svg = button.querySelector("svg");
  const use = svg?.querySelector("use");
  if (!use) return;
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, other === "light" ? "#sun" : "#candle"));
  svg.setAttribute("aria-label", other === "light" ? "Read by day" : "Read by candlelight");
}

function keepTheme(theme) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  root.dataset.theme = theme;
}

for (const button of document.querySelectorAll("[data-theme-button]")) {
  nameThemeButton(button);
  button.addEventListener("click", (event) => {
    event.preventDefault();
    keepTheme(button.value);
    nameThemeButton(button);
  });
}

// The key / searches: in the field of the search's page, or on it.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest?.("input, select, textarea, [contenteditable], dialog[open]")) return;
  const field = document.getElementById("everything");
  const door = document.querySelector(".search-door");
  if (!field && !door) return;
  event.preventDefault();
  if (field) field.select();
  else location.assign(door.href);
});

// Back, where the page stands on a home screen and has no browser around it.
for (const button of document.querySelectorAll("[data-back]")) {
  button.hidden = false;
  button.addEventListener("click", () => (history.length > 1 ? history.back() : location.assign("/")));
}

// A browser that says false here can put the portal on a home screen of iOS (splash.mjs).
if (navigator.standalone === false) addEventListener("load", () => import(document.body.dataset.splashScript).catch(() => {}));

// Whoever signs up reads times in the zone where they are; the profile changes it.
for (const field of document.querySelectorAll("[data-own-zone]")) {
  field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone;
}

// A message built as text nodes: nothing from outside becomes HTML.
function say(sentence, passing = false, tone = "error") {
  const place = document.getElementById("messages");
  if (!place) return;
  const message = document.createElement("div");
  message.className = `message message-${tone}`;
  message.toggleAttribute("data-passing", passing);
  const text = document.createElement("p");
  text.className = "message-body";
  text.textContent = sentence;
  message.append(text);
  place.replaceChildren(message);
  closable();
  place.scrollIntoView({ block: "nearest" });
}

// What was said can be put away once it is read; a page without this module says it until it is left.
function closable() {
  for (const message of document.querySelectorAll("#messages > .message:not(:has(> [data-put-away]))")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "put-away";
    button.dataset.putAway = "";
    button.setAttribute("aria-label", "Put away");
    message.append(button);
  }
}
closable();
document.addEventListener("htmx:afterSettle", closable);
addEventListener("taps:swapped", closable);
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-put-away]");
  if (!button) return;
  button.parentElement.remove();
  document.getElementById("content").focus({ preventScroll: true });
});

// A part that looks for news by itself is not busy: it stays as it is, to be read.
document.addEventListener("htmx:beforeRequest", (event) => {
  const by = event.detail.requestConfig.triggeringEvent;
  if (by && by.type !== "follow") event.detail.target?.setAttribute("aria-busy", "true");
});
document.addEventListener("htmx:afterRequest", (event) => {
  event.detail.target?.removeAttribute("aria-busy");
});
// Signed out meanwhile: an htmx request that ended on the sign-in page becomes a visit to it.
document.addEventListener("htmx:beforeSwap", (event) => {
  const url = event.detail.xhr.responseURL;
  if (url && new URL(url).pathname.startsWith("/account/login/") && !location.pathname.startsWith("/account/login/")) {
    event.detail.shouldSwap = false;
    location.assign(`/account/login/?next=${encodeURIComponent(location.pathname + location.search)}`);
  }
});
document.addEventListener("htmx:sendError", () => {
  say("The portal did not answer. What you typed is still here; try again when the signal is back.", true);
});
// It answers again: that it did not is no longer so.
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) document.querySelector("[data-passing]")?.remove();
});
document.addEventListener("htmx:responseError", (event) => {
  const status = event.detail.xhr.status;
  if (status === 403) say("This page has been open too long. Load it again, then repeat the last step.");
  else if (status === 404) say("That is no longer there. Load the page again to see what stands.");
  else say("Something broke on our side; nothing was changed. Try again in a moment.");
});

// <button data-share="#id"> hands the link of that element on: by the device's own sheet where it has one, else it is
// copied, and a sentence says so. data-for says whom the link is for, if it does not open for everybody.
document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-share]");
  if (!button) return;
  const source = document.querySelector(button.dataset.share);
  const url = source.value || source.href;
  const whom = button.dataset.for ? ` ${button.dataset.for}` : "";
  try {
    if (navigator.share) {
      await navigator.share({ title: document.title.replace(/ · [^·]*$/, ""), url });
      if (whom) say(`Shared.${whom}`, false, "success");
    } else {
      await navigator.clipboard.writeText(url);
      say(`The link is copied: paste it where you like.${whom}`, false, "success");
    }
  } catch (error) {
    if (error.name === "AbortError") return; // the sheet was closed again
    say(`This is the link: ${url}${whom}`, false, "success");
  }
});

// <button data-copy="#id"> copies the text or value of that element.
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const source = document.querySelector(button.dataset.copy);
  if (!source) return;
  event.preventDefault();
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent.trim());
    if ("copied" in button.dataset) return;
    const old = [...button.childNodes];
    button.dataset.copied = "";
    button.replaceChildren("Copied");
    setTimeout(() => { button.replaceChildren(...old); delete button.dataset.copied; }, 1800);
  } catch {
    source.focus?.();
    source.select?.();
  }
});

// Safari gives a button that is tapped no focus: the keys that follow would go to the page, and what puts the focus
// back after an answer would not know where it was.
document.addEventListener("click", ({ target, detail }) => {
  const tapped = detail && target.closest?.("button, summary, [role=button], [type=checkbox], [type=radio]");
  if (tapped && tapped !== document.activeElement) tapped.focus({ preventScroll: true });
}, { capture: true });

// A field for a number that holds something else has an empty value: it is said, and nothing is done with it.
document.addEventListener("input", (event) => { if (event.target.validity?.badInput) event.stopPropagation(); }, { capture: true });
document.addEventListener("change", (event) => {
  if (!event.target.validity?.badInput) return;
  event.stopPropagation();
  event.target.reportValidity();
}, { capture: true });

// A page that was left while a question was on its way never hears the answer in Firefox, and htmx would ask no more.
const asked = new Set();
document.addEventListener("htmx:beforeSend", ({ detail }) => asked.add(detail.xhr));
document.addEventListener("htmx:afterRequest", ({ detail }) => asked.delete(detail.xhr));
addEventListener("pageshow", ({ persisted }) => { if (persisted && asked.size) location.reload(); });

// WebKit empties fields with autocomplete="off" a moment after one came back to their page; the page beside them is as
// it was left.
let left = [];
addEventListener("pagehide", () => { left = [...document.querySelectorAll('input[autocomplete="off"]')].map((field) => [field, field.value]); });
addEventListener("pageshow", ({ persisted }) => {
  const emptied = () => left.filter(([field]) => field.value === field.defaultValue).forEach(([field, value]) => { field.value = value; });
  for (const later of persisted ? [0, 100] : []) setTimeout(emptied, later);
});

// <form data-autosubmit> (filters, GET only) goes off on each change; its button stays for everyone else.
document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-autosubmit]");
  if (form && form.method === "get" && !form.hasAttribute("hx-get")) (form.requestSubmit ?? form.submit).call(form); // iOS before 16
});

// A row of tabs that is wider than the phone starts at the tab one is on.
for (const tab of document.querySelectorAll(".tabs > :is([aria-current], :has([aria-current]))")) {
  const row = tab.parentElement;
  row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.clientWidth) / 2;
}

// What waits on this device is looked at where it ever wrote something down, from then on in every tab; pages are kept
// where they were once, or may be. Other devices load neither.
const { user, waitingScript, keepingScript } = document.body.dataset;
const { serviceWorker } = navigator;
async function device() {
  const keeps = keepingScript && (document.querySelector("[data-offline]") || await serviceWorker?.getRegistration().catch(() => null));
  const scripts = keeps ? [keepingScript] : [];
  const wrote = (await indexedDB.databases?.())?.some((one) => one.name === "outbox") ?? Boolean(user);
  if (keeps || wrote) scripts.push(waitingScript);
  else if ("BroadcastChannel" in window) new BroadcastChannel("outbox").onmessage = () => import(waitingScript).catch(() => {});
  await Promise.all(scripts.map((script) => import(script)));
}
if (waitingScript) device().catch(() => {});

// What was kept to be read was one person's: where nobody is signed in any more, it goes. The page that stands in for
// those that were not kept says nothing of who is.
async function forget() {
  for (const name of await caches.keys()) if (name.startsWith("kept ")) await caches.delete(name);
}
if (!keepingScript && "caches" in window && !document.querySelector("[data-no-signal]")) forget().catch(() => {});

// What comes next after an act is looked at: the heading of the next question, where the answer brought one.
let leadsOn = false;
function intoView(part) {
  const next = part?.querySelector("[data-into-view]");
  const box = next?.getBoundingClientRect();
  if (box && (box.top < 0 || box.bottom > innerHeight * 0.7)) next.scrollIntoView({ block: "start" });
}
document.addEventListener("submit", ({ target }) => { leadsOn = Boolean(target.querySelector("[data-leads-on]")); }, { capture: true });
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.requestConfig?.verb === "post") intoView(detail.elt);
});
addEventListener("taps:swapped", () => { if (leadsOn) intoView(document); leadsOn = false; });

// A total counts to its new figure; nothing moves where less motion is wished. The text is the new figure at once.
const still = matchMedia("(prefers-reduced-motion: reduce)");
const counted = () => [...document.querySelectorAll("[data-counts]")];
const figures = () => new Map(counted().map((one) => [one.dataset.counts, one.textContent.trim()]));
let before = figures();
function count() {
  for (const one of counted()) {
    const [from, to] = [before.get(one.dataset.counts), one.textContent.trim()];
    if (still.matches || !("registerProperty" in CSS) || from === undefined || from === to) continue;
    one.style.setProperty("--from", from);
    one.style.setProperty("--to", to);
    one.classList.add("counts");
    one.addEventListener("animationend", () => one.classList.remove("counts"), { once: true });
  }
  before = figures();
}
document.addEventListener("htmx:afterSettle", count);
addEventListener("taps:swapped", count);

// A "?" opens its rule in place; its page stays behind the link, for a new tab and for whoever is offline.
let ruleSheet;
async function openRule(link) {
  const answer = await fetch(`${link.href}?in=place`, { headers: { accept: "text/html" } });
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!ruleSheet) {
    ruleSheet = document.createElement("dialog");
    ruleSheet.className = "rule-sheet";
    ruleSheet.setAttribute("aria-label", "The rule");
    ruleSheet.addEventListener("click", (event) => event.target === ruleSheet && ruleSheet.close());
    document.body.append(ruleSheet);
  }
  const close = document.createElement("form");
  close.method = "dialog";
  const button = document.createElement("button");
  button.className = "button";
  button.textContent = "Close";
  close.append(button);
  ruleSheet.replaceChildren(...page.body.childNodes, close);
  ruleSheet.showModal();
}
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a.rule-id");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !window.HTMLDialogElement) return;
  event.preventDefault();
  openRule(link).catch(() => location.assign(link.href));
});

// Paper shows every total opened, and what else is to be printed.
addEventListener("beforeprint", () => {
  for (const total of document.querySelectorAll("details:is(.total, .printed):not([open])")) {
    total.open = true;
    total.dataset.opened = "for-print";
  }
});
addEventListener("afterprint", () => {
  for (const total of document.querySelectorAll('details[data-opened="for-print"]')) {
    total.open = false;
    delete total.dataset.opened;
  }
});
