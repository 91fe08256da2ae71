// What waits in the outbox of this device, shown on pages with room for it: each entry in [data-waiting] with what
// can be done about it, a mark beside what was tapped ([data-record]), the outbox as a file.
import { change, changed, choose, send, show } from "./outbox_store.mjs";
import { FORM, join } from "./outbox.mjs";

const { user = "", userName = "" } = document.body.dataset;

addEventListener("outbox:shown", ({ detail: { box, why } }) => {
  for (const place of document.querySelectorAll("[data-waiting]")) list(place, box, why);
  marks(box);
});

// How many entries of each model, side or part wait.
function marks(box) {
  for (const mark of document.querySelectorAll(".waiting-mark")) mark.remove();
  const page = document.querySelector("[data-record]")?.dataset.record;
  const by = new Map();
  for (const { game, user: of, on, words, drop } of box.entries) {
    if (game === page && of === user && on && !drop) by.set(on, [...(by.get(on) ?? []), words]);
  }
  for (const [on, words] of by) {
    const place = document.getElementById(on);
    const mark = document.createElement("p");
    mark.className = "waiting-mark small soft";
    mark.textContent = `Waits: ${words.join("; ")}`;
    place?.append(mark);
  }
}

function made(tag, className, ...inside) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...inside);
  return element;
}
function button(words, work, className = "button button-small") {
  const element = made("button", className, words);
  element.type = "button";
  element.addEventListener("click", work);
  return element;
}

const clock = new Intl.DateTimeFormat(document.documentElement.lang || "en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit" });

function list(place, box, why) {
  const game = place.dataset.waiting;
  const entries = box.entries.filter((entry) => entry.user === user && (!game || entry.game === game));
  const others = game ? 0 : box.entries.length - entries.length;
  place.hidden = Boolean(game) && !entries.length;
  const rows = entries.map((entry) => row(entry));
  const parts = [];
  if (game) parts.push(made("h2", "card-title", "Written down on this device"));
  if (rows.length) {
    parts.push(made("p", "soft small", state(entries, why)));
    parts.push(made("ol", "plain stack-tight waiting-list", ...rows));
    parts.push(made("p", "", button("Save as a file", () => save(entries), "button button-small button-quiet")));
  } else if (!game) parts.push(made("p", "soft", "Nothing waits: the portal has everything that was written down here."));
  if (others) parts.push(made("p", "message", `${others} written down by somebody else on this device wait for them to sign in.`));
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.for : "";
  place.replaceChildren(...parts);
  if (focused) place.querySelector(`[data-for="${CSS.escape(focused)}"]`)?.focus();
}

function state(entries, why) {
  if (entries.some(({ held }) => held)) return "One needs you; what came after it waits behind it.";
  if (why === "sign_in") return "The portal does not know you any more: sign in, then they are sent.";
  if (why === "other_user") return `Somebody else is signed in. They are sent when ${userName || "their writer"} signs in.`;
  return "They are on this device and go to the portal by themselves when there is a signal.";
}

function row(entry) {
  const said = made("strong", "", entry.words);
  const line = made("p", "row row-between", said, made("span", "soft small", clock.format(entry.made)));
  const at = (element, what) => { element.dataset.for = `${entry.id} ${what}`; return element; };
  if (entry.drop) return made("li", "waiting-entry", line, made("p", "soft small", "Given up; the portal is told."));
  if (!entry.held) {
    return made("li", "waiting-entry", line, at(button("Take back", () => choose(entry.id, "drop"), "button button-small button-quiet"), "drop"));
  }
  const { held } = entry;
  const theirs = made("ul", "", ...(held.theirs ?? []).map((words) => made("li", "", words)));
  const none = made("p", "soft", "Nothing was entered meanwhile.");
  const both = made("div", "columns columns-even versions",
    made("div", "", made("p", "small", made("strong", "", "Yours")), made("p", "", entry.words)),
    made("div", "", made("p", "small", made("strong", "", "Entered meanwhile")), held.theirs?.length ? theirs : none));
  const choices = made("div", "buttons",
    at(button(held.is === "conflict" ? (entry.body.to === "act" ? "Do mine too" : "Enter mine too") : "Try again", () => choose(entry.id, "again")), "again"),
    at(button("Drop mine", () => choose(entry.id, "drop"), "button button-small button-danger"), "drop"));
  const sentence = made("p", "", [held.sentence, held.fix].filter(Boolean).join(" "));
  return made("li", "waiting-entry needs-you message message-warning", made("div", "message-body stack-tight", line, sentence, both, choices));
}

// -- the box as a file

function save(entries) {
  const body = JSON.stringify({ form: FORM, saved: new Date().toISOString(), entries }, null, 1);
  const link = made("a", "");
  link.href = URL.createObjectURL(new Blob([body], { type: "application/json" }));
  link.download = `waiting-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

document.addEventListener("change", async (event) => {
  const input = event.target.closest?.("[data-outbox-file]");
  if (!input?.files.length) return;
  const status = document.querySelector("[data-outbox-read]");
  try {
    const { form, entries } = JSON.parse(await input.files[0].text());
    if (form !== FORM || !Array.isArray(entries)) throw new Error("another form");
    const own = entries.filter((entry) => entry.user === user && typeof entry.id === "string");
    await change((box) => [join(box, own.map((entry) => ({ ...entry, tried: true, held: null }))), null]);
    status.textContent = `${own.length} of ${entries.length} read; what the portal has already counts once.`;
    changed();
    send();
  } catch {
    status.textContent = "That is no file of a device’s outbox.";
  }
  input.value = "";
});

show();
