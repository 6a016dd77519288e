import * as z from 'zod/mini';
import { countSchema, idSchema, moneySchema, pageOf, rateSchema } from './envelope.ts';
import { amountText, productCodeField, requiredText } from './fields.ts';
import { durationView, lossLimitsView } from './market.ts';
import { proposalFields, proposalsQuery, reasonField } from './proposals.ts';

/*
 * Proposals of other terms of a product: durations with their payout and stakes, fee and presets, the delay of the
 * entry and what the house can lose. One operator proposes, another approves;
 * then they are the next version, for new orders only.
 */

function whole(min: number, max: number) {
  const bounds = [z.minimum(min, { error: 'FIELD_INVALID' }), z.maximum(max, { error: 'FIELD_INVALID' })] as const;
  return z.int({ error: 'FIELD_INVALID' }).check(...bounds);
}

const amount = amountText('AMOUNT_REQUIRED', 'AMOUNT_INVALID');
const rate = requiredText({ max: 12, pattern: /^(0|[1-9]\d{0,5})(\.\d{1,4})?$/, trim: false });

/** Terms as an operator types them. */
export const termsField = z.strictObject(
  {
    durations: z
      .array(
        z.strictObject(
          { seconds: whole(1, 86_400), payoutRate: rate, minStake: amount, maxStake: amount },
          { error: 'FIELD_INVALID' },
        ),
        { error: 'FIELD_INVALID' },
      )
      .check(z.maxLength(50, { error: 'FIELD_INVALID' })),
    presets: z.array(amount, { error: 'FIELD_INVALID' }).check(z.maxLength(50, { error: 'FIELD_INVALID' })),
    feeRate: rate,
    /** Left out, both stay as they were. */
    entryDelaySec: z.optional(whole(0, 60)),
    lossLimits: z.optional(
      z.strictObject({ second: amount, product: amount, day: amount }, { error: 'FIELD_INVALID' }),
    ),
  },
  { error: 'FIELD_INVALID' },
);

/** POST /api/console/product-terms. `base` is the version that the operator saw. */
export const productTermsBody = z.strictObject({
  product: productCodeField,
  base: whole(1, 1_000_000_000),
  terms: termsField,
  reason: reasonField,
});
export type ProductTermsBody = z.infer<typeof productTermsBody>;

export const productTerms = z.object({
  durations: z.array(durationView),
  presets: z.array(moneySchema),
  feeRate: rateSchema,
  entryDelaySec: countSchema,
  /** Null: no limit. */
  lossLimits: z.nullable(lossLimitsView),
});
export type ProductTermsView = z.infer<typeof productTerms>;

export const productTermsParams = z.object({ id: idSchema });
export const productTermsChangesQuery = z.strictObject(proposalsQuery);
export const productTermsChangeView = z.object({
  id: idSchema,
  product: z.object({
    code: z.string(),
    names: z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() }),
  }),
  base: countSchema,
  before: productTerms,
  terms: productTerms,
  ...proposalFields,
});
export type ProductTermsChangeView = z.infer<typeof productTermsChangeView>;
export const productTermsChangesView = pageOf(productTermsChangeView);
