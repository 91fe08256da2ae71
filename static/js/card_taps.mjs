// The card of a Finished Off flip by taps: a value and a suit, or a Joker. A second card cheats the first.
// The field stays one for text: 9r, or 9r 2c.
const taps = document.getElementById("card-taps");
const WITH_CARD = ["flip", "buried", "sacrificed"];
let field = null;
let value = "";

function choose(chosen) {
  value = chosen;
  for (const one of taps.querySelectorAll("[data-value]")) one.setAttribute("aria-pressed", String(one.dataset.value === value));
}

function fill(text) {
  field.value = text;
  choose("");
  const fate = field.closest(".fate-fields")?.querySelector("select");
  if (text && fate?.value === "") fate.value = "flip";
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function write(card) {
  const cards = field.value.split(/[\s,>]+/).filter(Boolean);
  fill([...(cards.length === 1 ? cards : []), card].join(" "));
}

function show(at) {
  taps.hidden = !at;
  if (!at || at === field) return;
  field = at;
  choose("");
  taps.querySelector("[data-of]").textContent = at.labels[0].textContent.trim();
  at.closest("li, .heir").append(taps);
}

if (taps) {
  if (matchMedia("(pointer: coarse)").matches) {
    for (const one of document.querySelectorAll("[data-card]")) one.inputMode = "none";
  }
  document.addEventListener("focusin", ({ target }) => {
    if (!taps.contains(target)) show(target.closest("[data-card]"));
  });
  document.addEventListener("change", ({ target }) => {
    const fate = target.closest(".fate-fields")?.querySelector("select");
    if (fate === target) show(WITH_CARD.includes(fate.value) ? fate.parentElement.querySelector("[data-card]") : null);
  });
  taps.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if (button.dataset.card) write(button.dataset.card);
    else if (button.dataset.value) choose(button.dataset.value);
    else if (button.dataset.suit && value) write(`${value}${button.dataset.suit}`);
    else if ("clear" in button.dataset) fill("");
  });
}
