import { isWide } from '../../lib/media.ts';

/**
 * Called by a file that shows a chart, when it is loaded. On a wide screen the chart is most of the page: its code comes
 * beside the page's. On a phone it comes after the first paint (packages/chart/src/candle-chart.tsx).
 */
export function warmChart(): void {
  if (isWide()) import('@candor/chart/chart-view.tsx').catch(() => undefined);
}
