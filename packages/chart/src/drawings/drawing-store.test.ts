import { expect, test, vi } from 'vitest';
import { createKeptStore } from '@candor/api-client/kept-store';
import type { Drawing } from './drawing.ts';
import { changeBetween, drawingBoard, drawingStore, merged } from './drawing-store.ts';
import { drawingsKey, hasDrawings } from './kept-drawings.ts';
import type { DrawingBoard } from './drawing-store.ts';

const kept = createKeptStore('drawings');

function line(id: string, price = 1): Drawing {
  return {
    id,
    tool: 'horizontal',
    points: [{ atMs: 0, price }],
    color: 'accent',
    locked: false,
    text: '',
    madeAtMs: 0,
  };
}

test('the changes of two tabs to the same drawings are merged', () => {
  const [a, b, c] = [line('a'), line('b'), line('c')];
  const mine = changeBetween([a, b], [b, line('mine')]);
  const theirs = changeBetween([a, b, c], [a, line('b', 2), c, line('theirs')]);
  expect(merged(merged([a, b, c], mine), theirs).map(({ id, points }) => [id, points[0]?.price])).toEqual([
    ['c', 1],
    ['mine', 1],
    ['b', 2],
    ['theirs', 1],
  ]);
});

test('two stores of one product add to each other, and each learns of changes in the other', async () => {
  const key = drawingsKey('someone', 'BTCUSDT');
  const heard = vi.fn();
  const [one, other] = [drawingStore(kept, key), drawingStore(kept, key)];
  const closes = [one.follow(heard), other.follow(() => {})];
  one.write([], [line('a')]);
  other.write([], [line('b')]);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
  expect((await one.read()).map(({ id }) => id)).toEqual(['a', 'b']);
  for (const close of closes) close();
});

test('each account and each product has its own drawings', async () => {
  const store = drawingStore(kept, drawingsKey('someone', 'EURUSD'));
  store.write([], [line('a')]);
  expect(await store.read()).toHaveLength(1);
  expect(await hasDrawings(kept, drawingsKey('someone', 'EURUSD'))).toBe(true);
  expect(await hasDrawings(kept, drawingsKey('someone', 'GBPUSD'))).toBe(false);
  expect(await hasDrawings(kept, drawingsKey('someone else', 'EURUSD'))).toBe(false);
});

test('damaged drawings are dropped with the next change', async () => {
  const key = drawingsKey('someone', 'XAUUSD');
  await kept.write(key, [line('a'), { id: 'broken' }]);
  const store = drawingStore(kept, key);
  store.write([line('a')], [line('a'), line('b')]);
  await store.read();
  expect(await kept.read(key)).toEqual([line('a'), line('b')]);
});

const boards = createKeptStore('boards');

function open(key: string) {
  const board = drawingBoard(drawingStore(boards, key));
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
