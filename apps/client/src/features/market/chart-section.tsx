import type { ProductView } from '@candor/contract/market';
import { ChartPanel } from '@candor/chart/chart-panel.tsx';
import { FullScreenHead } from '../../services/chart/full-screen-head.tsx';
import { useChartHost } from '../../services/chart/use-chart-host.ts';
import { warmChart } from '../../services/chart/warm-chart.ts';
import { useOpenOrders } from '../../services/queries/shared-queries.ts';

warmChart();

/** The chart of a product; the member's open orders are drawn on it. */
export function ChartSection({ product, height }: { product: ProductView; height?: string }) {
  const host = useChartHost();
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
    <ChartPanel
      host={host}
      product={product.code}
      decimals={product.decimals}
      orders={orders}
      fullHead={(leave) => <FullScreenHead product={product} onLeave={leave} />}
      {...(height === undefined ? {} : { height })}
    />
  );
}
