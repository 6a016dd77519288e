import * as z from 'zod/mini';
import { productTerms, termsField } from './console-product-terms.ts';
import { countSchema, idSchema, isoSchema, pageOf } from './envelope.ts';
import { oneOf, productCodeField, requiredText } from './fields.ts';
import { CATEGORIES, EXCHANGES } from './market.ts';
import { proposalFields, proposalsQuery, reasonField } from './proposals.ts';

/*
 * Proposals to add a product, and to change, retire or bring back one. One operator proposes, another approves. What a product was added
 * with and keeps for ever is its `start`.
 */

/** As in packages/domain/src/market/holidays.ts. */
const HOLIDAY_RULES = ['forex', 'us-metals', 'us-index-futures', 'us-stocks', 'frankfurt'] as const;

const wrong = { error: 'FIELD_INVALID' } as const;

function whole(min: number, max: number) {
  return z.int(wrong).check(z.minimum(min, wrong), z.maximum(max, wrong));
}

const date = z.string(wrong).check(z.regex(/^\d{4}-\d{2}-\d{2}$/, wrong));
const clock = z.string(wrong).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, wrong));
const endClock = z.string(wrong).check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, wrong));
const dates = z.array(date, wrong).check(z.maxLength(500, wrong));
const segments = z.array(z.strictObject({ start: clock, end: endClock }, wrong), wrong).check(z.maxLength(50, wrong));

/** A calendar as it is edited. Null: the market never closes. */
const calendarField = z.nullable(
  z.strictObject(
    {
      timeZone: requiredText({ max: 40, pattern: /^[A-Za-z_/]+$/, trim: false }),
      weekly: z.record(z.string(wrong).check(z.regex(/^[0-6]$/, wrong)), segments, wrong),
      follows: z.optional(z.enum(HOLIDAY_RULES, wrong)),
      holidays: dates,
      earlyCloses: z.optional(z.record(date, clock, wrong)),
      tradesOn: z.optional(dates),
      listedUntil: z.optional(date),
    },
    wrong,
  ),
);

const nameField = requiredText({ max: 40, kind: 'words' });
const symbol = requiredText({ max: 33, pattern: /^[A-Z0-9]{1,24}([-/][A-Z0-9]{1,16})?$/, trim: false });

/** The symbol by exchange. */
export const listingField = z.strictObject(
  {
    binance: z.optional(symbol),
    okx: z.optional(symbol),
    coinbase: z.optional(symbol),
    kraken: z.optional(symbol),
  },
  wrong,
);

const draftField = z.strictObject(
  {
    names: z.strictObject({ 'zh-Hans': nameField, 'zh-Hant': nameField, en: nameField }, wrong),
    sources: listingField,
    calendar: calendarField,
    active: z.boolean(wrong),
  },
  wrong,
);

const startField = z.strictObject(
  {
    category: oneOf(CATEGORIES),
    decimals: whole(0, 8),
    /** The product that its first terms begin with. */
    like: productCodeField,
    /** Its own first terms; what they leave out is that of `like`. Left out altogether, they are its terms at the approval. */
    terms: z.optional(termsField),
    /** The first simulated price in units of the product, and its yearly volatility in 1/10,000. Null: never simulated. */
    simulated: z.nullable(z.strictObject({ level: whole(1, 10 ** 15), volatility: whole(1, 50_000) }, wrong)),
  },
  wrong,
);

/** POST /api/console/product-changes. `base` is the version that the operator saw; 0 adds a product, and only that has a `start`. */
export const productChangeBody = z.strictObject({
  product: requiredText({ max: 16, kind: 'code', pattern: /^[A-Z0-9]{3,16}$/ }),
  base: whole(0, 1_000_000_000),
  draft: draftField,
  start: z.optional(startField),
  reason: reasonField,
});
export type ProductChangeBody = z.infer<typeof productChangeBody>;

export const calendarView = z.nullable(
  z.object({
    timeZone: z.string(),
    weekly: z.record(z.string(), z.array(z.object({ start: z.string(), end: z.string() }))),
    follows: z.optional(z.enum(HOLIDAY_RULES)),
    holidays: z.array(z.string()),
    earlyCloses: z.optional(z.record(z.string(), z.string())),
    tradesOn: z.optional(z.array(z.string())),
    listedUntil: z.optional(z.string()),
  }),
);
export type CalendarView = z.infer<typeof calendarView>;

export const listingView = z.partialRecord(z.enum(EXCHANGES), z.string());

const draftView = z.object({
  names: z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() }),
  sources: listingView,
  calendar: calendarView,
  active: z.boolean(),
});
export type ProductDraftView = z.infer<typeof draftView>;

export const productChangeParams = z.object({ id: idSchema });
export const productChangesQuery = z.strictObject(proposalsQuery);
export const productChangeView = z.object({
  id: idSchema,
  product: z.string(),
  base: countSchema,
  /** Null for a product that is added. */
  before: z.nullable(draftView),
  draft: draftView,
  start: z.nullable(
    z.object({
      category: z.enum(CATEGORIES),
      decimals: countSchema,
      like: z.string(),
      /** Null: those of `like` at the approval. */
      terms: z.nullable(productTerms),
      simulated: z.nullable(z.object({ level: countSchema, volatility: countSchema })),
    }),
  ),
  ...proposalFields,
});
export type ProductChangeView = z.infer<typeof productChangeView>;
export const productChangesView = pageOf(productChangeView);

/** What a product was, version by version, newest first. Names hold at once; sources and calendar from `holdsFrom`. */
export const productVersionsView = z.array(
  z.object({ version: countSchema, ...draftView.shape, holdsFrom: isoSchema, publishedAt: isoSchema }),
);
export type ProductVersionsView = z.infer<typeof productVersionsView>;
