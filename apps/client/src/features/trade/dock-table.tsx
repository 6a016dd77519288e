import type { ReactNode } from 'react';
import { cx } from '@candor/ui/cx';

/** A table of the dock: its head stays while the rows scroll. */
export function DockTable({
  caption,
  heads,
  children,
}: {
  caption: string;
  heads: readonly DockHead[];
  children: ReactNode;
}) {
  return (
    <table className="tnum w-full text-body-s">
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-0 z-10 bg-surface-1 text-caption text-text-3">
        <tr>
          {heads.map(({ text, isFigure }) => (
            <th
              key={text}
              scope="col"
              className={cx('px-4 py-1 font-medium whitespace-nowrap', isFigure ? 'text-end' : 'text-start')}
            >
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export type DockHead = { text: string; isFigure?: boolean };

export function DockCell({ isFigure = false, children }: { isFigure?: boolean; children: ReactNode }) {
  return <td className={cx('px-4 whitespace-nowrap', isFigure && 'text-end')}>{children}</td>;
}
