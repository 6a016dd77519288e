import * as z from 'zod/mini';
import { DEPOSIT_KINDS, NETWORKS } from './cashier.ts';
import { countSchema, idSchema, moneySchema, pageOf, rateSchema } from './envelope.ts';
import { amountText, oneOf, optionalText, requiredText } from './fields.ts';
import { proposalFields, proposalsQuery, reasonField as reason } from './proposals.ts';

/*
 * The terms of paying in and out, and proposals to change them. One operator proposes, another approves.
 */

function whole(min: number, max: number) {
  const bounds = [z.minimum(min, { error: 'FIELD_INVALID' }), z.maximum(max, { error: 'FIELD_INVALID' })] as const;
  return z.int({ error: 'FIELD_INVALID' }).check(...bounds);
}

const flag = z.boolean({ error: 'FIELD_INVALID' });
const amount = amountText('AMOUNT_REQUIRED', 'AMOUNT_INVALID');
/** An amount that may be zero. */
const freeAmount = requiredText({
  max: 20,
  pattern: /^(0|[1-9]\d{0,14})(\.\d{1,4})?$/,
  trim: false,
  required: 'AMOUNT_REQUIRED',
  invalid: 'AMOUNT_INVALID',
});
const rate = requiredText({ max: 12, pattern: /^(0|[1-9]\d{0,5})(\.\d{1,4})?$/, trim: false });
const name = requiredText({ max: 40 });

/** Where to pay. A channel has those of its kind. */
const details = z.strictObject({
  bank: optionalText({ max: 60 }),
  branch: optionalText({ max: 80 }),
  holder: optionalText({ max: 80, kind: 'name' }),
  number: optionalText({ max: 40, pattern: /^[\dA-Za-z -]+$/ }),
  address: optionalText({ max: 80, kind: 'number', pattern: /^[\dA-Za-z]+$/, invalid: 'CHANNEL_ADDRESS_INVALID' }),
  url: optionalText({ max: 300, pattern: /^(https:\/\/|\/)[^\s]+$/ }),
});

/** What may be proposed for a channel. Its kind and its network are fixed once it is there. */
export const channelTermsBody = z.strictObject({
  names: z.strictObject({ 'zh-Hans': name, 'zh-Hant': name, en: name }),
  rate,
  min: amount,
  max: amount,
  details,
  arrivalMinutes: whole(0, 10_080),
  proofRequired: flag,
  active: flag,
  position: whole(1, 99),
  confirmations: whole(1, 1_000),
  /** From this amount on, a deposit needs a second operator. */
  secondFrom: freeAmount,
  /** How far the credited amount may be from the asked one before it is typed twice, and at all. */
  farRate: rate,
  boundRate: rate,
});
export type ChannelTermsBody = z.infer<typeof channelTermsBody>;

export const withdrawalTermsBody = z.strictObject({
  min: amount,
  max: amount,
  dailyMax: amount,
  feeRate: rate,
  feeMin: freeAmount,
  feeMax: freeAmount,
  cardRequired: flag,
  identityRequired: flag,
  arrivalHours: whole(1, 720),
});
export type WithdrawalTermsBody = z.infer<typeof withdrawalTermsBody>;

/** `turnoverRate`: how often the first deposit has to be turned over. An amount of zero pays no rewards. */
export const rewardTermsBody = z.strictObject({ amount: freeAmount, turnoverRate: rate, dayMax: whole(1, 1_000) });
export type RewardTermsBody = z.infer<typeof rewardTermsBody>;

/** POST /api/console/terms/changes. `base` is the version that the operator saw; 0 for a channel that is new. */
export const termsChangeBody = z.discriminatedUnion(
  'subject',
  [
    z.strictObject({
      subject: z.literal('channel'),
      code: requiredText({ max: 32, pattern: /^[a-z0-9-]{2,32}$/ }),
      base: whole(0, 1_000_000_000),
      /** Only for a new channel. */
      kind: z.optional(oneOf(['bank', 'usdt'])),
      network: z.optional(oneOf(NETWORKS)),
      terms: channelTermsBody,
      reason,
    }),
    z.strictObject({
      subject: z.literal('withdrawals'),
      base: whole(1, 1_000_000_000),
      terms: withdrawalTermsBody,
      reason,
    }),
    z.strictObject({
      subject: z.literal('rewards'),
      base: whole(1, 1_000_000_000),
      terms: rewardTermsBody,
      reason,
    }),
  ],
  { error: 'FIELD_INVALID' },
);
export type TermsChangeBody = z.infer<typeof termsChangeBody>;

const names = z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() });
const channelTerms = z.object({
  kind: z.enum(DEPOSIT_KINDS),
  network: z.nullable(z.enum(NETWORKS)),
  names,
  rate: rateSchema,
  min: moneySchema,
  max: moneySchema,
  details: z.record(z.string(), z.string()),
  arrivalMinutes: countSchema,
  proofRequired: z.boolean(),
  active: z.boolean(),
  position: countSchema,
  confirmations: countSchema,
  secondFrom: moneySchema,
  farRate: rateSchema,
  boundRate: rateSchema,
});
export type ChannelTermsView = z.infer<typeof channelTerms>;
const withdrawalTerms = z.object({
  min: moneySchema,
  max: moneySchema,
  dailyMax: moneySchema,
  feeRate: rateSchema,
  feeMin: moneySchema,
  feeMax: moneySchema,
  cardRequired: z.boolean(),
  identityRequired: z.boolean(),
  arrivalHours: countSchema,
});
export type WithdrawalRuleView = z.infer<typeof withdrawalTerms>;

const rewardTerms = z.object({ amount: moneySchema, turnoverRate: rateSchema, dayMax: countSchema });
export type RewardTermsView = z.infer<typeof rewardTerms>;

/** GET /api/console/terms: what holds now. `open`: the proposal that waits. */
export const termsView = z.object({
  channels: z.array(
    z.object({
      code: z.string(),
      version: countSchema,
      asset: z.string(),
      open: z.nullable(idSchema),
      terms: channelTerms,
    }),
  ),
  withdrawals: z.object({ version: countSchema, open: z.nullable(idSchema), terms: withdrawalTerms }),
  rewards: z.object({ version: countSchema, open: z.nullable(idSchema), terms: rewardTerms }),
});
export type TermsView = z.infer<typeof termsView>;

/** GET /api/console/terms/changes, newest first. */
export const termsChangesQuery = z.strictObject(proposalsQuery);
export const termsChangeParams = z.object({ id: idSchema });

const change = { id: idSchema, base: countSchema, ...proposalFields };
export const termsChangeView = z.discriminatedUnion('subject', [
  z.object({
    ...change,
    subject: z.literal('channel'),
    code: z.string(),
    before: z.nullable(channelTerms),
    terms: channelTerms,
  }),
  z.object({
    ...change,
    subject: z.literal('withdrawals'),
    before: withdrawalTerms,
    terms: withdrawalTerms,
  }),
  z.object({ ...change, subject: z.literal('rewards'), before: rewardTerms, terms: rewardTerms }),
]);
export type TermsChangeView = z.infer<typeof termsChangeView>;
export const termsChangesView = pageOf(termsChangeView);
