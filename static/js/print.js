// The print button stands there only where it can do something, and comes back with a part that was swapped.
const show = () => document.querySelectorAll("[data-print]").forEach((button) => { button.hidden = false; });

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-print]")) print();
});
document.addEventListener("htmx:afterSwap", show);
show();
