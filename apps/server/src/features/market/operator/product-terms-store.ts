import { money, rate } from '@candor/domain/money';
import type { TermsDraft } from '@candor/domain/trading/terms-draft';
import * as z from 'zod/mini';
import { int4, int8 } from '../../../platform/db/rows.ts';
import { firstRow } from '../../../platform/db/statement.ts';
import { proposalColumns } from '../../../services/proposals/proposal-store.ts';
import type { ProposalTable } from '../../../services/proposals/proposal-store.ts';
import { durationsJson, limitsOf, parseDurations, parsePresets } from '../../../services/quotes/terms-json.ts';

/** SQL of proposals to change the terms of a product. The database makes the next version of what is approved. */

/** Terms as a proposal keeps them. */
export const storedTerms = z.pipe(
  z.object({
    durations: z.unknown(),
    presets: z.unknown(),
    feeRate: z.int(),
    entryDelaySec: z.optional(z.int()),
    lossLimits: z.optional(z.object({ second: z.int(), product: z.int(), day: z.int() })),
  }),
  z.transform(({ durations, presets, feeRate, entryDelaySec, lossLimits }): TermsDraft => ({
    durations: parseDurations(durations),
    presets: parsePresets(presets),
    feeRate: rate(BigInt(feeRate)),
    ...(entryDelaySec === undefined ? {} : { entryDelaySec }),
    ...(lossLimits === undefined
      ? {}
      : {
          lossLimits: {
            second: money(BigInt(lossLimits.second)),
            product: money(BigInt(lossLimits.product)),
            day: money(BigInt(lossLimits.day)),
          },
        }),
  })),
);

const names = z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() });

const changeRow = z.object({
  ...proposalColumns,
  product: z.object({ code: z.string(), names }),
  base: int4,
  before: storedTerms,
  terms: storedTerms,
});
export type ProductTermsRow = z.infer<typeof changeRow>;

export const PRODUCT_TERMS: ProposalTable<ProductTermsRow> = {
  name: 'product_terms_change',
  idType: 'uuid',
  isOfMember: false,
  columns: `json_build_object('code', p.code, 'names', p.names) as product, x.base, x.before, x.terms`,
  joins: 'join product p on p.code = x.product',
  row: changeRow,
};

const currentRow = z.object({
  version: int4,
  durations: z.unknown(),
  presets: z.unknown(),
  feeRate: int8,
  entryDelaySec: z.nullable(int4),
  lossSecond: z.nullable(int8),
  lossProduct: z.nullable(int8),
  lossDay: z.nullable(int8),
});

const selectCurrent = firstRow(
  currentRow,
  `select t.version, t.durations, t.presets, t.fee_rate, t.entry_delay_sec, t.loss_second, t.loss_product, t.loss_day
   from terms t where t.product = $1 order by t.version desc limit 1`,
  (product: string) => [product],
);

/** The terms of a product that hold now, with their version; null for a product without. */
export async function currentDraft(
  db: Parameters<typeof selectCurrent>[0],
  product: string,
): Promise<{ version: number; terms: TermsDraft } | null> {
  const row = await selectCurrent(db, product);
  if (row === undefined) return null;
  const { version, durations, presets, feeRate, entryDelaySec } = row;
  const lossLimits = limitsOf(row);
  return {
    version,
    terms: {
      durations: parseDurations(durations),
      presets: parsePresets(presets),
      feeRate: rate(feeRate),
      ...(entryDelaySec === null ? {} : { entryDelaySec }),
      ...(lossLimits === null ? {} : { lossLimits }),
    },
  };
}

/** As they are stored: whole numbers of minor units and of 1/10,000. */
export function draftText({ durations, presets, feeRate, entryDelaySec, lossLimits }: TermsDraft): string {
  return JSON.stringify({
    durations: durationsJson(durations),
    presets: presets.map(Number),
    feeRate: Number(feeRate),
    entryDelaySec,
    lossLimits: lossLimits && {
      second: Number(lossLimits.second),
      product: Number(lossLimits.product),
      day: Number(lossLimits.day),
    },
  });
}
