import type { ReactNode } from 'react';
import { Skeleton, SkeletonRows } from '@candor/ui/skeleton.tsx';

/** Where a page will be. `hasBar`: below the bar with its title, as every page has but home and the entries. */
export function PageBlocks({ hasBar = false, children }: { hasBar?: boolean; children?: ReactNode }) {
  return (
    <>
      {hasBar && <div aria-hidden="true" data-page-bar="" className="hairline-b pt-[var(--safe-top)]" />}
      {/* As high as the screen: what is below the page must not be pushed out of sight when the page comes. */}
      <div className="gutter mx-auto min-h-dvh w-full max-w-[45rem] py-4 l:py-6" aria-busy="true">
        {children}
        <Skeleton className="mb-6 h-36 rounded-card" />
        <SkeletonRows count={6} />
      </div>
    </>
  );
}
