// The table as a picture one may tap: the place goes into the two fields of the form.
document.addEventListener("click", (event) => {
  const picture = event.target.closest?.("svg[data-table]");
  const form = document.querySelector("form[data-spot]");
  if (!picture || !form) return;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
  form.elements.x.value = (Math.round(at.x * 100) / 100).toFixed(2);
  form.elements.y.value = (Math.round((36 - at.y) * 100) / 100).toFixed(2);
  form.elements.x.focus({ preventScroll: true });
});
