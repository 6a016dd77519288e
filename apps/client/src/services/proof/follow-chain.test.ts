import { expect, test } from 'vitest';
import { followChain, slotOf } from './follow-chain.ts';
import { crypto, history, makeKey, ours } from './testing/history.ts';

const follow = (kept: string | null, notes: string[]) => followChain(kept, notes, [ours.key], crypto);
const problemOf = async (kept: string | null, notes: string[]) => {
  const followed = await follow(kept, notes);
  return followed.ok ? null : followed.error.problem;
};

test('a history that goes on is followed to its newest checkpoint', async () => {
  const notes = await history(4);
  expect(await follow(null, notes.slice(3))).toEqual({ ok: true, value: notes[3] });
  expect(await follow(notes[1] ?? null, notes.slice(1))).toEqual({ ok: true, value: notes[3] });
  expect(await follow(null, [])).toEqual({ ok: true, value: null });
});

test('a history written anew, cut off, or with a gap is found out', async () => {
  const notes = await history(4);
  const kept = notes[1] ?? null;
  expect(await problemOf(kept, (await history(4, 'b')).slice(1))).toBe('KEPT_MISSING');
  expect(await problemOf(kept, [])).toBe('KEPT_MISSING');
  expect(await problemOf(kept, notes.slice(2))).toBe('KEPT_MISSING');
  expect(await problemOf(kept, [notes[1] ?? '', notes[3] ?? ''])).toBe('PREVIOUS_DIFFERS');
});

test('a history that leaves the kept one later is found out', async () => {
  const notes = await history(2);
  const forked = await history(2, 'b', { hour: 2, previous: 'c'.repeat(64) });
  expect(await problemOf(notes[1] ?? null, [notes[1] ?? '', ...forked])).toBe('PREVIOUS_DIFFERS');
});

test('only the pinned key counts, and only for what it signed', async () => {
  const [note = ''] = await history(1);
  const stranger = await makeKey();
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  expect(await problemOf(null, [await stranger.sign(text)])).toBe('KEY_UNKNOWN');
  expect(await problemOf(null, [note.replace('BTCUSDT', 'ETHUSDT')])).toBe('SIGNATURE_WRONG');
});

test('a note tells the moment it speaks for', async () => {
  const [note = ''] = await history(1);
  expect(slotOf(note)).toBe('2026-11-21T07:00:00.000Z');
  expect(slotOf('')).toBeNull();
});
