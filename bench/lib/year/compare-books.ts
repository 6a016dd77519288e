import { bookHours } from '../../../apps/server/src/features/books/book-hours.ts';
import { selectBalances } from '../../../apps/server/src/features/books/books-store.ts';
import { selectReport } from '../../../apps/server/src/features/books/day-store.ts';
import { selectBookedUntil } from '../../../apps/server/src/features/books/ledger-hour-store.ts';
import { countDays } from '../../../apps/server/src/features/fairness/count-days.ts';
import type { BenchDatabase } from '../bench-database.ts';

export interface Booked {
  readonly hours: number;
  readonly bookMs: number;
  readonly days: number;
  readonly countMs: number;
}

/** Books every hour of the year and counts the figures of every day, as the worker does after an update. */
export async function bookYear(database: BenchDatabase): Promise<Booked> {
  const pool = database.openPool('worker', 1);
  const startedAt = performance.now();
  let hours = 0;
  // The first look only marks what is under way.
  for (let idle = 0; idle < 2;) {
    const booked = await bookHours(pool, () => false);
    hours += booked;
    idle = booked === 0 ? idle + 1 : 0;
  }
  const bookMs = performance.now() - startedAt;
  const countedAt = performance.now();
  const { rows } = await database.ownerPool.query<{ zone: string }>('select time_zone as zone from site');
  const days = await countDays(pool, rows[0]?.zone ?? 'UTC');
  const countMs = performance.now() - countedAt;
  await database.ownerPool.query(
    'vacuum analyze ledger_hour, ledger_hour_line, ledger_balance, ledger_day, fairness_day, fairness_figure',
  );
  return { hours, bookMs, days, countMs };
}

/** Both sides of what moved before a moment, straight from the transfers. */
const SUMS = `select a.wallet, a.kind, sum(s.debit)::text as debit, sum(s.credit)::text as credit
  from transfer t cross join lateral (values (t.debit_account, t.amount, 0::bigint), (t.credit_account, 0, t.amount)) s (account, debit, credit)
  join account a on a.id = s.account where t.phase in ('single', 'post')`;

interface Sum {
  wallet: string;
  kind: string;
  debit: string;
  credit: string;
}

export interface Agreed {
  readonly moments: number;
  readonly dates: number;
  /** What differs, in words; empty while the books agree to the cent. */
  readonly differences: readonly string[];
}

/** The trial balance at moments of the year and the report of each of its dates beside sums of the transfers themselves. */
export async function compareBooks(database: BenchDatabase): Promise<Agreed> {
  const moments = await balancesAgree(database);
  const dates = await reportsAgree(database);
  return {
    moments: moments.count,
    dates: dates.count,
    differences: [...moments.differences, ...dates.differences],
  };
}

interface Part {
  readonly count: number;
  readonly differences: readonly string[];
}

const HOUR_MS = 3_600_000;
/** Before now: the end of a month, of a date, the middle of an hour, and what is not booked yet. */
const AGO_MS = [
  0,
  17 * 60_000,
  5.5 * HOUR_MS,
  24 * HOUR_MS,
  31 * 24 * HOUR_MS,
  100.3 * 24 * HOUR_MS,
  200 * 24 * HOUR_MS,
  364 * 24 * HOUR_MS,
];

async function balancesAgree(database: BenchDatabase): Promise<Part> {
  const pool = database.openPool('console', 1);
  const { rows: site } = await database.ownerPool.query<{ currency: string }>('select currency from site');
  const nowMs = await database.nowMs();
  const differences: string[] = [];
  for (const agoMs of AGO_MS) {
    const atMs = nowMs - Math.round(agoMs);
    const at = new Date(atMs).toISOString();
    const lines = await selectBalances(pool, site[0]?.currency ?? '', atMs, await selectBookedUntil(pool, atMs));
    const { rows } = await database.ownerPool.query<Sum>(`${SUMS} and t.at < $1 group by 1, 2`, [at]);
    const [debit, credit] = [totalOf(lines, 'debit'), totalOf(lines, 'credit')];
    if (debit !== credit) differences.push(`the sides at ${at} are ${debit} and ${credit}`);
    // What the house earned and paid is one kind of account, and several lines of the chart.
    const isOfHouse = (line: string) => ['house', 'interest', 'rewards', 'manual', 'givenUp'].includes(line);
    const said = Map.groupBy(lines, ({ wallet, line }) => `${wallet} ${isOfHouse(line) ? 'house' : line}`);
    const kinds = new Set([...said.keys(), ...rows.map(({ wallet, kind }) => `${wallet} ${kind}`)]);
    for (const kind of kinds) {
      const row = rows.find((each) => `${each.wallet} ${each.kind}` === kind);
      const of = said.get(kind) ?? [];
      for (const side of ['debit', 'credit'] as const)
        if (totalOf(of, side).toString() !== (row?.[side] ?? '0'))
          differences.push(`${kind} at ${at}: ${side} ${totalOf(of, side)}, of the transfers ${row?.[side] ?? '0'}`);
    }
  }
  return { count: AGO_MS.length, differences };
}

function totalOf(
  rows: readonly { readonly debit: bigint; readonly credit: bigint }[],
  side: 'debit' | 'credit',
): bigint {
  return rows.reduce((sum, row) => sum + row[side], 0n);
}

async function reportsAgree(database: BenchDatabase): Promise<Part> {
  const pool = database.openPool('console', 1);
  const { rows: moved } = await database.ownerPool.query<Sum & { date: string }>(
    `select date::text, wallet, kind, sum(debit)::text as debit, sum(credit)::text as credit from (
       select business_date_at(t.at) as date, a.wallet, a.kind, s.debit, s.credit from transfer t
       cross join lateral (values (t.debit_account, t.amount, 0::bigint), (t.credit_account, 0, t.amount)) s (account, debit, credit)
       join account a on a.id = s.account where t.phase in ('single', 'post')) x group by 1, 2, 3 order by 1`,
  );
  const byDate = Map.groupBy(moved, ({ date }) => date);
  const balances = new Map<string, bigint>();
  const differences: string[] = [];
  let count = 0;
  for (const [date, sums] of byDate) {
    const report = await selectReport(pool, date);
    if (report?.isBooked !== true) continue;
    count += 1;
    for (const [wallet, , kind, opening, debit, credit, closing] of report.report.lines) {
      const sum = sums.find((each) => each.wallet === wallet && each.kind === kind);
      const before = balances.get(`${wallet} ${kind}`) ?? 0n;
      const after = before + BigInt(sum?.credit ?? 0) - BigInt(sum?.debit ?? 0);
      const [said, is] = [
        [opening, debit, credit, closing].join(' '),
        [before, sum?.debit ?? 0, sum?.credit ?? 0, after].join(' '),
      ];
      if (said !== is) differences.push(`${date} ${wallet} ${kind}: ${said}, of the transfers ${is}`);
      balances.set(`${wallet} ${kind}`, after);
    }
    for (const { wallet, kind } of sums)
      if (!report.report.lines.some(([of, , each]) => of === wallet && each === kind))
        differences.push(`${date} ${wallet} ${kind} is not in the report`);
  }
  return { count, differences };
}
