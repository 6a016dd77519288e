import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textHash } from './encoding.ts';
import { makeHistory } from './testing/histories.ts';
import { testSigner, webCrypto } from './testing/web-crypto.ts';
import { slotOf, walkCheckpoints } from './walk-checkpoints.ts';

const signer = await testSigner();
const foreign = await testSigner();

/** Each run checks a few signatures. */
const RUNS = { numRuns: 30 };

const HOURS = [0, 1, 2, 3, 4, 5, 6, 7];
const history = await makeHistory(HOURS, signer);
const other = await makeHistory(HOURS, signer, { mark: 'b' });

async function walk(
  kept: string | null,
  notes: readonly string[],
  keys = [signer.key],
  retiredAt: number | null = null,
) {
  return await walkCheckpoints(
    kept,
    notes,
    keys.map((key) => ({ ...key, retiredAt })),
    webCrypto,
  );
}

async function problemOf(kept: string | null, notes: readonly string[]) {
  const walked = await walk(kept, notes);
  return walked.ok ? null : walked.error.problem;
}

function textOf(note: string) {
  return note.slice(0, note.lastIndexOf('\n\n') + 1);
}

function note(index: number) {
  return history[index] ?? '';
}

/** Where a person's last visit ended, and what the site serves from there on. */
const visit = fc.nat({ max: HOURS.length - 2 }).map((from) => ({ kept: note(from), served: history.slice(from) }));
/** The same, plus one of the notes that the site serves after the kept one. */
const visitAndLater = visit.chain(({ kept, served }) =>
  fc.integer({ min: 1, max: served.length - 1 }).map((at) => ({ kept, served, at })),
);

describe('a history that continues', () => {
  it('is followed to its newest checkpoint, from any earlier one', async () => {
    await fc.assert(
      fc.asyncProperty(visit, async ({ kept, served }) => {
        expect(await walk(kept, served)).toEqual({ ok: true, value: history.at(-1) });
        expect(await walk(null, served)).toEqual({ ok: true, value: history.at(-1) });
      }),
      RUNS,
    );
    expect(await walk(null, [])).toEqual({ ok: true, value: null });
  });

  it('is followed across hours without a leader: the next checkpoint names the last existing one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(HOURS, { minLength: 2 }), async (led) => {
        const notes = await makeHistory(led, signer);
        expect(await walk(notes[0] ?? null, notes)).toEqual({ ok: true, value: notes.at(-1) });
      }),
      RUNS,
    );
  });

  it('is followed across a change of keys, with the kept note signed again by the new key', async () => {
    const previous = await textHash(textOf(note(7)), webCrypto);
    const later = await makeHistory([8], foreign, { previous });
    const keys = [signer.key, foreign.key];
    expect(await walk(note(6), [...history.slice(6), ...later], keys)).toEqual({ ok: true, value: later[0] });
    const again = await foreign.sign(textOf(note(6)));
    expect(await walk(note(6), [again, note(7)], keys)).toEqual({ ok: true, value: note(7) });
  });
});

describe('the walk detects', () => {
  it('a history cut off before the kept checkpoint', async () => {
    await fc.assert(
      fc.asyncProperty(visitAndLater, async ({ kept, served, at }) => {
        expect(await problemOf(kept, served.slice(at))).toBe('KEPT_MISSING');
      }),
      RUNS,
    );
    expect(await walk(note(1), [])).toEqual({ ok: false, error: { problem: 'KEPT_MISSING', served: '' } });
  });

  it('a rewritten history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: HOURS.length - 1 }), async (from) => {
        const expected = { ok: false, error: { problem: 'KEPT_MISSING', served: other[from] } };
        expect(await walk(note(from), other.slice(from))).toEqual(expected);
      }),
      RUNS,
    );
  });

  it('a history that differs after the kept checkpoint', async () => {
    await fc.assert(
      fc.asyncProperty(visitAndLater, async ({ kept, served, at }) => {
        const forked = [...served.slice(0, at), ...other.slice(HOURS.length - served.length + at)];
        expect(await walk(kept, forked)).toEqual({
          ok: false,
          error: { problem: 'PREVIOUS_DIFFERS', served: forked[at] },
        });
      }),
      RUNS,
    );
  });

  it('an hour removed or inserted', async () => {
    await fc.assert(
      fc.asyncProperty(visitAndLater, async ({ kept, served, at }) => {
        const isNewest = at === served.length - 1;
        expect(await problemOf(kept, served.toSpliced(at, 1))).toBe(isNewest ? null : 'PREVIOUS_DIFFERS');
      }),
      RUNS,
    );
    const notes = await makeHistory([0, 1, 3, 4], signer);
    const previous = await textHash(textOf(notes[1] ?? ''), webCrypto);
    const between = await makeHistory([2], signer, { previous });
    expect(await problemOf(notes[0] ?? null, notes.toSpliced(2, 0, ...between))).toBe('PREVIOUS_DIFFERS');
  });

  it('a checkpoint replaced by another of the same hour', async () => {
    await fc.assert(
      fc.asyncProperty(visitAndLater, async ({ kept, served, at }) => {
        const hour = HOURS.length - served.length + at;
        const previous = await textHash(textOf(served[at - 1] ?? ''), webCrypto);
        const [replaced = ''] = await makeHistory([hour], signer, { mark: 'c', previous });
        const isNewest = at === served.length - 1;
        // Nothing contradicts the newest checkpoint yet. A person who keeps it will notice if the site takes it back.
        expect(await problemOf(kept, served.with(at, replaced))).toBe(isNewest ? null : 'PREVIOUS_DIFFERS');
        expect(await problemOf(replaced, served.slice(at))).toBe('KEPT_MISSING');
      }),
      RUNS,
    );
  });

  it('checkpoints in another order', async () => {
    await fc.assert(
      fc.asyncProperty(
        visit.chain(({ kept, served }) =>
          fc.shuffledSubarray(served, { minLength: served.length }).map((shuffled) => ({ kept, served, shuffled })),
        ),
        async ({ kept, served, shuffled }) => {
          fc.pre(shuffled.some((one, index) => one !== served[index]));
          expect(['KEPT_MISSING', 'SLOT_NOT_LATER', 'PREVIOUS_DIFFERS']).toContain(await problemOf(kept, shuffled));
        },
      ),
      RUNS,
    );
    expect(await problemOf(note(0), [note(0), note(0)])).toBe('SLOT_NOT_LATER');
  });

  it('a checkpoint of another product, or of a minute', async () => {
    const previous = await textHash(textOf(note(0)), webCrypto);
    const foreignProduct = await makeHistory([1], signer, { product: 'ETHUSDT', previous });
    expect(await problemOf(note(0), [note(0), ...foreignProduct])).toBe('PRODUCT_DIFFERS');
    const minute = textOf(note(1)).replace('hour', 'minute').replace('08:00:00.000', '08:01:00.000');
    expect(await problemOf(note(0), [note(0), await signer.sign(minute)])).toBe('CHECKPOINT_MALFORMED');
  });

  it("a stranger's signature, and a text that was not signed", async () => {
    await fc.assert(
      fc.asyncProperty(visitAndLater, async ({ kept, served, at }) => {
        const strange = await foreign.sign(textOf(served[at] ?? ''));
        expect(await problemOf(kept, served.with(at, strange))).toBe('KEY_UNKNOWN');
        const changed = (served[at] ?? '').replace('a'.repeat(64), 'b'.repeat(64));
        expect(await problemOf(kept, served.with(at, changed))).toBe('SIGNATURE_WRONG');
      }),
      RUNS,
    );
    const expected = { ok: false, error: { problem: 'KEY_UNKNOWN', served: note(0) } };
    expect(await walk(note(0), history, [foreign.key])).toEqual(expected);
    expect(await problemOf('', history)).toBe('NOTE_MALFORMED');
  });
});

it('a note gives the time of its checkpoint', () => {
  expect(slotOf(note(0))).toBe('2026-11-21T07:00:00.000Z');
  expect(slotOf('')).toBeNull();
});
