import { randomUUID } from 'node:crypto';
import { rate, wholeUnits } from '@candor/domain/money';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { expect } from '@playwright/test';
import { insertMissingProjects } from '../../apps/server/src/features/invest/project-store.ts';
import { ownerUrlOf } from '../../apps/server/src/platform/db/embedded/running-owner-url.ts';
import { createPool } from '../../apps/server/src/platform/db/pool.ts';
import { openMessage } from '../../apps/server/src/services/account-codes/account-codes.ts';
import { loadSecrets } from '../../apps/server/src/services/secrets/secrets.ts';
import type { Pool } from '../../apps/server/src/platform/db/pool.ts';
import { withTransaction } from '../../apps/server/src/platform/db/transaction.ts';

/** Stops a product or allows it again, as an operator does. The server notices within a second. */
export async function forbidProduct(dataDir: string, product: string, forbidden: boolean): Promise<void> {
  await changeProduct(dataDir, 'forbidden = $2', [product, forbidden]);
}

/** Gives a market a single session, in three days, so that it is closed whenever this test runs. */
export async function closeMarket(dataDir: string, product: string): Promise<void> {
  const weekday = (new Date().getUTCDay() + 3) % 7;
  const calendar = { timeZone: 'UTC', weekly: { [weekday]: [{ start: '08:00', end: '20:00' }] }, holidays: [] };
  await changeProduct(dataDir, 'calendar = $2', [product, JSON.stringify(calendar)]);
}

/** Every operator sets up the second factor anew at the next login. */
export async function forgetSecondFactors(dataDir: string): Promise<void> {
  await asOwner(dataDir, async (pool) => {
    await pool.query('delete from operator_recovery_code');
    await pool.query(
      'update operator_access set secret_sealed = null, fresh_sealed = null, used_step = null, failures = 0, locked_until = null',
    );
  });
}

/** Another owner of the console, who logs in with the password of the seeded accounts. */
export async function employSecondOwner(dataDir: string, username: string): Promise<void> {
  await employ(dataDir, username, 'owner');
}

/** Another operator with this role, who logs in with the password of the seeded accounts. */
export async function employ(dataDir: string, username: string, role: string): Promise<void> {
  await employLike(dataDir, username, { role, like: 'admin' });
}

/** Another operator with this role, who logs in with the password of one who is there. */
export async function employLike(
  dataDir: string,
  username: string,
  { role, like }: { role: string; like: string },
): Promise<void> {
  await asOwner(dataDir, async (pool) => {
    await pool.query(
      `with o as (insert into operator (username, roles, must_secure) values ($1, array[$2], false) returning id)
       insert into operator_access (operator_id, password_hash)
       select o.id, a.password_hash from o, operator_access a join operator s on s.id = a.operator_id where s.username = $3`,
      [username, role, like],
    );
  });
}

/** Freezes a member, or lets them go on, as an operator does. */
export async function freezeMember(dataDir: string, username: string, frozen: boolean): Promise<void> {
  await asOwner(dataDir, async (pool) => {
    await pool.query('update member set frozen = $2 where username = $1', [username, frozen]);
  });
}

/** As if the member had set an authenticator up. Nobody knows its secret, so it is lost from the start. */
export async function giveLostFactor(dataDir: string, username: string): Promise<void> {
  await asOwner(dataDir, async (pool) => {
    await pool.query(
      `insert into member_totp (member_id, secret_sealed, added_at)
       select id, sha256('lost'), now() from member where username = $1`,
      [username],
    );
  });
}

/** What a test says of a fixed-term project; the rest is the same for all. */
type OfferedProject = {
  name: string;
  termDays: number;
  annualRate: bigint;
  min: bigint;
  earlyRate: bigint;
  /** In whole units, like the minimum. */
  size?: bigint;
};

/** Offers a project that may be redeemed early at once, and returns its id. */
export async function offerProject(dataDir: string, offered: OfferedProject): Promise<string> {
  const id = randomUUID();
  const { name, termDays, annualRate, min, earlyRate, size = 1_000_000n } = offered;
  await asOwner(dataDir, async (pool) => {
    await insertMissingProjects(pool, [
      {
        id,
        position: POSITION,
        names: { 'zh-Hans': name, 'zh-Hant': name, en: name },
        risk: 'low',
        termDays,
        annualRate: rate(annualRate),
        min: wholeUnits(min, TEST_CURRENCY),
        max: wholeUnits(size < 50_000n ? size : 50_000n, TEST_CURRENCY),
        size: wholeUnits(size, TEST_CURRENCY),
        interest: 'maturity',
        early: { lockDays: 0, annualRate: rate(earlyRate) },
      },
    ]);
  });
  return id;
}

/** Behind the projects that every site has. */
const POSITION = 100;

/**
 * As if a member had invested and saved days ago, with no date closed since: the worker closes them all at its next look,
 * as after a long stop. A transfer's id is derived from its date, so it moves too.
 */
export async function letDaysPass(dataDir: string, username: string, days: number): Promise<void> {
  const member = 'member_id = (select id from member where username = $1)';
  const changes = [
    `update transfer t set id = invest_transfer('investment', h.id::text, h.starts_on - $2::integer) from holding h
     where h.${member} and t.id = invest_transfer('investment', h.id::text, h.starts_on)`,
    `update holding set starts_on = starts_on - $2::integer, matures_on = matures_on - $2::integer,
       created_at = created_at - make_interval(days => $2::integer) where ${member}`,
    `update savings_transfer set at = at - make_interval(days => $2::integer) where ${member}`,
  ];
  await asOwner(dataDir, async (pool) => {
    await withTransaction(pool, async (client) => {
      await client.query('set local session_replication_role = replica');
      await client.query('delete from business_day');
      await client.query(
        'update savings_rate set from_date = from_date - $1::integer where from_date = (select min(from_date) from savings_rate)',
        [days],
      );
      for (const change of changes) await client.query(change, [username, days]);
    });
  });
}

async function changeProduct(dataDir: string, change: string, values: readonly [code: string, to: unknown]) {
  await asOwner(dataDir, async (pool) => {
    const { rowCount } = await pool.query(`update product set ${change} where code = $1`, [...values]);
    if (rowCount !== 1) throw new Error(`There is no product ${values[0]}.`);
  });
}

async function asOwner(dataDir: string, work: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = createPool({ url: ownerUrlOf(dataDir), max: 1, name: 'e2e' });
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

/** As if a process of this machine said that its disk is almost full; and that it is gone. The worker sees either at its next look. */
export async function fillDisk(dataDir: string, host: string): Promise<void> {
  await asOwner(dataDir, async (pool) => {
    await pool.query(
      `insert into process_beat (role, host, pid, version, started_at, seen_at, disk_free, disk_total, signing_away)
       values ('console', $1, 1, '0.0.0', now(), now() + interval '55 seconds', 1000000, 2000000, false)`,
      [host],
    );
  });
}

/** Something was wrong for a moment, and is over. */
export async function keepAlarm(dataDir: string, subject: string): Promise<void> {
  await asOwner(dataDir, async (pool) => {
    await pool.query(
      `insert into alarm (kind, subject, detail, opened_at, closed_at)
       values ('diskLow', $1, '{"freeMb": 100}', now() - interval '1 minute', now())`,
      [subject],
    );
  });
}

export async function removeMachine(dataDir: string, host: string): Promise<void> {
  await asOwner(dataDir, async (pool) => {
    await pool.query('delete from process_beat where host = $1', [host]);
  });
}

/** As if the member had last confirmed long ago that it is them. */
export async function forgetConfirmations(dataDir: string, username: string): Promise<void> {
  await asOwner(dataDir, async (pool) => {
    const sql = `update session set confirmed_at = null where member_id = (select id from member where username = $1)`;
    await pool.query(sql, [username]);
  });
}

/** The code on its way to a member who forgot the login password, as their phone would show it. */
export async function passwordCodeOf(site: { dataDir: string; secretsDir: string }, username: string): Promise<string> {
  const { seal } = await loadSecrets(site.secretsDir);
  let code = '';
  await asOwner(site.dataDir, async (pool) => {
    await expect
      .poll(async () => {
        const { rows } = await pool.query<{ id: string; sealed: Buffer }>(
          `select m.id::text, o.sealed from code_outbox o join member m on m.id = o.member_id
           where m.username = $1 and o.purpose = 'loginPassword'`,
          [username],
        );
        const [row] = rows;
        if (row !== undefined) code = openMessage(seal, BigInt(row.id), 'loginPassword', row.sealed).code;
        return code;
      })
      .toMatch(/^\d{6}$/);
  });
  return code;
}
