/* The look of an open order on the chart. Pure functions; the adapter only passes the result on. */

import type { OverlayFigure } from 'klinecharts';
import { formatClock } from '@candor/ui/moments';
import type { ChartOrder } from './chart-orders.ts';
import { withAlpha } from './chart-palette.ts';
import type { Palette } from './chart-palette.ts';

/** Pixels of the pane: where the order enters and closes, and its entry price (null until its tick). */
export type OrderFrame = { startX: number; endX: number; y: number | null; width: number; height: number };

const LABEL_HALF_PX = 40;
/** The figures of the averages and a label below them. */
const TOP_TAKEN_PX = 44;

/** `price` is the entry price as it is written. */
export type OrderWords = { label: string; price: string; timeZone: string };

/**
 * The entry price as a line with its figure at the left: at the price axis it would hide the live price. The winning side tinted until the closing moment, and that moment as a vertical line.
 */
export function orderFigures(
  frame: OrderFrame,
  order: ChartOrder,
  { label, price, timeZone }: OrderWords,
  palette: Palette,
): OverlayFigure[] {
  const { startX, endX, y, width, height } = frame;
  const closing = [
    dashedLine([endX, 0], [endX, height], palette.accent),
    {
      type: 'text',
      ignoreEvent: true,
      attrs: {
        x: endX,
        y: height - 2,
        text: formatClock(order.closesAt, timeZone),
        align: endX > width - LABEL_HALF_PX ? 'right' : 'center',
        baseline: 'bottom',
      },
      styles: tagStyle(palette, palette.accent, palette.onAccent),
    },
  ];
  if (y === null) return closing;
  const up = order.direction === 'up';
  const color = up ? palette.up : palette.down;
  const above = up && y > TOP_TAKEN_PX;
  const winning = up ? { y: 0, height: Math.max(0, y) } : { y, height: Math.max(0, height - y) };
  return [
    {
      type: 'rect',
      ignoreEvent: true,
      attrs: { x: startX, width: Math.max(1, endX - startX), ...winning },
      styles: { style: 'fill', color: withAlpha(color, 0.1) },
    },
    dashedLine([0, y], [width, y], color),
    ...closing,
    {
      type: 'text',
      ignoreEvent: true,
      attrs: {
        x: 4,
        y: above ? y - 3 : y + 3,
        text: `${up ? '▲' : '▼'} ${label} · ${price}`,
        baseline: above ? 'bottom' : 'top',
      },
      styles: directionTag(palette, order.direction),
    },
  ];
}

function dashedLine(from: [number, number], to: [number, number], color: string): OverlayFigure {
  return {
    type: 'line',
    ignoreEvent: true,
    attrs: { coordinates: [from, to].map(([x, y]) => ({ x, y })) },
    styles: { style: 'dashed', size: 1, color, dashedValue: [4, 3] },
  };
}

function directionTag(palette: Palette, direction: 'up' | 'down') {
  const up = direction === 'up';
  return tagStyle(palette, up ? palette.upFill : palette.downFill, up ? palette.onUp : palette.onDown);
}

function tagStyle({ font, textSizePx }: Palette, backgroundColor: string, color: string) {
  const padding = { paddingLeft: 4, paddingRight: 4, paddingTop: 2, paddingBottom: 2 };
  const type = { size: textSizePx, family: font, weight: 600 };
  return { style: 'fill', color, backgroundColor, borderSize: 0, borderRadius: 3, ...type, ...padding };
}
