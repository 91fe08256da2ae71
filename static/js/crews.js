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
  // What was hired from the drawer is in the Crew: the drawer has done its work.
  drawer.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && event.detail.requestConfig.verb === "post") drawer.close();
  });
  drawer.addEventListener("click", (event) => {
    if (event.target === drawer) drawer.close();
  });
  drawer.addEventListener("close", () => drawer.replaceChildren());
}

// A button that can do no more loses the focus with it: the model's name beside it takes it over.
let pressed = "";
document.addEventListener("htmx:beforeRequest", () => { pressed = document.activeElement?.id ?? ""; });
document.addEventListener("htmx:afterSettle", () => {
  if (!pressed || document.activeElement !== document.body || drawer?.open) return;
  const button = document.getElementById(pressed);
  const place = button?.disabled ? button.closest("li")?.querySelector("a") : button;
  (place ?? document.getElementById("sheet-title"))?.focus({ preventScroll: true });
  pressed = "";
});
