import * as z from 'zod/mini';
import { countSchema, dateSchema, idSchema, isoSchema, moneySchema, pageOf, rateSchema } from './envelope.ts';
import { amountText, idField, momentField, oneOf, optionalText, pageFields, requiredText, someOf } from './fields.ts';
import { person, proposalFields, proposalsQuery, reasonField } from './proposals.ts';
import { HOLDING_STATUSES, INTEREST_PAYMENTS, RISKS, holdingView, projectView } from './invest.ts';

/*
 * Projects, savings rates, holdings and the end of day as operators see them. One operator proposes terms or a rate, another approves.
 * Running holdings keep the terms they were bought under; a rate holds from a date to come.
 */

export const INVEST_CHANGE_KINDS = ['project', 'savingsRate'] as const;
export type InvestChangeKind = (typeof INVEST_CHANGE_KINDS)[number];
const rateField = requiredText({ max: 6, pattern: /^(0(\.\d{1,4})?|1(\.0{1,4})?)$/, trim: false });
const nameField = requiredText({ max: 60 });
const amountField = amountText('AMOUNT_REQUIRED', 'AMOUNT_INVALID');
const flag = z.boolean({ error: 'FIELD_INVALID' });
function whole(min: number, max: number) {
  return z
    .int({ error: 'FIELD_INVALID' })
    .check(z.minimum(min, { error: 'FIELD_INVALID' }), z.maximum(max, { error: 'FIELD_INVALID' }));
}

/** All terms of a version. `active: false` ends the sale. */
export const projectTermsBody = z.strictObject({
  names: z.strictObject({ 'zh-Hans': nameField, 'zh-Hant': nameField, en: nameField }, { error: 'FIELD_INVALID' }),
  risk: oneOf(RISKS),
  termDays: whole(1, 3_650),
  annualRate: rateField,
  min: amountField,
  max: amountField,
  size: amountField,
  interest: oneOf(INTEREST_PAYMENTS),
  early: z.nullable(z.strictObject({ lockDays: whole(0, 3_649), annualRate: rateField }, { error: 'FIELD_INVALID' })),
  opensAt: momentField,
  closesAt: momentField,
  active: flag,
});
export type ProjectTermsBody = z.infer<typeof projectTermsBody>;

/** POST /api/console/invest/project-changes. `projectId` is left out for a new project; `base` is the version that was seen. */
export const projectChangeBody = z.strictObject({
  projectId: z.optional(idField),
  base: whole(0, 1_000_000),
  terms: projectTermsBody,
  reason: reasonField,
});
export type ProjectChangeBody = z.infer<typeof projectChangeBody>;

/** POST /api/console/invest/rate-changes. It holds from `from` on, and from tomorrow on at the earliest. */
export const rateChangeBody = z.strictObject({
  annualRate: rateField,
  from: requiredText({ max: 10, pattern: /^[1-9]\d{3}-\d{2}-\d{2}$/, trim: false }),
  reason: reasonField,
});
export type RateChangeBody = z.infer<typeof rateChangeBody>;

export const investChangeParams = z.strictObject({ id: idField });

/** The terms of a version, as they are or were proposed. */
export const operatorTerms = z.extend(
  z.pick(projectView, {
    names: true,
    risk: true,
    termDays: true,
    annualRate: true,
    min: true,
    max: true,
    size: true,
    interest: true,
    early: true,
    opensAt: true,
    closesAt: true,
  }),
  { active: z.boolean() },
);
export type OperatorTerms = z.infer<typeof operatorTerms>;

export const investChangeView = z.object({
  id: idSchema,
  kind: z.enum(INVEST_CHANGE_KINDS),
  /** Null for a new project, and for a rate. */
  projectId: z.nullable(idSchema),
  base: countSchema,
  /** What is proposed, and what held when it was: the terms of `base`. */
  terms: z.nullable(operatorTerms),
  before: z.nullable(operatorTerms),
  rate: z.nullable(z.object({ annualRate: rateSchema, from: dateSchema })),
  ...proposalFields,
});
export type InvestChangeView = z.infer<typeof investChangeView>;

export const investChangesQuery = z.strictObject({
  status: proposalsQuery.status,
  kind: z.optional(oneOf(INVEST_CHANGE_KINDS)),
  ...pageFields,
});
export const investChangesView = pageOf(investChangeView);

export const operatorProject = z.object({
  id: idSchema,
  version: countSchema,
  terms: operatorTerms,
  /** Principal of running holdings, and how many there are. */
  sold: moneySchema,
  left: moneySchema,
  holdings: countSchema,
  versions: z.array(z.object({ version: countSchema, publishedAt: isoSchema, terms: operatorTerms })),
});
export type OperatorProject = z.infer<typeof operatorProject>;

/** Data of GET /api/console/invest/projects. */
export const operatorInvestView = z.object({
  projects: z.array(operatorProject),
  savings: z.object({
    balance: moneySchema,
    members: countSchema,
    rates: z.array(z.object({ from: dateSchema, annualRate: rateSchema })),
  }),
});
export type OperatorInvestView = z.infer<typeof operatorInvestView>;

/** Query of GET /api/console/invest/holdings, newest first. `member` is a username. */
export const operatorHoldingsQuery = z.strictObject({
  status: z.optional(someOf(HOLDING_STATUSES)),
  projectId: z.optional(idField),
  member: optionalText({ max: 32, kind: 'search' }),
  ...pageFields,
});
export const operatorHolding = z.extend(holdingView, { member: person });
export type OperatorHolding = z.infer<typeof operatorHolding>;
export const operatorHoldingsView = pageOf(operatorHolding);

/** How far the end of day of a business date is. */
export const END_OF_DAY_STEPS = [
  'accrueHoldings',
  'accrueSavings',
  'payInterest',
  'postSavings',
  'mature',
  'autoSave',
  'closed',
] as const;

const work = z.object({ count: countSchema, amount: moneySchema });

/**
 * A holding, or the savings of a member, that a step of a date could not write. The others went on; it is tried again alone,
 * and then gets every date through `through`.
 */
export const endOfDayException = z.object({
  id: z.string(),
  date: dateSchema,
  step: z.enum(END_OF_DAY_STEPS),
  member: person,
  /** The reference of the holding; null: the savings. */
  holding: z.nullable(z.string()),
  reason: z.string(),
  tries: countSchema,
  firstAt: isoSchema,
  /** The next try; null: it was written. */
  nextAt: z.nullable(isoSchema),
  endedAt: z.nullable(isoSchema),
  through: z.nullable(dateSchema),
  /** What it then earned, what was paid of it, and the principal that came back or was saved. */
  accrued: moneySchema,
  paid: moneySchema,
  principal: moneySchema,
});
export type EndOfDayException = z.infer<typeof endOfDayException>;

/** What the end of day of one business date did. */
export const endOfDayReport = z.object({
  date: dateSchema,
  step: z.enum(END_OF_DAY_STEPS),
  startedAt: isoSchema,
  closedAt: z.nullable(isoSchema),
  batches: countSchema,
  busyMs: z.number(),
  /** Interest that accrued, and interest that was paid to members. */
  holdingsAccrued: work,
  savingsAccrued: work,
  holdingsPaid: work,
  savingsPosted: work,
  /** Principal that came back, and the interest that came with it. */
  matured: work,
  maturedInterest: moneySchema,
  rolled: work,
  autoSaved: work,
  /** What was quarantined on this date, at most 100, oldest first. */
  setAside: z.array(endOfDayException),
});
export type EndOfDayReport = z.infer<typeof endOfDayReport>;

/** Query of GET /api/console/invest/days, newest first. */
export const endOfDayReportsQuery = z.strictObject({ ...pageFields });
export const endOfDayReportsView = z.extend(pageOf(endOfDayReport), {
  /** The first business date that is not closed although it could be; null: none is late. */
  lateSince: z.nullable(dateSchema),
  /** Everything that is still quarantined, of all dates, at most 100. */
  setAside: z.array(endOfDayException),
});
export type EndOfDayReportsView = z.infer<typeof endOfDayReportsView>;

/** Data of GET /api/console/invest/liabilities: the money that maturities need, by date, at most 400 dates. */
export const liabilitiesView = z.object({
  items: z.array(
    z.object({
      date: dateSchema,
      holdings: countSchema,
      principal: moneySchema,
      /** Interest of these holdings that is still to be paid by then. */
      interest: moneySchema,
    }),
  ),
  principal: moneySchema,
  interest: moneySchema,
  /** Members can take these out at any time. */
  savings: moneySchema,
});
export type LiabilitiesView = z.infer<typeof liabilitiesView>;
