// The builder's drawer: a model's card over the list. Without this module its link opens a page.

const drawer = document.getElementById("drawer");
const pointed = document.getElementById("pointed");

// On a desk the card of the model one points at stands beside the list; a click keeps it there. Keys and fingers open
// the drawer. A card is asked for once, until a hire changes what it says.
const beside = matchMedia("(min-width: 75rem) and (min-height: 37rem) and (hover: hover)");
const cards = new Map();
let [wanted, resting] = ["", 0];
async function point(href) {
  wanted = href;
  if (!cards.has(href)) {
    const answer = await fetch(href, { headers: { "HX-Request": "true", "HX-Target": drawer.id } }).catch(() => null);
    if (!answer?.ok || answer.redirected) return;
    cards.set(href, await answer.text());
  }
  if (wanted === href) htmx.swap(pointed, cards.get(href), { swapStyle: "innerHTML" });
}
if (pointed) {
  pointed.hidden = false;
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    const name = target.closest?.("#builder .pick")?.querySelector("a.pick-name");
    clearTimeout(resting);
    if (name && pointerType === "mouse" && beside.matches && name.getAttribute("href") !== wanted) {
      resting = setTimeout(point, 200, name.getAttribute("href"));
    }
  });
  addEventListener("taps:swapped", () => cards.clear());
}

if (drawer) {
  // One listener for all rows: htmx would look at every link while the page opens.
  document.addEventListener("click", (event) => {
    const name = event.target.closest?.("a.pick-name");
    if (!name || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (pointed && beside.matches && event.detail) return point(name.getAttribute("href"));
    const filter = document.getElementById("filter");
    const values = filter ? { [filter.name]: filter.value } : {};
    htmx.ajax("GET", name.getAttribute("href"), { event, target: drawer, swap: "innerHTML", values });
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target === drawer && drawer.childElementCount && !drawer.open) drawer.showModal();
  });
  drawer.addEventListener("click", (event) => {
    if (event.target === drawer) drawer.close();
  });
  drawer.addEventListener("close", () => drawer.replaceChildren());
}

// A button that can do no more loses the focus with it: the model's name beside it takes it over.
let pressed = "";
document.addEventListener("submit", ({ target }) => {
  pressed = document.activeElement?.id ?? "";
  // Who hires from the drawer is done with it; the answer is shown on the page under it.
  if (drawer?.contains(target) && target.hasAttribute("hx-post")) drawer.close();
}, { capture: true });
document.addEventListener("htmx:afterSettle", () => {
  if (!pressed || document.activeElement !== document.body || drawer?.open) return;
  const button = document.getElementById(pressed);
  const place = button?.disabled ? button.closest("li")?.querySelector("a") : button;
  (place ?? document.getElementById("sheet-title"))?.focus({ preventScroll: true });
  pressed = "";
});
