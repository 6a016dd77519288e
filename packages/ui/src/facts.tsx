import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { cx } from './cx.ts';

/** Names and values, one line each; in large letters on a narrow screen the value goes below its name. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={cx('@container text-body-s', className)}>{children}</dl>;
}

type FactProps = {
  name: ReactNode;
  children: ReactNode;
  /** Adds a button that copies this text. */
  copy?: { text: string; label: string };
  strong?: boolean;
};

export function Fact({ name, children, copy, strong = false }: FactProps) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-x-4 py-1 @max-[12rem]:flex-wrap [&:not(:last-child)]:border-b [&:not(:last-child)]:border-line">
      <dt className="shrink-0 text-text-2 @max-[12rem]:min-w-0 @max-[12rem]:shrink">{name}</dt>
      <dd className={cx('tnum flex min-w-0 items-center justify-end text-end', strong && 'text-body font-bold')}>
        <span className="min-w-0">{children}</span>
        {copy && <CopyButton text={copy.text} label={copy.label} className="-my-2 -me-3" />}
      </dd>
    </div>
  );
}
