import { formatBadge } from './format.ts';

/** A count at the corner of an icon. The frame of the icon is `relative`. The caller supplies the words. */
export function Badge({ count }: { count: number }) {
  return (
    <span
      aria-hidden="true"
      className="tnum absolute -end-[min(0.625rem,2.5vw)] -top-1 min-w-[min(1rem,5.4vw)] rounded-full bg-badge px-1 text-center fit-caption font-bold text-on-badge"
    >
      {formatBadge(count)}
    </span>
  );
}
