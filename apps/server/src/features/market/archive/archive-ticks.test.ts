import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tickArchiveText } from '@candor/proof/tick-archive';
import type { TickArchive } from '@candor/proof/tick-archive';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pool } from '../../../platform/db/pool.ts';
import { sqlState } from '../../../platform/db/transaction.ts';
import type { Files } from '../../../services/files/files.ts';
import { createSigner } from '../../../services/proof/signer.ts';
import { createReadTicks } from '../../../services/ticks/read-ticks.ts';
import { databaseNow, makeMember, makeProduct, makeTicks, writePast } from '../../../testing/factories.ts';
import { signMinute } from '../../../testing/signed-orders.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { recordArchive, selectColdDays } from './archive-store.ts';
import { archiveTicks } from './archive-ticks.ts';
import type { ArchiveDeps } from './archive-ticks.ts';

const DAY_MS = 86_400_000;
const log = pino({ level: 'silent' });
let server: TestServer;
let deps: ArchiveDeps;
let today: number;
/** Each test has its own days; the newest is a hundred days old. */
let age = 90;

beforeAll(async () => {
  server = await startTestServer();
  deps = { pool: server.pools.worker, files: server.context.files, log, signer: server.context.signer };
  today = Math.floor((await databaseNow(server.pool)) / DAY_MS) * DAY_MS;
});
beforeEach(() => {
  age += 10;
});
afterAll(async () => await server.stop());

function startOf(daysAgo: number): number {
  return today - daysAgo * DAY_MS;
}

function dayOf(daysAgo: number): string {
  return new Date(startOf(daysAgo)).toISOString().slice(0, 10);
}

/** Five ticks on two days, and one signed tick four days later. */
async function makeChain(product: string): Promise<void> {
  await makeProduct(server.ownerPool, product);
  const moments = [0, 43_200_000, DAY_MS - 1000, DAY_MS, DAY_MS + 3_600_000, 4 * DAY_MS];
  await makeTicks(
    server,
    product,
    moments.map((ms, index) => ({ at: startOf(age) + ms, price: 10_000 + index })),
  );
  await signMinute(server, product, startOf(age) + 4 * DAY_MS);
}

async function readAll(product: string) {
  const read = await createReadTicks(deps.files, log)(server.pool, product, 1n, 100n);
  return read.ok ? read.value.map(({ seq, at, price, hash, prevHash }) => ({ seq, at, price, hash, prevHash })) : read;
}

async function isStored(daysAgo: number): Promise<boolean> {
  const name = `tick_${dayOf(daysAgo).replaceAll('-', '')}`;
  const { rows } = await server.ownerPool.query<{ is: boolean }>('select to_regclass($1) is not null as is', [name]);
  return rows[0]?.is === true;
}

function pathOf(product: string, kind = 'ticks'): string {
  return join(server.context.config.dataDir, 'archive', 'ticks', dayOf(age), `${product}.${kind}`);
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  return error instanceof Error ? `${sqlState(error)} ${error.message}` : 'no error';
}

describe('archiving', () => {
  it('moves whole days into files, and every tick is read as before', async () => {
    await makeChain('MOVEUSD');
    await makeChain('MOVETWO');
    const before = [await readAll('MOVEUSD'), await readAll('MOVETWO')];
    expect(before[0]).toHaveLength(6);
    expect(await archiveTicks(deps)).toBe(2);
    expect([await isStored(age), await isStored(age - 1), await isStored(age - 4)]).toEqual([false, false, true]);
    expect([await readAll('MOVEUSD'), await readAll('MOVETWO')]).toEqual(before);
    const { rows } = await server.pool.query(
      `select day::text, first_seq::int as first, last_seq::int as last, count::int from tick_archive
       where product = 'MOVEUSD' order by day`,
    );
    expect(rows).toEqual([
      { day: dayOf(age), first: 1, last: 3, count: 3 },
      { day: dayOf(age - 1), first: 4, last: 5, count: 2 },
    ]);
    expect(await archiveTicks(deps)).toBe(0);
    expect(await readFile(pathOf('MOVEUSD', 'note'), 'utf8')).toContain(`candor-tick-archive-v1\nMOVEUSD\n`);
  });

  it('runs in one process at a time', async () => {
    await makeChain('LOCKUSD');
    const connection = await server.ownerPool.connect();
    await connection.query('select pg_advisory_lock(727003)');
    expect(await archiveTicks(deps)).toBe(0);
    connection.release(true);
    await vi.waitFor(async () => expect(await archiveTicks(deps)).toBe(2));
  });

  it('ends early when asked to, and continues with the next run', async () => {
    await makeChain('STOPUSD');
    const stopping = new AbortController();
    const files: Files = {
      ...deps.files,
      write: async (name, bytes) => {
        stopping.abort();
        await deps.files.write(name, bytes);
      },
    };
    expect(await archiveTicks({ ...deps, files }, stopping.signal)).toBe(1);
    expect([await isStored(age), await isStored(age - 1)]).toEqual([false, true]);
    expect(await archiveTicks(deps)).toBe(1);
  });
});

/** Crashes at the n-th call of this name, before it is done or right after. */
interface Crash {
  at: 'write' | 'read' | 'record_tick_archive' | 'drop_archived_ticks';
  nth: number;
  when: 'before' | 'after';
}

function crashing({ at, nth, when }: Crash): ArchiveDeps {
  let calls = 0;
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const dies = name.includes(at) && (calls += 1) === nth;
    if (dies && when === 'before') throw new Error('killed');
    const result = await work();
    if (dies) throw new Error('killed');
    return result;
  };
  const files: Files = {
    ...deps.files,
    write: async (name, bytes) => await step('write', async () => await deps.files.write(name, bytes)),
    read: async (name) => await step('read', async () => await deps.files.read(name)),
  };
  const pool: Pool = new Proxy(deps.pool, {
    get: (target, property) => {
      const query = async (text: string, values: unknown[]): Promise<unknown> =>
        await step(text, async () => await target.query(text, values));
      const value: unknown = property === 'query' ? query : Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...deps, files, pool };
}

describe('a crash', () => {
  const crashes: Crash[] = [
    { at: 'write', nth: 1, when: 'before' },
    { at: 'write', nth: 1, when: 'after' },
    { at: 'write', nth: 2, when: 'after' },
    { at: 'record_tick_archive', nth: 1, when: 'before' },
    { at: 'record_tick_archive', nth: 1, when: 'after' },
    { at: 'read', nth: 1, when: 'before' },
    { at: 'read', nth: 2, when: 'after' },
    { at: 'drop_archived_ticks', nth: 1, when: 'before' },
    { at: 'drop_archived_ticks', nth: 1, when: 'after' },
  ];

  it.each(crashes)('$when $at ($nth) loses nothing, and the next run finishes the work', async (crash) => {
    const product = `DIE${age}`;
    await makeChain(product);
    const before = await readAll(product);
    const failed = vi.spyOn(log, 'error');
    // The other day of the chain is still archived.
    expect(await archiveTicks(crashing(crash))).toBe(1);
    expect(failed).toHaveBeenCalledOnce();
    expect(await isStored(age)).toBe(!(crash.at === 'drop_archived_ticks' && crash.when === 'after'));
    expect(await readAll(product)).toEqual(before);
    await archiveTicks(deps);
    expect(failed).toHaveBeenCalledOnce();
    expect([await isStored(age), await isStored(age - 1)]).toEqual([false, false]);
    expect(await readAll(product)).toEqual(before);
  });
});

describe('a file', () => {
  const damage = async (path: string): Promise<void> => {
    const bytes = await readFile(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(path, bytes);
  };

  it('is written again when it is damaged while its day is still in the database', async () => {
    await makeChain('AGAIN');
    const before = await readAll('AGAIN');
    await archiveTicks(crashing({ at: 'drop_archived_ticks', nth: 1, when: 'before' }));
    await damage(pathOf('AGAIN'));
    await rm(pathOf('AGAIN', 'note'));
    expect(await archiveTicks(deps)).toBe(1);
    expect(await readAll('AGAIN')).toEqual(before);
  });

  it('keeps its day in the database when it reads back differently from what was written', async () => {
    await makeChain('LIARUSD');
    const failed = vi.spyOn(log, 'error');
    const files: Files = {
      ...deps.files,
      read: async (name) => {
        const bytes = await deps.files.read(name);
        if (bytes !== null && name.endsWith('.ticks')) bytes[300] = (bytes[300] ?? 0) ^ 1;
        return bytes;
      },
    };
    expect(await archiveTicks({ ...deps, files })).toBe(0);
    expect(failed).toHaveBeenCalledTimes(2);
    expect(
      JSON.stringify(failed.mock.calls[0]?.[0], Object.getOwnPropertyNames(new Error('x')).concat('err')),
    ).toContain('LIARUSD.ticks: FILE_DIFFERS');
    expect([await isStored(age), await isStored(age - 1)]).toEqual([true, true]);
    expect(await archiveTicks(deps)).toBe(2);
  });

  it('keeps its day in the database when it cannot be written again as recorded', async () => {
    await makeChain('OTHERUSD');
    await archiveTicks(crashing({ at: 'drop_archived_ticks', nth: 1, when: 'before' }));
    await damage(pathOf('OTHERUSD'));
    const sql = `update tick_archive set file_sha256 = sha256($2) where product = 'OTHERUSD' and day = $1::date`;
    const { rows } = await server.ownerPool.query<{ was: Buffer }>(
      `select file_sha256 as was from tick_archive where product = 'OTHERUSD' and day = $1::date`,
      [dayOf(age)],
    );
    await server.ownerPool.query(sql, [dayOf(age), 'x']);
    const failed = vi.spyOn(log, 'error');
    expect(await archiveTicks(deps)).toBe(0);
    expect(failed).toHaveBeenCalledOnce();
    expect(await isStored(age)).toBe(true);
    await server.ownerPool.query(
      `update tick_archive set file_sha256 = $2 where product = 'OTHERUSD' and day = $1::date`,
      [dayOf(age), rows[0]?.was],
    );
    expect(await archiveTicks(deps)).toBe(1);
  });

  it('is reported when missing or damaged after its day was removed, and never read wrongly', async () => {
    await makeChain('GONEUSD');
    const before = await readAll('GONEUSD');
    await archiveTicks(deps);
    const path = pathOf('GONEUSD');
    const kept = await readFile(path);
    const failed = vi.spyOn(log, 'error');
    await damage(path);
    expect(await readAll('GONEUSD')).toEqual({ ok: false, error: 'TICKS_UNAVAILABLE' });
    expect(failed.mock.lastCall).toMatchObject([{ reason: 'FILE_DIFFERS' }, 'archived ticks cannot be read']);
    await rm(path);
    expect(await readAll('GONEUSD')).toEqual({ ok: false, error: 'TICKS_UNAVAILABLE' });
    expect(failed.mock.lastCall).toMatchObject([{ reason: 'FILE_MISSING' }, 'archived ticks cannot be read']);
    // Ticks in the other file and in the database can still be read.
    const rest = await createReadTicks(deps.files, log)(server.pool, 'GONEUSD', 4n, 9n);
    expect(rest.ok && rest.value.map(({ seq }) => seq)).toEqual([4n, 5n, 6n]);
    await writeFile(path, kept);
    expect(await readAll('GONEUSD')).toEqual(before);
    // A gap without a recorded file.
    await server.ownerPool.query(`delete from tick_archive where product = 'GONEUSD' and day = $1::date`, [dayOf(age)]);
    expect(await readAll('GONEUSD')).toEqual({ ok: false, error: 'TICKS_UNAVAILABLE' });
    expect(failed.mock.lastCall?.[1]).toBe('ticks are missing');
  });
});

describe('the database', () => {
  const drop = async (day = dayOf(age)): Promise<string> =>
    await refusal(server.pools.worker.query('select drop_archived_ticks($1::date)', [day]));

  /** Writes and records the first day's files, and keeps its ticks. */
  const nameFiles = async (): Promise<void> => {
    expect(await archiveTicks(crashing({ at: 'drop_archived_ticks', nth: 1, when: 'before' }))).toBe(1);
  };

  it('gives the application no other way to remove ticks', async () => {
    await makeChain('SAFEUSD');
    const name = `tick_${dayOf(age).replaceAll('-', '')}`;
    for (const sql of [
      'delete from tick',
      'truncate tick',
      `drop table ${name}`,
      `truncate ${name}`,
      `alter table tick detach partition ${name}`,
      'delete from tick_archive',
      `update tick_archive set last_seq = 9`,
      `insert into tick_archive select * from tick_archive`,
    ]) {
      expect(await refusal(server.pools.worker.query(sql)), sql).toContain('42501');
    }
    await archiveTicks(deps);
  });

  it('records a file only with a note, signed by the key in use, that states exactly its content', async () => {
    await makeChain('NOTEUSD');
    const { rows } = await server.pools.worker.query<{ prevHash: string; lastHash: string }>(
      `select encode(prev_hash, 'hex') as "prevHash", encode(last_hash, 'hex') as "lastHash"
       from tick_day_spans($1::date) where product = 'NOTEUSD'`,
      [dayOf(age)],
    );
    const [hashes] = rows;
    if (hashes === undefined) throw new Error('no ticks');
    const fileHash = 'ab'.repeat(32);
    const archive: TickArchive = {
      product: 'NOTEUSD',
      day: dayOf(age),
      firstSeq: 1n,
      lastSeq: 3n,
      count: 3,
      ...hashes,
      fileHash,
    };
    const record = async (change: Partial<TickArchive>, named: Partial<TickArchive> = {}): Promise<string> =>
      await refusal(
        recordArchive(
          server.pools.worker,
          { ...archive, ...named },
          server.context.signer.sign(tickArchiveText({ ...archive, ...change })),
        ),
      );
    for (const change of [
      { lastSeq: 2n, count: 2 },
      { lastHash: 'cd'.repeat(32) },
      { prevHash: 'cd'.repeat(32) },
      { product: 'MOVEUSD' },
      { day: dayOf(age - 1) },
      { fileHash: 'cd'.repeat(32) },
    ]) {
      expect(await record(change), JSON.stringify(Object.keys(change))).toContain('CD004 TICK_ARCHIVE_REFUSED: NOTE');
    }
    expect(await record({}, { product: 'NOTTHERE' })).toContain('CD004 TICK_ARCHIVE_REFUSED: NO_TICKS');
    expect(await record({}, { day: dayOf(80) })).toContain('CD004 TICK_ARCHIVE_REFUSED: NOT_COLD');
    const otherKey = (note: string): string => note.replace(/(— candor )..../, '$1AAAA');
    const note = otherKey(server.context.signer.sign(tickArchiveText(archive)));
    expect(await refusal(recordArchive(server.pools.worker, archive, note))).toContain(
      'CD004 TICK_ARCHIVE_REFUSED: KEY',
    );
    const old = createSigner(randomBytes(32));
    await server.ownerPool.query(
      `insert into proof_key (id, name, public_key, retired_at) values ($1, 'candor', $2, clock_timestamp() + interval '1 day')`,
      [old.key.keyHash, Buffer.from(old.key.publicKey)],
    );
    const byRetired = old.sign(tickArchiveText(archive));
    expect(await refusal(recordArchive(server.pools.worker, archive, byRetired))).toContain(
      'CD004 TICK_ARCHIVE_REFUSED: KEY',
    );
    await server.ownerPool.query(`update tick set prev_hash = sha256('x') where product = 'NOTEUSD' and seq = 1`);
    expect(await record({})).toContain('CD004 TICK_ARCHIVE_REFUSED: NOT_CONTINUED');
    await server.ownerPool.query(
      `update tick set prev_hash = decode(repeat('00', 32), 'hex') where product = 'NOTEUSD' and seq = 1`,
    );
    expect(await archiveTicks(deps)).toBe(2);
  });

  it.each([
    ['a chain without a file', `delete from tick_archive where product = $1 and first_seq = 1`],
    [
      'another count',
      `update tick_archive set last_seq = last_seq - 1, count = count - 1 where product = $1 and first_seq = 1`,
    ],
    ['another end', `update tick_archive set last_hash = sha256('x') where product = $1 and first_seq = 1`],
    ['another start', `update tick_archive set prev_hash = sha256('x') where product = $1 and first_seq = 1`],
  ])('keeps a day with %s', async (_name, sql) => {
    const product = `KEEP${age}`;
    await makeChain(product);
    await makeChain(`${product}B`);
    await nameFiles();
    await server.ownerPool.query(sql, [product]);
    expect(await drop()).toContain('CD004 TICKS_STAY: NOT_ARCHIVED');
    await server.ownerPool.query('delete from tick_archive where product = $1 and first_seq = 1', [product]);
    expect(await archiveTicks(deps)).toBe(1);
  });

  it('keeps a day whose file does not follow the file of the day before', async () => {
    await makeChain('GAPUSD');
    expect(await archiveTicks(crashing({ at: 'drop_archived_ticks', nth: 2, when: 'before' }))).toBe(1);
    const { rows } = await server.ownerPool.query<{ hash: Buffer }>(
      `select last_hash as hash from tick_archive where product = 'GAPUSD' and last_seq = 3`,
    );
    const put = async (hash: unknown): Promise<unknown> =>
      await server.ownerPool.query(`update tick_archive set last_hash = $1 where product = 'GAPUSD' and last_seq = 3`, [
        hash,
      ]);
    await put(Buffer.alloc(32));
    expect(await drop(dayOf(age - 1))).toContain('CD004 TICKS_STAY: NOT_ARCHIVED');
    await put(rows[0]?.hash);
    expect(await archiveTicks(deps)).toBe(1);
  });

  it('keeps a day younger than 90 days even when it is archived whole, and refuses a day that does not exist', async () => {
    expect(await drop(dayOf(90))).toContain('CD004 TICKS_STAY: NOT_COLD');
    expect(await drop(dayOf(0))).toContain('CD004 TICKS_STAY: NOT_COLD');
    expect(await drop(dayOf(91))).toContain('CD004 TICKS_STAY: NO_PARTITION');
    await server.ownerPool.query(`select ensure_tick_partition($1::date)`, [dayOf(90)]);
    await server.ownerPool.query(`select ensure_tick_partition($1::date)`, [dayOf(91)]);
    const cold = (await selectColdDays(server.pools.worker)).map(({ day }) => day);
    expect([cold.includes(dayOf(90)), cold.includes(dayOf(91))]).toEqual([false, true]);
    expect(await archiveTicks(deps)).toBe(1);
  });

  it('keeps a day until each of its chains is signed for a whole day after it', async () => {
    await makeChain('BEYOND');
    await server.ownerPool.query(`delete from checkpoint where product = 'BEYOND'`);
    const warned = vi.spyOn(log, 'warn');
    await makeTicks(server, 'BEYOND', [{ at: startOf(age) + 4 * DAY_MS + 60_000, price: 10_000 }]);
    expect(await archiveTicks(deps)).toBe(0);
    expect(warned.mock.calls).toContainEqual([
      { day: dayOf(age), held: 'NOT_SIGNED_BEYOND' },
      'old ticks stay in the database',
    ]);
    expect(await drop()).toContain('CD004 TICKS_STAY: NOT_SIGNED_BEYOND');
    await signMinute(server, 'BEYOND', startOf(age) + 4 * DAY_MS + 60_000);
    expect(await archiveTicks(deps)).toBe(2);
  });

  it('counts only a signature of the second day after it, from its first moment on', async () => {
    await makeChain('NEXTDAY');
    await server.ownerPool.query(
      `delete from checkpoint where product = 'NEXTDAY'; delete from tick where product = 'NEXTDAY' and seq > 5`,
    );
    await server.ownerPool.query(
      `update tick_head h set seq = t.seq, at = t.at, price = t.price, status = t.status, hash = t.hash
       from tick t where h.product = 'NEXTDAY' and t.product = h.product and t.seq = 5`,
    );
    const signed = startOf(age) + 2 * DAY_MS;
    await makeTicks(server, 'NEXTDAY', [{ at: signed - 60_000, price: 10_000 }]);
    await signMinute(server, 'NEXTDAY', signed - 60_000);
    expect(await drop()).toContain('CD004 TICKS_STAY: NOT_SIGNED_BEYOND');
    await makeTicks(server, 'NEXTDAY', [{ at: signed, price: 10_000 }]);
    await signMinute(server, 'NEXTDAY', signed);
    expect(await drop()).toContain('CD004 TICKS_STAY: NOT_ARCHIVED');
    await makeTicks(server, 'NEXTDAY', [{ at: signed + 2 * DAY_MS, price: 10_000 }]);
    await signMinute(server, 'NEXTDAY', signed + 2 * DAY_MS);
    expect(await archiveTicks(deps)).toBe(3);
  });

  it('keeps a day that an open order may settle by, and no other', async () => {
    await makeChain('OPENUSD');
    const member = await makeMember(server.pool);
    await writePast(
      server.ownerPool,
      `with placed as (
         insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec,
           terms_version, submitted_at, accepted_at, entry_at, closes_at)
         select '0190a8f0-0000-7000-8000-000000000001', $1, 'practice', 'OPENUSD', 'up', 1000, 0, 8500, 1850, 5, 1, t, t,
           t + interval '1 second', t + interval '6 seconds' from (select to_timestamp($2::float8 / 1000) as t) at
         returning id, member_id, wallet, product, closes_at
       ) insert into position (member_id, wallet, product, order_id, closes_at)
       select member_id, wallet, product, id, closes_at from placed`,
      [member, startOf(age) + DAY_MS - 3000],
    );
    expect(await archiveTicks(deps)).toBe(0);
    expect(await drop()).toContain('CD004 TICKS_STAY: ORDER_OPEN');
    const held = (await selectColdDays(server.pools.worker)).filter(({ day }) => day >= dayOf(age));
    expect(held.map((each) => each.held).slice(0, 2)).toEqual(['ORDER_OPEN', 'ORDER_OPEN']);
    await server.ownerPool.query(`delete from position where product = 'OPENUSD'`);
    await server.ownerPool.query(`delete from trade_order where product = 'OPENUSD'`);
    expect(await archiveTicks(deps)).toBe(2);
  });

  it('waits only briefly for other readers, and leaves everything unchanged', async () => {
    await makeChain('BUSYUSD');
    await nameFiles();
    const reader = await server.ownerPool.connect();
    await reader.query('begin');
    await reader.query(`select count(*) from tick where product = 'BUSYUSD'`);
    let longestMs = 0;
    const state = { isOver: false };
    const dropping = drop().finally(() => {
      state.isOver = true;
    });
    while (!state.isOver) {
      const from = performance.now();
      await server.pool.query(`select count(*) from tick where product = 'MOVEUSD'`);
      longestMs = Math.max(longestMs, performance.now() - from);
    }
    expect(await dropping).toContain('55P03');
    await reader.query('rollback');
    reader.release();
    expect(longestMs).toBeLessThan(1500);
    expect(await isStored(age)).toBe(true);
    expect(await archiveTicks(deps)).toBe(1);
  });
});
