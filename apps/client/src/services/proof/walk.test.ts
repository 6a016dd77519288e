// @vitest-environment happy-dom
import { rotationText } from '@candor/proof/key-rotation';
import { verifierKeyText } from '@candor/proof/signed-note';
import { makeHistory } from '@candor/proof/testing/histories';
import type { HistoryShape } from '@candor/proof/testing/histories';
import { testSigner } from '@candor/proof/testing/web-crypto';
import { slotOf } from '@candor/proof/walk-checkpoints';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readKept, removeKept, writeKept } from '../../lib/kept-store.ts';
import { setServerTime } from '../live/server-clock.ts';
import { putAlarmsAway, readAlarms } from './alarms.ts';
import { noteProduct } from './followed-products.ts';
import { walkHistories } from './walk.ts';

const KEPT = 'proof:checkpoint:BTCUSDT';
const ours = await testSigner();
const KEY = { id: 'x', name: 'candor', createdAt: iso(0), retiredAt: null };

async function history(hours: number, shape?: HistoryShape) {
  return await makeHistory([...Array.from({ length: hours }).keys()], ours, shape);
}

/** A server with this history, newest first, two per page. Returns the queries it received. */
function serve(
  notes: readonly string[],
  vkeys = [verifierKeyText(ours.key)],
  introductions: Readonly<Record<string, string>> = {},
): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  const keys = vkeys.map((vkey) => ({ ...KEY, vkey, introduction: introductions[vkey] ?? null }));
  const newestFirst = notes.toReversed();
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://site').searchParams;
    asked.push(query);
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Math.min(2, Number(query.get('limit')));
    const items = newestFirst.slice(from, to).map((note) => viewOf(note));
    const nextCursor = to < newestFirst.length ? String(to) : null;
    return Response.json({ code: 200, msg: 'ok', data: { items, nextCursor, keys } });
  });
  return asked;
}

function viewOf(note: string) {
  const [, product, kind, slot, seq, at, hash, previous] = note.split('\n');
  return { product, kind, slot, seq: Number(seq), at, hash, previous, note };
}

function iso(ms: number) {
  return new Date(ms).toISOString();
}

async function alarmsKept() {
  return readAlarms(await readKept('proof:alarms'));
}

beforeEach(async () => {
  for (const key of [KEPT, 'proof:alarms', 'proof:walked-at', 'proof:keys']) await removeKept(key);
  setServerTime(iso(Date.now()), Date.now(), Date.now());
  await noteProduct('BTCUSDT');
});

afterEach(() => vi.unstubAllGlobals());

test('it keeps the newest checkpoint first, then follows all pages to the newest, at most once an hour', async () => {
  const notes = await history(6);
  serve(notes.slice(0, 2));
  await walkHistories();
  expect(await readKept(KEPT)).toBe(notes[1]);

  const tooSoon = serve(notes);
  await walkHistories();
  expect(tooSoon).toEqual([]);

  await removeKept('proof:walked-at');
  const asked = serve(notes);
  await walkHistories();
  expect(await readKept(KEPT)).toBe(notes[5]);
  expect(asked.map((query) => query.get('cursor'))).toEqual([null, '2', '4']);
  expect(await alarmsKept()).toEqual([]);
});

test('a rewritten history is reported with both notes, and the kept note stays', async () => {
  const notes = await history(3);
  const other = await history(3, { mark: 'b' });
  await writeKept(KEPT, notes[1]);
  serve(other);
  await walkHistories();
  expect(await alarmsKept()).toEqual([
    {
      product: 'BTCUSDT',
      slot: slotOf(notes[1] ?? ''),
      problem: 'KEPT_MISSING',
      kept: notes[1],
      served: other[1],
      orderId: null,
    },
  ]);
  expect(await readKept(KEPT)).toBe(notes[1]);
});

test('a key in place of the pinned one is reported', async () => {
  const stranger = await testSigner();
  await writeKept('proof:keys', [{ vkey: verifierKeyText(ours.key), seenAtMs: 1 }]);
  serve(await history(1), [verifierKeyText(stranger.key)]);
  await walkHistories();
  expect((await alarmsKept()).map(({ problem }) => problem)).toEqual(['KEY_REPLACED']);

  await putAlarmsAway();
  expect(await alarmsKept()).toEqual([]);
  expect(await readKept('proof:keys')).toBeUndefined();
});

test('a key that no pinned key introduced is reported, and one that was introduced is followed', async () => {
  const next = await testSigner();
  const [old, fresh] = [verifierKeyText(ours.key), verifierKeyText(next.key)];
  await writeKept('proof:keys', [{ vkey: old, seenAtMs: 1 }]);
  serve(await history(2), [fresh, old]);
  await walkHistories();
  expect((await alarmsKept()).map(({ problem }) => problem)).toEqual(['KEY_UNTRACED']);
  expect(await readKept('proof:keys')).toEqual([{ vkey: old, seenAtMs: 1 }]);

  await putAlarmsAway();
  await writeKept('proof:keys', [{ vkey: old, seenAtMs: 1 }]);
  await removeKept('proof:walked-at');
  const at = Date.parse('2026-11-21T09:00:00.000Z');
  serve(await history(2), [fresh, old], { [fresh]: await ours.sign(rotationText({ from: old, to: fresh, at })) });
  await walkHistories();
  expect(await alarmsKept()).toEqual([]);
  expect(await readKept('proof:keys')).toMatchObject([
    { vkey: fresh, retiredAtMs: null },
    { vkey: old, seenAtMs: 1, retiredAtMs: at },
  ]);
});

test('a checkpoint that a retired key signed is reported', async () => {
  const next = await testSigner();
  const [old, fresh] = [verifierKeyText(ours.key), verifierKeyText(next.key)];
  const at = Date.parse('2026-11-21T07:30:00.000Z');
  const introductions = { [fresh]: await ours.sign(rotationText({ from: old, to: fresh, at })) };
  const notes = await history(3);
  await writeKept(KEPT, notes[0]);
  serve(notes, [fresh, old], introductions);
  await walkHistories();
  expect(await alarmsKept()).toMatchObject([{ problem: 'KEY_RETIRED', kept: notes[0], served: notes[1] }]);
});
