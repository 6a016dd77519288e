import { useRef } from 'react';
import type { ProductView } from '@candor/contract/market';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Table2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { CandleChart } from '../../services/chart/candle-chart.tsx';
import type { CandleChartHandle } from '../../services/chart/chart-props.ts';
import { ChartControls } from '../../services/chart/chart-controls.tsx';
import { useChartPreferences } from '../../services/chart/chart-preferences.ts';
import { useOpenOrders } from '../../services/queries/shared-queries.ts';

/** Intervals, chart and the way to its table; the member's open orders are drawn on it. */
export function ChartSection({ product, height }: { product: ProductView; height?: string }) {
  const t = useTranslations('market.chart');
  const { interval, kind, indicators } = useChartPreferences();
  const chart = useRef<CandleChartHandle | null>(null);
  const orders = (useOpenOrders().data ?? [])
    .filter((order) => order.product === product.code)
    .map(({ id, direction, entryPrice, entryAt, closesAt, stake }) => ({
      id,
      direction,
      entryPrice,
      entryAt,
      closesAt,
      stake,
    }));
  return (
    <div>
      <div className="flex items-center">
        <ChartControls className="-ms-2 min-w-0 flex-1" />
        <IconButton label={t('table.open')} onClick={() => chart.current?.showTable()} className="-me-2">
          <Table2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </IconButton>
      </div>
      <CandleChart
        product={product.code}
        decimals={product.decimals}
        interval={interval}
        kind={kind}
        indicators={indicators}
        orders={orders}
        {...(height === undefined ? {} : { height })}
        onReady={(handle) => {
          chart.current = handle;
        }}
      />
    </div>
  );
}
