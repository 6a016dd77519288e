import * as z from 'zod/mini';
import { countSchema, dateSchema, isoSchema, moneySchema } from './envelope.ts';

/* Whether the site is well: what is due, who gives prices, which processes run, what they do. */

/** Days whose maturities are shown, today first. */
export const DUE_DAYS = 7;

const amounts = { holdings: countSchema, principal: moneySchema, interest: moneySchema };

/** GET /api/console/state */
export const siteStateView = z.object({
  at: isoSchema,
  /** What maturities and daily interest of investments need, today and the days after it. */
  due: z.array(z.object({ date: dateSchema, ...amounts })),
  /** What waits for an operator: how much, since when the oldest. */
  waiting: z.array(
    z.object({
      queue: z.enum(['deposits', 'withdrawals', 'payouts']),
      count: countSchema,
      amount: moneySchema,
      since: z.nullable(isoSchema),
    }),
  ),
  /** The newest price of each source that gave one to a newest tick. */
  sources: z.array(z.object({ source: z.string(), receivedAt: isoSchema, products: countSchema })),
  /** Processes of the last hour. */
  processes: z.array(
    z.object({
      role: z.enum(['http', 'feed', 'worker', 'console']),
      host: z.string(),
      pid: z.number(),
      version: z.string(),
      startedAt: isoSchema,
      seenAt: isoSchema,
      /** In megabytes; null where it is not known. */
      diskFreeMb: z.nullable(countSchema),
      diskTotalMb: z.nullable(countSchema),
      jobs: z.array(z.object({ name: z.string(), doneAt: z.nullable(isoSchema), failures: countSchema })),
    }),
  ),
  /** The newest backup that a worker knows. */
  backupAt: z.nullable(isoSchema),
  witnesses: z.array(
    z.object({ name: z.string(), cosignedAt: z.nullable(isoSchema), refusal: z.nullable(z.string()) }),
  ),
});
export type SiteStateView = z.infer<typeof siteStateView>;
