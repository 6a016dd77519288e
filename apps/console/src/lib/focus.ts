import { useEffect } from 'react';

/** The chosen row of a list; panels and dialogs are outside of the main part. */
const CHOSEN_ROW = '#main [data-selected]:is(button, a), #main [data-selected] :is(button, a)';
const PANEL_TITLE = '[role="dialog"] [data-autofocus]';

/**
 * Gives the focus back when what is open closes, also by being taken away: a keyboard goes on where it was. What had it may
 * be gone, such as the button of an act that is done.
 * @param isPanel a panel of a row: the focus goes to that row, also if another one was opened first
 */
export function useFocusBack(opened: boolean, isPanel = false): void {
  useEffect(() => {
    if (!opened) return;
    const before = document.activeElement;
    return () => {
      const first = isPanel ? find(CHOSEN_ROW) : null;
      const had = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : null;
      const next = isPanel ? null : (find(PANEL_TITLE) ?? find(CHOSEN_ROW));
      (first ?? had ?? next ?? find('#main'))?.focus({ preventScroll: true });
    };
  }, [opened, isPanel]);
}

function find(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(selector);
}

/** Whether a key closes what is open: not where a list of choices, or a dialog over the page, takes it. */
export function isEscape({ key, target, defaultPrevented }: KeyboardEvent): boolean {
  if (key !== 'Escape' || defaultPrevented) return false;
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return false;
  return document.querySelector('.mantine-Modal-content') === null;
}
