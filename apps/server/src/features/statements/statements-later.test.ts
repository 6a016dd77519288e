import { readFileSync } from 'node:fs';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../platform/db/pool.ts';
import { startStatementSite, table } from '../../testing/statement-site.ts';
import { units } from '../../testing/withdrawal-site.ts';
import { selectOpen } from './certain-store.ts';
import { findCertain } from './find-certain.ts';
import { matchLater } from './match-later.ts';

/** Statements after their import: what is certain later, what it costs to look, and what was there before the rules. */
const statements = startStatementSite();
const { site, at, act, call, save, imported, entries, deposit } = statements;

let code: string;
beforeEach(() => {
  code = statements.code();
});

async function later(): Promise<number> {
  return await matchLater({ pool: site.server.pools.worker, log: pino({ level: 'silent' }) }, new Map());
}

/** What the owner does, of which nothing stays. */
async function withoutTrace(work: (owner: Connection) => Promise<void>): Promise<void> {
  const owner = await site.server.ownerPool.connect();
  try {
    await owner.query('begin');
    await work(owner);
  } finally {
    await owner.query('rollback');
    owner.release();
  }
}

describe('nothing is certain', () => {
  it('of a deposit that an entry takes back, though somebody explained that entry', async () => {
    const { reference } = await deposit();
    await save({ channels: [] });
    await imported(table([units(1000n), 'A1', '', reference], [`-${units(1000n)}`, 'A2', '', reference]));
    const back = (await entries()).find(({ bankRef }) => bankRef === 'A2');
    const explained = await call('POST', `/entries/${back?.id}/explain`, { code: 'other', note: 'sent back' });
    expect(explained.body).toMatchObject({ data: { state: 'explained' } });
    await save();
    expect(await later()).toBe(0);
  });

  it('of what is paid twice in full, though somebody explained one of the two', async () => {
    const { reference } = await deposit();
    await save({ channels: [] });
    await imported(table([units(1000n), 'A1', '', reference], [units(1000n), 'A2', '', reference]));
    const [one] = await entries();
    await call('POST', `/entries/${one?.id}/explain`, { code: 'ownTransfer' });
    await save();
    expect(await later()).toBe(0);
  });

  it('of what more entries name than are looked at, and what stands beside it is', async () => {
    const [one, two] = [await deposit(), await deposit()];
    await save({ channels: [] });
    await imported(table([units(1000n), 'A1', '', one.reference], [units(1000n), 'A2', '', two.reference]));
    const rows = await selectOpen(site.server.pools.worker, code, undefined, 10);
    await imported(table(...[3, 4, 5, 6].map((n) => [`-${units(1n)}`, `A${n}`, '', two.reference] as const)));
    await save();
    const crowded: string[] = [];
    const certain = await findCertain(site.server.pools.worker, code, rows, {
      namingMax: 2,
      onCrowded: ({ id }) => crowded.push(id),
    });
    expect(certain.map(({ thing }) => thing.id)).toEqual([one.id]);
    expect(crowded).toEqual([two.id]);
  });
});

/** How often each of these tables was read from its beginning to its end. */
async function readsOf(owner: Connection, work: () => Promise<unknown>): Promise<Record<string, bigint>> {
  const counted = async () => {
    const { rows } = await owner.query<{ name: string; reads: bigint }>(
      `select relname as name, seq_scan as reads from pg_stat_xact_user_tables
       where relname in ('deposit', 'withdrawal', 'payout_reference', 'statement_entry', 'statement_match') order by 1`,
    );
    return rows;
  };
  const before = new Map((await counted()).map(({ name, reads }) => [name, reads]));
  await work();
  return Object.fromEntries((await counted()).map(({ name, reads }) => [name, reads - (before.get(name) ?? 0n)]));
}

it('payments are looked up by what names them, and matches by their payments, however many there are', async () => {
  const { id } = await deposit();
  const withdrawal = await at('approved');
  await act(site.first, withdrawal, 'payout', { version: 4, step: 'sent', payoutRef: 'PAY/LOOKUP/1' });
  await imported(table([units(1n), 'A1']));
  await withoutTrace(async (owner) => {
    await owner.query('set local session_replication_role = replica');
    const copies = (name: string, fields: string) =>
      `insert into ${name} select r.* from ${name} x cross join generate_series(1, 5000) n
       cross join lateral jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid(), 'member_id', 1000000 + n, ${fields})) r where x.id = $1`;
    await owner.query(copies('deposit', `'reference', 'X' || lpad(n::text, 7, '0')`), [id]);
    await owner.query(
      copies(
        'withdrawal',
        `'reference', 'Y' || lpad(n::text, 7, '0'), 'bank_ref', 'PAY/COPY/' || n, 'hold', gen_random_uuid(), 'fee_hold', gen_random_uuid()`,
      ),
      [withdrawal.id],
    );
    await owner.query(`insert into payout_reference (ref_key, withdrawal_id) select payout_ref_key(bank_ref), id from withdrawal
      where bank_ref like 'PAY/COPY/%'`);
    for (const [kind, field, from] of [
      ['deposit', 'deposit_id', 'deposit'],
      ['withdrawal', 'withdrawal_id', 'withdrawal'],
    ])
      await owner.query(
        `insert into statement_match (account, kind, ${field}, undone_by, undone_at)
         select $1, '${kind}', id, case when n = 1 then $2::bigint end, case when n = 1 then clock_timestamp() end
         from ${from} cross join generate_series(1, 2) n where member_id > 1000000 and (n = 1 or member_id % 2 = 0)`,
        [code, site.first.id],
      );
    await owner.query(
      `insert into statement_entry select r.* from statement_entry e
       cross join (select id, row_number() over (order by id) as n from statement_match where undone_at is null and account = $1) m
       cross join lateral jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'position', m.n, 'match_id', m.id)) r
       where e.account = $1`,
      [code],
    );
    await owner.query(
      `insert into member_closing (member_id, due_at, closed_at, erased_at) values (${site.memberId}, now() + interval '1 day', now(), now())`,
    );
    await owner.query('analyze deposit, withdrawal, payout_reference, statement_match, statement_entry');
    await owner.query('set local session_replication_role = origin');

    const words = Array.from({ length: 300 }, (_, n) => [`x${`${n}`.padStart(7, '0')}`, `pay/copy/${n}`]).flat();
    const none = { deposit: 0n, payout_reference: 0n, statement_entry: 0n, statement_match: 0n, withdrawal: 0n };
    expect(
      await readsOf(
        owner,
        async () => await owner.query('select * from statement_named_things($1, $2)', [code, words]),
      ),
    ).toEqual(none);
    const forget = `update member_closing set forgotten_at = clock_timestamp() where member_id = ${site.memberId}`;
    await owner.query('alter table member_closing disable trigger keep_member_closing');
    expect(await readsOf(owner, async () => await owner.query(forget))).toEqual(none);
  });
});

it('what the chain says of a deposit waits for the match that is being made, and is compared with it', async () => {
  const { id, reference } = await deposit();
  await save({ channels: [] });
  await imported(table([units(1000n), 'A1', '', reference]));
  await save();
  const [entry] = await entries();
  const { ownerPool } = site.server;
  await withReplica(`update deposit set kind = 'usdt', network = 'TRON', txid = repeat('a', 64) where id = '${id}'`);
  const worker = await site.server.pools.worker.connect();
  await worker.query('begin');
  const { rows } = await worker.query(
    `select match_certain('${code}', 'deposit', '${id}', array['${entry?.id}']::uuid[]) as id`,
  );
  const finding = ownerPool.query(
    `insert into chain_finding (deposit_id, found, recipient, units, confirmations) values ('${id}', true, 'T', 1, 30)`,
  );
  await Promise.race([finding, new Promise((resolve) => setTimeout(resolve, 300))]);
  await worker.query('commit');
  worker.release();
  await finding;
  expect(rows).toEqual([{ id: expect.any(String) }]);
  expect(await entries()).toMatchObject([{ state: 'different', match: { thing: { id } } }]);
});

async function withReplica(sql: string): Promise<void> {
  const owner = await site.server.ownerPool.connect();
  try {
    await owner.query('set session_replication_role = replica');
    await owner.query(sql);
  } finally {
    owner.release(true);
  }
}

it('an upgrade finds the matches that no longer held, and what banks wrote of who was forgotten', async () => {
  const migration = readFileSync(new URL('../../../migrations/0084_books_and_statements.sql', import.meta.url), 'utf8');
  const [, upgrade = ''] = migration.split('-- What was there before these rules');
  const [one, two] = [await deposit(), await deposit()];
  await imported(table([units(1000n), 'A1', 'W', one.reference], [units(1000n), 'A2', 'W', two.reference]));
  await withoutTrace(async (owner) => {
    await owner.query('set local session_replication_role = replica');
    await owner.query(`update deposit set status = 'rejected', reason = 'OTHER', decided_at = now() where id = $1`, [
      one.id,
    ]);
    await owner.query('set local session_replication_role = origin');
    const told = async () => {
      await owner.query(`--${upgrade}`);
      const { rows } = await owner.query<{ ref: string }>(
        `select e.bank_ref as ref, m.differs_since is not null as differs, e.counterparty, e.words is not null as has_words
         from statement_entry e join statement_match m on m.id = e.match_id where e.account = $1 order by 1`,
        [code],
      );
      return rows;
    };
    expect(await told()).toEqual([
      { ref: 'A1', differs: true, counterparty: 'W', has_words: true },
      { ref: 'A2', differs: false, counterparty: 'W', has_words: true },
    ]);
    await owner.query('set local session_replication_role = replica');
    await owner.query(`insert into member_closing (member_id, due_at, closed_at, erased_at, forgotten_at)
      values (${site.memberId}, now() + interval '1 day', now(), now(), now())`);
    await owner.query('set local session_replication_role = origin');
    expect(await told()).toEqual([
      { ref: 'A1', differs: true, counterparty: null, has_words: false },
      { ref: 'A2', differs: false, counterparty: null, has_words: false },
    ]);
  });
});
