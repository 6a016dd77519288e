// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { removeKept, writeKept } from '../../lib/kept-store.ts';
import { forgetDoubt, keepDoubt, keepHead, keptDoubt, keptHead } from './kept-head.ts';
import type { KeptHead } from './kept-head.ts';

function head(size: number, mark = 'a'): KeptHead {
  return { size, root: mark.repeat(64), note: `candor-order-log\n${size}\n` };
}

beforeEach(async () => {
  for (const key of ['proof:log-head', 'proof:log-doubt']) await removeKept(key);
});

test('a head is kept over the one that it was compared with', async () => {
  await keepHead(null, head(5));
  await keepHead(head(5), head(7));
  expect(await keptHead()).toEqual(head(7));
});

test('a head is not kept over what another tab has kept meanwhile', async () => {
  await keepHead(null, head(5));
  await keepHead(head(5), head(9, 'b'));
  await keepHead(head(5), head(7));
  await keepHead(null, head(11));
  await keepHead(head(9, 'c'), head(12));
  expect(await keptHead()).toEqual(head(9, 'b'));
});

test.each([
  ['nothing', undefined],
  ['a text', 'candor-order-log'],
  ['a size that is no count', { ...head(5), size: -1 }],
  ['a size that is not exact', { ...head(5), size: 2 ** 60 }],
  ['a root that is no hash', { ...head(5), root: 'A'.repeat(64) }],
  ['a note of something else', { ...head(5), note: 'candor-checkpoint-v1\n' }],
])('%s on the device is no head, and the next one is kept', async (_, kept) => {
  await writeKept('proof:log-head', kept);
  expect(await keptHead()).toBeNull();
  await keepHead(null, head(3));
  expect(await keptHead()).toEqual(head(3));
});

test('a doubt stays until it is forgotten', async () => {
  expect(await keptDoubt()).toBeNull();
  keepDoubt({ problem: 'LOG_SHRANK', sinceMs: 5 });
  expect(await keptDoubt()).toEqual({ problem: 'LOG_SHRANK', sinceMs: 5 });
  await forgetDoubt();
  expect(await keptDoubt()).toBeNull();
  await writeKept('proof:log-doubt', { problem: 5 });
  expect(await keptDoubt()).toBeNull();
});
