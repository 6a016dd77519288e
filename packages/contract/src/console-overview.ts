import * as z from 'zod/mini';
import { countSchema, dateSchema, isoSchema, moneySchema, walletSchema } from './envelope.ts';

/* What the business does: figures of today, of yesterday and of the last 30 days, and whether the site is well. */

/** Days before today that the overview shows. */
export const OVERVIEW_DAYS = 30;

/** Amounts of a business date, see DayFigures of the domain. */
const overviewAmounts = {
  turnover: moneySchema,
  kept: moneySchema,
  fees: moneySchema,
  deposits: moneySchema,
  withdrawals: moneySchema,
  net: moneySchema,
  interest: moneySchema,
  rewards: moneySchema,
  manual: moneySchema,
};

const overviewCounts = {
  /** Orders that were settled, and those of them that were void: by the date on which they closed. Lessons do not count. */
  orders: countSchema,
  voids: countSchema,
  newMembers: countSchema,
  /** Members who placed an order, paid in, asked for a withdrawal or invested. */
  activeMembers: countSchema,
};

const overviewDay = z.object({ date: dateSchema, ...overviewAmounts, ...overviewCounts });
export type OverviewDay = z.infer<typeof overviewDay>;

/** GET /api/console/overview */
export const overviewView = z.object({
  at: isoSchema,
  /** The wallet that is counted: that of the site's members. */
  wallet: walletSchema,
  /** Oldest first; the last one is today, so far. */
  days: z.array(overviewDay),
  state: z.object({
    /** The newest price of any product; null before the first. */
    priceAt: z.nullable(isoSchema),
    /** Orders that are due for half a minute, and not settled. */
    overdue: countSchema,
    /** The first business date whose end of day is late; null when none is. */
    lateSince: z.nullable(dateSchema),
    /** Until when the ledger is booked by hours; null before the first. */
    bookedUntil: z.nullable(isoSchema),
    /** Checks of the books that find something, and whether money out is halted by one. */
    failing: countSchema,
    halted: z.boolean(),
  }),
});
export type OverviewView = z.infer<typeof overviewView>;
