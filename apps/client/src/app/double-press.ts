/*
 * A double press is meant for what the first press hit. Where that opened something else at the same place (the next step
 * of a form, a notice, a sheet), the second press would answer what nobody has read.
 */

const PRESSABLE = 'button, a[href], [role=button]';
/** A finger does not hit the same point twice. */
const SAME_PLACE_PX = 24;

/** What was pressed, and where. */
type Press = { readonly control: Element; readonly x: number; readonly y: number };

/** @returns stops watching */
export function dropSecondPress(): () => void {
  let last: Press | null = null;
  const judge = (event: MouseEvent) => {
    const control = event.target instanceof Element ? event.target.closest(PRESSABLE) : null;
    // `detail` counts the presses that the system takes for one double press. Keys give 0.
    if (event.detail > 1 && last !== null && control !== null && isInItsPlace(control, last, event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    last = control === null ? null : { control, x: event.clientX, y: event.clientY };
  };
  window.addEventListener('click', judge, { capture: true });
  return () => window.removeEventListener('click', judge, { capture: true });
}

/** Whether this control came up where the last one was pressed. */
function isInItsPlace(control: Element, last: Press, { clientX, clientY }: MouseEvent): boolean {
  if (control === last.control) return false;
  const isNear = Math.abs(clientX - last.x) <= SAME_PLACE_PX && Math.abs(clientY - last.y) <= SAME_PLACE_PX;
  // Two controls side by side, pressed fast one after the other: each is meant.
  return isNear && !last.control.contains(document.elementFromPoint(last.x, last.y));
}
