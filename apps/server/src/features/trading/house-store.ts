import { money } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import type { HouseBook } from '@candor/domain/trading/loss-limits';
import { momentArray, textArray } from '../../platform/db/binary-array.ts';
import type { Db } from '../../platform/db/pool.ts';
import * as z from 'zod/mini';
import { date, int8 } from '../../platform/db/rows.ts';
import { manyRows, write } from '../../platform/db/statement.ts';

/** SQL of what the house can lose. The database keeps it, and refuses what would be too much. */

/** Where an order would stand. */
export interface BookKey {
  readonly product: string;
  readonly wallet: string;
  readonly entryAt: number;
  readonly closesAt: number;
}

const amount = z.pipe(
  int8,
  z.transform((minor): Money => money(minor)),
);

const stateRow = z.object({
  upStake: amount,
  upProfit: amount,
  downStake: amount,
  downProfit: amount,
  ofDay: date,
  secondWorst: amount,
  productWorst: amount,
  dayWorst: amount,
  dayKept: amount,
});

const selectStates = manyRows(
  stateRow,
  `select up_stake, up_profit, down_stake, down_profit, to_char(of_day, 'YYYY-MM-DD') as of_day, second_worst, product_worst, day_worst,
     day_kept
   from house_state($1, $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[])`,
  (keys: readonly BookKey[], locked: boolean) => [
    locked,
    textArray(keys.map(({ product }) => product)),
    textArray(keys.map(({ wallet }) => wallet)),
    momentArray(keys.map(({ entryAt }) => entryAt)),
    momentArray(keys.map(({ closesAt }) => closesAt)),
  ],
  { name: 'select-house-states' },
);

/**
 * One for each key, with the business date of its close. `locked`: no other transaction adds to them until this one ends; otherwise
 * they may be old.
 */
export async function selectHouse(
  db: Db,
  keys: readonly BookKey[],
  locked: boolean,
): Promise<{ day: string; book: HouseBook }[]> {
  const rows = await selectStates(db, keys, locked);
  return rows.map(({ upStake, upProfit, downStake, downProfit, ofDay, ...totals }) => ({
    day: ofDay,
    book: {
      window: { up: { stake: upStake, profit: upProfit }, down: { stake: downStake, profit: downProfit } },
      ...totals,
    },
  }));
}

/** Folds in what nobody has folded in, and forgets what is over. */
export const tidyHouse = write('select tidy_house()', () => []);
