import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type PageProps = {
  /** A NavBar, or nothing if the page has its own header. */
  bar?: ReactNode;
  /** Stays at the bottom above the tab bar: the page's one action. */
  action?: ReactNode;
  /** Wide pages (tables, trade) use the full content width on desktop; others keep a readable column. */
  wide?: boolean;
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

/** What stays in view at the foot: one line above it, the page's own ground, and the safe area below it. */
const ACTION_BAR =
  'hairline-t sticky bottom-[var(--shell-bottom,0px)] z-10 bg-bg/92 px-[var(--gutter)] py-3 backdrop-blur-lg after:absolute after:inset-x-0 after:top-full after:h-[var(--safe-bottom)] after:bg-bg sideways:py-2';

/** The frame of a page inside the shell. */
export function Page({ bar, action, wide = false, flush = false, className, children }: PageProps) {
  return (
    // The bar keeps to the column of the page: back and title stand where the content begins.
    <div
      className={cx(
        'flex min-h-full flex-1 flex-col',
        wide ? '[--page-width:90rem]' : '[--page-width:30rem] l:[--page-width:45rem]',
      )}
    >
      {bar}
      <div
        className={cx(
          'ui-enter mx-auto w-full max-w-[var(--page-width)] flex-1',
          !flush && 'gutter py-4 l:py-6 sideways:py-2',
          className,
        )}
      >
        {children}
      </div>
      {action && (
        <div data-sticky-action="last" className={ACTION_BAR}>
          <div className="mx-auto w-full max-w-[30rem]">{action}</div>
        </div>
      )}
    </div>
  );
}

/** The one action of a form, in view above the tab bar while the form is longer than the screen. More may follow it. */
export function StickyAction({ children }: { children: ReactNode }) {
  return (
    <div data-sticky-action="" className={cx(ACTION_BAR, '-mx-[var(--gutter)]')}>
      {children}
    </div>
  );
}

/** A group of content on its own surface. */
export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <section className={cx('rounded-card border border-line bg-surface-1 p-4 shadow-card', className)}>
      {children}
    </section>
  );
}
