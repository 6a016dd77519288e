/* Open orders as an overlay of the chart library. */

import { registerOverlay } from 'klinecharts';
import type { Chart, OverlayCreate } from 'klinecharts';
import { offsetInBar } from './chart-orders.ts';
import type { ChartOrder } from './chart-orders.ts';
import type { Palette } from './chart-palette.ts';
import { intervalOf } from './chart-periods.ts';
import { orderFigures } from './order-figures.ts';

const ORDER_GROUP = 'orders';

export type DrawnOrders = { orders: readonly ChartOrder[]; label: (order: ChartOrder) => string };

type OrderDrawing = { order: ChartOrder; label: string; palette: Palette; intervalMs: number };

let overlayRegistered = false;

/** The entry price from entry to closing, the closing moment as a vertical line, the winning side tinted. */
export function registerOrderOverlay(): void {
  if (overlayRegistered) return;
  overlayRegistered = true;
  registerOverlay<OrderDrawing>({
    name: 'candorOrder',
    totalStep: 1,
    lock: true,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures({ chart, overlay, bounding, xAxis, yAxis }) {
      const { order, label, palette, intervalMs } = overlay.extendData;
      if (!xAxis) return [];
      const barPx = chart.getBarSpace().bar;
      const xAt = (iso: string) => {
        const ms = Date.parse(iso);
        return xAxis.convertTimestampToPixel(ms) + offsetInBar(ms, intervalMs) * barPx;
      };
      const y = order.entryPrice === null ? null : (yAxis?.convertToPixel(Number(order.entryPrice)) ?? null);
      const { width, height } = bounding;
      const startX = xAt(order.entryAt);
      // While the chart shows the past, the order is not there yet.
      if (startX > width) return [];
      const frame = { startX, endX: Math.min(xAt(order.closesAt), width - 1), y, width, height };
      const price = order.entryPrice === null ? '' : chart.getThousandsSeparator().format(order.entryPrice);
      return orderFigures(frame, order, { label, price, timeZone: chart.getTimezone() }, palette);
    },
  });
}

/** Draws exactly these orders, as soon as the length of a bar is known. */
export function drawOrders(chart: Chart, { orders, label }: DrawnOrders, palette: Palette): void {
  chart.removeOverlay({ groupId: ORDER_GROUP });
  const period = chart.getPeriod();
  if (!period) return;
  for (const order of orders) chart.createOverlay(overlayOf(order, label(order), palette, intervalOf(period)));
}

function overlayOf(order: ChartOrder, label: string, palette: Palette, intervalMs: number): OverlayCreate {
  const value = order.entryPrice === null ? {} : { value: Number(order.entryPrice) };
  return {
    name: 'candorOrder',
    id: `order-${order.id}`,
    groupId: ORDER_GROUP,
    lock: true,
    points: [{ timestamp: Date.parse(order.entryAt), ...value }],
    extendData: { order, label, palette, intervalMs } satisfies OrderDrawing,
  };
}
