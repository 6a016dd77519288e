/* Where the parts of home will be. Each is as high as what comes in its place, so that nothing moves then. */

import type { ReactNode } from 'react';
import { Skeleton } from '@candor/ui/skeleton.tsx';

/** The whole of home, while its code is on the way. It comes with the document too: every class of it costs the first packets. */
export function HomeBlocks({ children }: { children?: ReactNode }) {
  return (
    <div aria-busy="true" className="gutter mx-auto min-h-dvh w-full max-w-[45rem] pt-[calc(var(--safe-top)+3.5rem)]">
      {children}
      <Skeleton className="h-21 w-2/5" />
      <Skeleton className="my-3 h-16" />
      <MarketBlocks />
    </div>
  );
}

/** The line of tabs and the rows of the markets. */
export function MarketBlocks() {
  return (
    <div aria-hidden="true" className="min-h-dvh">
      <div className="h-10" />
      <MarketRowBlocks />
    </div>
  );
}

export function MarketRowBlocks() {
  return Array.from({ length: 8 }, (_, at) => (
    <div key={at} aria-hidden="true" className="flex min-h-14 items-center gap-3">
      <Skeleton className="size-8 rounded-full" />
      <Skeleton className="h-3.5 flex-1" />
      <Skeleton className="h-5 w-20" />
    </div>
  ));
}
