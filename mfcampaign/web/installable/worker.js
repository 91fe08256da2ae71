// The service worker. Files of this build are kept when it is installed; pages are kept by the page itself
// (static/js/offline_pages.mjs), for one person, and shown when the network does not answer. Nothing is ever sent from here.

const FILES = `files ${PORTAL.build}`;
const PATIENCE = 3000; // milliseconds until a page that was kept is shown instead
const HASHED = /\.[0-9a-f]{12}\.[a-z0-9]+$/;

addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(FILES)
      .then((cache) => cache.addAll([new Request(PORTAL.stand_in, { credentials: "omit" }), ...PORTAL.files]))
      .then(() => skipWaiting()),
  );
});

// Pages that were kept under the build before still name its files: the newest two stay.
addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => names.filter((name) => name.startsWith("files ") && name !== FILES).slice(0, -1))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(PORTAL.files_at)) event.respondWith(file(request, url));
  else if (request.mode === "navigate") event.respondWith(page(request));
});

async function file(request, url) {
  const kept = () => caches.match(request, { ignoreVary: true });
  if (HASHED.test(url.pathname)) return (await kept()) ?? fetch(request);
  try {
    return await fetch(request);
  } catch (reason) {
    const before = await kept();
    if (before) return before;
    throw reason;
  }
}

async function page(request) {
  const fresh = fetch(request);
  const kept = await keptPage(request);
  const late = kept && new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  try {
    const answer = await (late ? Promise.race([fresh, late]) : fresh);
    if (answer && !(kept && answer.status >= 502 && answer.status <= 504)) return answer;
  } catch {
    // no signal
  }
  fresh.catch(() => {});
  return kept ? marked(kept) : (await caches.match(PORTAL.stand_in)) ?? Response.error();
}

async function keptPage(request) {
  for (const name of await caches.keys()) {
    if (!name.startsWith("kept ")) continue;
    const hit = await (await caches.open(name)).match(request, { ignoreVary: true });
    if (hit) return hit;
  }
  return null;
}

// The page says that it was kept, and since when.
async function marked(kept) {
  const headers = new Headers(kept.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  const since = new Date(kept.headers.get("Date") ?? 0).toISOString();
  const text = (await kept.text()).replace("<html ", `<html data-kept="${since}" `);
  return new Response(text, { status: 200, headers });
}
