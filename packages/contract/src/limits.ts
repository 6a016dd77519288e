import * as z from 'zod/mini';
import { dateSchema, isoSchema, moneySchema, walletSchema } from './envelope.ts';
import { amountText, oneOf } from './fields.ts';

/* What members decide for themselves: limits, self-exclusion and the reality check. */

export const LIMIT_KINDS = ['deposit', 'stake', 'loss'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
/** Business dates of the site's time zone; a week starts on Monday. */
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];
/** 24 hours, 7 days, 30 days, 180 days, for good. */
export const EXCLUSION_TERMS = ['day', 'week', 'month', 'halfYear', 'forever'] as const;
export type ExclusionTerm = (typeof EXCLUSION_TERMS)[number];
export const REALITY_CHECK_MINUTES = [15, 30, 60] as const;

const REALITY_CHECK = z.nullable(z.literal(REALITY_CHECK_MINUTES, { error: 'FIELD_INVALID' }));

const limitChange = z.strictObject({
  kind: oneOf(LIMIT_KINDS),
  period: oneOf(LIMIT_PERIODS),
  /** Null asks for no limit. The amount that holds already cancels a change that waits. */
  amount: z.nullable(amountText('AMOUNT_REQUIRED', 'AMOUNT_INVALID')),
});

type Changes = readonly { kind: string; period: string }[];

/** PUT /api/account/limits. What is left out stays as it is. */
export const limitsBody = z.strictObject({
  limits: z.optional(
    z.array(limitChange, { error: 'FIELD_INVALID' }).check(
      z.maxLength(LIMIT_KINDS.length * LIMIT_PERIODS.length, { error: 'FIELD_INVALID' }),
      z.refine(
        (changes: Changes) => new Set(changes.map(({ kind, period }) => `${kind}/${period}`)).size === changes.length,
        {
          error: 'FIELD_INVALID',
        },
      ),
    ),
  ),
  /** Starts at once and can never be shortened. */
  exclusion: z.optional(oneOf(EXCLUSION_TERMS)),
  realityCheckMinutes: z.optional(REALITY_CHECK),
});
export type LimitsBody = z.infer<typeof limitsBody>;

/** A limit that is set, or that waits to be. */
export const limitView = z.object({
  kind: z.enum(LIMIT_KINDS),
  period: z.enum(LIMIT_PERIODS),
  /** What holds now; null is no limit. */
  amount: z.nullable(moneySchema),
  /** What counts against it. A loss limit counts open orders as lost. */
  used: moneySchema,
  /** What still fits; null without a limit. */
  left: z.nullable(moneySchema),
  /** The business date on which it counts anew, and its first moment. */
  startsAgainOn: dateSchema,
  startsAgainAt: isoSchema,
  /** What replaces the amount, and when; it can be cancelled until then. */
  next: z.nullable(z.object({ amount: z.nullable(moneySchema), at: isoSchema })),
});
export type LimitView = z.infer<typeof limitView>;

/** data of GET and PUT /api/account/limits. */
export const limitsView = z.object({
  /** The wallet that the limits count on. */
  wallet: walletSchema,
  limits: z.array(limitView),
  /** Null while the member is not excluded. `until` is null for good. */
  exclusion: z.nullable(z.object({ until: z.nullable(isoSchema) })),
  realityCheckMinutes: REALITY_CHECK,
});
export type LimitsView = z.infer<typeof limitsView>;
