/*
 * Finger, mouse and keys on a chart in drawing mode. A tap or click places the next point, selects a drawing or
 * deselects it. The mouse drags any drawing; a finger drags only the selected one, because a swipe must still move the
 * chart. The arrow keys move the selected drawing, or else the crosshair, and Enter places a point there.
 */

import { isEnter } from '@candor/ui/keyboard';
import type { Drawing, DrawingPoint } from './drawing.ts';
import type { DrawingPalette } from './drawing-figures.ts';
import type { Px } from './drawing-shape.ts';
import type { DrawingSurface } from './drawing-surface.ts';

export type PenView = {
  /** False while the tools are closed: then the drawings can only be looked at. */
  active: boolean;
  drawings: readonly Drawing[];
  /** The unfinished drawing, with its points so far. */
  draft: Drawing | null;
  selectedId: string | null;
  magnet: boolean;
  palette: DrawingPalette;
};

export type PenEvents = {
  place: (point: DrawingPoint) => void;
  select: (id: string | null) => void;
  /** `byKey` is true for a step of the arrow keys; many steps make one move. */
  move: (drawing: Drawing, byKey: boolean) => void;
  /** Where the keys have moved the crosshair. */
  announce: (point: DrawingPoint) => void;
  /** A finger has placed a point or found a drawing: the crosshair that it left would be in the way. */
  hideCrosshair: () => void;
};

export type Pen = { show: (view: PenView) => void; remove: () => void };

const REACH_PX = { mouse: 6, touch: 16 };
const TAP_PX = 8;
/** A finger that rests this long starts the crosshair. The point is placed where the finger is lifted. */
const REST_MS = 500;
const PRICE_STEP_PX = 4;
const PRICE_LEAP_PX = 24;
const BARS_LEAP = 10;

type Press = { at: Px; atMs: number; moved: boolean; hit: Drawing | null; drag: Drag | null };
/** Which drawing is dragged, by which of its points (null: all of it), and where its points were. */
type Drag = { drawing: Drawing; handle: number | null; from: readonly Px[]; now: Drawing };

export function createPen(element: HTMLElement, surface: DrawingSurface, events: PenEvents): Pen {
  const stop = new AbortController();
  const { signal } = stop;
  let view: PenView | null = null;
  let press: Press | null = null;
  /** Where the next point would be placed. */
  let hover: DrawingPoint | null = null;
  /** Where the arrow keys have moved the crosshair. */
  let cursor: Px | null = null;

  function paint() {
    if (view === null) return;
    const { drawings, draft, selectedId, palette } = view;
    const drag = press?.drag ?? null;
    const shown = drag === null ? drawings : drawings.map((each) => (each.id === drag.drawing.id ? drag.now : each));
    const sketch = draft && hover ? { ...draft, points: [...draft.points, hover] } : draft;
    surface.paint({ drawings: shown, sketch, selectedId, palette });
  }

  const placeOf = ({ clientX, clientY }: PointerEvent): Px => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };

  function began(event: PointerEvent) {
    const wasDragging = press?.drag;
    press = null;
    if (wasDragging) paint();
    // A second finger means zoom.
    if (!view?.active || !event.isPrimary || event.button !== 0) return;
    const at = placeOf(event);
    if (!surface.holds(at)) return;
    const byTouch = event.pointerType !== 'mouse';
    const reach = byTouch ? REACH_PX.touch : REACH_PX.mouse;
    const hit = view.draft ? null : surface.drawingAt(at, reach);
    const isDraggable = hit !== null && !hit.locked && (!byTouch || hit.id === view.selectedId);
    press = { at, atMs: event.timeStamp, moved: false, hit, drag: isDraggable ? dragOf(hit, at, reach) : null };
  }

  function dragOf(drawing: Drawing, at: Px, reachPx: number): Drag {
    const from = drawing.points.map(surface.pxOf);
    const handle = from.findIndex(({ x, y }) => Math.hypot(x - at.x, y - at.y) <= reachPx);
    const byHandle = drawing.id === view?.selectedId && handle !== -1;
    return { drawing, handle: byHandle ? handle : null, from, now: drawing };
  }

  function moved(event: PointerEvent) {
    if (!view?.active || !event.isPrimary) return;
    const at = placeOf(event);
    if (press && Math.hypot(at.x - press.at.x, at.y - press.at.y) > TAP_PX) press.moved = true;
    if (press?.drag) {
      if (!press.moved) return;
      const { drag } = press;
      drag.now = movedBy(drag, { x: at.x - press.at.x, y: at.y - press.at.y });
      paint();
    } else if (view.draft && (event.pointerType === 'mouse' || isResting(event))) {
      cursor = null;
      hover = inside(at);
      paint();
    }
  }

  const inside = (at: Px) => (surface.holds(at) ? surface.pointAt(at, view?.magnet === true) : null);
  const isResting = (event: PointerEvent) => press !== null && event.timeStamp - press.atMs >= REST_MS;

  function movedBy({ drawing, handle, from, now }: Drag, by: Px): Drawing {
    const magnet = handle !== null && view?.magnet === true;
    const points: DrawingPoint[] = [];
    for (const [index, point] of drawing.points.entries()) {
      const start = from[index];
      if (start === undefined || (handle !== null && handle !== index)) points.push(point);
      else {
        const found = surface.pointAt({ x: start.x + by.x, y: start.y + by.y }, magnet);
        if (found === null) return now;
        // Pixels are coarser than prices: a value that is not moved stays exactly the same.
        points.push({ atMs: by.x === 0 ? point.atMs : found.atMs, price: by.y === 0 ? point.price : found.price });
      }
    }
    return { ...drawing, points };
  }

  function ended(event: PointerEvent) {
    if (!event.isPrimary || press === null || !view?.active) return;
    const { moved: wasMoved, hit, drag } = press;
    const rested = isResting(event);
    press = null;
    if (drag && wasMoved) events.move(drag.now, false);
    else if (view.draft) {
      if (wasMoved && !(rested && event.pointerType !== 'mouse')) return;
      place(inside(placeOf(event)));
    } else if (!wasMoved) events.select(hit?.id ?? null);
    // The library gets the same touch after this.
    if (event.pointerType !== 'mouse' && (hit !== null || view.draft)) setTimeout(events.hideCrosshair, 0);
  }

  function place(point: DrawingPoint | null) {
    hover = null;
    if (point) events.place(point);
  }

  function cancelled() {
    press = null;
    hover = null;
    paint();
  }

  /** While a drawing is dragged, neither the chart nor the page may move. */
  const keepFromChart = (event: Event) => {
    if (press?.drag) event.stopPropagation();
  };
  const keepFromPage = (event: Event) => {
    if (press?.drag && event.cancelable) event.preventDefault();
  };

  function onKey(event: KeyboardEvent) {
    if (!view?.active || event.ctrlKey || event.metaKey || event.altKey) return;
    const acted = view.draft ? drawByKey(event) : view.selectedId !== null && moveByKey(event, view.selectedId);
    if (!acted) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function drawByKey(event: KeyboardEvent): boolean {
    if (isEnter(event) || event.key === ' ') {
      place(inside(cursor ?? middle()));
      return true;
    }
    const by = stepOf(event, surface.barPx());
    if (by === null) return false;
    const { width, height } = surface.frame();
    const from = cursor ?? middle();
    const x = from.x + by.x;
    // At the edge, the bars scroll towards the crosshair.
    if (x < 0 || x > width) surface.scroll(-by.x);
    cursor = { x: x < 0 || x > width ? from.x : x, y: Math.min(height - 1, Math.max(1, from.y + by.y)) };
    hover = inside(cursor);
    surface.point(cursor);
    paint();
    if (hover) events.announce(hover);
    return true;
  }

  function moveByKey(event: KeyboardEvent, id: string): boolean {
    const drawing = view?.drawings.find((each) => each.id === id);
    const by = stepOf(event, surface.barPx());
    if (!drawing || by === null) return false;
    if (drawing.locked) return true;
    const from = drawing.points.map(surface.pxOf);
    const next = movedBy({ drawing, handle: null, from, now: drawing }, by);
    if (next !== drawing) events.move(next, true);
    return true;
  }

  const middle = (): Px => {
    const { width, height } = surface.frame();
    return { x: width / 2, y: height / 2 };
  };

  element.addEventListener('pointerdown', began, { capture: true, signal });
  window.addEventListener('pointermove', moved, { signal });
  window.addEventListener('pointerup', ended, { signal });
  window.addEventListener('pointercancel', cancelled, { signal });
  element.addEventListener('pointerleave', () => press === null && cancelled(), { signal });
  element.addEventListener('mousedown', keepFromChart, { capture: true, signal });
  element.addEventListener('touchstart', keepFromChart, { capture: true, passive: true, signal });
  element.addEventListener('touchmove', keepFromPage, { capture: true, passive: false, signal });
  element.addEventListener('keydown', onKey, { capture: true, signal });

  return {
    show(next) {
      const wasDrawing = view?.draft ?? null;
      view = next;
      if (next.draft === null) {
        hover = null;
        if (wasDrawing !== null && cursor !== null) surface.point(null);
        cursor = null;
      }
      paint();
    },
    remove() {
      stop.abort();
      surface.remove();
    },
  };
}

/** The step of an arrow key, in pixels; null for any other key. */
function stepOf({ key, shiftKey }: KeyboardEvent, barPx: number): Px | null {
  const bars = shiftKey ? BARS_LEAP * barPx : barPx;
  const price = shiftKey ? PRICE_LEAP_PX : PRICE_STEP_PX;
  switch (key) {
    case 'ArrowLeft':
      return { x: -bars, y: 0 };
    case 'ArrowRight':
      return { x: bars, y: 0 };
    case 'ArrowUp':
      return { x: 0, y: -price };
    case 'ArrowDown':
      return { x: 0, y: price };
    default:
      return null;
  }
}
