/**
 * What stands in the named fields of a form. Some browsers and password managers fill fields in without an event, so that the app
 * has not heard of it: what is on the screen is what is sent. Empty fields are left out.
 */
export function filledIn<Field extends string>(
  form: HTMLFormElement,
  names: readonly Field[],
): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {};
  for (const name of names) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.value !== '') found[name] = field.value;
  }
  return found;
}
