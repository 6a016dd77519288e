/*
 * The drawings on the chart library: the time and price of a place in the pane, and one overlay that paints all
 * drawings. The library's own drawing overlays are not used: they store bars instead of moments, keys cannot place
 * them, and a finger cannot hit them.
 */

import { registerOverlay } from 'klinecharts';
import type { Chart, OverlayFigure } from 'klinecharts';
import { CANDLE_PANE } from '../chart-indicators.ts';
import { clearCrosshair } from '../chart-stage.ts';
import type { Drawing, DrawingPoint } from './drawing.ts';
import { axisTag, figuresOf } from './drawing-figures.ts';
import type { DrawingPalette, FigureLook } from './drawing-figures.ts';
import { distanceTo, shapeOf, snapped } from './drawing-shape.ts';
import type { Frame, Px, Shape } from './drawing-shape.ts';

/** What is painted. A sketch is a drawing that may not have all its points yet. */
export type DrawingScene = {
  drawings: readonly Drawing[];
  sketch: Drawing | null;
  selectedId: string | null;
  palette: DrawingPalette;
};

export type DrawingSurface = {
  paint: (scene: DrawingScene) => void;
  /** Whether a place is in the pane of the bars, and there are bars. */
  holds: (at: Px) => boolean;
  /** The moment (of a bar) and the price at a place, also outside the pane; null before there are bars. */
  pointAt: (at: Px, magnet: boolean) => DrawingPoint | null;
  pxOf: (point: DrawingPoint) => Px;
  frame: () => Frame;
  /** The width of one bar. */
  barPx: () => number;
  /** The topmost painted drawing within reach. */
  drawingAt: (at: Px, reachPx: number) => Drawing | null;
  /** Shows the crosshair at a place; null hides it. */
  point: (at: Px | null) => void;
  /** Moves the bars to the right by so many pixels. */
  scroll: (byPx: number) => void;
  focus: () => void;
  remove: () => void;
};

const OVERLAY = 'candorDrawings';
/** A price this near to one of the bar's prices snaps to it. */
const MAGNET_PX = 28;

type PaintedDrawing = { drawing: Drawing; shape: Shape; handles: Px[]; look: FigureLook };

export function createDrawingSurface(chart: Chart, element: HTMLElement): DrawingSurface {
  registerDrawings();
  let scene: DrawingScene | null = null;

  const pxOf = ({ atMs, price }: DrawingPoint): Px => {
    const found = chart.convertToPixel({ timestamp: atMs, value: price }, { paneId: CANDLE_PANE });
    const { x = 0, y = 0 } = Array.isArray(found) ? {} : found;
    return { x, y };
  };
  const frame = (): Frame => chart.getSize(CANDLE_PANE, 'main') ?? { width: 0, height: 0 };
  const format = (price: number) =>
    chart.getThousandsSeparator().format(price.toFixed(chart.getSymbol()?.pricePrecision ?? 2));

  function painted(): PaintedDrawing[] {
    if (scene === null || chart.getDataList().length === 0) return [];
    const { drawings, sketch, selectedId, palette } = scene;
    const room = frame();
    return [...drawings, ...(sketch ? [sketch] : [])].map((drawing) => {
      const handles = drawing.points.map(pxOf);
      const prices = drawing.points.map(({ price }) => price);
      const shape = shapeOf(drawing.tool, handles, room, { text: drawing.text, prices, format });
      const selected = drawing.id === selectedId || drawing === sketch;
      const look = { color: palette.colors[drawing.color], palette, selected, locked: drawing.locked };
      return { drawing, shape, handles, look };
    });
  }

  const paints: Paints = {
    pane: () => painted().flatMap(({ shape, handles, look }) => figuresOf(shape, handles, look)),
    axis: (width) =>
      painted()
        .filter(({ drawing: { tool, points } }) => (tool === 'horizontal' || tool === 'price') && points.length > 0)
        .map(({ drawing, handles, look }) =>
          axisTag(handles[0]?.y ?? 0, width, format(drawing.points[0]?.price ?? 0), look),
        ),
  };

  return {
    paint(next) {
      scene = next;
      // A function, because the library would merge one object into the other.
      const extendData: PaintsOf = () => paints;
      const overlay = { name: OVERLAY, id: OVERLAY, lock: true, points: [{ value: 0 }], extendData };
      if (chart.getOverlays({ id: OVERLAY }).length === 0) chart.createOverlay(overlay);
      else chart.overrideOverlay(overlay);
    },
    holds({ x, y }) {
      const { width, height } = frame();
      return x >= 0 && y >= 0 && x <= width && y <= height && chart.getDataList().length > 0;
    },
    pointAt(at, magnet) {
      const found = chart.convertFromPixel([at], { paneId: CANDLE_PANE });
      const { dataIndex, timestamp, value } = (Array.isArray(found) ? found[0] : found) ?? {};
      if (dataIndex === undefined || timestamp === undefined || value === undefined) return null;
      const bar = magnet ? chart.getDataList()[dataIndex] : undefined;
      const price = bar ? snapped(at.y, bar, (each) => pxOf({ atMs: timestamp, price: each }).y, MAGNET_PX) : null;
      return { atMs: timestamp, price: price ?? Number(value.toFixed(chart.getSymbol()?.pricePrecision ?? 2)) };
    },
    pxOf,
    frame,
    barPx: () => chart.getBarSpace().bar,
    drawingAt(at, reachPx) {
      const { textSizePx } = scene?.palette ?? { textSizePx: 0 };
      const near = painted().filter(({ drawing, shape, handles, look }) => {
        const onHandle = look.selected && handles.some(({ x, y }) => Math.hypot(x - at.x, y - at.y) <= reachPx);
        return drawing !== scene?.sketch && (onHandle || distanceTo(shape, at, textSizePx) <= reachPx);
      });
      return (near.findLast(({ look }) => look.selected) ?? near.at(-1))?.drawing ?? null;
    },
    point(at) {
      if (at === null) clearCrosshair(chart);
      else chart.executeAction('onCrosshairChange', { ...at, paneId: CANDLE_PANE });
    },
    scroll: (byPx) => chart.scrollByDistance(byPx),
    focus() {
      const stage = element.firstElementChild;
      if (stage instanceof HTMLElement) stage.focus({ preventScroll: true });
    },
    remove() {
      scene = null;
      chart.removeOverlay({ id: OVERLAY });
    },
  };
}

type Paints = { pane: () => OverlayFigure[]; axis: (width: number) => OverlayFigure[] };
type PaintsOf = () => Paints;

let registered = false;

function registerDrawings(): void {
  if (registered) return;
  registered = true;
  registerOverlay<PaintsOf>({
    name: OVERLAY,
    totalStep: 1,
    lock: true,
    createPointFigures: ({ overlay }) => overlay.extendData().pane(),
    createYAxisFigures: ({ overlay, bounding }) => overlay.extendData().axis(bounding.width),
  });
}
