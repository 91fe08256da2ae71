// One's part of the shuffles: 32 bytes of this device's chance, kept here, laid down as a hash, then opened.
import { clientCommitment, hex, unhex } from "./fate_proof.mjs";

const SEATS = ["A", "B"];
const place = document.querySelector("[data-seeds]");

async function post(form, values) {
  const data = new FormData(form);
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  await fetch(form.action, { method: "POST", body: data, redirect: "manual" });
}

async function play() {
  const { seeds: name, ready } = place.dataset;
  let moved = false;
  for (const form of place.querySelectorAll("form[data-seat]")) {
    const { seat, step } = form.dataset;
    const kept = `fate-seed:${name}:${seat}`;
    let seed = localStorage.getItem(kept);
    if (step === "commit") {
      seed ??= hex(crypto.getRandomValues(new Uint8Array(32)));
      localStorage.setItem(kept, seed);
      const given = hex(await clientCommitment(name, SEATS[seat], unhex(seed)));
      await post(form, { do: "commit", given });
      moved = true;
    } else if (step === "open" && ready === "yes" && seed) {
      await post(form, { do: "open", given: seed });
      moved = true;
    } else form.hidden = Boolean(seed); // it opens by itself
  }
  if (moved) location.reload();
  else setTimeout(again, 4000);
}

// What is being read stays.
function again() {
  if (document.querySelector("main details[open]")) setTimeout(again, 4000);
  else location.reload();
}

// Nothing is laid down, and nothing reloads, while a phrase is being typed.
const typing = () => place.contains(document.activeElement) && document.activeElement.matches("input[type=text]");
if (place && globalThis.crypto?.subtle) {
  // What the network or the browser's memory refused is tried again; the page's own forms stay.
  const start = () => (typing() ? setTimeout(start, 2000) : play().catch(() => setTimeout(start, 4000)));
  start();
}
