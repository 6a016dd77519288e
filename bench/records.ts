import { wholeUnits } from '@candor/domain/money';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { SUMMED_MAX } from '@candor/contract/cashier';
import { selectDeposits, sumDeposits } from '../apps/server/src/features/cashier/deposit-store.ts';
import { selectWithdrawals, sumWithdrawals } from '../apps/server/src/features/cashier/withdrawal-store.ts';
import { selectStatement } from '../apps/server/src/features/wallet/wallet-store.ts';
import { writePast } from '../apps/server/src/testing/factories.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import { report } from './lib/report.ts';
import type { Figure } from './lib/report.ts';
import { median } from './lib/statistics.ts';

/**
 * How long a page of a member's own records takes with a thousand rows, and with a million beside them in the same tables:
 * the statement, deposits and withdrawals. Both members take turns, so that noise on the machine affects both.
 */
const FEW = 1_000;
const MANY = Number(process.env['RECORDS'] ?? 1_000_000);
const STEP = 20_000;
const PAGE = 21;
const CALLS = 60;
const RATIO_MAX = 1.5;

const database = await openBenchDatabase();
const { ownerPool } = database;

/** Rows `from` to `to` of each kind for one member, as years of use would have written them. */
async function fill(memberId: bigint, from: number, to: number): Promise<void> {
  const unit = wholeUnits(1n, TEST_CURRENCY).toString();
  const common = [memberId.toString(), from, to, unit];
  await writePast(
    ownerPool,
    `insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id, member_id, at,
       credit_seq, credit_balance_after)
     select c.id, f.id, $4, case n % 4 when 0 then 'recharge' else 'orderPayout' end, 'practice', f.currency, 'bench',
       'bench ' || n, $1, now() - interval '3 years' + n * interval '1 minute', f.seq + n, f.posted + n * $4::bigint
     from generate_series($2::int, $3::int) n
     cross join (select * from account where member_id = $1 and kind = 'funds') f
     cross join (select id from account where kind = 'grants') c`,
    common,
  );
  await writePast(
    ownerPool,
    `with written as (insert into deposit (id, reference, member_id, wallet, currency, channel, kind, amount, asset, asset_amount, rate, rate_until,
       details, status, credited, first_by, reason, created_at, expires_at, decided_at, promised_minutes, proof_required)
     select uuidv7(t.at - now()), upper(substr(md5('d' || n), 1, 8)), $1, 'practice', s.currency, 'bank', 'bank', $4, s.currency, $4,
       10000, t.at, '{}', case n % 4 when 0 then 'rejected' else 'approved' end, case n % 4 when 0 then null else $4::bigint end,
       o.id, 'OTHER', t.at, t.at, t.at, 30, false
     from generate_series($2::int, $3::int) n cross join site s cross join (select max(id) as id from member) o
     cross join lateral (select now() - interval '3 years' + n * interval '1 minute' as at) t
     on conflict do nothing returning id, created_at)
     insert into cashier_step (subject, n, state, at) select id, 1, 'pending', created_at from written`,
    common,
  );
  await writePast(
    ownerPool,
    `with written as (insert into withdrawal (id, reference, member_id, wallet, currency, amount, fee, hold, payee, payee_sealed, status, first_by,
       second_by, reason, created_at, decided_at, promised_minutes)
     select uuidv7(t.at - now()), upper(substr(md5('w' || n), 1, 8)), $1, 'practice', s.currency, $4, 0, gen_random_uuid(),
       '{"bank":"ICBC","holder":"x","number":"x"}', 'x', case n % 4 when 0 then 'rejected' else 'approved' end, o.id, o.id - 1, 'OTHER',
       t.at, t.at, 1440
     from generate_series($2::int, $3::int) n cross join site s cross join (select max(id) as id from member) o
     cross join lateral (select now() - interval '3 years' + n * interval '1 minute' as at) t
     on conflict do nothing returning id, created_at)
     insert into cashier_step (subject, n, state, at) select id, 1, 'pending', created_at from written`,
    common,
  );
}

try {
  const [fewId = 0n, manyId = 0n] = await database.makeMembers(4);
  const pool = database.openPool('http', 2);
  const pagesOf = (memberId: bigint): readonly (readonly [name: string, read: () => Promise<unknown>])[] => {
    const filter = { memberId, wallet: 'practice' as const, statuses: undefined, kinds: undefined };
    const statement = { memberId, wallet: 'practice' as const, currency: TEST_CURRENCY.code, limit: PAGE };
    const first = { beforeId: undefined, limit: PAGE };
    return [
      ['Statement, first page', async () => await selectStatement(pool, statement)],
      ['Statement, deposits alone', async () => await selectStatement(pool, { ...statement, types: ['recharge'] })],
      ['Statement, from its middle', async () => await selectStatement(pool, { ...statement, beforeSeq: 500n })],
      ['Deposits, first page', async () => await selectDeposits(pool, filter, first)],
      ['Deposits, their sum', async () => await sumDeposits(pool, filter, SUMMED_MAX)],
      ['Deposits, rejected ones', async () => await selectDeposits(pool, { ...filter, statuses: ['rejected'] }, first)],
      ['Withdrawals, first page', async () => await selectWithdrawals(pool, filter, first)],
      ['Withdrawals, their sum', async () => await sumWithdrawals(pool, filter, SUMMED_MAX)],
    ];
  };
  const timed = async (read: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    await read();
    return performance.now() - startedAt;
  };

  await fill(fewId, 1, FEW);
  for (let done = 0; done < MANY; done += STEP) await fill(manyId, FEW + done + 1, FEW + Math.min(MANY, done + STEP));
  await ownerPool.query('vacuum analyze transfer, deposit, withdrawal, cashier_step, account, member');
  const many = new Map(pagesOf(manyId));
  const figures: Figure[] = [];
  for (const [name, read] of pagesOf(fewId)) {
    const other = many.get(name);
    if (other === undefined) throw new Error(`${name} has no pair`);
    const [few, more]: [number[], number[]] = [[], []];
    for (let call = 0; call < CALLS; call += 1) {
      few.push(await timed(read));
      more.push(await timed(other));
    }
    const ratio = median(more) / median(few);
    if (!(ratio <= RATIO_MAX)) process.exitCode = 1;
    const times = `${median(few).toFixed(2)} ms · ${median(more).toFixed(2)} ms`;
    figures.push([`${name} (aim: at most ${RATIO_MAX} ×)`, `${ratio.toFixed(2)} ×`, times]);
  }
  const title = `A page of records: a member with ${MANY.toLocaleString('en')} rows beside one with a thousand`;
  await report('records', title, figures);
} finally {
  await database.close();
}
