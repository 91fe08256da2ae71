// The builder's drawer: a model's card over the list. Without this module its link opens a page.

const drawer = document.getElementById("drawer");

if (drawer) {
  // One listener for all rows: htmx would look at every link while the page opens.
  document.addEventListener("click", (event) => {
    const name = event.target.closest?.("a.pick-name");
    if (!name || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
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
