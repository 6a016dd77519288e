import type { ProductView } from '@candor/contract/market';
import { ChartPanel } from '../../services/chart/chart-panel.tsx';
import { useOpenOrders } from '../../services/queries/shared-queries.ts';

/** The chart of a product; the member's open orders are drawn on it. */
export function ChartSection({ product, height }: { product: ProductView; height?: string }) {
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
      product={product.code}
      decimals={product.decimals}
      orders={orders}
      {...(height === undefined ? {} : { height })}
    />
  );
}
