import { useState } from 'react';
import { SegmentedControl } from '@candor/ui/segmented-control.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useTranslations } from 'use-intl';
import { useAmounts } from '../../services/session/amounts.tsx';
import { PartFailed } from '../../services/queries/query-states.tsx';
import { useSite } from '../../services/session/site.ts';
import { useBalanceLine } from './account-queries.ts';
import { balancePath } from './balance-path.ts';

/**
 * The total at the end of each of the last 7 or 30 days, as a line and in words. Today's point is the total of the card:
 * a second total for the same moment would be one too many. On a member's first day there is no line, and no choice of one: it
 * says when the line begins.
 */
export function BalanceLine({ total }: { total: string | undefined }) {
  const t = useTranslations('account.line');
  const amounts = useAmounts();
  const { currency } = useSite();
  const [days, setDays] = useState<'7' | '30'>('7');
  const query = useBalanceLine(days);
  const path = query.data === undefined ? null : balancePath(query.data.items, currency, total);
  const about =
    path === null
      ? ''
      : t('about', {
          from: path.first.date,
          to: path.last.date,
          first: amounts(path.first.total),
          last: amounts(path.last.total),
          least: amounts(path.least.total),
          most: amounts(path.most.total),
        });
  const isFirstDay = path === null && query.data !== undefined && !query.isError;
  if (isFirstDay)
    return (
      <section aria-label={t('title')} className="mt-3 border-t border-line pt-3">
        <p className="text-caption text-text-3">{t('firstDay')}</p>
      </section>
    );
  return (
    <section aria-label={t('title')} className="mt-3 border-t border-line pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-caption text-text-2">{t('title')}</h3>
        <SegmentedControl
          label={t('range')}
          value={days}
          onChange={setDays}
          className="w-[10rem]"
          options={[
            { value: '7', label: t('week') },
            { value: '30', label: t('month') },
          ]}
        />
      </div>
      {path === null ? (
        query.isError ? (
          <PartFailed onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="mt-2 h-20" />
        )
      ) : (
        <>
          <div role="img" aria-label={about} className="mt-2 h-16 py-1">
            <svg
              aria-hidden="true"
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              className="size-full overflow-visible"
            >
              <path
                d={path.d}
                fill="none"
                stroke="var(--series)"
                strokeWidth={1.75}
                strokeLinejoin="round"
                vectorEffect="non-scaling-stroke"
              />
            </svg>
          </div>
          <p aria-hidden="true" className="tnum flex justify-between gap-3 text-caption text-text-3">
            <span>{path.first.date.slice(5)}</span>
            <span className="text-end">{path.last.date.slice(5)}</span>
          </p>
        </>
      )}
    </section>
  );
}
