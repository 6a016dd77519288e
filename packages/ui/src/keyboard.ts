/** True for a key that is typed into a field, which keeps it. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=radio], [type=checkbox]), textarea, select');
}
