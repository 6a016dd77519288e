import type { ProductView } from '@candor/contract/market';
import type { OrderView } from '@candor/contract/trading';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ChartPanel } from '@candor/chart/chart-panel.tsx';
import type { ChartCellProps } from '@candor/chart/chart-panel.tsx';
import { FullScreenHead } from '../../services/chart/full-screen-head.tsx';
import { useChartHost } from '../../services/chart/use-chart-host.ts';
import { warmChart } from '../../services/chart/warm-chart.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { useRunningOrders } from '../../services/active-order/following/use-running-orders.ts';

warmChart();

/** The chart with its strip, filling the free height; the product's running order is drawn into it. */
export function TradeChart({ product, cell }: { product: ProductView; cell?: ChartCellProps }) {
  const host = useChartHost();
  const t = useTranslations('trade.page');
  const running = useRunningOrders().find((order) => order.product === product.code);
  const orders = useChartOrders(running);
  return (
    // In the lowest windows the page scrolls, rather than that the chart is a strip.
    <section aria-label={t('chart')} className="flex min-h-0 flex-1 flex-col low:min-h-52">
      <ChartPanel
        host={host}
        key={product.code}
        product={product.code}
        decimals={product.decimals}
        orders={orders}
        height="fill"
        {...(cell === undefined ? {} : { cell })}
        fullHead={(leave) => <FullScreenHead product={product} onLeave={leave} />}
      />
    </section>
  );
}

/** The order as it is known now: its entry price arrives a second after it was accepted. */
function useChartOrders(running: OrderView | undefined): OrderView[] {
  const { data } = useQuery<OrderView>({
    queryKey: queryKeys.order(running?.id ?? ''),
    queryFn: skipToken,
  });
  return running === undefined ? [] : [data ?? running];
}
