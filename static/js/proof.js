// Checks a finished Encounter here, on the visitor's own machine.
import { check } from "./fate_proof.mjs";

const list = document.querySelector("[data-proof]");
const button = document.querySelector("[data-check-proof]");

function told(held, words) {
  const line = document.createElement("li");
  line.className = held ? "proof-held" : "proof-broken";
  line.textContent = `${held ? "✓" : "✗"} ${words}`;
  return line;
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
      if (own) list.append(told(own === proof.seeds?.[at], `Seat ${seat}: the seed is the one this device kept.`));
    }
    for (const [held, words] of await check(proof)) list.append(told(held, words));
  } catch (error) {
    list.append(told(false, `The check could not run: ${error.message}`));
  }
  button.disabled = false;
}

if (list && button) {
  if (globalThis.crypto?.subtle) {
    button.hidden = false;
    button.addEventListener("click", run);
  } else {
    list.append(told(false, "This browser checks only over https; the log can be taken away and checked elsewhere."));
  }
}
