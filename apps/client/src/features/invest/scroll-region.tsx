import type { ReactNode } from 'react';

type ScrollRegionProps = { label: string; className: string; children: ReactNode };

/** A long list in a box of its own. The box takes the focus, so that keys scroll it too. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Without it, nothing in the box takes the focus.
    <div role="region" aria-label={label} tabIndex={0} className={`overflow-y-auto ${className}`}>
      {children}
    </div>
  );
}
