import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DRAWINGS_MAX } from './drawing.ts';
import type { Drawing } from './drawing.ts';
import { drawingHistory, NO_DRAWINGS, STEPS_MAX } from './drawing-history.ts';
import type { DrawingAction, DrawingHistory } from './drawing-history.ts';

function line(id: string, price = 1, madeAtMs = 0): Drawing {
  return {
    id,
    tool: 'horizontal',
    points: [{ atMs: 0, price }],
    color: 'accent',
    locked: false,
    text: '',
    madeAtMs,
  };
}

function after(actions: readonly DrawingAction[], from = NO_DRAWINGS) {
  return actions.reduce(drawingHistory, from);
}

function idsOf({ drawings }: DrawingHistory) {
  return drawings.map(({ id }) => id);
}

const id = fc.constantFrom('a', 'b', 'c', 'd');
const change = fc.oneof(
  fc.record({
    type: fc.constant('put' as const),
    drawing: fc.tuple(id, fc.integer(), fc.integer({ min: 0, max: 3 })).map((of) => line(...of)),
  }),
  fc.record({ type: fc.constant('remove' as const), id }),
  fc.constant({ type: 'clear' as const }),
);
const any = fc.oneof(change, fc.constant({ type: 'undo' as const }), fc.constant({ type: 'redo' as const }));

test('after any actions, undo gives the drawings before the last change, and redo gives them back', () => {
  fc.assert(
    fc.property(fc.array(any, { maxLength: 30 }), change, (actions, last) => {
      const former = after(actions);
      const present = drawingHistory(former, last);
      fc.pre(present !== former);
      const back = drawingHistory(present, { type: 'undo' });
      expect(back.drawings).toEqual(former.drawings);
      expect(drawingHistory(back, { type: 'redo' }).drawings).toEqual(present.drawings);
    }),
  );
});

test('all changes can be undone to the start and redone to the end', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (actions) => {
      const end = after(actions);
      const steps = end.past.length;
      const back = after(
        Array.from({ length: steps }, () => ({ type: 'undo' as const })),
        end,
      );
      expect(back.drawings).toEqual([]);
      expect(
        after(
          Array.from({ length: steps }, () => ({ type: 'redo' as const })),
          back,
        ).drawings,
      ).toEqual(end.drawings);
    }),
  );
});

test('undo and redo here touch nothing that another tab drew meanwhile', () => {
  fc.assert(
    fc.property(fc.array(any, { maxLength: 20 }), fc.array(any, { maxLength: 20 }), (before, then) => {
      const mine = after(before);
      const foreign = line('foreign', 7, 9);
      const loaded = drawingHistory(mine, { type: 'load', drawings: [...mine.drawings, foreign] });
      const moves = then.filter(({ type }) => type === 'undo' || type === 'redo');
      expect(after(moves, loaded).drawings).toContain(foreign);
    }),
  );
});

test('undoing a colour change does not bring back a drawing that another tab deleted', () => {
  const changed = after([
    { type: 'put', drawing: line('a') },
    { type: 'put', drawing: { ...line('a'), color: 'info' } },
    { type: 'load', drawings: [] },
    { type: 'undo' },
  ]);
  expect(changed.drawings).toEqual([]);
});

test('a new change clears the redo list', () => {
  const state = after([
    { type: 'put', drawing: line('a') },
    { type: 'undo' },
    { type: 'put', drawing: line('b') },
    { type: 'redo' },
  ]);
  expect(idsOf(state)).toEqual(['b']);
});

test('consecutive moves are one step', () => {
  const moved = after([
    { type: 'put', drawing: line('a', 1) },
    { type: 'put', drawing: line('a', 2), joins: true },
    { type: 'put', drawing: line('a', 3), joins: true },
    { type: 'put', drawing: line('a', 4), joins: true },
  ]);
  expect(moved.drawings).toEqual([line('a', 4)]);
  const back = drawingHistory(moved, { type: 'undo' });
  expect(back.drawings).toEqual([line('a', 1)]);
  expect(drawingHistory(back, { type: 'redo' }).drawings).toEqual([line('a', 4)]);
});

test('drawings and steps stay within their limits', () => {
  const puts = Array.from({ length: DRAWINGS_MAX + 1 }, (_, at) => ({ type: 'put' as const, drawing: line(`${at}`) }));
  const full = after(puts);
  expect(full.drawings).toHaveLength(DRAWINGS_MAX);
  expect(full.past).toHaveLength(DRAWINGS_MAX);
  // Existing drawings can still be changed.
  expect(drawingHistory(full, { type: 'put', drawing: line('0', 5) }).drawings).toContainEqual(line('0', 5));

  const many = Array.from({ length: STEPS_MAX + 20 }, (_, at) => ({ type: 'put' as const, drawing: line('a', at) }));
  expect(after(many).past).toHaveLength(STEPS_MAX);
});

test('clearing all is one step', () => {
  const cleared = after([
    { type: 'put', drawing: line('a', 1, 1) },
    { type: 'put', drawing: line('b', 1, 0) },
    { type: 'clear' },
  ]);
  expect(cleared.drawings).toEqual([]);
  expect(idsOf(drawingHistory(cleared, { type: 'undo' }))).toEqual(['b', 'a']);
});
