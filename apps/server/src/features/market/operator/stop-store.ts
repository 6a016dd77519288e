import * as z from 'zod/mini';
import { person, personSql, proposalColumns } from '../../../services/proposals/proposal-store.ts';
import type { ProposalTable } from '../../../services/proposals/proposal-store.ts';
import { anyRow, firstRow, firstValue, manyRows, write } from '../../../platform/db/statement.ts';

/** SQL of stops, and of proposals to end them. The database keeps product.forbidden in step, and waits for orders on their way. */

const moment = z.pipe(
  z.string(),
  z.transform((text) => Date.parse(text)),
);

const stopShape = z.object({
  id: z.string(),
  scope: z.string(),
  code: z.string(),
  note: z.nullable(z.string()),
  by: person,
  stoppedAt: moment,
  open: z.nullable(z.string()),
  ended: z.nullable(z.object({ at: moment, maker: person, checker: person })),
});
export type OperatorStop = z.infer<typeof stopShape>;

/** Of the rows of JOINS. */
const STOP = `json_build_object('id', s.id, 'scope', s.scope, 'code', s.code, 'note', s.note, 'by', ${personSql('stopper')},
  'stoppedAt', s.stopped_at,
  'open', (select w.id from product_resumption w where w.stop_id = s.id and w.status = 'proposed'),
  'ended', case when s.ended_at is not null then json_build_object('at', s.ended_at, 'maker', ${personSql('end_maker')},
    'checker', ${personSql('end_checker')}) end)`;
const JOINS = `join operator stopper on stopper.id = s.operator_id left join product_resumption e on e.id = s.resumption
  left join operator end_maker on end_maker.id = e.maker left join operator end_checker on end_checker.id = e.checker`;

const stopRow = z.object({ stop: stopShape });

/** What is stopped now, the oldest first. There are no more than products, categories and one. */
export const selectHoldingStops = manyRows(
  stopRow,
  `select ${STOP} as stop from product_stop s ${JOINS} where s.ended_at is null order by s.id`,
);

export interface StopFilter {
  /** Those that cover it. */
  readonly product: string | undefined;
  readonly beforeId: string | undefined;
  readonly limit: number;
}

export const selectStops = manyRows(
  stopRow,
  `select ${STOP} as stop from product_stop s ${JOINS}
   where ($1::uuid is null or s.id < $1) and ($2::text is null or s.scope in ('all', 'product/' || $2,
     'category/' || (select p.category from product p where p.code = $2)))
   order by s.id desc limit $3`,
  ({ product, beforeId, limit }: StopFilter) => [beforeId ?? null, product ?? null, limit],
);

export const selectStop = firstRow(
  stopRow,
  `select ${STOP} as stop from product_stop s ${JOINS} where s.id = $1::uuid`,
  (id: string) => [id],
);

export const isHeld = anyRow(
  `select from product_stop s where s.scope = $1 and s.ended_at is null`,
  (scope: string) => [scope],
);

export const isProduct = anyRow('select from product p where p.code = $1', (code: string) => [code]);

export interface NewStop {
  readonly id: string;
  readonly scope: string;
  readonly code: string;
  readonly note: string | null;
  readonly operatorId: bigint;
}

export const insertStop = write(
  'insert into product_stop (id, scope, code, note, operator_id) values ($1, $2, $3, $4, $5)',
  ({ id, scope, code, note, operatorId }: NewStop) => [id, scope, code, note, operatorId.toString()],
);

/** How many orders of a scope run; null for more than are counted. */
export const countRunning = firstValue(
  z.number(),
  `select count(*)::int from (
     select from (select product from position limit $2) o join product p on p.code = o.product
     where $1 in ('all', 'category/' || p.category, 'product/' || p.code)
   ) running`,
  (scope: string, limit: number) => [scope, limit],
  { or: 0 },
);

const resumptionRow = z.object({ ...proposalColumns, stop: stopShape });
export type ResumptionRow = z.infer<typeof resumptionRow>;

export const RESUMPTIONS: ProposalTable<ResumptionRow> = {
  name: 'product_resumption',
  idType: 'uuid',
  isOfMember: false,
  columns: `${STOP} as stop`,
  joins: `join product_stop s on s.id = x.stop_id ${JOINS}`,
  row: resumptionRow,
};
