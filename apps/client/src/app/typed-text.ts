/*
 * Whether the page holds text that a member typed and did not send. Text that the app put into a field does not count, nor
 * a search, nor what stands in a closed sheet.
 */

const NOT_TEXT = 'input[type=checkbox], input[type=radio], input[type=range], input[type=search]';

const typed = new WeakSet<Element>();

/** @returns stops watching */
export function watchTyping(): () => void {
  const remember = ({ target }: Event) => {
    if (target instanceof Element) typed.add(target);
  };
  document.addEventListener('input', remember, { capture: true, passive: true });
  return () => document.removeEventListener('input', remember, { capture: true });
}

export function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return [...fields].some(
    (field) =>
      typed.has(field) &&
      field.value.trim() !== '' &&
      !field.matches(NOT_TEXT) &&
      field.closest('dialog:not([open])') === null,
  );
}
