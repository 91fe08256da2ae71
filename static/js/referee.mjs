// The referee's hand by pointing: a tap on a base chooses it in the field last used, a tap beside one the place.
import { send } from "./forms.mjs";

const form = document.querySelector("form[data-referee]");
const MM = 1 / 25.4;
let last = null;

form.querySelector("[data-choose]")?.setAttribute("hidden", "");
for (const hint of form.querySelectorAll("[data-scripted]")) hint.hidden = false;

form.elements.what.addEventListener("change", () => send(form, form.querySelector("[data-choose]")));
form.addEventListener("focusin", (event) => {
  if (event.target.matches("select[data-points]")) last = event.target;
});
form.addEventListener("click", (event) => {
  const picture = event.target.closest?.("svg.table");
  if (!picture) return;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
  const at = { x: point.x, y: picture.viewBox.baseVal.height - point.y };
  const pointed = [last, ...form.querySelectorAll("select[data-points]")].filter(Boolean);
  for (const select of pointed) {
    const option = standing(select, at);
    if (!option) continue;
    select.value = option.value;
    last = select;
    return;
  }
  if (!form.elements.x) return;
  form.elements.x.value = at.x.toFixed(2);
  form.elements.y.value = at.y.toFixed(2);
  ring(picture, point);
});

function standing(select, at) {
  return [...select.options].find((option) => {
    if (option.dataset.x === undefined) return false;
    const far = Math.hypot(option.dataset.x - at.x, option.dataset.y - at.y);
    return far <= (option.dataset.mm / 2) * MM;
  });
}

function ring(picture, at) {
  let circle = picture.querySelector(".place-chosen");
  if (!circle) {
    circle = document.createElementNS(picture.namespaceURI, "circle");
    circle.setAttribute("class", "place-chosen");
    circle.setAttribute("r", "0.6");
    picture.append(circle);
  }
  circle.setAttribute("cx", at.x);
  circle.setAttribute("cy", at.y);
}
