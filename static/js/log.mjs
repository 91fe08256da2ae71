// The log of an Encounter narrowed to one model or one kind of line; what was chosen stays when the page goes on.

let chosen = "";

function narrow() {
  const choice = document.querySelector("[data-log-of]");
  if (!choice) return;
  choice.hidden = false;
  choice.value = chosen;
  for (const line of document.querySelectorAll(".log [data-about]")) {
    line.hidden = chosen !== "" && !line.dataset.about.split(" ").includes(chosen);
  }
}

document.addEventListener("change", ({ target }) => {
  if (!target.matches("[data-log-of]")) return;
  chosen = target.value;
  narrow();
});
document.addEventListener("htmx:afterSettle", narrow);
addEventListener("taps:swapped", narrow);
narrow();
