import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { cx } from './cx.ts';

type TabsProps<T extends string> = {
  label: string;
  tabs: readonly { value: T; label: ReactNode }[];
  value: T;
  onChange: (value: T) => void;
  /** The content of the chosen tab. */
  children: ReactNode;
  /** At the end of the line of tabs. */
  aside?: ReactNode;
  /** 32 px instead of 48, for columns of a workspace that a pointer moves in. */
  isDense?: boolean;
  className?: string;
  lineClassName?: string;
  panelClassName?: string;
};

/** Tabs above their panel; arrows, Home and End move between them. */
export function Tabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  aside,
  isDense = false,
  className,
  lineClassName,
  panelClassName,
}: TabsProps<T>) {
  const id = useId();
  const listRef = useRef<HTMLDivElement>(null);
  useChosenInView(listRef, value);

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = nextIndex(event.key, at, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (next === null || !tab) return;
    event.preventDefault();
    onChange(tab.value);
    const button = listRef.current?.children[next];
    if (button instanceof HTMLElement) button.focus();
  }

  return (
    <div className={className}>
      <div className={cx('hairline-b flex items-center gap-4', lineClassName)}>
        <div
          ref={listRef}
          role="tablist"
          aria-label={label}
          onKeyDown={move}
          className={cx(
            'scroll-quiet flex min-w-0 flex-1 overflow-x-auto',
            isDense ? 'gap-3' : 'gap-6 sideways:max-l:gap-4',
          )}
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={`${id}-panel`}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
              className={cx(
                'relative shrink-0 text-body-s font-bold whitespace-nowrap transition-colors -outline-offset-2',
                isDense ? 'min-h-8 min-w-6' : 'min-h-12 min-w-11 px-1',
                tab.value === value
                  ? 'text-text-1 after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full after:bg-selected'
                  : 'text-text-3 hover:text-text-1',
              )}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={panelClassName}>
        {children}
      </div>
    </div>
  );
}

/** A line that is too narrow for all tabs shows the chosen one whole, also when a label grows, as by a badge that comes late. */
function useChosenInView(listRef: RefObject<HTMLElement | null>, value: string): void {
  useEffect(() => {
    const list = listRef.current;
    if (!list) return;
    const size = new ResizeObserver(() => {
      const chosen = list.querySelector('[aria-selected=true]')?.getBoundingClientRect();
      const room = list.getBoundingClientRect();
      if (chosen === undefined) return;
      if (chosen.right > room.right) list.scrollLeft += chosen.right - room.right;
      else if (chosen.left < room.left) list.scrollLeft -= room.left - chosen.left;
    });
    for (const tab of list.children) size.observe(tab);
    return () => size.disconnect();
  }, [listRef, value]);
}

function nextIndex(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
