import { ALARM_KINDS as CONTRACT_KINDS } from '@candor/contract/console-alarms';
import { ALARM_KINDS, DISK_LOW_BYTES } from '@candor/domain/alarms/alarm-conditions';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHECKS } from '../../services/checks/checks.ts';
import { runChecks } from '../../services/checks/run-checks.ts';
import { writeBeat } from '../../services/health/beat-store.ts';
import type { Beat } from '../../services/health/beat-store.ts';
import type { ListedWitness } from '../../services/order-log/read-witnesses.ts';
import { tried } from '../../testing/attacks.ts';
import { startDueOrders, tick } from '../../testing/due-orders.ts';
import { databaseNow, makeFresh, makeMember, makeProduct, writePast } from '../../testing/factories.ts';
import { closeAlarm, openAlarm, selectOpenAlarms } from './alarm-store.ts';
import type { FactDeps } from './read-facts.ts';
import { watchAlarms } from './watch-alarms.ts';

/** Each kind of alarm, by what causes it: orders that become void, a balance that was changed, a witness that refuses. */
const { site, run } = startDueOrders();
const log = pino({ level: 'silent' });
const HOUR_MS = 3_600_000;

const WITNESS = 'w.example+0a1b2c3d+AAAA';
let nowMs: number;
let asked: Partial<FactDeps>;

beforeAll(async () => {
  await makeProduct(site.test.ownerPool);
  await makeMember(site.test.pool);
  await site.test.ownerPool.query(
    `insert into log_witness (key, due_at) values ('${WITNESS}', now() + interval '1 day')`,
  );
});
beforeEach(async () => {
  asked = {};
  nowMs = await databaseNow(site.test.ownerPool);
  await site.test.ownerPool.query('delete from alarm; delete from process_beat');
  await makeFresh(site.test);
});

async function look(changes: Partial<FactDeps> = {}): Promise<string[]> {
  const deps: FactDeps = {
    pool: site.test.pools.worker,
    log,
    nowMs: () => nowMs,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of it is read
    witnesses: [{ keyText: WITNESS, key: { name: 'w.example' } } as ListedWitness],
    lateDay: async () => null,
    improbable: () => [],
    ...asked,
    ...changes,
  };
  await watchAlarms(deps);
  const open = await selectOpenAlarms(site.test.pools.worker);
  return open.map(({ kind, subject }) => (subject === '' ? kind : `${kind} ${subject}`)).toSorted();
}

function beatOf(changes: Partial<Beat> = {}): Beat {
  return {
    host: 'one',
    pid: 1,
    version: '0.1.0',
    startedAtMs: nowMs,
    disk: { freeBytes: DISK_LOW_BYTES, totalBytes: 2 * DISK_LOW_BYTES },
    backupAtMs: nowMs,
    backupFailedAtMs: null,
    signingAway: false,
    jobs: [],
    ...changes,
  };
}

async function beat(changes: Partial<Beat> = {}): Promise<void> {
  await writeBeat(site.test.pools.worker, beatOf(changes));
}

it('has the same kinds in the contract, the domain and the database', async () => {
  expect([...CONTRACT_KINDS]).toEqual([...ALARM_KINDS]);
  for (const kind of ALARM_KINDS) await openAlarm(site.test.pools.worker, { kind, subject: 'x', detail: {} });
});

describe('an alarm is opened by', () => {
  it('nothing of a site that is well', async () => {
    await beat();
    expect(await look()).toEqual([]);
  });

  it('prices that do not come, and is over when they do', async () => {
    await site.test.ownerPool.query(`update tick_head set at = at - interval '1 minute'`);
    expect(await look()).toEqual(['feedSilent']);
    await site.test.ownerPool.query('update tick_head set at = clock_timestamp()');
    expect(await look()).toEqual([]);
  });

  it('an order that becomes void, until some minutes later', async () => {
    const { outcome, reason } = await run([tick(0, 10_000), tick(5, 10_100, 'STALE')]);
    expect([outcome, reason]).toEqual(['voided', 'EXIT_NOT_OK']);
    expect(await look()).toEqual(['ordersVoid']);
    await writePast(site.test.ownerPool, `update settlement set settled_at = settled_at - interval '6 minutes'`);
    expect(await look()).toEqual([]);
  });

  it('an order whose settlement throws', async () => {
    await site.test.ownerPool.query(`
      create function refuse_settlement() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
      create trigger planted before insert on settlement for each row execute function refuse_settlement()`);
    await run([tick(0, 10_000), tick(5, 10_100)]);
    expect(await look()).toEqual(['settlementStuck']);
    await site.test.ownerPool.query('drop function refuse_settlement cascade');
    await site.test.ownerPool.query('update settlement_alarm set next_at = last_at');
    await run([tick(0, 10_000), tick(5, 10_100)]);
    expect(await look()).toEqual([]);
  });

  it('a check of the books that finds something, and money is halted with it', async () => {
    const check = CHECKS.filter(({ name }) => name === 'house-keeps-no-balance');
    const deps = { pool: site.test.pools.worker, log, site: { timeZone: 'Asia/Shanghai' } };
    const runCheck = async () => {
      await site.test.ownerPool.query(`update integrity_check set begun_at = begun_at - interval '1 day'`);
      await runChecks({ ...deps, clock: { now: () => nowMs + HOUR_MS } }, check);
    };
    const house = `where id = (select min(id) from account where member_id is null)`;
    // What the constraint forbids is what the check is for.
    await site.test.ownerPool.query('alter table account drop constraint account_check1');
    await site.test.ownerPool.query(`update account set seq = 1 ${house}`);
    await runCheck();
    expect(await look()).toEqual(['checkFailed house-keeps-no-balance', 'moneyHalted']);
    await site.test.ownerPool.query(`update account set seq = 0 ${house}`);
    await runCheck();
    expect(await look()).toEqual([]);
  });

  it('a witness that refuses, as long as it is one of the list', async () => {
    const said = (refusal: string, at: string) =>
      `update log_witness set refusal = ${refusal}, refused_at = ${at} where key = '${WITNESS}'`;
    await site.test.ownerPool.query(said(`'OTHER_HISTORY'`, 'now()'));
    expect(await look()).toEqual(['witnessRefused w.example']);
    expect(await look({ witnesses: [] })).toEqual([]);
    await site.test.ownerPool.query(said('null', 'null'));
  });

  it('a process that cannot sign, or whose disk is almost full', async () => {
    await beat({ signingAway: true });
    await beat({ pid: 2, host: 'two', disk: { freeBytes: DISK_LOW_BYTES - 1, totalBytes: DISK_LOW_BYTES } });
    expect(await look()).toEqual(['diskLow two', 'signingAway']);
    await beat();
    await beat({ pid: 2, host: 'two' });
    expect(await look()).toEqual([]);
  });

  it.each(['-', '+'])('a process that was last seen %s two minutes from now no more', async (sign) => {
    await beat({ signingAway: true });
    expect(await look()).toEqual(['signingAway']);
    await site.test.ownerPool.query(`update process_beat set seen_at = seen_at ${sign} interval '2 minutes'`);
    expect(await look()).toEqual([]);
  });

  it('a backup that is old, or is none', async () => {
    await beat({ backupAtMs: nowMs - 27 * HOUR_MS });
    expect(await look()).toEqual(['backupOld']);
    await beat({ pid: 2, backupAtMs: nowMs - 25 * HOUR_MS });
    expect(await look()).toEqual([]);
    await site.test.ownerPool.query('delete from process_beat');
    await beat({ backupAtMs: null });
    expect(await look()).toEqual([]);
    await site.test.ownerPool.query(`update site set created_at = created_at - interval '27 hours'`);
    expect(await look()).toEqual(['backupOld']);
  });

  it('a backup that failed, until one is complete on any machine', async () => {
    await beat({ backupAtMs: nowMs - HOUR_MS, backupFailedAtMs: nowMs - 1_000 });
    expect(await look()).toEqual(['backupFailed']);
    await beat({ pid: 2, host: 'two' });
    expect(await look()).toEqual([]);
  });

  it('what has a longer name than the table: it stays the same alarm', async () => {
    asked = { improbable: () => [{ product: 'B'.repeat(130), durationSec: 5 }] };
    expect(await look()).toEqual([`resultImprobable ${'B'.repeat(120)}`]);
    expect(await look()).toHaveLength(1);
    const { rows } = await site.test.ownerPool.query('select times, closed_at from alarm');
    expect(rows).toEqual([{ times: 1, closed_at: null }]);
  });

  it('what can be written, where another one cannot', async () => {
    await site.test.ownerPool.query(`
      create function refuse_alarm() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
      create trigger planted before insert on alarm for each row when (new.kind = 'dayLate') execute function refuse_alarm()`);
    await beat({ backupAtMs: nowMs - 27 * HOUR_MS });
    asked = { lateDay: async () => ({ date: '2026-11-27', endedAtMs: nowMs - HOUR_MS }) };
    expect(await look()).toEqual(['backupOld']);
    await site.test.ownerPool.query('drop function refuse_alarm cascade');
  });

  it('a business date that is late, and results that chance does not explain', async () => {
    asked = {
      lateDay: async () => ({ date: '2026-11-27', endedAtMs: nowMs - HOUR_MS }),
      improbable: () => [{ product: 'BTC', durationSec: 5 }],
    };
    expect(await look()).toEqual(['dayLate', 'resultImprobable BTC/5']);
  });
});

describe('an episode', () => {
  const CONDITION = { kind: 'dayLate', subject: '', detail: {} } as const;

  async function rows() {
    const found = await site.test.ownerPool.query<{ times: number; closed: boolean }>(
      'select times, closed_at is not null as closed from alarm order by id',
    );
    return found.rows;
  }

  it('is one row, however often it is looked at, by two workers at once too', async () => {
    const both = async () => await openAlarm(site.test.pools.worker, CONDITION);
    const became = await Promise.all(Array.from({ length: 8 }, both));
    expect(became.map((one) => one.became).toSorted()).toEqual([...Array.from({ length: 7 }, () => 'kept'), 'opened']);
    expect(await rows()).toEqual([{ times: 1, closed: false }]);
  });

  it('goes on where its condition is back within five minutes, and is another one later', async () => {
    const open = async () => (await openAlarm(site.test.pools.worker, CONDITION)).became;
    const close = async () => {
      for (const { id } of await selectOpenAlarms(site.test.pools.worker)) await closeAlarm(site.test.pools.worker, id);
    };
    await open();
    await close();
    expect(await open()).toBe('back');
    expect(await rows()).toEqual([{ times: 2, closed: false }]);
    await close();
    await site.test.ownerPool.query(
      `update alarm set opened_at = opened_at - interval '1 hour', closed_at = closed_at - interval '6 minutes'`,
    );
    expect(await open()).toBe('opened');
    expect(await rows()).toEqual([
      { times: 2, closed: true },
      { times: 1, closed: false },
    ]);
  });

  it('stays open while what it follows from cannot be read', async () => {
    asked = { lateDay: async () => ({ date: '2026-11-27', endedAtMs: nowMs - HOUR_MS }) };
    expect(await look()).toEqual(['dayLate']);
    const lateDay = async () => await Promise.reject(new Error('the database is away'));
    expect(await look({ lateDay })).toEqual(['dayLate']);
    expect(await look({ lateDay: async () => null })).toEqual([]);
  });

  it('that ended long ago is forgotten, with all but the newest of its kind', async () => {
    await site.test.ownerPool.query(`
      insert into alarm (kind, opened_at, closed_at) values ('dayLate', now() - interval '402 days', now() - interval '401 days');
      insert into alarm (kind, opened_at, closed_at) select 'dayLate', now() - interval '2 hours', now() - interval '1 hour'
        from generate_series(1, 2010)`);
    await openAlarm(site.test.pools.worker, CONDITION);
    await site.test.pools.worker.query('select end_old_alarms()');
    const { rows: left } = await site.test.ownerPool.query('select count(*)::int as count from alarm');
    expect(left).toEqual([{ count: 2_001 }]);
  });
});

describe('nobody but the worker', () => {
  it('opens an alarm, closes one or speaks for another process', async () => {
    const { http, feed, console, worker } = site.test.pools;
    for (const pool of [http, feed, console]) {
      expect(await tried(pool, `select open_alarm('dayLate', '', '{}')`)).toBe('42501');
      expect(await tried(pool, 'select close_alarm(1)')).toBe('42501');
      expect(await tried(pool, 'select end_old_alarms()')).toBe('42501');
    }
    for (const pool of [http, feed, console, worker]) {
      expect(await tried(pool, 'update alarm set closed_at = now()')).toBe('42501');
      expect(await tried(pool, `insert into alarm (kind) values ('dayLate')`)).toBe('42501');
      expect(await tried(pool, 'delete from alarm')).toBe('42501');
      expect(await tried(pool, `update process_beat set role = 'feed'`)).toBe('42501');
    }
    for (const pool of [http, feed]) expect(await tried(pool, 'select id from alarm')).toBe('42501');
    expect(await tried(worker, 'select note from alarm')).toBe('42501');
    await writeBeat(http, beatOf());
    const { rows } = await worker.query('select role from process_beat');
    expect(rows).toEqual([{ role: 'http' }]);
  });
});
