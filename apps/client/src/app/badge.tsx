import { formatBadge } from '../lib/format.ts';

/** A count at the corner of an icon. The frame of the icon is `relative`. The caller supplies the words. */
export function Badge({ count }: { count: number }) {
  return (
    <span
      aria-hidden="true"
      className="tnum absolute -end-[min(0.625rem,2.5vw)] -top-1 min-w-[1rem] rounded-full bg-accent-fill px-1 text-center text-[0.625rem]/[1rem] font-bold text-on-accent"
    >
      {formatBadge(count)}
    </span>
  );
}
