/*
 * Tab in a modal dialog. The browser keeps the focus inside, but from the last stop it goes on to the browser's own bar, and
 * where there is none, to the body. So the last stop is followed by the first one, and the other way round.
 */

const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]';

/**
 * Where Tab must lead, or null where the browser finds it itself.
 * @param from what has the focus
 */
export function loopedStop(dialog: HTMLElement, from: Element, isBackwards: boolean): HTMLElement | null {
  const stops = stopsIn(dialog);
  const [first, last] = [stops[0], stops.at(-1)];
  // Nothing to press, as while it loads: the dialog keeps the focus.
  if (first === undefined || last === undefined) return dialog;
  if (isBackwards) return from === dialog || isSameStop(from, first) ? last : null;
  return isSameStop(from, last) ? first : null;
}

function stopsIn(dialog: HTMLElement): HTMLElement[] {
  const controls = [...dialog.querySelectorAll<HTMLElement>(STOPS)].filter(
    (each) =>
      each.tabIndex >= 0 &&
      !each.matches(':disabled') &&
      each.closest('[inert]') === null &&
      each.checkVisibility({ visibilityProperty: true }) &&
      !isPassedOver(each, dialog),
  );
  // What scrolls and has nothing to press in it is a stop of its own, so that keys can scroll it.
  const scrollers = [...dialog.querySelectorAll<HTMLElement>('*')].filter(
    (each) =>
      each.scrollHeight > each.clientHeight &&
      /^(?:auto|scroll)$/.test(getComputedStyle(each).overflowY) &&
      !controls.some((control) => each.contains(control)),
  );
  if (scrollers.length === 0) return controls;
  const isStop = new Set([...controls, ...scrollers]);
  return [...dialog.querySelectorAll<HTMLElement>('*')].filter((each) => isStop.has(each));
}

/** One radio of a group is its stop: the chosen one. */
function isPassedOver(element: HTMLElement, dialog: HTMLElement): boolean {
  if (!isRadio(element) || element.checked || element.name === '') return false;
  return [...dialog.querySelectorAll('input[type=radio]')].some(
    (other) => isRadio(other) && other.checked && isSameStop(element, other),
  );
}

function isSameStop(one: Element, other: Element): boolean {
  if (one === other) return true;
  return isRadio(one) && isRadio(other) && one.name !== '' && one.name === other.name && one.form === other.form;
}

function isRadio(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === 'radio';
}
