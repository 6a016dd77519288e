import type { ReactNode } from 'react';
import { cx } from '@candor/ui/cx';
import { Skeleton, SkeletonRows } from '@candor/ui/skeleton.tsx';

/** How wide a page is on a desktop; otherwise it is a readable column. */
export type PageFrame = 'columns' | 'wide';

type PageBlocksProps = {
  /** Below the bar with its title, as every page has but home and the entries. */
  hasBar?: boolean;
  frame?: PageFrame | undefined;
  children?: ReactNode;
};

const WIDTHS = { columns: 'max-w-[45rem] xl:max-w-[120rem]', wide: 'max-w-[45rem] xl:max-w-[120rem]' } as const;

/** Where a page will be, as wide as it and in as many columns. */
export function PageBlocks({ hasBar = false, frame, children }: PageBlocksProps) {
  return (
    <>
      {hasBar && <div aria-hidden="true" data-page-bar="" className="hairline-b pt-[var(--safe-top)]" />}
      {/* As high as the screen: what is below the page must not be pushed out of sight when the page comes. */}
      <div
        className={cx(
          'gutter mx-auto min-h-dvh w-full py-4 l:py-6',
          frame === undefined ? 'max-w-[45rem]' : WIDTHS[frame],
          frame === 'wide' && 'xl:py-4',
        )}
        aria-busy="true"
      >
        {children}
        {frame === 'columns' ? (
          <div className="xl:grid xl:grid-cols-[minmax(0,max(46rem,47%))_minmax(26rem,1fr)] xl:items-start xl:gap-8">
            <Skeleton className="mb-6 h-36 rounded-card xl:h-72" />
            <SkeletonRows count={6} />
          </div>
        ) : (
          <>
            <Skeleton className="mb-6 h-36 rounded-card" />
            <SkeletonRows count={6} />
          </>
        )}
      </div>
    </>
  );
}
