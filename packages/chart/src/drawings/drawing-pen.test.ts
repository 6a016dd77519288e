// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Drawing } from './drawing.ts';
import { createPen } from './drawing-pen.ts';
import type { Pen, PenView } from './drawing-pen.ts';
import type { DrawingScene, DrawingSurface } from './drawing-surface.ts';

const segment: Drawing = {
  id: 'a',
  tool: 'segment',
  points: [
    { atMs: 20, price: 20 },
    { atMs: 60, price: 60 },
  ],
  color: 'accent',
  locked: false,
  text: '',
  madeAtMs: 1,
};
const draft: Drawing = { ...segment, id: 'draft', points: [] };
const palette = {
  colors: { accent: '', info: '', success: '', danger: '', text: '' },
  ground: '',
  font: '',
  textSizePx: 11,
};

let scene: DrawingScene;
/** A pane of 200 by 100 in which a pixel is one millisecond and one unit of price. */
const surface: DrawingSurface = {
  paint: (next) => void (scene = next),
  holds: ({ x, y }) => x >= 0 && y >= 0 && x <= 200 && y <= 100,
  pointAt: ({ x, y }) => ({ atMs: x, price: y }),
  pxOf: ({ atMs, price }) => ({ x: atMs, y: price }),
  frame: () => ({ width: 200, height: 100 }),
  barPx: () => 8,
  drawingAt: ({ x, y }, reach) => scene.drawings.find(() => Math.abs(x - y) <= reach) ?? null,
  point: () => {},
  scroll: () => {},
  focus: () => {},
  remove: () => {},
};
const events = { place: vi.fn(), select: vi.fn(), move: vi.fn(), announce: vi.fn(), hideCrosshair: vi.fn() };
let element: HTMLElement;
let pen: Pen;

beforeEach(() => {
  vi.resetAllMocks();
  element = document.createElement('div');
  document.body.append(element);
  pen = createPen(element, surface, events);
});
afterEach(() => {
  pen.remove();
  element.remove();
});

function show(view: Partial<PenView>) {
  return pen.show({
    active: true,
    drawings: [segment],
    draft: null,
    selectedId: null,
    magnet: false,
    palette,
    ...view,
  });
}

type Kind = { pointerType?: 'mouse' | 'touch'; isPrimary?: boolean };
function point(type: string, x: number, y: number, { pointerType = 'mouse', isPrimary = true }: Kind = {}) {
  element.dispatchEvent(
    new PointerEvent(type, {
      clientX: x,
      clientY: y,
      pointerType,
      isPrimary,
      button: 0,
      bubbles: true,
      cancelable: true,
    }),
  );
}

function press(key: string, init: KeyboardEventInit = {}): boolean {
  return element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
}

function drag(kind: Kind, from: readonly [number, number], to: readonly [number, number]) {
  point('pointerdown', ...from, kind);
  point('pointermove', ...to, kind);
  point('pointerup', ...to, kind);
}

test('a tap places a point; moving the chart, a second finger and a tap outside the bars do not', () => {
  show({ draft });
  drag({}, [50, 50], [52, 51]);
  expect(events.place).toHaveBeenCalledExactlyOnceWith({ atMs: 52, price: 51 });

  events.place.mockClear();
  drag({}, [50, 50], [90, 50]);
  drag({ pointerType: 'touch' }, [50, 50], [90, 50]);
  point('pointerdown', 50, 50, { pointerType: 'touch' });
  point('pointerdown', 80, 80, { pointerType: 'touch', isPrimary: false });
  point('pointerup', 50, 50, { pointerType: 'touch' });
  drag({}, [50, 120], [50, 120]);
  expect(events.place).not.toHaveBeenCalled();
});

test('the unfinished drawing follows the mouse', () => {
  show({ draft: { ...draft, points: [{ atMs: 1, price: 1 }] } });
  point('pointermove', 70, 30);
  expect(scene.sketch?.points).toEqual([
    { atMs: 1, price: 1 },
    { atMs: 70, price: 30 },
  ]);
  point('pointerleave', 0, 0);
  expect(scene.sketch?.points).toEqual([{ atMs: 1, price: 1 }]);
});

test('the mouse drags any drawing, a finger only the selected one', () => {
  const moved = {
    ...segment,
    points: [
      { atMs: 30, price: 15 },
      { atMs: 70, price: 55 },
    ],
  };
  show({});
  drag({}, [40, 40], [50, 35]);
  expect(events.move).toHaveBeenCalledExactlyOnceWith(moved, false);

  events.move.mockClear();
  drag({ pointerType: 'touch' }, [40, 40], [50, 35]);
  expect(events.move).not.toHaveBeenCalled();
  show({ selectedId: 'a' });
  drag({ pointerType: 'touch' }, [40, 40], [50, 35]);
  expect(events.move).toHaveBeenCalledExactlyOnceWith(moved, false);
});

test('one handle of the selected drawing moves by itself, and a locked drawing does not move', () => {
  show({ selectedId: 'a' });
  drag({}, [60, 60], [80, 40]);
  expect(events.move).toHaveBeenCalledExactlyOnceWith(
    {
      ...segment,
      points: [
        { atMs: 20, price: 20 },
        { atMs: 80, price: 40 },
      ],
    },
    false,
  );
  events.move.mockClear();
  show({ selectedId: 'a', drawings: [{ ...segment, locked: true }] });
  drag({}, [60, 60], [80, 40]);
  press('ArrowRight');
  expect(events.move).not.toHaveBeenCalled();
});

test('a tap selects the drawing under it, or clears the selection', () => {
  show({});
  drag({ pointerType: 'touch' }, [45, 55], [45, 55]);
  expect(events.select).toHaveBeenLastCalledWith('a');
  drag({ pointerType: 'touch' }, [10, 90], [10, 90]);
  expect(events.select).toHaveBeenLastCalledWith(null);
});

test('the keyboard alone places a point, where the arrows moved the crosshair', () => {
  show({ draft });
  press('ArrowLeft');
  press('ArrowUp', { shiftKey: true });
  expect(events.announce).toHaveBeenLastCalledWith({ atMs: 92, price: 26 });
  press('Enter');
  expect(events.place).toHaveBeenCalledExactlyOnceWith({ atMs: 92, price: 26 });
});

test('the arrows move the selected drawing, and change nothing else in it', () => {
  show({ selectedId: 'a' });
  press('ArrowRight');
  expect(events.move).toHaveBeenLastCalledWith(
    {
      ...segment,
      points: [
        { atMs: 28, price: 20 },
        { atMs: 68, price: 60 },
      ],
    },
    true,
  );
});

test('without active tools the chart gets every event', () => {
  show({ active: false, selectedId: 'a' });
  drag({}, [40, 40], [80, 40]);
  expect(press('ArrowLeft')).toBe(true);
  for (const event of Object.values(events)) expect(event).not.toHaveBeenCalled();
});
