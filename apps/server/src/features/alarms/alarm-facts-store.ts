// SQL of what alarms follow from, where no other feature asks it already.

import * as z from 'zod/mini';
import { int4, moment } from '../../platform/db/rows.ts';
import { manyRows, onlyRow } from '../../platform/db/statement.ts';

/** How long a void order is said to be one of now. */
const VOID_MINUTES = 5;
/** No order runs for longer than an hour, and its settlement may be late. */
const ACCEPTED_WITHIN_HOURS = 26;

/** Orders that became void in the last minutes, and why. */
export const selectVoids = onlyRow(
  z.object({ orders: int4, reasons: z.array(z.string()) }),
  `select count(*)::integer as orders, coalesce(array_agg(distinct s.reason), '{}') as reasons from settlement s
   where s.outcome = 'voided' and s.order_id >= moment_id(clock_timestamp() - interval '${ACCEPTED_WITHIN_HOURS} hours')
     and s.settled_at > clock_timestamp() - interval '${VOID_MINUTES} minutes'`,
  () => [],
  { missing: 'a count has one row' },
);

const OVERDUE_SEC = 30;

/** Orders whose settlement throws, and those that are due for half a minute. */
export const selectUnsettled = onlyRow(
  z.object({ stuck: int4, overdue: int4 }),
  `select (select count(*)::integer from settlement_alarm a
       where not exists (select from settlement s where s.order_id = a.order_id)) as stuck,
     (select count(*)::integer from position p
       where p.closes_at < clock_timestamp() - interval '${OVERDUE_SEC} seconds') as overdue`,
  () => [],
  { missing: 'a count has one row' },
);

/** Witnesses, by their keys, that refuse the order log now. */
export const selectRefusals = manyRows(
  z.object({ key: z.string(), refusal: z.nullable(z.string()) }),
  'select key, refusal from log_witness where refusal is not null',
);

/** When the site was made: before that there was nothing to save. */
export const selectSiteSince = onlyRow(z.object({ since: moment }), 'select created_at as since from site', () => [], {
  missing: 'the site row is missing',
});
