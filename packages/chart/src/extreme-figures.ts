/* The look of the highest and lowest price in view. Pure functions. */

import type { OverlayFigure } from 'klinecharts';
import type { Palette } from './chart-palette.ts';

/** From the end of the wick to the middle of the figure, and sideways to its edge. */
const AWAY_PX = 9;
const ASIDE_PX = 6;
/** Where a price is in the pane, px. */
export type Extreme = { x: number; y: number; text: string; side: 'above' | 'below' };

/** A leader from the end of the wick, and the figure toward the middle of the pane. */
export function markOf({ x, y, text, side }: Extreme, width: number, palette: Palette): OverlayFigure[] {
  const up = side === 'above' ? -1 : 1;
  const toRight = x < width / 2;
  const middle = y + up * AWAY_PX;
  const edge = x + (toRight ? ASIDE_PX : -ASIDE_PX);
  return [
    {
      type: 'line',
      ignoreEvent: true,
      attrs: {
        coordinates: [
          { x, y: y + up * 2 },
          { x, y: middle },
          { x: edge, y: middle },
        ],
      },
      styles: { style: 'solid', size: 1, color: palette.text },
    },
    {
      type: 'text',
      ignoreEvent: true,
      attrs: { x: edge, y: middle, text, align: toRight ? 'left' : 'right', baseline: 'middle' },
      styles: {
        style: 'fill',
        color: palette.text,
        size: palette.textSizePx,
        family: palette.font,
        weight: 'normal',
        backgroundColor: palette.ground,
        borderSize: 0,
        borderRadius: 3,
        paddingLeft: 3,
        paddingRight: 3,
        paddingTop: 1,
        paddingBottom: 1,
      },
    },
  ];
}
