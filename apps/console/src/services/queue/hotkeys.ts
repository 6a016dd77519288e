/** For a key that the page only listens to. */
export const PASSIVE = { preventDefault: false };

/** On a button or a link, Enter is its own. */
export function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, [role="option"]') !== null;
}
