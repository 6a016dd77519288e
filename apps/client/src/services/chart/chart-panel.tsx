/*
 * The chart with its strip: intervals, indicators, table. What goes beyond the plain chart loads when it is asked for.
 * Needs the texts of `market`.
 */

import { lazy, Suspense, useRef, useState } from 'react';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { cx } from '@candor/ui/cx';
import { ChartSpline, Table2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { loadTexts } from '../../lib/i18n.tsx';
import { useLayout } from '../../lib/media.ts';
import { CandleChart } from './candle-chart.tsx';
import { ChartControls } from './chart-controls.tsx';
import type { ChartOrder } from './chart-orders.ts';
import { useChartPreferences } from './chart-preferences.ts';
import type { CandleChartHandle } from './chart-props.ts';
import { shownOf, SUB_PANES_MAX } from './indicators.ts';

const IndicatorSheet = lazy(async () => {
  const [module] = await Promise.all([import('./indicator-sheet.tsx'), loadTexts(['chart'])]);
  return { default: module.IndicatorSheet };
});

type ChartPanelProps = {
  /** Product code. */
  product: string;
  decimals: number;
  orders: readonly ChartOrder[];
  /** Any CSS length, or "fill": all the height that a flex column leaves. */
  height?: string;
};

type Sheets = { indicators: boolean; volumeKnown: boolean };

export function ChartPanel({ product, decimals, orders, height }: ChartPanelProps) {
  const t = useTranslations('market.chart');
  const { interval, kind, indicators } = useChartPreferences();
  const chart = useRef<CandleChartHandle | null>(null);
  // Null until the sheet is asked for the first time.
  const [sheets, setSheets] = useState<Sheets | null>(null);
  const subPanesMax = useLayout() === 'mobile' ? SUB_PANES_MAX.phone : SUB_PANES_MAX.wide;
  const fills = height === 'fill';
  return (
    <div className={cx('flex min-w-0 flex-col', fills && 'min-h-0 flex-1')}>
      <div className="flex items-center">
        <ChartControls className="-ms-2 min-w-0 flex-1" />
        <IconButton
          label={t('indicators')}
          onClick={() => setSheets({ indicators: true, volumeKnown: chart.current?.volumeKnown() ?? true })}
        >
          <ChartSpline aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </IconButton>
        <IconButton label={t('table.open')} onClick={() => chart.current?.showTable()} className="-me-2">
          <Table2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </IconButton>
      </div>
      <div className={cx('relative', fills && 'min-h-56 flex-1')}>
        <div className={cx(fills && 'absolute inset-0')}>
          <CandleChart
            key={product}
            product={product}
            decimals={decimals}
            interval={interval}
            kind={kind}
            indicators={shownOf(indicators, subPanesMax)}
            orders={orders}
            {...(height === undefined ? {} : { height: fills ? '100%' : height })}
            onReady={(handle) => {
              chart.current = handle;
            }}
          />
        </div>
      </div>
      {sheets && (
        <Suspense>
          <IndicatorSheet
            open={sheets.indicators}
            onClose={() => setSheets({ ...sheets, indicators: false })}
            subPanesMax={subPanesMax}
            volumeKnown={sheets.volumeKnown}
          />
        </Suspense>
      )}
    </div>
  );
}
