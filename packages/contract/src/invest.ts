import * as z from 'zod/mini';
import {
  countSchema,
  dateSchema,
  idSchema,
  isoSchema,
  moneySchema,
  pageOf,
  rateSchema,
  walletSchema,
} from './envelope.ts';
import {
  amountText,
  idField,
  missingOr,
  oneOf,
  optionalText,
  pageFields,
  queryInteger,
  rangeFields,
  someOf,
} from './fields.ts';

/*
 * Fixed-term projects, holdings and savings as the member sees them. Rates are annual (ACT/365F), dates are business dates
 * of the site's time zone. Interest runs from the start date, included, to the maturity date, not included.
 */

/** upcoming: not yet open. soldOut: nothing is left. closed: no longer sold. */
export const PROJECT_STATUSES = ['upcoming', 'open', 'soldOut', 'closed'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];
export const INTEREST_PAYMENTS = ['daily', 'maturity'] as const;
export type InterestPayment = (typeof INTEREST_PAYMENTS)[number];
export const RISKS = ['low', 'medium', 'high'] as const;
export type Risk = (typeof RISKS)[number];

/** running: awaiting repayment. matured, redeemed: repaid, at the end of the term or early. */
export const HOLDING_STATUSES = ['running', 'matured', 'redeemed'] as const;
export type HoldingStatus = (typeof HOLDING_STATUSES)[number];
export const HOLDING_FILTERS = ['awaiting', 'repaid'] as const;
export const SAVINGS_DIRECTIONS = ['in', 'out'] as const;
export type SavingsDirection = (typeof SAVINGS_DIRECTIONS)[number];
/** auto: the site moved idle money because the member chose so. */
export const SAVINGS_ORIGINS = ['member', 'auto'] as const;
export type SavingsOrigin = (typeof SAVINGS_ORIGINS)[number];
export const AGREEMENTS = ['project', 'savings'] as const;
export type AgreementCode = (typeof AGREEMENTS)[number];

const texts = z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() });

/**
 * Early redemption. Possible once `lockDays` days have passed since the start date. All interest is then calculated anew at
 * `annualRate`; what was paid above it is deducted from the principal. Null: not before the maturity.
 */
const earlyTerms = z.nullable(z.object({ lockDays: countSchema, annualRate: rateSchema }));

const terms = {
  names: texts,
  termDays: countSchema,
  annualRate: rateSchema,
  /** The least and the most that one member may hold of the project. */
  min: moneySchema,
  max: moneySchema,
  size: moneySchema,
  interest: z.enum(INTEREST_PAYMENTS),
  early: earlyTerms,
  risk: z.enum(RISKS),
  opensAt: z.nullable(isoSchema),
  closesAt: z.nullable(isoSchema),
};

export const projectView = z.object({
  id: idSchema,
  ...terms,
  status: z.enum(PROJECT_STATUSES),
  /** What is left of the size, for everyone. */
  left: moneySchema,
  /** What the member holds of it, and the most they may still add: the smaller of `left` and their own maximum. */
  held: moneySchema,
  investable: moneySchema,
  termsVersion: countSchema,
  agreementVersion: countSchema,
  /** From this amount on the withdraw password is asked for; null: never. */
  passwordFrom: z.nullable(moneySchema),
});
export type ProjectView = z.infer<typeof projectView>;

/** Data of GET /api/invest/projects: in the site's order. `practice`: the money is not real. */
export const projectsView = z.object({ practice: z.boolean(), items: z.array(projectView) });
export type ProjectsView = z.infer<typeof projectsView>;

/** Path of the calls on one project or holding. */
export const investParams = z.strictObject({ id: idField });

const amountField = amountText('AMOUNT_REQUIRED', 'AMOUNT_INVALID');

export const quoteQuery = z.strictObject({ amount: amountField });
export type QuoteQuery = z.infer<typeof quoteQuery>;

/** What is paid on a date. */
const payment = z.object({ date: dateSchema, interest: moneySchema, principal: moneySchema });
export type Payment = z.infer<typeof payment>;

/** Data of GET /api/invest/projects/{id}/quote: what would happen if the amount were invested now. */
export const quoteView = z.object({
  projectId: idSchema,
  amount: moneySchema,
  annualRate: rateSchema,
  termDays: countSchema,
  /** Interest of the first day; other days differ by at most one minor unit. */
  dailyInterest: moneySchema,
  totalInterest: moneySchema,
  /** Principal and interest. */
  total: moneySchema,
  /** The first day that earns, and the day of repayment, which does not. */
  startsOn: dateSchema,
  maturesOn: dateSchema,
  /** The first date on which it may be redeemed early; null: never. */
  redeemableFrom: z.nullable(dateSchema),
  calendar: z.array(payment),
  available: moneySchema,
  termsVersion: countSchema,
  agreementVersion: countSchema,
  passwordRequired: z.boolean(),
  /** Why it could not be invested now: an error key with the values of its text. Null: it could. */
  problem: z.nullable(z.object({ error: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })),
});
export type QuoteView = z.infer<typeof quoteView>;

const version = z.int({ error: 'FIELD_INVALID' }).check(z.minimum(1, { error: 'FIELD_INVALID' }));
const flag = z.boolean({ error: missingOr('FIELD_REQUIRED', 'FIELD_INVALID') });
/** Checked only where the project's `passwordFrom` asks for it. */
const withdrawPwd = optionalText({ max: 6, pattern: /^\d{6}$/, invalid: 'WITHDRAW_PASSWORD_ILLEGAL' });

/**
 * POST /api/invest/holdings. With `termsVersion` and `agreementVersion`, the versions that the member saw: another version
 * since then answers INVEST_TERMS_CHANGED. Without, the current ones count.
 */
export const buyBody = z.strictObject({
  projectId: idField,
  amount: amountField,
  termsVersion: z.optional(version),
  agreementVersion: z.optional(version),
  /** Invest the principal again at maturity. Default: no. */
  rollOver: z.optional(flag),
  withdrawPwd,
});
export type BuyBody = z.infer<typeof buyBody>;

const holding = {
  id: idSchema,
  reference: z.string(),
  projectId: idSchema,
  names: texts,
  wallet: walletSchema,
  status: z.enum(HOLDING_STATUSES),
  principal: moneySchema,
  annualRate: rateSchema,
  termDays: countSchema,
  interest: z.enum(INTEREST_PAYMENTS),
  early: earlyTerms,
  risk: z.enum(RISKS),
  startsOn: dateSchema,
  maturesOn: dateSchema,
  daysLeft: countSchema,
  /** Interest of the whole term; of a redeemed holding, what it earned. */
  totalInterest: moneySchema,
  /** Interest of the business dates that are closed. */
  accrued: moneySchema,
  /** Interest that is already in the available balance. */
  paid: moneySchema,
  /** When the money came back. */
  endedAt: z.nullable(isoSchema),
  rollOver: z.boolean(),
  /** The holding that this one continues, and the one that continues it. */
  rolledFrom: z.nullable(idSchema),
  rolledTo: z.nullable(idSchema),
  termsVersion: countSchema,
  agreementVersion: countSchema,
  createdAt: isoSchema,
};

export const holdingView = z.object(holding);
export type HoldingView = z.infer<typeof holdingView>;

/** Data of GET /api/invest/holdings/{id}: with what was earned, what was and will be paid, and when. */
export const holdingDetail = z.object({
  ...holding,
  /** Newest last. `amount` of the day of an early redemption may be below zero. */
  accruals: z.array(z.object({ date: dateSchema, amount: moneySchema })),
  schedule: z.array(z.extend(payment, { paid: z.boolean() })),
  /** The first date on which it may be redeemed early; null: never. */
  redeemableFrom: z.nullable(dateSchema),
});
export type HoldingDetail = z.infer<typeof holdingDetail>;

/**
 * Query of GET /api/invest/holdings, newest first. `key` is the Idempotency-Key that a holding was bought with. It returns
 * that holding alone, or none, whatever else the query says.
 */
export const holdingsQuery = z.strictObject({
  status: z.optional(oneOf(HOLDING_FILTERS)),
  projectId: z.optional(idField),
  key: z.optional(idField),
  ...rangeFields,
  ...pageFields,
});
export type HoldingsQuery = z.infer<typeof holdingsQuery>;

/** Sums over the newest records of the filter, at most 1,000. `more`: there are older ones that are not in them. */
export const holdingsView = z.extend(pageOf(holdingView), {
  principal: moneySchema,
  /** Paid so far. */
  interest: moneySchema,
  count: countSchema,
  more: z.boolean(),
});
export type HoldingsView = z.infer<typeof holdingsView>;

/** POST /api/invest/holdings/{id}/rollover. */
export const rollOverBody = z.strictObject({ on: flag });

/** Data of GET /api/invest/holdings/{id}/redemption: what POST would do now. */
export const redemptionView = z.object({
  holdingId: idSchema,
  /** Days that earned; today does not. */
  daysHeld: countSchema,
  annualRate: rateSchema,
  principal: moneySchema,
  /** All interest, at the rate of early redemption. */
  interest: moneySchema,
  /** What of the interest was paid before; deducted. */
  paid: moneySchema,
  /** What the contract's rate had accrued and is lost. */
  lost: moneySchema,
  /** What arrives: principal + interest − paid. */
  credited: moneySchema,
  /** Why it can not be redeemed now; null: it can. */
  problem: z.nullable(z.object({ error: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })),
});
export type RedemptionView = z.infer<typeof redemptionView>;

/** POST of the same path. `credited` is the amount that the member saw; another amount answers REDEMPTION_CHANGED. */
export const redemptionBody = z.strictObject({ credited: z.optional(amountField) });

/** One closed business date of the savings. */
const savingsDay = z.object({ date: dateSchema, balance: moneySchema, annualRate: rateSchema, interest: moneySchema });
export type SavingsDay = z.infer<typeof savingsDay>;

/** Data of GET /api/invest/savings. */
export const savingsView = z.object({
  wallet: walletSchema,
  balance: moneySchema,
  available: moneySchema,
  /** The rate of today. */
  annualRate: rateSchema,
  /** Earlier rates and those to come, newest first; each holds from its date on. */
  rates: z.array(z.object({ from: dateSchema, annualRate: rateSchema })),
  /** Interest of the last closed business date, of all dates, and what today would earn with this balance. */
  yesterday: moneySchema,
  total: moneySchema,
  todayEstimate: moneySchema,
  /** The last 30 business dates with a balance, oldest first. */
  days: z.array(savingsDay),
  /** Moves what is available above `keep` into the savings after every business date. Off until the member chooses. */
  auto: z.object({ on: z.boolean(), keep: moneySchema }),
  agreementVersion: countSchema,
});
export type SavingsView = z.infer<typeof savingsView>;

/** POST /api/invest/savings/transfers; data is `savingsView`. */
export const savingsTransferBody = z.strictObject({ direction: oneOf(SAVINGS_DIRECTIONS), amount: amountField });
export type SavingsTransferBody = z.infer<typeof savingsTransferBody>;

export const savingsTransfersQuery = z.strictObject({
  direction: z.optional(oneOf(SAVINGS_DIRECTIONS)),
  origin: z.optional(someOf(SAVINGS_ORIGINS)),
  ...rangeFields,
  ...pageFields,
});

const savingsTransfer = z.object({
  id: idSchema,
  direction: z.enum(SAVINGS_DIRECTIONS),
  origin: z.enum(SAVINGS_ORIGINS),
  amount: moneySchema,
  at: isoSchema,
});
export type SavingsTransfer = z.infer<typeof savingsTransfer>;
export const savingsTransfersView = pageOf(savingsTransfer);
export type SavingsTransfersView = z.infer<typeof savingsTransfersView>;

/** Zero is an amount here: keep nothing back. */
const keepField = optionalText({ max: 20, pattern: /^(0|[1-9]\d{0,14})(\.\d{1,4})?$/, invalid: 'AMOUNT_INVALID' });

/** PUT /api/invest/savings/auto; data is `savingsView`. */
export const savingsAutoBody = z.strictObject({ on: flag, keep: keepField });

/** Data of GET /api/invest/summary: the head of the invest page, and the calendar of what is to come. */
export const investSummaryView = z.object({
  wallet: walletSchema,
  /** Principal of running holdings, and how many there are. */
  invested: moneySchema,
  running: countSchema,
  savings: moneySchema,
  /** Interest of projects and savings: of all closed business dates, of the last one, and the estimate of today. */
  accumulated: moneySchema,
  yesterday: moneySchema,
  todayEstimate: moneySchema,
  /** The last 30 closed business dates, oldest first, days without interest too. */
  earnings: z.array(z.object({ date: dateSchema, projects: moneySchema, savings: moneySchema })),
  /** What running holdings will pay, by date, at most 400 dates. */
  repayments: z.array(z.extend(payment, { holdings: countSchema })),
});
export type InvestSummaryView = z.infer<typeof investSummaryView>;

/** Path of GET /api/invest/agreements/{code}/{version}. */
export const agreementParams = z.strictObject({
  code: oneOf(AGREEMENTS, 'NOT_FOUND'),
  version: queryInteger(1, 100_000, 'NOT_FOUND'),
});
export const agreementView = z.object({
  code: z.enum(AGREEMENTS),
  version: countSchema,
  title: texts,
  /** Paragraphs, separated by empty lines. */
  text: texts,
  publishedAt: isoSchema,
});
export type AgreementView = z.infer<typeof agreementView>;
