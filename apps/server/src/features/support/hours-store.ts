// SQL of the hours of service. Each change is a new version; the newest one holds.

import type { ServiceHours } from '@candor/domain/support/service-hours';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4, moment } from '../../platform/db/rows.ts';
import { onlyRow } from '../../platform/db/statement.ts';

const hoursRow = z.object({
  version: int4,
  hours: z.array(z.array(z.tuple([z.int(), z.int()]))),
  operator: z.nullable(z.string()),
  at: moment,
});
export type HoursRow = z.infer<typeof hoursRow>;

export const selectHours = onlyRow(
  hoursRow,
  `select h.version, h.hours, m.username as operator, h.at from support_hours h left join operator m on m.id = h.operator_id
   order by h.version desc limit 1`,
  () => [],
  { missing: 'the migrations write the first hours of service' },
);

/** False if the newest version is another one. */
export async function insertHours(
  db: Db,
  { version, hours, operatorId }: { version: number; hours: ServiceHours; operatorId: bigint },
): Promise<boolean> {
  await db.query(`select wait_turn('support_hours')`);
  const { rowCount } = await db.query(
    `insert into support_hours (hours, operator_id)
     select $2::jsonb, $3::bigint where (select max(version) from support_hours) = $1`,
    [version, JSON.stringify(hours), operatorId.toString()],
  );
  return rowCount === 1;
}
