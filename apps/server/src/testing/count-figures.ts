import type { Db } from '../platform/db/pool.ts';

/** As the worker does, day by day and month by month: the public figures have counted all that closed. */
export async function countFigures(owner: Db): Promise<void> {
  await owner.query('insert into fairness_day (day, ends_at) select clock_timestamp()::date - 1, clock_timestamp()');
  await owner.query(
    `insert into fairness_month (month, wallet, won, lost, tied, accounts)
     select (date_trunc('month', clock_timestamp()) - interval '1 month')::date, wallet, 0, 0, 0, 0
     from unnest(array['practice', 'cash']) w (wallet)`,
  );
}
