// SQL of what operators answer often. An edit is a new version; the newest one holds, also when it says `removed`.

import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { int4, moment } from '../../../platform/db/rows.ts';
import { manyRows } from '../../../platform/db/statement.ts';

const cannedRow = z.object({
  id: z.uuid(),
  version: int4,
  title: z.string(),
  texts: z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() }),
  operator: z.nullable(z.string()),
  at: moment,
});
export type CannedRow = z.infer<typeof cannedRow>;

export const CANNED_MAX = 200;

export const selectCanned = manyRows(
  cannedRow,
  `select a.id, a.version, a.title, a.texts, m.username as operator, a.at
   from (select distinct on (id) * from canned_answer order by id, version desc) a
   left join operator m on m.id = a.operator_id where not a.removed order by a.title limit $1`,
  () => [CANNED_MAX],
);

export interface NewCanned {
  readonly id: string;
  /** The version that was edited; 0 for a new answer. */
  readonly version: number;
  readonly title: string;
  readonly texts: CannedRow['texts'];
  readonly isRemoved: boolean;
  readonly operatorId: bigint;
}

/** False if the newest version is another one, or there are too many answers. */
export async function insertCanned(db: Db, canned: NewCanned): Promise<boolean> {
  await db.query(`select wait_turn('canned_answer')`);
  const { rowCount } = await db.query(
    `insert into canned_answer (id, version, title, texts, removed, operator_id)
     select $1, $2::integer + 1, $3, $4::jsonb, $5, $6
     where coalesce((select max(version) from canned_answer where id = $1), 0) = $2::integer
       and ($2::integer > 0 or (select count(distinct id) from canned_answer) < $7)`,
    [
      canned.id,
      canned.version,
      canned.title,
      JSON.stringify(canned.texts),
      canned.isRemoved,
      canned.operatorId.toString(),
      CANNED_MAX,
    ],
  );
  return rowCount === 1;
}
