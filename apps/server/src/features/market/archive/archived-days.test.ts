import { randomBytes } from 'node:crypto';
import { tickArchiveText } from '@candor/proof/tick-archive';
import type { TickArchive } from '@candor/proof/tick-archive';
import { describe, expect, it, vi } from 'vitest';
import { signerOfSeed } from '../../../services/proof/signer.ts';
import { makeMember, makeTicks, writePast } from '../../../testing/factories.ts';
import { signMinute } from '../../../testing/signed-orders.ts';
import { recordArchive, selectColdDays } from './archive-store.ts';
import { archiveTicks } from './archive-ticks.ts';
import { DAY_MS, refusal, startArchiveSite } from '../../../testing/archive-site.ts';

const { site, startOf, dayOf, makeChain, isStored, crashing } = startArchiveSite();

describe('the database', () => {
  const drop = async (day = dayOf(site.age)): Promise<string> =>
    await refusal(site.server.pools.worker.query('select drop_archived_ticks($1::date)', [day]));

  /** Writes and records the first day's files, and keeps its ticks. */
  const nameFiles = async (): Promise<void> => {
    expect(await archiveTicks(crashing({ at: 'drop_archived_ticks', nth: 1, when: 'before' }))).toBe(1);
  };

  it('gives the application no other way to remove ticks', async () => {
    await makeChain('SAFEUSD');
    const name = `tick_${dayOf(site.age).replaceAll('-', '')}`;
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
      expect(await refusal(site.server.pools.worker.query(sql)), sql).toContain('42501');
    }
    await archiveTicks(site.deps);
  });

  it('records a file only with a note, signed by the key in use, that states exactly its content', async () => {
    await makeChain('NOTEUSD');
    const { rows } = await site.server.pools.worker.query<{ prevHash: string; lastHash: string }>(
      `select encode(prev_hash, 'hex') as "prevHash", encode(last_hash, 'hex') as "lastHash"
       from tick_day_spans($1::date) where product = 'NOTEUSD'`,
      [dayOf(site.age)],
    );
    const [hashes] = rows;
    if (hashes === undefined) throw new Error('no ticks');
    const fileHash = 'ab'.repeat(32);
    const archive: TickArchive = {
      product: 'NOTEUSD',
      day: dayOf(site.age),
      firstSeq: 1n,
      lastSeq: 3n,
      count: 3,
      ...hashes,
      fileHash,
    };
    const record = async (change: Partial<TickArchive>, named: Partial<TickArchive> = {}): Promise<string> =>
      await refusal(
        recordArchive(
          site.server.pools.worker,
          { ...archive, ...named },
          await site.server.context.signer.sign(tickArchiveText({ ...archive, ...change })),
        ),
      );
    for (const change of [
      { lastSeq: 2n, count: 2 },
      { lastHash: 'cd'.repeat(32) },
      { prevHash: 'cd'.repeat(32) },
      { product: 'MOVEUSD' },
      { day: dayOf(site.age - 1) },
      { fileHash: 'cd'.repeat(32) },
    ]) {
      expect(await record(change), JSON.stringify(Object.keys(change))).toContain('CD004 TICK_ARCHIVE_REFUSED: NOTE');
    }
    expect(await record({}, { product: 'NOTTHERE' })).toContain('CD004 TICK_ARCHIVE_REFUSED: NO_TICKS');
    expect(await record({}, { day: dayOf(80) })).toContain('CD004 TICK_ARCHIVE_REFUSED: NOT_COLD');
    const otherKey = (note: string): string => note.replace(/(— candor )..../, '$1AAAA');
    const note = otherKey(await site.server.context.signer.sign(tickArchiveText(archive)));
    expect(await refusal(recordArchive(site.server.pools.worker, archive, note))).toContain(
      'CD004 TICK_ARCHIVE_REFUSED: KEY',
    );
    const old = signerOfSeed(randomBytes(32));
    await site.server.ownerPool.query(
      `insert into proof_key (id, name, public_key, retired_at) values ($1, 'candor', $2, clock_timestamp() + interval '1 day')`,
      [old.key.keyHash, Buffer.from(old.key.publicKey)],
    );
    const byRetired = await old.sign(tickArchiveText(archive));
    expect(await refusal(recordArchive(site.server.pools.worker, archive, byRetired))).toContain(
      'CD004 TICK_ARCHIVE_REFUSED: KEY',
    );
    await site.server.ownerPool.query(`update tick set prev_hash = sha256('x') where product = 'NOTEUSD' and seq = 1`);
    expect(await record({})).toContain('CD004 TICK_ARCHIVE_REFUSED: NOT_CONTINUED');
    await site.server.ownerPool.query(
      `update tick set prev_hash = decode(repeat('00', 32), 'hex') where product = 'NOTEUSD' and seq = 1`,
    );
    expect(await archiveTicks(site.deps)).toBe(2);
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
    const product = `KEEP${site.age}`;
    await makeChain(product);
    await makeChain(`${product}B`);
    await nameFiles();
    await site.server.ownerPool.query(sql, [product]);
    expect(await drop()).toContain('CD004 TICKS_STAY: NOT_ARCHIVED');
    await site.server.ownerPool.query('delete from tick_archive where product = $1 and first_seq = 1', [product]);
    expect(await archiveTicks(site.deps)).toBe(1);
  });

  it('keeps a day whose file does not follow the file of the day before', async () => {
    await makeChain('GAPUSD');
    expect(await archiveTicks(crashing({ at: 'drop_archived_ticks', nth: 2, when: 'before' }))).toBe(1);
    const { rows } = await site.server.ownerPool.query<{ hash: Buffer }>(
      `select last_hash as hash from tick_archive where product = 'GAPUSD' and last_seq = 3`,
    );
    const put = async (hash: unknown): Promise<unknown> =>
      await site.server.ownerPool.query(
        `update tick_archive set last_hash = $1 where product = 'GAPUSD' and last_seq = 3`,
        [hash],
      );
    await put(Buffer.alloc(32));
    expect(await drop(dayOf(site.age - 1))).toContain('CD004 TICKS_STAY: NOT_ARCHIVED');
    await put(rows[0]?.hash);
    expect(await archiveTicks(site.deps)).toBe(1);
  });

  it('keeps a day younger than 90 days even when it is archived whole, and refuses a day that does not exist', async () => {
    expect(await drop(dayOf(90))).toContain('CD004 TICKS_STAY: NOT_COLD');
    expect(await drop(dayOf(0))).toContain('CD004 TICKS_STAY: NOT_COLD');
    expect(await drop(dayOf(91))).toContain('CD004 TICKS_STAY: NO_PARTITION');
    await site.server.ownerPool.query(`select ensure_tick_partition($1::date)`, [dayOf(90)]);
    await site.server.ownerPool.query(`select ensure_tick_partition($1::date)`, [dayOf(91)]);
    const cold = (await selectColdDays(site.server.pools.worker)).map(({ day }) => day);
    expect([cold.includes(dayOf(90)), cold.includes(dayOf(91))]).toEqual([false, true]);
    expect(await archiveTicks(site.deps)).toBe(1);
  });

  it('keeps a day until each of its chains is signed for a whole day after it', async () => {
    await makeChain('BEYOND');
    await site.server.ownerPool.query(`delete from checkpoint where product = 'BEYOND'`);
    const warned = vi.spyOn(site.deps.log, 'warn');
    await makeTicks(site.server, 'BEYOND', [{ at: startOf(site.age) + 4 * DAY_MS + 60_000, price: 10_000 }]);
    expect(await archiveTicks(site.deps)).toBe(0);
    expect(warned.mock.calls).toContainEqual([
      { day: dayOf(site.age), held: 'NOT_SIGNED_BEYOND' },
      'old ticks stay in the database',
    ]);
    expect(await drop()).toContain('CD004 TICKS_STAY: NOT_SIGNED_BEYOND');
    await signMinute(site.server, 'BEYOND', startOf(site.age) + 4 * DAY_MS + 60_000);
    expect(await archiveTicks(site.deps)).toBe(2);
  });

  it('counts only a signature of the second day after it, from its first moment on', async () => {
    await makeChain('NEXTDAY');
    await site.server.ownerPool.query(
      `delete from checkpoint where product = 'NEXTDAY'; delete from tick where product = 'NEXTDAY' and seq > 5`,
    );
    await site.server.ownerPool.query(
      `update tick_head h set seq = t.seq, at = t.at, price = t.price, status = t.status, hash = t.hash
       from tick t where h.product = 'NEXTDAY' and t.product = h.product and t.seq = 5`,
    );
    const signed = startOf(site.age) + 2 * DAY_MS;
    await makeTicks(site.server, 'NEXTDAY', [{ at: signed - 60_000, price: 10_000 }]);
    await signMinute(site.server, 'NEXTDAY', signed - 60_000);
    expect(await drop()).toContain('CD004 TICKS_STAY: NOT_SIGNED_BEYOND');
    await makeTicks(site.server, 'NEXTDAY', [{ at: signed, price: 10_000 }]);
    await signMinute(site.server, 'NEXTDAY', signed);
    expect(await drop()).toContain('CD004 TICKS_STAY: NOT_ARCHIVED');
    await makeTicks(site.server, 'NEXTDAY', [{ at: signed + 2 * DAY_MS, price: 10_000 }]);
    await signMinute(site.server, 'NEXTDAY', signed + 2 * DAY_MS);
    expect(await archiveTicks(site.deps)).toBe(3);
  });

  it('keeps a day that an open order may settle by, and no other', async () => {
    await makeChain('OPENUSD');
    const member = await makeMember(site.server.pool);
    await writePast(
      site.server.ownerPool,
      `with placed as (
         insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec,
           terms_version, submitted_at, accepted_at, entry_at, closes_at, document_version)
         select '0190a8f0-0000-7000-8000-000000000001', $1, 'practice', 'OPENUSD', 'up', 1000, 0, 8500, 1850, 5, 1, t, t,
           t + interval '1 second', t + interval '6 seconds', 2 from (select to_timestamp($2::float8 / 1000) as t) at
         returning id, member_id, wallet, product, closes_at
       ) insert into position (member_id, wallet, product, order_id, closes_at)
       select member_id, wallet, product, id, closes_at from placed`,
      [member, startOf(site.age) + DAY_MS - 3000],
    );
    expect(await archiveTicks(site.deps)).toBe(0);
    expect(await drop()).toContain('CD004 TICKS_STAY: ORDER_OPEN');
    const held = (await selectColdDays(site.server.pools.worker)).filter(({ day }) => day >= dayOf(site.age));
    expect(held.map((each) => each.held).slice(0, 2)).toEqual(['ORDER_OPEN', 'ORDER_OPEN']);
    await site.server.ownerPool.query(`delete from position where product = 'OPENUSD'`);
    await site.server.ownerPool.query(`delete from trade_order where product = 'OPENUSD'`);
    expect(await archiveTicks(site.deps)).toBe(2);
  });

  it('waits only briefly for other readers, and leaves everything unchanged', async () => {
    await makeChain('BUSYUSD');
    await nameFiles();
    const reader = await site.server.ownerPool.connect();
    await reader.query('begin');
    await reader.query(`select count(*) from tick where product = 'BUSYUSD'`);
    let longestMs = 0;
    const state = { isOver: false };
    const dropping = drop().finally(() => {
      state.isOver = true;
    });
    while (!state.isOver) {
      const from = performance.now();
      await site.server.pool.query(`select count(*) from tick where product = 'MOVEUSD'`);
      longestMs = Math.max(longestMs, performance.now() - from);
    }
    expect(await dropping).toContain('55P03');
    await reader.query('rollback');
    reader.release();
    // A quarter of a second on a quiet machine. Without a limit of its own it waits five seconds.
    expect(longestMs).toBeLessThan(4_500);
    expect(await isStored(site.age)).toBe(true);
    expect(await archiveTicks(site.deps)).toBe(1);
  });
});
