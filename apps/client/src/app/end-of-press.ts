/** A long press; nobody waits longer for the app. */
const PRESS_MS_MAX = 5_000;

/**
 * Waits while a part of this screen is pressed, until its click has come. A click is for what the mouse went down on: if
 * that were replaced meanwhile, the press would be lost. Returns whether there was a press.
 */
export async function endOfPress(screen: Element): Promise<boolean> {
  if (screen.querySelector(':active') === null) return false;
  await new Promise<void>((resolve) => {
    // The click comes right after the end of the press.
    const onEnd = () => setTimeout(resolve);
    for (const end of ['pointerup', 'pointercancel'])
      window.addEventListener(end, onEnd, { once: true, capture: true });
    setTimeout(resolve, PRESS_MS_MAX);
  });
  return true;
}
