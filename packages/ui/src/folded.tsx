import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';

/** A part of a page that waits behind its heading, where there is no room for all of it. */
export function Folded({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="press flex min-h-12 list-none items-center gap-2 rounded-control border border-line bg-surface-1 px-3 py-1">
        <span className="min-w-0 flex-1">{heading}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-4.5 shrink-0 text-text-3 transition-transform group-open:rotate-180"
        />
      </summary>
      {children}
    </details>
  );
}
