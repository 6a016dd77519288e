import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Check } from 'lucide-react';
import { cx } from './cx.ts';

export type MenuItem = {
  key: string;
  label: ReactNode;
  href?: string;
  onPress?: () => void;
  /** Marks the choice that holds now. */
  checked?: boolean;
  danger?: boolean;
};

type MenuProps = {
  label: string;
  trigger: ReactNode;
  items: readonly MenuItem[];
  /** Opens 100 ms after the pointer comes to rest on it, besides click and keys. */
  hover?: boolean;
  align?: 'start' | 'end';
  triggerClass?: string;
  active?: boolean;
};

const HOVER_OPEN_MS = 100;
/** Long enough to cross a corner on the way into the list. */
const HOVER_CLOSE_MS = 220;

/** A button with a list below it. Click, Enter, arrows and Escape; the list is links or buttons, in tab order. */
export function Menu({ label, trigger, items, hover = false, align = 'start', triggerClass, active }: MenuProps) {
  const [open, setOpen] = useState(false);
  const rootRef = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const listId = useId();

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !rootRef.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open]);

  const after = (ms: number, next: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), ms);
  };

  const moveFocus = (step: 1 | -1) => {
    const entries = [...(rootRef.current?.querySelectorAll<HTMLElement>('[data-menu-entry]') ?? [])];
    const at = entries.findIndex((entry) => entry === document.activeElement);
    entries[(at + step + entries.length) % entries.length]?.focus();
  };

  return (
    <div
      ref={rootRef}
      className="relative"
      onPointerEnter={(event) => hover && event.pointerType === 'mouse' && after(HOVER_OPEN_MS, true)}
      onPointerLeave={(event) => hover && event.pointerType === 'mouse' && after(HOVER_CLOSE_MS, false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) {
          setOpen(false);
          rootRef.current?.querySelector('button')?.focus();
        } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          event.preventDefault();
          setOpen(true);
          requestAnimationFrame(() => moveFocus(event.key === 'ArrowDown' ? 1 : -1));
        }
      }}
    >
      <button
        type="button"
        aria-label={label}
        aria-haspopup="true"
        aria-expanded={open}
        aria-controls={listId}
        aria-current={active ? 'true' : undefined}
        onClick={() => {
          clearTimeout(timer.current);
          setOpen(!open || hover);
        }}
        className={cx('press', triggerClass)}
      >
        {trigger}
      </button>
      <ul
        id={listId}
        hidden={!open}
        className={cx(
          'ui-enter absolute top-full z-40 mt-2 min-w-48 rounded-button border border-line bg-sheet p-1.5 shadow-raised',
          align === 'end' ? 'end-0' : 'start-0',
        )}
      >
        {items.map((item) => (
          <li key={item.key}>
            <Entry item={item} onChosen={() => setOpen(false)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Entry({ item, onChosen }: { item: MenuItem; onChosen: () => void }) {
  const className = cx(
    'flex min-h-11 w-full items-center justify-between gap-4 rounded-small px-3 text-start text-body-s font-medium whitespace-nowrap hover:bg-surface-2 -outline-offset-2',
    item.danger ? 'text-danger' : item.checked ? 'text-accent' : 'text-text-1',
  );
  if (item.href !== undefined) {
    return (
      <a data-menu-entry="" href={item.href} onClick={onChosen} className={className}>
        {item.label}
      </a>
    );
  }
  return (
    <button
      data-menu-entry=""
      type="button"
      aria-pressed={item.checked}
      onClick={() => {
        onChosen();
        item.onPress?.();
      }}
      className={className}
    >
      {item.label}
      {item.checked && <Check aria-hidden="true" className="size-4" />}
    </button>
  );
}
