import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { offsetMs } from '@candor/domain/market/local-time';
import { csvLine } from '@candor/domain/text/csv';
import type { MoneyOrder } from '@candor/contract/console-cashier';
import type { DepositState } from '@candor/domain/cashier/deposit';
import type { WithdrawalState } from '@candor/domain/cashier/withdrawal';
import { exportDeposits } from '../apps/server/src/features/cashier/export-money.ts';
import {
  selectOperatorDeposits,
  selectOperatorWithdrawals,
} from '../apps/server/src/features/cashier/operator-store.ts';
import { seedCashier } from '../apps/server/src/features/cashier/seed-channels.ts';
import { selectAudit } from '../apps/server/src/features/console/audit-log-store.ts';
import { withSubjects } from '../apps/server/src/features/console/audit-subject-store.ts';
import { selectMembers } from '../apps/server/src/features/members/members-store.ts';
import type { Pool } from '../apps/server/src/platform/db/pool.ts';
import { momentWriter, moneyWriter } from '../apps/server/src/services/exports/export-kind.ts';
import { writePast } from '../apps/server/src/testing/factories.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import type { BenchDatabase } from './lib/bench-database.ts';
import { report } from './lib/report.ts';
import { grouped, median } from './lib/statistics.ts';

/**
 * Pages of the console's long lists: the same pages with a thousand rows and with a million in one database, by the statements of
 * the console under its own login. `BENCH_ROWS` sets another number than a million.
 */
const FEW = 1_000;
const MANY = Number(process.env['BENCH_ROWS'] ?? '1000000');
const CHUNK = 50_000;
const MEMBERS = 1_000;
const PAGE = 51;
const ROUNDS = 101;
/** A page of a million rows may take so many times one of a thousand. */
const RATIO_MAX = 1.5;
/** As the console reads them. */
const FILE_BATCH = 2_000;
/** So many of the first rows are open, and as many payouts wait: a page of each is full with few rows, too. */
const OPEN = 200;

const [small, large] = [await openBenchDatabase(), await openBenchDatabase()];
try {
  const before = await prepare(small, FEW);
  const after = await prepare(large, MANY);
  const ratios = await measure(before, after);
  const file = await readFile(large.openPool('console', 1));
  await report(
    'console-lists',
    `Pages of the console with ${grouped(MANY)} rows`,
    [
      ...ratios.map(
        ({ name, few, many }) =>
          [
            name,
            `${(many / few).toFixed(2)} ×`,
            `${few.toFixed(2)} ms with ${grouped(FEW)}, ${many.toFixed(2)} ms`,
          ] as const,
      ),
      [
        `Rows a second of a file of ${grouped(file.rows)} deposits`,
        grouped(file.rowsPerSec),
        `${grouped(file.megabytes)} MB`,
      ],
      ['Memory that the file adds at its peak', `${grouped(file.grownMb)} MB`, ''],
    ],
    `Medians of ${ROUNDS} pages of ${PAGE - 1} rows, in turns with the same page of ${grouped(FEW)} rows. The program fails above ${RATIO_MAX} ×.`,
  );
  const slow = ratios.filter(({ few, many }) => many > RATIO_MAX * few);
  for (const { name } of slow) console.error(`${name} is slower than ${RATIO_MAX} ×`);
  if (slow.length > 0) process.exitCode = 1;
} finally {
  await small.close();
  await large.close();
}

/** A database with so many rows of each list, and the pages of it. */
async function prepare(database: BenchDatabase, rows: number): Promise<Record<string, Page>> {
  const { ownerPool } = database;
  await seedCashier(ownerPool, { mode: 'practice', currency: TEST_CURRENCY });
  const [first = 0n] = await database.makeMembers(MEMBERS);
  for (let from = 1; from <= rows; from += CHUNK)
    await fill(ownerPool, { from, to: Math.min(rows, from + CHUNK - 1), first });
  await ownerPool.query('vacuum analyze deposit, withdrawal, cashier_step, audit, member');
  const pool = database.openPool('console', 2);
  const { rows: known } = await ownerPool.query<{ username: string; reference: string }>(
    `select username, (select reference from deposit limit 1) as reference from member where id = $1`,
    [first.toString()],
  );
  const { username = '', reference = '' } = known[0] ?? {};
  return pagesOf(pool, { username, reference });
}

/** Rows of the past as they are by then: the first are open, the others are decided. */
async function fill(ownerPool: Pool, { from, to, first }: { from: number; to: number; first: bigint }): Promise<void> {
  const values = [from, to, first.toString(), MEMBERS, OPEN, TEST_CURRENCY.code];
  const reference = `lpad(upper(to_hex(i)), 8, '0')`;
  const at = `clock_timestamp() - make_interval(secs => (${MANY} - i) * 30)`;
  await writePast(
    ownerPool,
    `insert into deposit (reference, member_id, wallet, currency, channel, kind, amount, asset, asset_amount, rate, rate_until,
       details, status, reason, credited, first_by, decided_at, created_at, expires_at, promised_minutes, proof_required)
     select ${reference}, $3::bigint + i % $4, 'practice', $6, c.code, c.kind, 10000 + (i::bigint * 7919) % 9000000, c.asset, 10000, 10000,
       ${at}, '{}', case when i <= $5 then 'pending' when i % 10 = 1 then 'rejected' else 'approved' end,
       case when i > $5 and i % 10 = 1 then 'OTHER' end, case when i > $5 and i % 10 <> 1 then 10000 + (i::bigint * 7919) % 9000000 end, case when i > $5 then $3::bigint + (i + 1) % $4 end,
       case when i > $5 then ${at} end, ${at}, ${at}, 60, false
     from generate_series($1::int, $2::int) i cross join (select * from deposit_channel order by code limit 1) c`,
    values,
  );
  await writePast(
    ownerPool,
    `insert into withdrawal (reference, member_id, wallet, currency, amount, fee, hold, payee, payee_sealed, status, reason, paid_out,
       first_by, second_by, decided_at, created_at, promised_minutes)
     select ${reference}, $3::bigint + i % $4, 'practice', $6, 10000 + (i::bigint * 7919) % 9000000, 0, uuidv7(),
       '{"bank":"ICBC","holder":"王*明","number":"**** 1234"}', '\\x00',
       case when i <= $5 then 'pending' when i % 10 = 1 then 'rejected' else 'approved' end,
       case when i > $5 and i % 10 = 1 then 'OTHER' end, case when i <= $5 or i % 10 = 1 then 'none' when i <= 2 * $5 then 'sent' else 'arrived' end,
       $3::bigint + (i + 1) % $4, $3::bigint + (i + 2) % $4, case when i > $5 then ${at} end, ${at}, 60
     from generate_series($1::int, $2::int) i`,
    values,
  );
  await writePast(
    ownerPool,
    `insert into cashier_step (subject, n, state, at)
     select x.id, n, 'pending', x.created_at from (
       select id, created_at from deposit where reference between lpad(upper(to_hex($1::int)), 8, '0') and lpad(upper(to_hex($2::int)), 8, '0')
       union all
       select id, created_at from withdrawal where reference between lpad(upper(to_hex($1::int)), 8, '0') and lpad(upper(to_hex($2::int)), 8, '0')) x
     cross join generate_series(1, 2) n`,
    [from, to],
  );
  await writePast(
    ownerPool,
    `insert into audit (at, actor_id, command, subject_type, subject_id, detail)
     select ${at}, $3::bigint + i % 10, (array['console/deposits/approve', 'console/deposits/take', 'console/login'])[1 + i % 3], 'deposit',
       (select d.id::text from deposit d where d.reference = ${reference}), '{"n": 1}' from generate_series($1::int, $2::int) i`,
    values.slice(0, 3),
  );
}

interface Ratio {
  name: string;
  few: number;
  many: number;
}

/** The median of each page in milliseconds: one of each database in turn, so that a busy machine slows both. */
async function measure(before: Record<string, Page>, after: Record<string, Page>): Promise<Ratio[]> {
  const ratios: Ratio[] = [];
  for (const [name, page] of Object.entries(after)) {
    const [few, many]: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const first = await timed(before[name] ?? page);
      const second = await timed(page);
      if (first.rows !== second.rows || first.rows === 0)
        throw new Error(`${name}: ${first.rows} rows of a page, and ${second.rows}`);
      // The first one fills caches.
      if (round > 0) few.push(first.ms);
      if (round > 0) many.push(second.ms);
    }
    ratios.push({ name, few: median(few), many: median(many) });
  }
  return ratios;
}

async function timed(page: Page): Promise<{ rows: number; ms: number }> {
  const startedAt = performance.now();
  const rows = await page();
  return { rows, ms: performance.now() - startedAt };
}

/** A file of all deposits that are decided, by batches of its own size, as the console makes it. */
async function readFile(pool: Pool) {
  const kind = exportDeposits({ timeZone: 'Asia/Shanghai' });
  const columns = kind.columns;
  const read = kind.open({ status: 'approved,rejected' }, 1n, columns, {
    language: 'en',
    money: moneyWriter(TEST_CURRENCY),
    moment: momentWriter('Asia/Shanghai', offsetMs),
  });
  if (read === undefined) throw new Error('the list has no such filter');
  const before = process.memoryUsage.rss();
  const startedAt = performance.now();
  let [rows, bytes, peak, after] = [0, 0, before, undefined as string | undefined];
  for (;;) {
    const batch = await read(pool, after, FILE_BATCH);
    if (batch === undefined) break;
    ({ after } = batch);
    rows += batch.rows.length;
    bytes += batch.rows.reduce((sum, cells) => sum + csvLine(cells).length, 0);
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  return {
    rows,
    rowsPerSec: (rows * 1_000) / (performance.now() - startedAt),
    megabytes: bytes / 1e6,
    grownMb: (peak - before) / 1e6,
  };
}

type Page = () => Promise<number>;

function pagesOf(pool: Pool, { username, reference }: { username: string; reference: string }): Record<string, Page> {
  const base = { q: undefined, takenBy: undefined, afterId: undefined, limit: PAGE };
  const deposits = async (more: {
    states?: readonly DepositState[];
    sort?: MoneyOrder;
    q?: string;
    afterId?: string;
    fromMs?: number;
    toMs?: number;
  }) => await selectOperatorDeposits(pool, { ...base, states: undefined, kinds: undefined, ...more });
  const withdrawals = async (more: {
    states?: readonly WithdrawalState[];
    payouts?: readonly ('none' | 'sent')[];
    sort?: MoneyOrder;
    afterId?: string;
  }) => await selectOperatorWithdrawals(pool, { ...base, states: undefined, payouts: undefined, ...more });
  const audit = async (more: object) => await withSubjects(pool, await selectAudit(pool, { limit: PAGE, ...more }));
  const approved = { states: ['approved'] } as const;
  /** A row of the middle, where a deep page begins. */
  const middle = once(async () => {
    const { rows } = await pool.query<{ deposit: string; withdrawal: string; audit: bigint; at: number }>(
      `select (select id from deposit where reference = lpad(upper(to_hex((select count(*) from deposit)::int / 2)), 8, '0')) as deposit,
         (select id from withdrawal where reference = lpad(upper(to_hex((select count(*) from withdrawal)::int / 2)), 8, '0')) as withdrawal,
         (select percentile_disc(0.5) within group (order by id) from audit) as audit,
         (select percentile_disc(0.5) within group (order by created_at) from deposit) as at`,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('there is no middle');
    return row;
  });
  const count = (rows: readonly unknown[]) => rows.length;
  return {
    'Deposits: what is open': async () => count(await deposits({})),
    'Deposits: approved': async () => count(await deposits(approved)),
    'Deposits: approved, from the middle on': async () =>
      count(await deposits({ ...approved, afterId: (await middle()).deposit })),
    'Deposits: approved, the largest first': async () => count(await deposits({ ...approved, sort: '-amount' })),
    'Deposits: approved, by amount, from the middle on': async () =>
      count(await deposits({ ...approved, sort: 'amount', afterId: (await middle()).deposit })),
    'Deposits: approved, of a date in the middle': async () => {
      const { at } = await middle();
      return count(await deposits({ ...approved, fromMs: at - 60_000 * 30, toMs: at + 60_000 * 30 }));
    },
    'Deposits: one reference': async () =>
      count(await deposits({ states: ['approved', 'pending', 'rejected'], q: reference })),
    'Withdrawals: what is open': async () => count(await withdrawals({})),
    'Withdrawals: all that is decided, newest first': async () =>
      count(await withdrawals({ states: ['approved', 'rejected', 'cancelled'], sort: '-createdAt' })),
    'Withdrawals: approved, the largest first, from the middle on': async () =>
      count(await withdrawals({ ...approved, sort: '-amount', afterId: (await middle()).withdrawal })),
    'Payouts: what was sent': async () => count(await withdrawals({ ...approved, payouts: ['sent'] })),
    'Audit: newest': async () => count(await audit({})),
    'Audit: from the middle on': async () => count(await audit({ cursor: (await middle()).audit })),
    'Audit: one operator': async () => count(await audit({ actor: username })),
    'Audit: one command, oldest first': async () =>
      count(await audit({ command: 'console/deposits/take', sort: 'at' })),
    'Audit: a date in the middle': async () => {
      const { at } = await middle();
      return count(await audit({ fromMs: at - 60_000 * 30, toMs: at + 60_000 * 30 }));
    },
    'Members: newest': async () =>
      count(await selectMembers(pool, { wallet: 'practice', currency: TEST_CURRENCY.code, limit: PAGE })),
  };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return async () => await (made ??= make());
}
