import type { ReactNode } from 'react';

/** One deposit or withdrawal: its facts stand beside the rest where there is room, as on its own page on a desktop. */
export function DetailColumns({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <div className="flex flex-col gap-4 @min-[56rem]:grid @min-[56rem]:grid-cols-[minmax(0,max(46rem,47%))_minmax(26rem,1fr)] @min-[56rem]:grid-rows-[auto_auto_auto_1fr] @min-[56rem]:items-start @min-[56rem]:gap-x-8 @min-[56rem]:*:col-start-1">
        {children}
      </div>
    </div>
  );
}

export const FACTS_PLACE = '@min-[56rem]:col-start-2! @min-[56rem]:row-span-4 @min-[56rem]:row-start-1';
