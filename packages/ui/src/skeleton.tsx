import { cx } from './cx.ts';

/** A block in its final geometry. It appears after 200 ms, so a fast answer never shows it. Size it by class. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('ui-skeleton rounded-control', className)} />;
}

/** `count` rows of a list: mark, two lines, a figure. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div aria-hidden="true" className="flex flex-col">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex h-16 items-center gap-3">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  );
}

/** `fields` fields of a form, each with its label and the line below it, and the form's button. */
export function SkeletonForm({ fields }: { fields: number }) {
  return (
    <div aria-hidden="true" className="flex flex-col gap-3">
      {Array.from({ length: fields }, (_, index) => (
        <div key={index} className="flex flex-col pb-6">
          <Skeleton className="mt-1 mb-2 h-3.5 w-1/4" />
          <Skeleton className="h-13 rounded-control" />
        </div>
      ))}
      <Skeleton className="my-3 h-14 rounded-control" />
    </div>
  );
}
