import type { ReactNode } from 'react';
import { ACTION_ICONS } from './action-icons.ts';
import type { ActionName } from './action-icons.ts';
import { cx } from './cx.ts';

/** Shortcuts beside each other. In large letters two of them stand in a row: four would lie over each other. */
export function Shortcuts({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] gap-2 sideways:gap-1">{children}</ul>
    </nav>
  );
}

type ShortcutProps = {
  href: string;
  action: ActionName;
  /** Why nothing can be sent there now. The name stays, and the page itself can still be read. */
  out?: string | undefined;
  children: ReactNode;
};

/** A way to what is done most often: the picture of the action on a tile, its name below. */
export function Shortcut({ href, action, out, children }: ShortcutProps) {
  const Icon = ACTION_ICONS[action];
  return (
    <li>
      <a
        href={href}
        title={out}
        className="press group flex min-h-16 flex-col items-center gap-2 rounded-control text-center small:gap-1"
      >
        <span
          className={cx(
            'inline-flex size-10 items-center justify-center rounded-control border border-line bg-surface-1 group-hover:bg-surface-2',
            out === undefined ? 'text-text-1 shadow-card' : 'text-text-disabled',
          )}
        >
          <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
        </span>
        <span className={cx('text-caption', out === undefined ? 'text-text-2' : 'text-text-disabled')}>
          {children}
          {out === undefined ? null : <span className="sr-only"> {out}</span>}
        </span>
      </a>
    </li>
  );
}
