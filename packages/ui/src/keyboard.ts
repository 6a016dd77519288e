/** True if the key press goes into a text field; then the field keeps it. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=radio], [type=checkbox]), textarea, select');
}
