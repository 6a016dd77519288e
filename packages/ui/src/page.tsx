import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type PageProps = {
  /** A NavBar, or nothing if the page has its own header. */
  bar?: ReactNode;
  /** Stays at the bottom above the tab bar: the page's one action. */
  action?: ReactNode;
  /** Wide pages (tables, trade) use the full content width on desktop; others keep a readable column. */
  wide?: boolean;
  /** A form or a figure with something beside it on a desktop: see `Columns`. */
  columns?: boolean;
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * What stays in view at the foot, on the page's own ground, with the safe area below it. What goes on under it fades out above it;
 * where nothing does, nothing is drawn: no rule in mid-page.
 */
const ACTION_BAR =
  'sticky bottom-[var(--shell-bottom,0px)] z-10 bg-bg px-[var(--gutter)] py-3 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-4 before:bg-linear-to-t before:from-bg before:to-transparent after:absolute after:inset-x-0 after:top-full after:h-[var(--safe-bottom)] after:bg-bg sideways:py-2';

/** The frame of a page inside the shell. */
export function Page({ bar, action, wide = false, columns = false, flush = false, className, children }: PageProps) {
  return (
    // The bar keeps to the column of the page: back and title stand where the content begins.
    <div
      className={cx(
        'flex min-h-full flex-1 flex-col',
        wide ? '[--page-width:120rem]' : '[--page-width:30rem] l:[--page-width:45rem]',
        columns && 'sideways:[--page-width:60rem] xl:[--page-width:120rem]',
      )}
    >
      {bar}
      <div
        className={cx(
          // What the shell hangs from the edge of the bar has its room here.
          'ui-enter mx-auto mt-[var(--shell-note,0px)] w-full max-w-[var(--page-width)] flex-1',
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

type ColumnsProps = {
  /** The form, or what the page is about. */
  children: ReactNode;
  /** What is known before it: it stands above it on a phone. */
  before?: ReactNode;
  /** What belongs to it: records, explanations. It stands below it on a phone. */
  after?: ReactNode;
  /** Whether the window has room for two columns: then the main part is the first one. */
  isWide: boolean;
  /** On a phone held sideways the parts stand beside each other too. */
  isSideBySide?: boolean;
};

/**
 * On a desktop the main part has a column of its own, and all else is beside it. The order in the document is that of the
 * eye, in both; the parts keep their state. A phone has no boxes around the parts, so that an action sticks to the whole page.
 */
export function Columns({ children, before, after, isWide, isSideBySide = false }: ColumnsProps) {
  const column = cx(COLUMN, isSideBySide && SIDEWAYS_COLUMN);
  const main = (
    <div key="main" className={cx(column, 'xl:row-span-2', isSideBySide && SIDEWAYS_MAIN)}>
      {children}
    </div>
  );
  const first = before !== undefined && (
    <div key="before" className={cx(column, 'xl:col-start-2')}>
      {before}
    </div>
  );
  const last = after !== undefined && (
    <div key="after" className={cx(column, 'xl:col-start-2')}>
      {after}
    </div>
  );
  return (
    <div
      className={cx(
        'flex flex-col gap-4 small:gap-3 xl:grid xl:grid-cols-[minmax(0,max(46rem,47%))_minmax(26rem,1fr)] xl:grid-rows-[auto_1fr] xl:items-start xl:gap-x-8',
        isSideBySide &&
          'max-xl:sideways:grid max-xl:sideways:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] max-xl:sideways:grid-rows-[auto_1fr] max-xl:sideways:items-start',
      )}
    >
      {isWide ? [main, first, last] : [first, main, last]}
    </div>
  );
}

const COLUMN = 'max-xl:contents xl:flex xl:min-w-0 xl:flex-col xl:gap-4';
/** What is beside it does not wait for its end. */
const SIDEWAYS_MAIN = 'max-xl:sideways:col-start-2 max-xl:sideways:row-start-1 max-xl:sideways:row-span-2';
const SIDEWAYS_COLUMN = 'max-xl:sideways:flex max-xl:sideways:min-w-0 max-xl:sideways:flex-col max-xl:sideways:gap-4';

/**
 * The one action of a form, in view above the tab bar while the form is longer than the screen. More may follow it. On a
 * desktop the form ends with it.
 */
export function StickyAction({ children }: { children: ReactNode }) {
  return (
    <div
      data-sticky-action=""
      className={cx(ACTION_BAR, '-mx-[var(--gutter)] xl:mx-0 xl:bg-transparent xl:p-0 xl:before:hidden')}
    >
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
