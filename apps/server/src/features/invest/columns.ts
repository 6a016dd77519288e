import { dayOfDate } from '@candor/domain/market/local-time';
import { money, rate } from '@candor/domain/money';
import * as z from 'zod/mini';
import { date, int8 } from '../../platform/db/rows.ts';

/** Columns of the tables of this feature as values of the domain. */
export const amount = z.pipe(
  int8,
  z.transform((minor) => money(minor)),
);
export const rateOf = z.pipe(
  int8,
  z.transform((tenThousandths) => rate(tenThousandths)),
);
/** A business date. */
export const day = z.pipe(
  date,
  z.transform((text) => dayOfDate(text)),
);
export const names = z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() });
