import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';

type TermLineProps = { startsOn: string; redeemableFrom: string | null; maturesOn: string; today: string };

/** The term as a small timeline: the first day that earns, the first day of an early exit, and the day of repayment. */
export function TermLine({ startsOn, redeemableFrom, maturesOn, today }: TermLineProps) {
  const t = useTranslations('invest.term');
  const hasExit = redeemableFrom !== null && redeemableFrom > startsOn && redeemableFrom < maturesOn;
  const points = [
    { key: 'starts', date: startsOn },
    ...(hasExit ? [{ key: 'exit', date: redeemableFrom } as const] : []),
    { key: 'repaid', date: maturesOn },
  ] as const;
  return (
    <ol aria-label={t('label')} className="relative flex justify-between gap-2">
      <span
        aria-hidden="true"
        className="absolute inset-x-1.5 top-1.5 h-0.5 -translate-y-1/2 rounded-full bg-surface-3"
      />
      {points.map(({ key, date }, index) => (
        <li
          key={key}
          className={cx(
            'relative flex min-w-0 flex-col gap-1',
            index === 0
              ? 'items-start'
              : index === points.length - 1
                ? 'items-end text-end'
                : 'items-center text-center',
          )}
        >
          <span
            aria-hidden="true"
            className={cx(
              'size-3 rounded-full border-2',
              date <= today ? 'border-selected bg-selected' : 'border-selected bg-surface-1',
            )}
          />
          <span className="mt-1 text-caption text-text-3">{t(key)}</span>
          <time dateTime={date} className="tnum text-caption font-bold">
            {date}
          </time>
        </li>
      ))}
    </ol>
  );
}
