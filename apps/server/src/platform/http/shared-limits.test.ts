import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { createLog } from '../log/log.ts';
import { createSharedLimits, sharedLimit } from './shared-limits.ts';
import type { SharedLimits } from './shared-limits.ts';

const RULE = { points: 100, durationSec: 1_000 };
/** Tests say when. */
const NEVER_MS = 3_600_000;

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(async () => await test.drop());

const opened: { pool: Pool; shared: SharedLimits }[] = [];
afterEach(async () => {
  for (const { pool, shared } of opened.splice(0)) {
    await shared.stop();
    await pool.end();
  }
});

function node(name: string, url = test.roleUrls.http) {
  const pool = createPool({ url, max: 1, name: 'test-limits', connectMsMax: 300, answerMsMax: 300 });
  const onFailed = vi.fn<() => void>();
  const shared = createSharedLimits({ pool, log: createLog('silent'), onFailed, everyMs: NEVER_MS });
  opened.push({ pool, shared });
  const limit = sharedLimit(shared, name, RULE);
  /** @returns how many of so many uses were allowed */
  const take = async (times: number, key = 'member'): Promise<number> => {
    let allowed = 0;
    for (let i = 0; i < times; i += 1)
      allowed += await limit.take(key).then(
        () => 1,
        () => 0,
      );
    return allowed;
  };
  return { shared, take, onFailed, pool };
}

describe('limits of several nodes', () => {
  it('allow together what one allows', async () => {
    const [one, two] = [node('both'), node('both')];
    let allowed = 0;
    for (let round = 0; round < 20; round += 1) {
      allowed += (await one.take(10)) + (await two.take(10));
      await one.shared.sync();
      await two.shared.sync();
    }
    // One round more, because each learns of the other's at its end.
    expect(allowed).toBeGreaterThanOrEqual(100);
    expect(allowed).toBeLessThanOrEqual(120);
    // A node that starts now is told with its first call.
    const three = node('both');
    await three.take(1);
    await three.shared.sync();
    expect(await three.take(10)).toBe(0);
    expect(await three.take(10, 'another')).toBe(10);
  });

  it('of other names are others', async () => {
    const [one, two] = [node('first'), node('second')];
    await one.take(100);
    await one.shared.sync();
    await two.take(1);
    await two.shared.sync();
    expect(await two.take(50)).toBe(50);
  });

  it('are those of one node while the database does not answer, and count for all when it does', async () => {
    const one = node('away');
    const query = vi.spyOn(one.pool, 'query').mockRejectedValue(new Error('away'));
    expect(await one.take(60)).toBe(60);
    await one.shared.sync();
    expect(one.onFailed).toHaveBeenCalledOnce();
    expect(Math.abs((await one.take(60)) - 40)).toBeLessThanOrEqual(1);
    query.mockRestore();
    await one.shared.sync();
    const two = node('away');
    await two.take(1);
    await two.shared.sync();
    expect(await two.take(10)).toBe(0);
  });

  it('never wait for a database that hangs', async () => {
    const hung = node('hung', 'postgresql://nobody@127.0.0.1:1/none');
    const syncing = hung.shared.sync();
    // What comes back meanwhile allows one more.
    expect(Math.abs((await hung.take(150)) - 100)).toBeLessThanOrEqual(1);
    await syncing;
    await hung.shared.sync();
    expect(hung.onFailed).toHaveBeenCalled();
  });

  it('are shared also while another limit is flooded with keys', async () => {
    const [one, two] = [node('flooded'), node('flooded')];
    // It came later, so it stands behind the flood.
    const [calm, itsOther] = [sharedLimit(one.shared, 'calm', RULE), sharedLimit(two.shared, 'calm', RULE)];
    for (let key = 0; key < 3_000; key += 1) await one.take(1, `key ${key}`);
    for (let n = 0; n < RULE.points; n += 1) await calm.take('member');
    await one.shared.sync();
    await itsOther.take('member');
    await two.shared.sync();
    await expect(itsOther.take('member')).rejects.toMatchObject({ key: 'RATE_LIMITED' });
  });

  it('take many keys of many nodes at once', async () => {
    const nodes = [node('many'), node('many'), node('many'), node('many')];
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (const { take } of nodes) for (let key = 0; key < 500; key += 1) await take(1, `key ${key}`);
      const from = performance.now();
      await Promise.all(nodes.map(async ({ shared }) => await shared.sync()));
      times.push(performance.now() - from);
    }
    for (const { onFailed } of nodes) expect(onFailed).not.toHaveBeenCalled();
    const { rows } = await test.ownerPool.query(
      `select count(*)::integer as keys, round(avg(expire - extract(epoch from now()) * 1000) / 1000)::integer as sec from rate_limit where key like 'bucket/many/%'`,
    );
    // Each of twenty uses takes ten seconds to come back.
    expect(rows[0]?.['keys']).toBe(500);
    expect(rows[0]?.['sec']).toBeGreaterThan(185);
    expect(rows[0]?.['sec']).toBeLessThanOrEqual(201);
    process.stdout.write(`four nodes at once, 500 keys each: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms\n`);
  });
});
