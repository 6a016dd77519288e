/*
 * The focus never falls to <body>: whoever uses keys or a screen reader would start at the top of the page again. If the
 * element that had it is gone (a page was left, a row was removed, a sheet closed whose button is gone), the new page's
 * heading has it, or the dialog that is open.
 */

/** @returns stops watching */
export function keepFocus(): () => void {
  let last: Element | null = null;
  const remember = (event: FocusEvent) => {
    last = event.target instanceof Element ? event.target : null;
  };
  // Most changes of the page are prices: then this is two comparisons.
  const watch = new MutationObserver(() => {
    if (last === null || last.isConnected || document.activeElement !== document.body) return;
    const target = fallback();
    if (target === null) return;
    last = null;
    target.focus({ preventScroll: true });
  });
  document.addEventListener('focusin', remember);
  watch.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    watch.disconnect();
  };
}

/** Null while the next page is still loading: its elements will be looked at again. */
function fallback(): HTMLElement | null {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1);
  if (dialog) return dialog.querySelector<HTMLElement>('button, input, a[href]') ?? dialog;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading === null) return null;
  heading.tabIndex = -1;
  heading.style.outline = 'none';
  return heading;
}
