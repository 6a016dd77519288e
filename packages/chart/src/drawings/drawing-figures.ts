/* A shape as figures of the chart library, in the colours of the page. */

import type { OverlayFigure } from 'klinecharts';
import { readPalette, withAlpha } from '../chart-palette.ts';
import type { DrawingColor } from './drawing.ts';
import type { Px, Shape } from './drawing-shape.ts';

export type DrawingPalette = {
  colors: Readonly<Record<DrawingColor, string>>;
  /** Text on any of the colours, and the middle of a handle. */
  ground: string;
  font: string;
  textSizePx: number;
};

export function readDrawingPalette(root: HTMLElement = document.documentElement): DrawingPalette {
  const { font, textSizePx, accent, textStrong } = readPalette(root);
  const style = getComputedStyle(root);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const colors = { accent, info: token('--info'), success: token('--success'), danger: token('--danger') };
  return { colors: { ...colors, text: textStrong }, ground: token('--bg'), font, textSizePx };
}

export type FigureLook = { color: string; palette: DrawingPalette; selected: boolean; locked: boolean };

const HANDLE_PX = 5;
const LABEL_PADDING = { paddingLeft: 2, paddingRight: 2, paddingTop: 1, paddingBottom: 1 };

/** `handles` are the drawing's points; they are shown while the drawing is selected. */
export function figuresOf(
  { lines, area, labels }: Shape,
  handles: readonly Px[],
  { color, palette, selected, locked }: FigureLook,
): OverlayFigure[] {
  const { font: family, textSizePx: size, ground } = palette;
  const fill =
    area.length === 0
      ? []
      : [figure('polygon', { coordinates: area }, { style: 'fill', color: withAlpha(color, 0.1) })];
  const strokes = lines.map((coordinates) =>
    figure('line', { coordinates }, { style: 'solid', size: selected ? 2 : 1, color }),
  );
  const type = { size, family, weight: 600, backgroundColor: withAlpha(ground, 0.7), borderRadius: 3 };
  const words = labels.map(({ x, y, text, baseline }) =>
    figure('text', { x, y, text, baseline }, { style: 'fill', color, ...type, ...LABEL_PADDING }),
  );
  // A locked drawing has hollow handles: they cannot be moved.
  const marks = selected
    ? handles.flatMap(({ x, y }) => [
        figure('circle', { x, y, r: HANDLE_PX + 1 }, { style: 'fill', color }),
        figure('circle', { x, y, r: HANDLE_PX - 1 }, { style: 'fill', color: locked ? ground : color }),
      ])
    : [];
  return [...fill, ...strokes, ...words, ...marks];
}

/** A price on the price axis, in the drawing's colour. */
export function axisTag(y: number, width: number, text: string, { color, palette }: FigureLook): OverlayFigure {
  const { ground, font: family, textSizePx: size } = palette;
  const padding = { paddingLeft: 4, paddingRight: 4, paddingTop: 2, paddingBottom: 2 };
  return figure(
    'text',
    { x: width, y, text, align: 'right', baseline: 'middle' },
    { style: 'fill', color: ground, backgroundColor: color, borderRadius: 3, size, family, weight: 600, ...padding },
  );
}

/** None of these figures take part in the library's own hit test: two pixels are too little for a finger. */
function figure(type: string, attrs: object, styles: object): OverlayFigure {
  return { type, ignoreEvent: true, attrs, styles };
}
