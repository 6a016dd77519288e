import * as z from 'zod/mini';
import type { Connection } from '../../platform/db/pool.ts';
import { int4, moment } from '../../platform/db/rows.ts';
import { anyRow, manyRows, onlyRow, readRows, write } from '../../platform/db/statement.ts';
import type { Check } from './check.ts';

/** SQL of the checks: what they last said, and how one is asked. */

const stateRow = z.object({
  name: z.string(),
  halts: z.boolean(),
  begunAt: moment,
  endedAt: z.nullable(moment),
  failingSince: z.nullable(moment),
  found: int4,
  sample: z.array(z.string()),
  error: z.nullable(z.string()),
  tookMs: z.nullable(int4),
});
export type CheckState = z.infer<typeof stateRow>;

export const selectCheckStates = manyRows(
  stateRow,
  `select name, halts, begun_at, ended_at, failing_since, found, sample, error, took_ms from integrity_check order by name collate "C"`,
);

/** Whether this worker is to ask it: of several that want to at once, one is. */
export const claimCheck = anyRow(
  `insert into integrity_check as c (name, halts) values ($1, $2)
   on conflict (name) do update set begun_at = clock_timestamp(), halts = excluded.halts
   where c.begun_at < clock_timestamp() - make_interval(secs => $3) returning c.name`,
  ({ name, halts }: Pick<Check, 'name' | 'halts'>, againSec: number) => [name, halts, againSec],
);

/** An answer that did not come changes nothing of what was found before. */
export const updateCheck = write(
  `update integrity_check set ended_at = clock_timestamp(), took_ms = $2, error = $3::text,
     found = case when $3::text is null then $4 else found end,
     sample = case when $3::text is null then $5::text[] else sample end,
     failing_since = case when $3::text is not null then failing_since when $4 = 0 then null
       else coalesce(failing_since, clock_timestamp()) end
   where name = $1`,
  (name: string, { tookMs, error, found, sample }: Answer) => [name, tookMs, error, found, sample],
);

export interface Answer {
  readonly tookMs: number;
  /** Why there was no answer; null with one. */
  readonly error: string | null;
  readonly found: number;
  readonly sample: readonly string[];
}

/** Longer than a worker of another version takes to ask its own checks again, while two versions run side by side. */
const RETIRED_AFTER = '6 hours';

/** A check that no running version knows holds nothing up any more. */
export const retireChecks = write(
  `update integrity_check set failing_since = null, found = 0, sample = '{}'
   where failing_since is not null and name <> all ($1::text[]) and begun_at < clock_timestamp() - interval '${RETIRED_AFTER}'`,
  (known: readonly string[]) => [known],
);

/** Whether no money may leave now: the trigger halt_money_out says the same. */
export const isMoneyHalted = anyRow(
  'select from integrity_check where halts and failing_since is not null limit 1',
  () => [],
  { name: 'money-halted' },
);

const ROWS_MAX = 20;
const ROW_LENGTH_MAX = 400;

const foundRow = z.object({ found: z.string() });

/** Asks in a transaction that cannot write, and that the database ends. The rows come as text, because each check has columns of its own. */
export async function askCheck(connection: Connection, { sql }: Pick<Check, 'sql'>, msMax: number): Promise<string[]> {
  await limitTransaction(connection, `${msMax}ms`);
  const rows = await readRows(
    connection,
    foundRow,
    `select to_jsonb(f)::text as found from (${sql}) f limit ${ROWS_MAX}`,
  );
  return rows.map(({ found }) => found.slice(0, ROW_LENGTH_MAX));
}

/** The session that a transaction runs in, so that it can be ended from another one. */
export const selectSession = onlyRow(z.object({ pid: int4 }), 'select pg_backend_pid() as pid', () => [], {
  missing: 'a session has a number',
});

export const cancelSession = write('select pg_cancel_backend($1)', (pid: number) => [pid]);

const limitTransaction = write(
  `select set_config('transaction_read_only', 'on', true), set_config('statement_timeout', $1, true)`,
  (limit: string) => [limit],
);
