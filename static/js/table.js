// The table as a picture one may tap: the place goes into the two fields of the form, and a ring shows it.
document.addEventListener("click", (event) => {
  const picture = event.target.closest?.("form[data-spot] svg.table");
  if (!picture) return;
  const form = picture.closest("form");
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
  form.elements.x.value = at.x.toFixed(2);
  form.elements.y.value = (picture.viewBox.baseVal.height - at.y).toFixed(2);
  form.elements.x.focus({ preventScroll: true });
  ring(picture, at);
});

function ring(picture, at) {
  let found = picture.querySelector(".place-chosen");
  if (!found) {
    found = document.createElementNS(picture.namespaceURI, "circle");
    found.setAttribute("class", "place-chosen");
    found.setAttribute("r", "0.6");
    picture.append(found);
  }
  found.setAttribute("cx", at.x);
  found.setAttribute("cy", at.y);
}
