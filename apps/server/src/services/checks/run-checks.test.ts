import { readFileSync } from 'node:fs';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '../../platform/db/transaction.ts';
import { databaseNow, makeMember, writePast } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import type { Check } from './check.ts';
import { askCheck, claimCheck, isMoneyHalted, selectCheckStates } from './check-store.ts';
import { CHECKS } from './checks.ts';
import { runChecks } from './run-checks.ts';

let test: TestDb;
const said: { level: number; msg: string; check?: string }[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => said.push(JSON.parse(line) as (typeof said)[number]) });

beforeAll(async () => {
  test = await createTestDb();
  await makeMember(test.pool);
});
afterAll(async () => await test.drop());
beforeEach(async () => {
  said.length = 0;
  await test.ownerPool.query('delete from integrity_check');
});

async function run(checks: readonly Check[] = CHECKS) {
  const nowMs = await databaseNow(test.ownerPool);
  return await runChecks(
    { pool: test.pools.worker, log, site: { timeZone: 'Asia/Shanghai' }, clock: { now: () => nowMs } },
    checks,
  );
}

/** As if all were asked so long ago that they are due. */
async function later(): Promise<void> {
  await test.ownerPool.query(
    `update integrity_check set begun_at = begun_at - interval '2 days', ended_at = ended_at - interval '2 days'`,
  );
}

describe('the checks of the books', () => {
  it('have a name, a text and a line of the runbook each', () => {
    const runbook = readFileSync(new URL('../../../../../docs/runbook.md', import.meta.url), 'utf8');
    expect(CHECKS.length).toBeGreaterThanOrEqual(40);
    for (const field of ['name', 'says', 'sql'] as const)
      expect(new Set(CHECKS.map((check) => check[field])).size).toBe(CHECKS.length);
    const without = CHECKS.filter(({ name, says }) => !runbook.includes(`| \`${name}\` | ${says} |`));
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it.each(CHECKS.map((check) => [check.name, check] as const))(
    '%s: the worker may ask it, and it finds nothing',
    async (_, check) => {
      const found = await withTransaction(test.pools.worker, async (db) => await askCheck(db, check, 60_000));
      expect(found).toEqual([]);
    },
  );

  it('cannot write', async () => {
    const sql = `select 1 as one from lock_members(array(select id from member))`;
    const asked = withTransaction(test.pools.worker, async (db) => await askCheck(db, { sql }, 60_000));
    await expect(asked).rejects.toMatchObject({ cause: { code: '25006' } });
  });

  it('are all asked once, and then only when they are due', async () => {
    expect(await run()).toEqual({ failing: 0, unanswered: 0, halted: false });
    const first = await selectCheckStates(test.pools.console);
    expect(first.map(({ name }) => name)).toEqual(CHECKS.map(({ name }) => name).toSorted());
    await run();
    expect(await selectCheckStates(test.pools.console)).toEqual(first);
    expect(said).toEqual([]);
  });

  it('of two workers one asks', async () => {
    const check = { name: 'balance-is-the-fold', halts: true };
    const claim = async () => await claimCheck(test.pools.worker, check, 30);
    expect((await Promise.all([claim(), claim()])).toSorted()).toEqual([false, true]);
    expect(await claim()).toBe(false);
    await later();
    expect((await Promise.all([claim(), claim()])).toSorted()).toEqual([false, true]);
  });

  it('that find something halt the money, say so once, and let it go when it is right again', async () => {
    const wrong = `update account set posted = posted + 1 where kind = 'funds'`;
    await writePast(test.ownerPool, wrong);
    try {
      const { failing, halted } = await run();
      expect(failing).toBeGreaterThan(0);
      expect(halted).toBe(true);
      expect(await isMoneyHalted(test.pools.console)).toBe(true);
      const states = await selectCheckStates(test.pools.console);
      const fold = states.find(({ name }) => name === 'balance-is-the-fold');
      expect(fold).toMatchObject({ found: 1, halts: true, error: null });
      expect(JSON.parse(fold?.sample[0] ?? '{}')).toHaveProperty('folded');
      const shouted = said.filter(({ check }) => check === 'balance-is-the-fold');
      expect(shouted).toMatchObject([
        { level: 60, msg: 'THE BOOKS ARE WRONG: a balance is not the fold of its transfers' },
      ]);
      await later();
      await run();
      expect(said.filter(({ check }) => check === 'balance-is-the-fold')).toHaveLength(1);
    } finally {
      await writePast(test.ownerPool, wrong.replace('+ 1', '- 1'));
    }
    await later();
    expect(await run()).toEqual({ failing: 0, unanswered: 0, halted: false });
    expect(await isMoneyHalted(test.pools.console)).toBe(false);
  });

  it('without an answer keep what they found, and are counted', async () => {
    const [check] = CHECKS;
    if (check === undefined) throw new Error('there are none');
    const wrong: Check = { ...check, sql: 'select 1 as one' };
    expect(await run([wrong])).toEqual({ failing: 1, unanswered: 0, halted: true });
    await later();
    expect(await run([{ ...check, sql: 'select nothing from nowhere' }])).toEqual({
      failing: 1,
      unanswered: 1,
      halted: true,
    });
    const [state] = await selectCheckStates(test.pools.console);
    expect(state?.error).toContain('42P01');
    expect(state?.found).toBe(1);
  });

  it('end with their process, and are no answer', async () => {
    const [check] = CHECKS;
    if (check === undefined) throw new Error('there are none');
    const stopping = new AbortController();
    const nowMs = await databaseNow(test.ownerPool);
    const deps = { pool: test.pools.worker, log, site: { timeZone: 'Asia/Shanghai' }, clock: { now: () => nowMs } };
    const running = runChecks(deps, [{ ...check, sql: 'select pg_sleep(60)::text as slept' }], stopping.signal);
    await expect
      .poll(
        async () =>
          (
            await test.ownerPool.query(
              `select from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`,
            )
          ).rowCount,
      )
      .toBe(1);
    stopping.abort();
    expect(await running).toMatchObject({ failing: 0, unanswered: 1 });
    expect(await selectCheckStates(test.pools.console)).toMatchObject([{ endedAt: null, error: null }]);
  });

  it('are not kept waiting by those that take long, if they are cheap', async () => {
    const [some] = CHECKS;
    if (some === undefined) throw new Error('there are none');
    const cheap: Check = { ...some, name: 'cheap', pace: 'minute', sql: 'select 1 as one where false' };
    const slow = { pace: 'day', sql: `select 1 as one from pg_sleep(1) s where s::text <> ''` } as const;
    const running = run([{ ...some, ...slow, name: 'slow' }, { ...some, ...slow, name: 'slow-too' }, cheap]);
    const asked = async () =>
      (await selectCheckStates(test.ownerPool)).filter(({ name, endedAt }) => name === 'cheap' && endedAt !== null);
    // While the first one runs: before it, and again a minute after.
    await expect.poll(asked).toHaveLength(1);
    await later();
    const longAgo = (await asked())[0]?.begunAt ?? 0;
    await running;
    expect((await asked())[0]?.begunAt).toBeGreaterThan(longAgo + 86_400_000);
  });

  it('that are no more hold nothing up', async () => {
    const [check, other] = CHECKS;
    if (check === undefined || other === undefined) throw new Error('there are none');
    await run([{ ...check, name: 'from-before', sql: 'select 1 as one' }]);
    // A worker of another version may still ask it, and two run side by side during an update.
    expect(await run([other])).toEqual({ failing: 1, unanswered: 0, halted: true });
    await later();
    expect(await run([other])).toEqual({ failing: 0, unanswered: 0, halted: false });
  });
});

describe('what was found', () => {
  it.each(['http', 'feed'] as const)('is not for %s', async (role) => {
    await expect(test.pools[role].query('select from integrity_check')).rejects.toMatchObject({ code: '42501' });
  });

  it('is not changed by the console', async () => {
    for (const sql of ['update integrity_check set failing_since = null', 'delete from integrity_check'])
      await expect(test.pools.console.query(sql)).rejects.toMatchObject({ code: '42501' });
    await expect(test.pools.worker.query('delete from integrity_check')).rejects.toMatchObject({ code: '42501' });
  });
});
