import type { ReactNode } from 'react';
import { ChevronRight } from 'lucide-react';
import { hrefTo } from '../../lib/location.ts';
import type { AppPath } from '../../lib/paths.ts';

type SideCardProps = { title: string; to: AppPath; more: ReactNode; children: ReactNode };

/** Rows under their name, with the way to all of them. */
export function SideCard({ title, to, more, children }: SideCardProps) {
  return (
    <section aria-label={title} className="overflow-hidden rounded-card border border-line bg-surface-1 shadow-card">
      <div className="hairline-b flex min-h-11 flex-wrap items-center justify-between gap-x-3 ps-4 pe-2">
        <h2 className="text-body-s font-bold">{title}</h2>
        {more !== undefined && more !== false && (
          <a
            href={hrefTo(to)}
            className="inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-body-s text-text-2 -outline-offset-2 hover:text-text-1"
          >
            {more}
            <ChevronRight aria-hidden="true" className="size-4" />
          </a>
        )}
      </div>
      {children}
    </section>
  );
}

/** Lines between the rows of such a card. */
export const ROWS = '[&>*+*]:border-t [&>*+*]:border-line';
