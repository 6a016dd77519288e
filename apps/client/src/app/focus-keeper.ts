/*
 * The focus never falls to <body>: whoever uses keys or a screen reader would start at the top of the page again. If the
 * element that had it is gone (a page was left, a row was removed, a sheet closed whose button is gone), the dialog that is
 * open has it, or the heading of what took its place in the same named region, or the new page's heading.
 */

/** A place with a name of its own: its content may change while the page stays. */
const REGION = 'section[aria-label], section[aria-labelledby], [role=region]';
const HEADING = 'h1, h2, h3, h4';

/** @returns stops watching */
export function keepFocus(): () => void {
  let last: Element | null = null;
  let regions: readonly Element[] = [];
  let known: ReadonlySet<Element> = new Set();
  const remember = (event: FocusEvent) => {
    last = event.target instanceof Element ? event.target : null;
    // Once the element is gone, nothing tells where it was.
    regions = regionsAround(last);
    known = new Set(regions.flatMap((region) => [...region.querySelectorAll(HEADING)]));
  };
  // Most changes of the page are prices: then this is two comparisons.
  const watch = new MutationObserver(() => {
    if (last === null || last.isConnected || document.activeElement !== document.body) return;
    const target = openDialog() ?? headingInRegion(regions, known) ?? heading(document.querySelector('main h1'));
    // The next page is still loading: its elements will be looked at again.
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

function openDialog(): HTMLElement | null {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1);
  return dialog?.querySelector<HTMLElement>('button, input, a[href]') ?? dialog ?? null;
}

/** From the inside outwards. */
function regionsAround(element: Element | null): Element[] {
  const region = element?.closest(REGION);
  return region ? [region, ...regionsAround(region.parentElement)] : [];
}

/** What came since is read out, such as a notice in place of a form; else the region's own heading. */
function headingInRegion(regions: readonly Element[], known: ReadonlySet<Element>): HTMLElement | null {
  const region = regions.find((one) => one.isConnected);
  const headings = [...(region?.querySelectorAll<HTMLElement>(HEADING) ?? [])];
  return heading(headings.find((one) => !known.has(one)) ?? headings[0] ?? null);
}

function heading(element: HTMLElement | null): HTMLElement | null {
  if (element === null) return null;
  element.tabIndex = -1;
  element.style.outline = 'none';
  return element;
}
