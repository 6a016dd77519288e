import type { SourceTrialResult } from '@candor/contract/console-source-trials';
import { sourceTrialResult } from '@candor/contract/console-source-trials';
import { CATEGORIES, EXCHANGES } from '@candor/contract/market';
import type { Category, Exchange, Listing } from '@candor/contract/market';
import * as z from 'zod/mini';
import { moment } from '../../../platform/db/rows.ts';
import { anyRow, firstRow, manyRows, write } from '../../../platform/db/statement.ts';
import { listing } from '../../../services/columns/columns.ts';

/** SQL of exchanges that are tried before they are proposed as sources. */

export type TrialResults = Readonly<Partial<Record<Exchange, SourceTrialResult>>>;

const answers = z.partialRecord(z.enum(EXCHANGES), sourceTrialResult);

const trialRow = z.object({
  id: z.string(),
  category: z.enum(CATEGORIES),
  sources: listing,
  createdAt: moment,
  answers: z.nullable(answers),
});
export type TrialRow = z.infer<typeof trialRow>;

export interface NewTrial {
  readonly id: string;
  readonly operatorId: bigint;
  readonly category: Category;
  readonly sources: Listing;
}

export const insertTrial = write(
  `insert into source_trial (id, operator_id, category, sources) values ($1, $2, $3, $4)`,
  ({ id, operatorId, category, sources }: NewTrial) => [id, operatorId, category, JSON.stringify(sources)],
);

/** Only one's own. */
export const selectTrial = firstRow(
  trialRow,
  'select id, category, sources, created_at, answers from source_trial where id = $1::uuid and operator_id = $2',
  (id: string, operatorId: bigint) => [id, operatorId],
);

/** Whether a trial of the operator waits for its answer, and how many were asked for in the last minute by all. */
export const isTrying = anyRow(
  `select from source_trial t where t.operator_id = $1 and t.ended_at is null and t.created_at > clock_timestamp() - interval '1 minute'`,
  (operatorId: bigint) => [operatorId],
);

export const hasTriedOften = anyRow(
  `select from source_trial t where t.created_at > clock_timestamp() - interval '1 minute' offset $1`,
  (some: number) => [some - 1],
);

const tried = z.object({ sources: listing, answers: z.nullable(answers) });
export type TriedRow = z.infer<typeof tried>;

/** What was tried and answered within the last half hour, by anybody. */
export const selectTried = manyRows(
  tried,
  `select sources, answers from source_trial
   where ended_at > clock_timestamp() - interval '30 minutes' order by created_at desc limit 100`,
);

/** Takes the oldest trial that waits, so that only this process answers it. Who asked long ago waits no more. */
export const takeTrial = firstRow(
  z.object({ id: z.string(), category: z.enum(CATEGORIES), sources: listing }),
  `update source_trial set taken_at = clock_timestamp()
   where id = (select t.id from source_trial t where t.taken_at is null and t.created_at > clock_timestamp() - interval '30 seconds'
     order by t.created_at limit 1 for update skip locked)
   returning id, category, sources`,
);

export const endTrial = write(
  'update source_trial set answers = $2 where id = $1::uuid and ended_at is null',
  (id: string, answered: TrialResults) => [id, JSON.stringify(answered)],
);
