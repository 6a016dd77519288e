import { Skeleton } from '@candor/ui/skeleton.tsx';

/** Where the cards beside the markets will be. */
export function SideBlocks() {
  return (
    <>
      <Skeleton className="h-26 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </>
  );
}
