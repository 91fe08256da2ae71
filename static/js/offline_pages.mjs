// The installed app: registers the worker, and keeps the pages of records, games, hires and Aftermaths under way on the
// device so that they can be read without signal, for whoever is signed in and for nobody else.

const { user = "", offlinePages = "" } = document.body.dataset;
const OFTEN = 10 * 60_000; // milliseconds between looks
const mine = `kept ${user}`;

async function keep() {
  const answer = await fetch(offlinePages, { headers: { Accept: "application/json" }, redirect: "error" });
  if (!answer.ok || !answer.headers.get("Content-Type")?.startsWith("application/json")) return;
  const { user: who, pages } = await answer.json();
  if (who !== user) return;
  const cache = await caches.open(mine);
  const wanted = new Set(pages.map((page) => new URL(page, location.origin).href));
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
  for (const page of wanted) await keepOne(cache, page);
  localStorage.setItem(mine, String(Date.now()));
}

async function keepOne(cache, page) {
  const answer = await fetch(page, { headers: { Accept: "text/html" } });
  if (answer.ok && !answer.redirected) await cache.put(page, answer);
}

// What the portal took is on the page from now on, also on the one that was kept.
let again = 0;
addEventListener("outbox:changed", ({ detail }) => {
  if (detail.waiting || !document.querySelector("[data-record]") || !navigator.serviceWorker?.controller) return;
  clearTimeout(again);
  again = setTimeout(async () => {
    const cache = await caches.open(mine);
    const here = location.origin + location.pathname;
    if (await cache.match(here)) await keepOne(cache, here).catch(() => {});
  }, 1000);
});

async function begin() {
  if (!user || !offlinePages || !("serviceWorker" in navigator) || !("caches" in window)) return;
  // Who never records, nor plays in a league, needs none of it.
  if (!document.querySelector("[data-offline]") && !(await navigator.serviceWorker.getRegistration())) return;
  const registered = await navigator.serviceWorker.register("/sw.js");
  if (!registered) return;
  for (const name of await caches.keys()) if (name.startsWith("kept ") && name !== mine) await caches.delete(name);
  const here = document.querySelector("[data-offline]");
  const last = (await caches.has(mine)) ? Number(localStorage.getItem(mine) ?? 0) : 0; // gone at a sign-out
  const cache = await caches.open(mine);
  // A page that is not kept may be new among those that are, or over.
  const stored = here && (await cache.match(location.origin + location.pathname));
  if (Date.now() - last >= (!here ? OFTEN : stored ? OFTEN / 10 : OFTEN / 40)) {
    localStorage.removeItem(mine); // until all are there: a page that is left meanwhile leaves it to the next
    await navigator.serviceWorker.ready;
    await keep();
  }
  if (here && (await cache.match(location.origin + location.pathname))) here.querySelector("[hidden]")?.removeAttribute("hidden");
}

const since = document.documentElement.dataset.kept;
if (since) {
  const at = new Intl.DateTimeFormat("en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit" }).format(new Date(since));
  const words = document.createElement("p");
  words.className = "message message-warning kept-since";
  words.setAttribute("role", "status");
  const writes = document.querySelector("[data-record], [data-waiting]");
  const acts = document.querySelector("[data-waits]");
  const then = document.querySelector("[data-record]") ? "what you write down is kept on this device."
    : acts ? "what you do here is kept on this device and sent later; what flips a card needs a signal."
    : "its buttons work again with a signal.";
  words.textContent = `No signal. This page is as it was on ${at}; ${then}`;
  document.querySelector("main")?.prepend(words);
  // What cannot be kept for later is not sent into the void.
  if (!writes) document.addEventListener("submit", (event) => {
    if (navigator.onLine || event.target.method === "dialog") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    words.scrollIntoView({ block: "center" });
  }, { capture: true });
}
addEventListener("outbox:answered", () => document.querySelector(".kept-since")?.remove());
begin().catch(() => {});
