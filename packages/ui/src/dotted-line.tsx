import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type DottedLineProps = { parts: readonly ReactNode[]; className?: string };

/** Short facts with a dot between them. None is broken in two, and a dot never hangs at either end of a line. */
export function DottedLine({ parts, className }: DottedLineProps) {
  return (
    <p className={cx('tnum overflow-hidden', className)}>
      {/* Each has its dot before it; that of the first of every line is outside of the box. */}
      <span className="-ms-3 block">
        {parts.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a fact has its place
          <span key={index} className="relative inline-block ps-3 before:absolute before:start-1 before:content-['·']">
            {part}{' '}
          </span>
        ))}
      </span>
    </p>
  );
}
