import { createKeptStore } from '@candor/api-client/kept-store';
import { expect, test, vi } from 'vitest';
import type { Drawing } from './drawing.ts';
import { drawingBoard } from './drawing-board.ts';
import type { DrawingBoard } from './drawing-board.ts';
import { drawingStore } from './drawing-store.ts';

const kept = createKeptStore('boards');

function line(id: string): Drawing {
  return {
    id,
    tool: 'horizontal',
    points: [{ atMs: 0, price: 1 }],
    color: 'accent',
    locked: false,
    text: '',
    madeAtMs: 0,
  };
}

function open(key: string) {
  const board = drawingBoard(drawingStore(kept, key));
  return { ...board, close: board.follow() };
}

function idsOf({ history }: DrawingBoard) {
  return history.get().drawings.map(({ id }) => id);
}

test('two tabs of one product show the drawings of both, and each undoes only its own', async () => {
  const one = open('drawings:tabs');
  const other = open('drawings:tabs');
  one.act({ type: 'put', drawing: line('a') });
  other.act({ type: 'put', drawing: line('b') });
  await vi.waitFor(() =>
    expect([idsOf(one), idsOf(other)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]),
  );

  expect(one.act({ type: 'undo' })).toBe(true);
  await vi.waitFor(() => expect([idsOf(one), idsOf(other)]).toEqual([['b'], ['b']]));
  expect(one.act({ type: 'undo' })).toBe(false);
  one.close();
  other.close();
});

test('a drawing made while the stored ones load stays, and so do they', async () => {
  let stored = [line('stored')];
  const reads: (() => void)[] = [];
  const board = drawingBoard({
    read() {
      const seen = stored;
      return new Promise((resolve) => reads.push(() => resolve(seen)));
    },
    write: (_, after) => void (stored = [...stored, ...after]),
    follow: () => () => {},
  });
  board.follow();
  board.act({ type: 'put', drawing: line('meanwhile') });
  reads[0]?.();
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  expect(idsOf(board)).toEqual(['meanwhile']);
  reads[1]?.();
  await vi.waitFor(() => expect(idsOf(board)).toEqual(['meanwhile', 'stored']));
});
