import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck } from 'lucide-react';

export type ToastTone = 'neutral' | 'success' | 'danger';
/** A way on from the news. */
export type ToastLink = { href: string; label: string };
type ToastEntry = { id: number; text: string; tone: ToastTone; link?: ToastLink | undefined };

export const TOAST_MS = 2500;
/** A toast with a link stays until it can be read and reached. */
const LINK_MS = 8000;

let current: ToastEntry | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

/** How far a toast moves from its own place, px; an app says what it must not cover. */
type Place = (own: HTMLElement) => number;
let placeOf: Place = () => 0;

/** From now on this decides where toasts stand. Returns a function that ends it. */
export function placeToasts(place: Place): () => void {
  placeOf = place;
  return () => {
    if (placeOf === place) placeOf = () => 0;
  };
}

function publish(entry: ToastEntry | null) {
  current = entry;
  for (const listener of listeners) listener();
}

/** Shows one short message for 2500 ms. A newer toast replaces the older one. Can be called from anywhere. */
export function showToast(text: string, tone: ToastTone = 'neutral', link?: ToastLink): void {
  const entry = { id: nextId, text, tone, link };
  nextId += 1;
  publish(entry);
  setTimeout(
    () => {
      if (current?.id === entry.id) publish(null);
    },
    link === undefined ? TOAST_MS : LINK_MS,
  );
}

/** What changes a page comes in several steps. */
const CHANGED_MS = 150;

/**
 * Places a toast, and again when another page comes below it or the window has another size. Between these it stays where it
 * is: a toast that moves cannot be read. Returns a function that ends it.
 */
function keepPlaced(host: HTMLElement, shown: HTMLElement): () => void {
  let shift = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const place = (from: number) => {
    host.style.transform = from === 0 ? '' : `translateY(${from}px)`;
    shift = from + placeOf(shown);
    host.style.transform = `translateY(${shift}px)`;
  };
  // What was free may be out of the window now.
  const resized = () => place(0);
  const observer = new MutationObserver((changes) => {
    if (changes.every(({ target }) => host.contains(target))) return;
    clearTimeout(timer);
    timer = setTimeout(() => place(shift), CHANGED_MS);
  });
  place(0);
  observer.observe(document.body, { childList: true, subtree: true });
  window.addEventListener('resize', resized);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    window.removeEventListener('resize', resized);
  };
}

/** Rendered once in the app, below the bar at the top. A popover, so that it is visible above an open dialog. */
export function ToastHost() {
  const toast = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const host = ref.current;
    if (!host || typeof host.showPopover !== 'function') return;
    if (host.matches(':popover-open')) host.hidePopover();
    host.style.transform = '';
    if (toast) host.showPopover();
    const shown = host.querySelector<HTMLElement>('[data-toast]');
    return shown ? keepPlaced(host, shown) : undefined;
  }, [toast]);

  return (
    <div
      ref={ref}
      popover="manual"
      role="status"
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--safe-top)+var(--nav-height)+0.5rem)] bottom-auto m-0 w-auto border-0 bg-transparent p-0 px-6 text-center xl:top-[calc(var(--topnav-height)+var(--nav-height)+0.5rem)]"
    >
      {toast && (
        <span
          key={toast.id}
          data-toast=""
          className="ui-enter inline-flex max-w-96 items-center gap-2 rounded-control border border-line bg-surface-3 px-4 py-3 text-start text-body-s font-medium text-text-1 shadow-raised"
        >
          {toast.tone === 'success' && <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />}
          {toast.tone === 'danger' && <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />}
          <span>{wholeAmounts(toast.text)}</span>
          {toast.link && (
            <a
              href={toast.link.href}
              onClick={() => publish(null)}
              className="pointer-events-auto -my-3 -me-2 inline-flex min-h-11 shrink-0 items-center px-2 font-bold text-link"
            >
              {toast.link.label}
            </a>
          )}
        </span>
      )}
    </div>
  );
}

/** A line would break between a sign and its amount: a loss would read as a gain. */
function wholeAmounts(text: string): ReactNode[] {
  return text.split(/([−+][^\s\d]?[\d.,]*\d)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- a part has its place
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
