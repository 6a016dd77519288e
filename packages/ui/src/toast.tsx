import { useEffect, useRef, useSyncExternalStore } from 'react';
import { CircleAlert, CircleCheck } from 'lucide-react';

export type ToastTone = 'neutral' | 'success' | 'danger';
type ToastEntry = { id: number; text: string; tone: ToastTone };

const TOAST_MS = 2500;

let current: ToastEntry | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function publish(entry: ToastEntry | null) {
  current = entry;
  for (const listener of listeners) listener();
}

/** Shows one short message for 2500 ms. A newer toast replaces the older one. Can be called from anywhere. */
export function showToast(text: string, tone: ToastTone = 'neutral'): void {
  const entry = { id: nextId, text, tone };
  nextId += 1;
  publish(entry);
  setTimeout(() => {
    if (current?.id === entry.id) publish(null);
  }, TOAST_MS);
}

/** Rendered once in the app. A popover, so that it is visible above an open dialog. */
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
    if (toast) host.showPopover();
  }, [toast]);

  return (
    <div
      ref={ref}
      popover="manual"
      role="status"
      className="pointer-events-none fixed inset-x-0 top-auto bottom-[calc(var(--tabbar-height)+var(--safe-bottom)+5rem)] m-0 w-auto border-0 bg-transparent p-0 px-6 text-center"
    >
      {toast && (
        <span
          key={toast.id}
          className="ui-enter inline-flex max-w-96 items-center gap-2 rounded-button border border-line bg-surface-3 px-5 py-3 text-start text-body-s font-medium text-text-1 shadow-raised"
        >
          {toast.tone === 'success' && <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />}
          {toast.tone === 'danger' && <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />}
          {toast.text}
        </span>
      )}
    </div>
  );
}
