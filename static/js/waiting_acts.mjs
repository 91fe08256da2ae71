// Acts of a page that wait without signal: forms in [data-waits] go into the outbox of this device where the portal does
// not answer, shown in [data-waiting], in order, under the version that the page showed (data-seen). data-waits is the
// act's address where the form's is another; one of them waits at a time, but in data-many. What flips a card, or cannot
// wait, says that it needs a signal.
import "./outbox_list.mjs";
import { dataOf, send as press } from "./forms.mjs";
import { put, reached } from "./outbox_store.mjs";

const { user = "" } = document.body.dataset;
const place = document.querySelector("[data-waiting]");
const kept = "kept" in document.documentElement.dataset;
const KEEPS_OUT = ["csrfmiddlewaretoken", "key"];
let waiting = [];
let wrote = false; // something, that is not shown yet
const asking = new Set(); // buttons whose press waits to hear whether the portal answers
let passing = null; // the form that goes to the portal as ever

addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const ours = form.closest("main") && form.getAttribute("method") === "post";
  if (!ours || form === passing || !(kept || navigator.serviceWorker?.controller)) return;
  const waits = (submitter ?? form).closest("[data-waits]");
  if (!waits && !kept && navigator.onLine) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const pressed = submitter ?? form;
  if (asking.has(pressed)) return; // pressed twice
  asking.add(pressed);
  const done = waits ? later(form, submitter, waits.dataset.waits || addressOf(form, submitter)) : now(form, submitter);
  done.finally(() => asking.delete(pressed));
}, { capture: true });

const addressOf = (form, submitter) => submitter?.getAttribute("formaction") ?? form.getAttribute("action");

async function later(form, submitter, address) {
  if (!waiting.length && (await reached())) return pass(form, submitter);
  const path = new URL(address, location.href).pathname;
  const same = waiting.some(({ body, drop }) => !drop && body.form.startsWith(`${path}?`));
  if (same && !("many" in form.dataset)) return say("An answer waits already. Take it back first, then choose again.");
  const data = dataOf(form, submitter);
  for (const name of KEEPS_OUT) data.delete(name);
  const body = { to: "act", form: `${path}?${new URLSearchParams(data)}` };
  const entry = { game: place.dataset.waiting, base: Number(place.dataset.seen), body, words: wordsOf(form, submitter) };
  try {
    wrote = true;
    await put(entry);
    say("Written down on this device: it is sent when there is a signal.", "success");
  } catch {
    say("This device could not keep it. Try again with a signal.");
  }
}

async function now(form, submitter) {
  if (await reached()) return pass(form, submitter);
  const flips = (submitter ?? form).closest("[data-flips]");
  say(flips ? "This needs a signal: the portal flips a card for it." : "This needs a signal: it cannot wait on this device.");
}

function pass(form, submitter) {
  localStorage.removeItem(`kept ${user}`); // what is kept is old after it
  passing = form;
  press(form, submitter);
  passing = null;
}

// -- words

const plain = (text) => text.replace(/\s+/g, " ").trim();
/** What will be done, to a person: the question, the button, what was ticked and chosen. */
function wordsOf(form, submitter) {
  const button = plain(submitter?.getAttribute("aria-label") ?? submitter?.textContent ?? "");
  const chosen = [...form.elements].filter((one) => one.labels?.length && (one.checked || (one.matches("select, [type=text]") && one.value)));
  const said = chosen.map((one) => {
    if (one.selectedOptions) return plain(one.selectedOptions[0].textContent);
    return one.checked ? plain((one.labels[0].querySelector("strong") ?? one.labels[0]).textContent) : one.value;
  });
  const question = form.closest("[data-question]")?.dataset.question;
  const words = [question, button, [...new Set(said)].join(", ")].filter(Boolean).join(": ");
  return words.replace(/ : /g, ": ").replace(/([.?!]):/g, "$1");
}

function say(sentence, tone = "warning") {
  const words = document.createElement("p");
  words.className = "message-body";
  words.textContent = sentence;
  const message = document.createElement("div");
  message.className = `message message-${tone}`;
  message.append(words);
  document.getElementById("messages").replaceChildren(message);
  if (tone === "warning") message.scrollIntoView({ block: "nearest" });
}

// -- what was sent is seen on the page as it is then, and on those that were kept

let left = false;
addEventListener("outbox:shown", ({ detail: { box, why } }) => {
  const now = box.entries.filter(({ game, user: of }) => of === user && game === place.dataset.waiting);
  left ||= waiting.some(({ id }) => now.every((entry) => entry.id !== id));
  if (wrote && now.length > waiting.length) {
    wrote = false;
    place.scrollIntoView({ block: "nearest" });
  }
  waiting = now;
  if (!left || why !== "empty") return;
  localStorage.removeItem(`kept ${user}`);
  location.reload();
});
