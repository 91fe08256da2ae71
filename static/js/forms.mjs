// Forms sent as their button would send them, also where a browser has no word for it: iOS takes the button into the
// data from 16.4 on and has requestSubmit from 16 on.

/** The data of the form with the name and value of the button that sends it, if there is one. */
export function dataOf(form, button) {
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  return data;
}

/** Send the form, as if that button, or none with a name, had been pressed. */
export function send(form, button) {
  if (form.requestSubmit) return form.requestSubmit(button);
  const pressed = button ?? form.appendChild(Object.assign(document.createElement("button"), { hidden: true }));
  pressed.click();
  if (pressed !== button) pressed.remove();
}
