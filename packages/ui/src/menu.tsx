import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { Check } from 'lucide-react';
import { cx } from './cx.ts';
import { useHoverOpen } from './use-hover-open.ts';

export type MenuItem = {
  key: string;
  label: ReactNode;
  href?: string;
  onPress?: () => void;
  /** Marks the current choice. */
  checked?: boolean;
  danger?: boolean;
};

type MenuProps = {
  label: string;
  trigger: ReactNode;
  items: readonly MenuItem[];
  /** Also opens 100 ms after the pointer comes to rest on it, besides click and keys. */
  hover?: boolean;
  align?: 'start' | 'end';
  triggerClass?: string;
  active?: boolean;
};

/** A button with a list below it. Click, Enter, arrows and Escape; the list has links or buttons, in tab order. */
export function Menu({ label, trigger, items, hover = false, align = 'start', triggerClass, active }: MenuProps) {
  const [open, setOpen] = useState(false);
  const rootRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const listId = useId();
  useHoverOpen(rootRef, hover, setOpen);
  useOutside(rootRef, open, () => setOpen(false));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.stopPropagation();
      buttonRef.current?.focus();
      setOpen(false);
      return;
    }
    if (!MOVING_KEYS.includes(event.key) || (!open && event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    setOpen(true);
    requestAnimationFrame(() => moveFocus(rootRef.current, event.key));
  };

  return (
    <div ref={rootRef} role="presentation" className="relative" onKeyDown={onKeyDown}>
      <button
        ref={buttonRef}
        type="button"
        aria-label={label}
        aria-haspopup="true"
        aria-expanded={open}
        aria-controls={listId}
        aria-current={active ? 'true' : undefined}
        // Keyboard focus opens a hover menu. A pointer that clicks it has already opened it by resting there.
        onFocus={(event) => {
          const fromList = rootRef.current?.contains(event.relatedTarget);
          if (hover && !fromList && event.currentTarget.matches(':focus-visible')) setOpen(true);
        }}
        onClick={() => setOpen(!open || hover)}
        className={cx('press', triggerClass)}
      >
        {trigger}
      </button>
      <ul
        id={listId}
        data-menu-list=""
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

const MOVING_KEYS = ['ArrowDown', 'ArrowUp', 'Home', 'End'];

function moveFocus(root: HTMLElement | null, key: string): void {
  const entries = [...(root?.querySelectorAll<HTMLElement>('[data-menu-entry]') ?? [])];
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const last = entries.length - 1;
  const next: Record<string, number> = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  entries[next[key] ?? 0]?.focus();
}

/** A press or a focus elsewhere closes the open menu. */
function useOutside(root: RefObject<HTMLElement | null>, open: boolean, onOutside: () => void): void {
  const leave = useEffectEvent(onOutside);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) leave();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [root, open]);
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
