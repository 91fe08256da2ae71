// Checks a finished Encounter here, on the visitor's own machine.
import { check } from "./fate_proof.mjs";

const list = document.querySelector("[data-proof]");
const button = document.querySelector("[data-check-proof]");

function listItem(held, words) {
  const item = document.createElement("li");
  item.className = held ? "proof-held" : "proof-broken";
  item.textContent = `${held ? "✓" : "✗"} ${words}`;
  return item;
}

async function run() {
  button.disabled = true;
  list.replaceChildren();
  try {
    const answer = await fetch(list.dataset.proof, { headers: { accept: "application/json" } });
    const proof = await answer.json();
    // What was laid down in this browser, where it still remembers.
    for (const [at, seat] of ["A", "B"].entries()) {
      const own = localStorage.getItem(`fate-seed:${proof.name}:${at}`);
      if (own) list.append(listItem(own === proof.seeds?.[at], `Seat ${seat}: the seed is the one this device kept.`));
    }
    for (const [held, words] of await check(proof)) list.append(listItem(held, words));
  } catch (error) {
    list.append(listItem(false, `The check could not run: ${error.message}`));
  }
  button.disabled = false;
}

if (list && button) {
  if (globalThis.crypto?.subtle) {
    button.hidden = false;
    button.addEventListener("click", run);
  } else {
    list.append(listItem(false, "This browser checks only over https; the log can be taken away and checked elsewhere."));
  }
}
