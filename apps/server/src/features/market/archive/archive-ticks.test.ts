import { readFile, rm, writeFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Files } from '../../../services/files/files.ts';
import { createReadTickSources, createReadTicks } from '../../../services/ticks/read-ticks.ts';
import { archiveTicks } from './archive-ticks.ts';
import { startArchiveSite } from '../../../testing/archive-site.ts';
import type { Crash } from '../../../testing/archive-site.ts';

const { site, dayOf, makeChain, readAll, isStored, pathOf, crashing } = startArchiveSite();

describe('archiving', () => {
  it('moves whole days into files, and every tick is read as before', async () => {
    await makeChain('MOVEUSD');
    await makeChain('MOVETWO');
    const before = [await readAll('MOVEUSD'), await readAll('MOVETWO')];
    expect(before[0]).toHaveLength(6);
    expect(await archiveTicks(site.deps)).toBe(2);
    expect([await isStored(site.age), await isStored(site.age - 1), await isStored(site.age - 4)]).toEqual([
      false,
      false,
      true,
    ]);
    expect([await readAll('MOVEUSD'), await readAll('MOVETWO')]).toEqual(before);
    const { rows } = await site.server.pool.query(
      `select day::text, first_seq::int as first, last_seq::int as last, count::int from tick_archive
       where product = 'MOVEUSD' order by day`,
    );
    expect(rows).toEqual([
      { day: dayOf(site.age), first: 1, last: 3, count: 3 },
      { day: dayOf(site.age - 1), first: 4, last: 5, count: 2 },
    ]);
    expect(await archiveTicks(site.deps)).toBe(0);
    expect(await readFile(pathOf('MOVEUSD', 'note'), 'utf8')).toContain(`candor-tick-archive-v1\nMOVEUSD\n`);
  });

  it('keeps what each source said, with its trade or from before trades were named', async () => {
    await makeChain('SAIDUSD');
    const old = { source: 'one', price: '100.00', receivedAt: '2026-01-01T00:00:00.990Z', verdict: 'used' };
    const traded = { ...old, tradeId: '3017', tradedAt: '2026-01-01T00:00:00.875Z' };
    const quoted = { ...old, source: 'two', tradeId: null, tradedAt: null };
    for (const [seq, said] of [[old], [traded, quoted]].entries())
      await site.server.ownerPool.query(`update tick set sources = $2 where product = 'SAIDUSD' and seq = $1`, [
        seq + 1,
        JSON.stringify(said),
      ]);
    const read = async () =>
      await createReadTickSources(site.deps.files, site.deps.log)(site.server.pool, 'SAIDUSD', 1n, 3n);
    const before = await read();
    expect(before).toMatchObject({
      ok: true,
      value: [{ sources: [old] }, { sources: [traded, quoted] }, { sources: [{ source: 'one' }] }],
    });
    expect(await archiveTicks(site.deps)).toBe(2);
    expect(await isStored(site.age)).toBe(false);
    expect(await read()).toEqual(before);
  });

  it('runs in one process at a time', async () => {
    await makeChain('LOCKUSD');
    const connection = await site.server.ownerPool.connect();
    await connection.query('select pg_advisory_lock(727003)');
    expect(await archiveTicks(site.deps)).toBe(0);
    connection.release(true);
    await vi.waitFor(async () => expect(await archiveTicks(site.deps)).toBe(2));
  });

  it('ends early when asked to, and continues with the next run', async () => {
    await makeChain('STOPUSD');
    const stopping = new AbortController();
    const files: Files = {
      ...site.deps.files,
      write: async (name, bytes) => {
        stopping.abort();
        await site.deps.files.write(name, bytes);
      },
    };
    expect(await archiveTicks({ ...site.deps, files }, stopping.signal)).toBe(1);
    expect([await isStored(site.age), await isStored(site.age - 1)]).toEqual([false, true]);
    expect(await archiveTicks(site.deps)).toBe(1);
  });
});

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
    const product = `DIE${site.age}`;
    await makeChain(product);
    const before = await readAll(product);
    const failed = vi.spyOn(site.deps.log, 'error');
    // The other day of the chain is still archived.
    expect(await archiveTicks(crashing(crash))).toBe(1);
    expect(failed).toHaveBeenCalledOnce();
    expect(await isStored(site.age)).toBe(!(crash.at === 'drop_archived_ticks' && crash.when === 'after'));
    expect(await readAll(product)).toEqual(before);
    await archiveTicks(site.deps);
    expect(failed).toHaveBeenCalledOnce();
    expect([await isStored(site.age), await isStored(site.age - 1)]).toEqual([false, false]);
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
    expect(await archiveTicks(site.deps)).toBe(1);
    expect(await readAll('AGAIN')).toEqual(before);
  });

  it('keeps its day in the database when it reads back differently from what was written', async () => {
    await makeChain('LIARUSD');
    const failed = vi.spyOn(site.deps.log, 'error');
    const files: Files = {
      ...site.deps.files,
      read: async (name) => {
        const bytes = await site.deps.files.read(name);
        if (bytes !== null && name.endsWith('.ticks')) bytes[300] = (bytes[300] ?? 0) ^ 1;
        return bytes;
      },
    };
    expect(await archiveTicks({ ...site.deps, files })).toBe(0);
    expect(failed).toHaveBeenCalledTimes(2);
    expect(
      JSON.stringify(failed.mock.calls[0]?.[0], Object.getOwnPropertyNames(new Error('x')).concat('err')),
    ).toContain('LIARUSD.ticks: FILE_DIFFERS');
    expect([await isStored(site.age), await isStored(site.age - 1)]).toEqual([true, true]);
    expect(await archiveTicks(site.deps)).toBe(2);
  });

  it('keeps its day in the database when it cannot be written again as recorded', async () => {
    await makeChain('OTHERUSD');
    await archiveTicks(crashing({ at: 'drop_archived_ticks', nth: 1, when: 'before' }));
    await damage(pathOf('OTHERUSD'));
    const sql = `update tick_archive set file_sha256 = sha256($2) where product = 'OTHERUSD' and day = $1::date`;
    const { rows } = await site.server.ownerPool.query<{ was: Buffer }>(
      `select file_sha256 as was from tick_archive where product = 'OTHERUSD' and day = $1::date`,
      [dayOf(site.age)],
    );
    await site.server.ownerPool.query(sql, [dayOf(site.age), 'x']);
    const failed = vi.spyOn(site.deps.log, 'error');
    expect(await archiveTicks(site.deps)).toBe(0);
    expect(failed).toHaveBeenCalledOnce();
    expect(await isStored(site.age)).toBe(true);
    await site.server.ownerPool.query(
      `update tick_archive set file_sha256 = $2 where product = 'OTHERUSD' and day = $1::date`,
      [dayOf(site.age), rows[0]?.was],
    );
    expect(await archiveTicks(site.deps)).toBe(1);
  });

  it('is reported when missing or damaged after its day was removed, and never read wrongly', async () => {
    await makeChain('GONEUSD');
    const before = await readAll('GONEUSD');
    await archiveTicks(site.deps);
    const path = pathOf('GONEUSD');
    const kept = await readFile(path);
    const failed = vi.spyOn(site.deps.log, 'error');
    await damage(path);
    expect(await readAll('GONEUSD')).toEqual({ ok: false, error: 'TICKS_UNAVAILABLE' });
    expect(failed.mock.lastCall).toMatchObject([{ reason: 'FILE_DIFFERS' }, 'archived ticks cannot be read']);
    await rm(path);
    expect(await readAll('GONEUSD')).toEqual({ ok: false, error: 'TICKS_UNAVAILABLE' });
    expect(failed.mock.lastCall).toMatchObject([{ reason: 'FILE_MISSING' }, 'archived ticks cannot be read']);
    // Ticks in the other file and in the database can still be read.
    const rest = await createReadTicks(site.deps.files, site.deps.log)(site.server.pool, 'GONEUSD', 4n, 9n);
    expect(rest.ok && rest.value.map(({ seq }) => seq)).toEqual([4n, 5n, 6n]);
    await writeFile(path, kept);
    expect(await readAll('GONEUSD')).toEqual(before);
    // A gap without a recorded file.
    await site.server.ownerPool.query(`delete from tick_archive where product = 'GONEUSD' and day = $1::date`, [
      dayOf(site.age),
    ]);
    expect(await readAll('GONEUSD')).toEqual({ ok: false, error: 'TICKS_UNAVAILABLE' });
    expect(failed.mock.lastCall?.[1]).toBe('ticks are missing');
  });
});
