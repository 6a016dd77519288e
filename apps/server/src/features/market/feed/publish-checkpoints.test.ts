import { createHash, randomBytes } from 'node:crypto';
import { checkpointText, extendsCheckpoint, parseCheckpointText } from '@candor/proof/checkpoint';
import type { Checkpoint } from '@candor/proof/checkpoint';
import { parseNote } from '@candor/proof/signed-note';
import { webCrypto } from '@candor/proof/testing/web-crypto';
import { walkCheckpoints } from '@candor/proof/walk-checkpoints';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sqlState } from '../../../platform/db/transaction.ts';
import type { Signer } from '../../../services/proof/signer.ts';
import { recordSigningKey, startSigning } from '../../../services/proof/signing.ts';
import { checkConservation } from '../../../testing/conservation.ts';
import { makeProduct, makeTicks, writePast } from '../../../testing/factories.ts';
import { type TestDb, createTestDb } from '../../../testing/test-db.ts';
import { insertCheckpoints, selectCheckpoints } from './checkpoint-store.ts';
import type { CheckpointEntry } from './checkpoint-store.ts';
import { takeFeedLead } from './feed-store.ts';
import { createCheckpoints } from './publish-checkpoints.ts';

const HOUR = Date.parse('2026-11-20T10:00:00.000Z');
const MINUTE_MS = 60_000;
const log = pino({ level: 'silent' });
let db: TestDb;
let signer: Signer;
let refused: number;
let logged: string[];

function checkpoints(epoch: bigint) {
  return createCheckpoints(
    {
      db: db.pools.feed,
      signer,
      log: pino({ level: 'error' }, { write: (line) => logged.push(line) }),
      onCheckpointRefused: () => refused++,
    },
    epoch,
  );
}

async function tickAt(product: string, ...moments: number[]) {
  return await makeTicks(
    db,
    product,
    moments.map((at) => ({ at, price: 10_000 })),
  );
}

async function written(product = 'TESTUSD'): Promise<Checkpoint[]> {
  return (await selectCheckpoints(db.pools.feed, { product, limit: 100 })).reverse().map(({ note }) => {
    const parsed = parseNote(note);
    const checkpoint = parsed.ok ? parseCheckpointText(parsed.value.text) : parsed;
    if (!checkpoint.ok) throw new Error(checkpoint.error);
    return checkpoint.value;
  });
}

function hashOf(checkpoint: Checkpoint): string {
  return createHash('sha256').update(checkpointText(checkpoint)).digest('hex');
}

beforeAll(async () => {
  db = await createTestDb();
});
beforeEach(async () => {
  await makeProduct(db.ownerPool, 'TESTUSD');
  const seed = randomBytes(32);
  await recordSigningKey(db.ownerPool, { tick: seed, previousTick: null }, log);
  signer = await startSigning(db.pools.feed, seed);
  [refused, logged] = [0, []];
});
/** Each test begins without products. A database of its own for each would take longer than all of them. */
afterEach(async () => {
  await checkConservation(db.ownerPool);
  for (const table of ['checkpoint', 'tick_head', 'tick', 'log_terms', 'terms', 'product_version', 'product'])
    await writePast(db.ownerPool, `delete from ${table}`);
});
afterAll(async () => await db.drop());

describe('the leader', () => {
  it('signs each chain once a minute, and each checkpoint names the newest hourly one before it', async () => {
    const leader = checkpoints(await takeFeedLead(db.pools.feed));
    await tickAt('TESTUSD', HOUR - 61_000, HOUR - 60_000, HOUR - 1000, HOUR);
    await leader.look(HOUR - MINUTE_MS);
    await leader.look(HOUR);
    await leader.look(HOUR + 1000);
    await tickAt('TESTUSD', HOUR + 1000, HOUR + 59_000);
    await leader.look(HOUR + MINUTE_MS + 7000);
    await tickAt('TESTUSD', HOUR + 61 * MINUTE_MS);
    await leader.look(HOUR + 61 * MINUTE_MS);
    const all = await written();
    expect(all.map(({ kind, slot, seq, at }) => [kind, slot - HOUR, seq, at - HOUR])).toEqual([
      ['minute', -MINUTE_MS, 2n, -MINUTE_MS],
      ['hour', 0, 4n, 0],
      ['minute', MINUTE_MS, 6n, 59_000],
      ['minute', 61 * MINUTE_MS, 7n, 61 * MINUTE_MS],
    ]);
    const [first, hour, ...later] = all;
    if (first === undefined || hour === undefined) throw new Error('none');
    expect([first.previous, hour.previous]).toEqual(['0'.repeat(64), '0'.repeat(64)]);
    expect(later.map(({ previous }) => previous)).toEqual([hashOf(hour), hashOf(hour)]);
    for (const [index, next] of later.entries()) {
      const last = all[index + 1];
      if (last === undefined) throw new Error('none');
      expect(extendsCheckpoint(last, hashOf(last), next).ok).toBe(true);
    }
    expect([refused, logged]).toEqual([0, []]);
  });

  it('skips minutes and hours without a leader; the hourly chain stays complete', async () => {
    const first = checkpoints(await takeFeedLead(db.pools.feed));
    await tickAt('TESTUSD', HOUR - 1000, HOUR, HOUR + 30_000);
    await first.look(HOUR);
    const hours = (count: number) => HOUR + count * 60 * MINUTE_MS;
    const next = checkpoints(await takeFeedLead(db.pools.feed));
    await tickAt('TESTUSD', hours(2) + 5 * MINUTE_MS, hours(3), hours(4));
    for (const at of [hours(2) + 5 * MINUTE_MS, hours(3), hours(4)]) await next.look(at);
    const all = await written();
    expect(all.map(({ kind, slot }) => [kind, (slot - HOUR) / MINUTE_MS])).toEqual([
      ['hour', 0],
      ['minute', 125],
      ['hour', 180],
      ['hour', 240],
    ]);
    const hourly = await selectCheckpoints(db.pools.feed, { product: 'TESTUSD', kind: 'hour', limit: 100 });
    const notes = hourly.map(({ note }) => note).reverse();
    const keys = [{ ...signer.key, retiredAt: null }];
    expect(await walkCheckpoints(notes[0] ?? null, notes, keys, webCrypto)).toEqual({ ok: true, value: notes[2] });
    // A missing signed checkpoint cannot be presented as a time without a leader.
    const without = [notes[0] ?? '', notes[2] ?? ''];
    expect(await walkCheckpoints(notes[0] ?? null, without, keys, webCrypto)).toMatchObject({
      ok: false,
      error: { problem: 'PREVIOUS_DIFFERS' },
    });
    expect([refused, logged]).toEqual([0, []]);
  });

  it('signs nothing while the head did not move, and nothing before the first tick', async () => {
    await makeProduct(db.ownerPool, 'QUIETUSD');
    const leader = checkpoints(await takeFeedLead(db.pools.feed));
    await tickAt('TESTUSD', HOUR + 1000);
    for (const minute of [1, 2, 60, 61]) await leader.look(HOUR + minute * MINUTE_MS);
    expect(await written()).toHaveLength(1);
    expect(await written('QUIETUSD')).toEqual([]);
  });

  it('continues where another leader stopped, even within the same minute', async () => {
    await tickAt('TESTUSD', HOUR);
    await checkpoints(await takeFeedLead(db.pools.feed)).look(HOUR);
    const next = checkpoints(await takeFeedLead(db.pools.feed));
    await tickAt('TESTUSD', HOUR + 5000, HOUR + MINUTE_MS);
    await next.look(HOUR + 5000);
    await next.look(HOUR + MINUTE_MS);
    const [first, second, ...more] = await written();
    if (first === undefined || second === undefined) throw new Error('none');
    expect(more).toEqual([]);
    expect(second.previous).toBe(hashOf(first));
    expect(logged).toEqual([]);
  });

  it('writes no checkpoint once another process leads', async () => {
    await tickAt('TESTUSD', HOUR);
    const old = checkpoints(await takeFeedLead(db.pools.feed));
    await takeFeedLead(db.pools.feed);
    const error: unknown = await old.look(HOUR).catch((reason: unknown) => reason);
    expect(sqlState(error)).toBe('CD001');
    expect(await written()).toEqual([]);
  });

  it('logs an error when the history was rewritten, and still signs the other chains', async () => {
    await makeProduct(db.ownerPool, 'OTHERUSD');
    await tickAt('TESTUSD', HOUR - 1000, HOUR);
    await tickAt('OTHERUSD', HOUR);
    const leader = checkpoints(await takeFeedLead(db.pools.feed));
    await leader.look(HOUR);
    // The owner of the database replaces the published chain with a chain of their own.
    await db.ownerPool.query(
      `delete from tick where product = 'TESTUSD'; delete from tick_head where product = 'TESTUSD'`,
    );
    await tickAt('TESTUSD', HOUR - 2000, HOUR - 1000, HOUR, HOUR + MINUTE_MS);
    await tickAt('OTHERUSD', HOUR + MINUTE_MS);
    await leader.look(HOUR + MINUTE_MS);
    await leader.look(HOUR + MINUTE_MS + 1000);
    expect(refused).toBe(1);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('HISTORY_CHANGED');
    expect(await written()).toHaveLength(1);
    expect(await written('OTHERUSD')).toHaveLength(2);
    // The check of the whole database at the end would find the same forgery.
    await db.ownerPool.query(`delete from checkpoint where product = 'TESTUSD'`);
  });

  it('signs no more on a chain whose last signed tick has another hash now, although its number and time are the same', async () => {
    const moments = [HOUR - 1000, HOUR];
    await tickAt('TESTUSD', ...moments);
    const leader = checkpoints(await takeFeedLead(db.pools.feed));
    await leader.look(HOUR);
    await db.ownerPool.query(
      `delete from tick where product = 'TESTUSD'; delete from tick_head where product = 'TESTUSD'`,
    );
    await makeTicks(
      db,
      'TESTUSD',
      moments.map((at) => ({ at, price: 10_001 })),
    );
    await tickAt('TESTUSD', HOUR + MINUTE_MS);
    await leader.look(HOUR + MINUTE_MS);
    expect(refused).toBe(1);
    expect(logged[0]).toContain('HISTORY_CHANGED');
    expect(await written()).toHaveLength(1);
    await db.ownerPool.query(`delete from checkpoint where product = 'TESTUSD'`);
  });

  it('tries again within the minute after the database was unreachable', async () => {
    await tickAt('TESTUSD', HOUR);
    const epoch = await takeFeedLead(db.pools.feed);
    let away = true;
    const leader = createCheckpoints(
      {
        db: {
          query: async (...call) => {
            if (away) throw new Error('away');
            return await db.pools.feed.query(...call);
          },
        },
        signer,
        log,
        onCheckpointRefused: () => refused++,
      },
      epoch,
    );
    await leader.look(HOUR);
    away = false;
    await leader.look(HOUR + 1000);
    expect(await written()).toHaveLength(1);
    expect(refused).toBe(0);
  });
});

describe('the database refuses', () => {
  const entry = async (
    changes: Partial<Checkpoint> = {},
    by: Pick<Signer, 'sign'> = signer,
  ): Promise<CheckpointEntry> => {
    const { rows } = await db.ownerPool.query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from tick where product = 'TESTUSD' and seq = 4`,
    );
    const [last] = await written();
    if (last === undefined) throw new Error('none');
    const right: Checkpoint = {
      product: 'TESTUSD',
      kind: 'minute',
      slot: HOUR + MINUTE_MS,
      seq: 4n,
      at: HOUR + MINUTE_MS,
      hash: rows[0]?.hash ?? '',
      previous: hashOf(last),
    };
    const { slot, seq, at, ...texts } = { ...right, ...changes };
    const lines = { ...texts, slot: new Date(slot).toISOString(), seq: seq.toString(), at: new Date(at).toISOString() };
    const { product, kind, hash, previous } = lines;
    const text = ['candor-checkpoint-v1', product, kind, lines.slot, lines.seq, lines.at, hash, previous];
    return { ...lines, note: await by.sign(`${text.join('\n')}\n`) };
  };
  let epoch: bigint;

  beforeEach(async () => {
    epoch = await takeFeedLead(db.pools.feed);
    await tickAt('TESTUSD', HOUR);
    await checkpoints(epoch).look(HOUR);
    await tickAt('TESTUSD', HOUR + 1000, HOUR + 30_000, HOUR + MINUTE_MS);
  });

  const failure = async (given: CheckpointEntry) => {
    const error: unknown = await insertCheckpoints(db.pools.feed, epoch, [given]).catch((reason: unknown) => reason);
    expect(sqlState(error)).toBe('CD002');
    expect(await written()).toHaveLength(1);
    return error instanceof Error ? error.message : '';
  };

  it.each<[string, Partial<Checkpoint>]>([
    ['FUTURE', { slot: Date.parse('2099-01-01T00:01:00.000Z') }],
    ['NOT_WHOLE_MINUTE', { slot: HOUR + MINUTE_MS + 1000 }],
    ['KIND', { kind: 'hour' }],
    ['NOT_AFTER_LAST', { slot: HOUR, kind: 'hour' }],
    ['NOT_MOVED', { seq: 1n }],
    ['PREVIOUS', { previous: 'a'.repeat(64) }],
    ['PREVIOUS', { previous: '0'.repeat(64) }],
    ['TICK', { hash: 'b'.repeat(64) }],
    ['TICK', { seq: 3n }],
    ['TICK', { seq: 5n }],
    ['TICK', { at: HOUR + 30_000 }],
    ['NOT_NEWEST', { slot: HOUR + 2 * MINUTE_MS }],
  ])('%s, although its note is signed correctly', async (reason, changes) => {
    if (reason === 'NOT_NEWEST') await tickAt('TESTUSD', HOUR + 90_000);
    expect(await failure(await entry(changes))).toBe(`CHECKPOINT_REFUSED: ${reason}`);
    if (reason !== 'NOT_NEWEST') await insertCheckpoints(db.pools.feed, epoch, [await entry()]);
  });

  it('a note with another text, without a text, or by a key that is not in use', async () => {
    const right = await entry();
    const other = await entry({ slot: HOUR + 2 * MINUTE_MS });
    expect(await failure({ ...right, note: other.note })).toContain('NOTE');
    expect(await failure({ ...right, note: '' })).toContain('NOTE');
    expect(await failure({ ...right, note: `${right.note}more\n` })).toContain('NOTE');
    await recordSigningKey(db.ownerPool, { tick: randomBytes(32), previousTick: null }, log);
    expect(await failure(right)).toContain('KEY');
  });

  it('any checkpoint of an older epoch', async () => {
    const right = await entry();
    await takeFeedLead(db.pools.feed);
    const error: unknown = await insertCheckpoints(db.pools.feed, epoch, [right]).catch((reason: unknown) => reason);
    expect(sqlState(error)).toBe('CD001');
    expect(await written()).toHaveLength(1);
  });

  it.each([
    [
      'insert',
      `insert into checkpoint select product, slot + interval '1 hour', kind, seq + 1, at + interval '1 hour', hash, previous, text_hash, note from checkpoint`,
    ],
    ['update', `update checkpoint set hash = previous`],
    ['delete', 'delete from checkpoint'],
    ['truncate', 'truncate checkpoint'],
    ['other terms', `update terms set document = '{}', hash = sha256('{}')`],
    ['no terms', 'delete from terms'],
  ])('%s by the application', async (_what, sql) => {
    const error: unknown = await db.pools.feed.query(sql).catch((reason: unknown) => reason);
    expect(sqlState(error)).toBe('42501');
    expect(await written()).toHaveLength(1);
  });

  it('a wrong document for terms: the row writes its own', async () => {
    await db.ownerPool.query(
      `insert into terms (product, version, durations, fee_rate, presets, document, hash)
       select product, 2, durations, 500, presets, '{}', sha256('{}') from terms where product = 'TESTUSD'`,
    );
    const { rows } = await db.pools.feed.query<{ document: string; right: boolean }>(
      `select document, hash = sha256(convert_to(document, 'UTF8')) as right from terms where version = 2`,
    );
    expect(rows[0]?.document).toContain('"feeRate":"0.0500"');
    expect(rows[0]?.right).toBe(true);
  });
});
