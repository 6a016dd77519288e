import type { LucideIcon } from 'lucide-react';

/** The picture of a row: what kind of movement or account it is. */
export function IconDisc({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="flex size-[min(2.5rem,12.5vw)] shrink-0 items-center justify-center rounded-full border border-line bg-surface-2 text-text-2">
      <Icon aria-hidden="true" className="size-[min(1.25rem,6.25vw)]" strokeWidth={1.75} />
    </span>
  );
}
