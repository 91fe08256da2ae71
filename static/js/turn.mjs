// At a table with somebody: whose turn it is in the tab's title, a notification when one is away, and whether
// the other player is here. Listens to what live.mjs hears.

const AWAY_AFTER = 15000; // a phone that changes cells is not away
const table = document.querySelector("[data-table-of]");
const seats = (table?.dataset.tableOf ?? "").split(" ").filter(Boolean).map(Number);
const title = document.title;
let mine = Boolean(document.querySelector("#question form.ask"));

function show() {
  document.title = mine ? `● Your turn – ${title}` : title;
}

document.addEventListener("live:frame", (event) => {
  const asked = event.detail.public?.asked;
  if (!asked || !seats.length) return;
  const before = mine;
  mine = asked.some((seat) => seats.includes(seat));
  show();
  if (mine && !before && document.hidden) call();
});
document.addEventListener("htmx:afterSettle", () => {
  mine = Boolean(document.querySelector("#question form.ask"));
  show();
});

async function call() {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const said = { body: title, tag: location.pathname };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification("Your turn", said);
  try {
    const shown = new Notification("Your turn", said);
    shown.onclick = () => { focus(); shown.close(); };
  } catch {
    // phones show notifications by a service worker alone; the title says it all the same
  }
}

const asks = document.querySelector("[data-ask-notify]");
if (asks && "Notification" in window && Notification.permission === "default") {
  asks.hidden = false;
  asks.addEventListener("click", async () => {
    await Notification.requestPermission();
    asks.hidden = true;
  });
}

let gone = 0;
document.addEventListener("live:here", (event) => {
  const other = event.detail.seats.some((seat) => !seats.includes(seat));
  clearTimeout(gone);
  if (other) say("here");
  else gone = setTimeout(() => say("away"), AWAY_AFTER);
});
document.addEventListener("live:state", (event) => {
  if (event.detail !== "open") {
    clearTimeout(gone);
    say("");
  }
});

function say(state) {
  const line = document.querySelector("[data-presence]");
  if (!line) return;
  line.hidden = !state;
  line.textContent = state ? `${line.dataset.presence} is ${state === "here" ? "here" : "away"}.` : "";
}

show();
