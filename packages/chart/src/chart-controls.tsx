import { INTERVALS } from '@candor/contract/market';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { useChartHost } from './chart-host.ts';
import { changeChartPreferences, useChartPreferences } from './chart-preferences.ts';

/**
 * The strip above a chart: line or one of the seven intervals. Choices are remembered on this device; read them with
 * `useChartPreferences()`. Needs the texts of `market`.
 */
export function ChartControls({ className }: { className?: string }) {
  const t = useTranslations('market.chart');
  const { kept } = useChartHost();
  const { interval, kind } = useChartPreferences();
  const isLine = kind === 'line';
  return (
    <div
      className={cx(
        'scroll-quiet flex items-center gap-0.5 overflow-x-auto pe-6 [mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)]',
        className,
      )}
    >
      <div role="group" aria-label={t('intervals')} className="flex items-center gap-0.5">
        <Choice pressed={isLine} onPress={() => changeChartPreferences(kept, { kind: 'line', interval: '1m' })}>
          {t('line')}
        </Choice>
        {INTERVALS.map((each) => (
          <Choice
            key={each}
            pressed={!isLine && each === interval}
            onPress={() => changeChartPreferences(kept, { kind: 'candle', interval: each })}
          >
            {t(`interval.${each}`)}
          </Choice>
        ))}
      </div>
    </div>
  );
}

function Choice({ pressed, onPress, children }: { pressed: boolean; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(
        'press relative min-h-11 min-w-11 shrink-0 px-2 text-body-s whitespace-nowrap -outline-offset-2',
        pressed ? 'font-semibold text-accent' : 'text-text-2 hover:text-text-1',
      )}
    >
      {children}
    </button>
  );
}
