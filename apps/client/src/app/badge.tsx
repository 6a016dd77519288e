import { formatBadge } from '../lib/format.ts';

/** A count at the corner of an icon, whose frame is `relative`. Its words are the caller's. */
export function Badge({ count }: { count: number }) {
  return (
    <span
      aria-hidden="true"
      className="tnum absolute -end-2.5 -top-1 min-w-4 rounded-full bg-accent-fill px-1 text-center text-[0.625rem]/4 font-bold text-on-accent"
    >
      {formatBadge(count)}
    </span>
  );
}
