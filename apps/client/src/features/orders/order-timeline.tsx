import type { OrderView } from '@candor/contract/trading';
import { cx } from '@candor/ui/cx';
import { Check } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatClock } from '../../lib/time.ts';

/** 提交 → 成交 → 结算: what happened when, and what is still to come. */
export function OrderTimeline({ order }: { order: OrderView }) {
  const t = useTranslations('orders.timeline');
  const settled = order.status !== 'open';
  const steps = [
    { key: 'submitted', at: order.submittedAt, done: true },
    { key: 'entered', at: order.entryAt, done: order.entryPrice !== null },
    { key: 'settled', at: order.settledAt ?? order.closesAt, done: settled },
  ] as const;
  return (
    <section>
      <h2 className="text-body-s font-semibold">{t('title')}</h2>
      <ol className="mt-3 grid grid-cols-3">
        {steps.map(({ key, at, done }, index) => (
          <li key={key} className="relative flex flex-col items-center gap-1 text-center">
            {index > 0 && (
              <span
                aria-hidden="true"
                className={cx('absolute end-1/2 top-3 h-0.5 w-full', done ? 'bg-accent-fill' : 'bg-surface-3')}
              />
            )}
            <span
              className={cx(
                'relative z-1 flex size-6.5 items-center justify-center rounded-full border-2',
                done ? 'border-accent-fill bg-accent-fill text-on-accent' : 'border-surface-3 bg-surface-1',
              )}
            >
              {done && <Check aria-hidden="true" className="size-4" strokeWidth={2.5} />}
            </span>
            <span className={cx('text-caption font-semibold', !done && 'text-text-3')}>
              {t(key)}
              <span className="sr-only">{done ? t('done') : t('toCome')}</span>
            </span>
            <span className="tnum text-caption text-text-3">{formatClock(at)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
