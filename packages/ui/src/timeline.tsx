import type { ReactNode } from 'react';
import { Check, Minus, X } from 'lucide-react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

/** done: it happened. now: it is going on. toCome: it will happen. failed, ended: it ended here, badly or quietly. */
export type TimelineState = 'done' | 'now' | 'toCome' | 'failed' | 'ended';

export type TimelineItem = {
  key: string;
  title: ReactNode;
  state: TimelineState;
  /** The state in words, for people who do not see the mark. */
  spoken: string;
  time?: ReactNode;
  note?: ReactNode;
};

const MARKS: Record<TimelineState, string> = {
  done: 'border-success bg-success text-bg',
  now: 'border-info bg-surface-1 text-info',
  toCome: 'border-surface-3 bg-surface-1 text-text-3',
  failed: 'border-danger bg-danger text-bg',
  ended: 'border-text-3 bg-surface-2 text-text-2',
};

/** What happened when, and what is still to come, from top to bottom. */
export function Timeline({ label, items }: { label: string; items: readonly TimelineItem[] }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {items.map((item, index) => (
        <li
          key={item.key}
          aria-current={item.state === 'now' ? 'step' : undefined}
          className="relative flex gap-3 pb-4 not-last:min-h-14 last:pb-0"
        >
          {index < items.length - 1 && (
            <span
              aria-hidden="true"
              className={cx(
                'absolute start-3 top-7 bottom-1 w-0.5 -translate-x-1/2 rounded-full rtl:translate-x-1/2',
                item.state === 'done' ? 'bg-success/55' : 'bg-surface-3',
              )}
            />
          )}
          <span
            aria-hidden="true"
            className={cx('flex size-6 shrink-0 items-center justify-center rounded-full border-2', MARKS[item.state])}
          >
            <Mark state={item.state} />
          </span>
          <div className="min-w-0 flex-1">
            <p className={cx('text-body-s font-bold', item.state === 'toCome' && 'text-text-3')}>
              {item.title}
              <span className="sr-only"> {item.spoken}</span>
            </p>
            {item.time !== undefined && <p className="tnum mt-1 text-caption text-text-3">{item.time}</p>}
            {item.note !== undefined && <div className="mt-1 text-body-s text-text-2">{item.note}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Mark({ state }: { state: TimelineState }) {
  const props = { className: 'size-3.5', strokeWidth: 3 } as const;
  switch (state) {
    case 'done':
      return <Check {...props} />;
    case 'now':
      return <Spinner className="size-3.5" />;
    case 'failed':
      return <X {...props} />;
    case 'ended':
      return <Minus {...props} />;
    case 'toCome':
      return null;
  }
}
