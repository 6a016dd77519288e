/**
 * The document in a receipt, for the description of the API. What a file must be to the byte, and what it must say to be true,
 * is in docs/proof-format.md; the verifier (packages/proof) checks that and reads files by its own code.
 */

import * as z from 'zod/mini';
import {
  countSchema,
  hashSchema,
  idSchema,
  isoSchema,
  moneySchema,
  priceSchema,
  rateSchema,
  walletSchema,
} from './envelope.ts';
import { DIRECTIONS, VOID_REASONS } from './trading.ts';

const line = z.string().check(z.minLength(1));
/** A signed note (C2SP signed-note). */
const note = z.string();
const seconds = z.number().check(z.int(), z.minimum(1), z.maximum(86_400));

function textsUpTo(max: number) {
  return z.array(z.string()).check(z.maxLength(max));
}

function decimalsUpTo(max: number) {
  return z.number().check(z.int(), z.minimum(0), z.maximum(max));
}

const orderFields = {
  acceptedAt: isoSchema,
  closesAt: isoSchema,
  currency: line,
  direction: z.enum(DIRECTIONS),
  durationSec: seconds,
  entryAt: isoSchema,
  fee: moneySchema,
  id: idSchema,
  no: line,
  payout: moneySchema,
  payoutRate: rateSchema,
  product: line,
  stake: moneySchema,
  submittedAt: isoSchema,
  termsHash: hashSchema,
  termsVersion: countSchema,
  wallet: walletSchema,
};

const orderDocument = z.strictObject({ ...orderFields, format: z.literal('candor-order-v1') });

const signedOrder = z.strictObject({
  ...orderFields,
  format: z.literal('candor-order-v2'),
  requestHash: z.nullable(hashSchema),
});

const timedOrder = z.strictObject({
  ...orderFields,
  acceptBy: isoSchema,
  format: z.literal('candor-order-v3'),
  requestHash: hashSchema,
});

const termsFields = {
  currency: line,
  currencyDecimals: decimalsUpTo(4),
  decimals: decimalsUpTo(12),
  durations: z
    .array(z.strictObject({ maxStake: moneySchema, minStake: moneySchema, payoutRate: rateSchema, seconds }))
    .check(z.maxLength(100)),
  feeRate: rateSchema,
  product: line,
  ruleVersion: z.literal(1),
  version: countSchema,
};

const termsDocument = z.strictObject({ ...termsFields, format: z.literal('candor-terms-v1') });

const timedFields = {
  ...termsFields,
  acceptWithinMs: countSchema,
  priceRule: z.strictObject({ freshMs: countSchema, minSources: countSchema, nearPpm: countSchema }),
};

const timedTerms = z.strictObject({ ...timedFields, format: z.literal('candor-terms-v2') });

const delayedTerms = z.strictObject({
  ...timedFields,
  entryDelaySec: countSchema,
  format: z.literal('candor-terms-v3'),
});

const limitedTerms = z.strictObject({
  ...timedFields,
  entryDelaySec: countSchema,
  format: z.literal('candor-terms-v4'),
  lossLimits: z.strictObject({ day: moneySchema, product: moneySchema, second: moneySchema }),
});

const priceMoment = z.nullable(z.strictObject({ at: isoSchema, price: priceSchema, seq: countSchema }));

const outcome = z.strictObject({
  credited: moneySchema,
  entry: priceMoment,
  exit: priceMoment,
  profit: moneySchema,
  reason: z.nullable(z.enum(VOID_REASONS)),
  settledAt: isoSchema,
  status: z.enum(['won', 'lost', 'tied', 'voided']),
});

const account = z.enum(['funds', 'savings', 'invested', 'escrow', 'house', 'fees', 'grants', 'clearing']);

/** number, moment, price, status, feed, epoch, digest of the sources. */
const tick = [
  countSchema,
  isoSchema,
  priceSchema,
  z.enum(['OK', 'STALE', 'DISAGREE', 'DEAD', 'CLOSED']),
  z.enum(['live', 'replay', 'simulated']),
  countSchema,
  hashSchema,
] as const;

const parts = {
  acceptance: note,
  anchorHash: hashSchema,
  checkpoints: textsUpTo(1_000),
  final: z.boolean(),
  keys: textsUpTo(100),
  outcome: z.nullable(outcome),
  signature: note,
  site: z.strictObject({ mode: z.enum(['practice', 'live']), name: line }),
  // The last two of a row: how many entries the log had, and its root.
  ticks: z.array(z.union([z.tuple([...tick, countSchema, hashSchema]), z.tuple(tick)])).check(z.maxLength(50_000)),
  transfers: z
    .array(
      z.strictObject({
        amount: moneySchema,
        at: isoSchema,
        credit: account,
        debit: account,
        id: line,
        type: z.enum(['orderStake', 'fee', 'orderClose', 'orderPayout', 'orderRefund']),
      }),
    )
    .check(z.maxLength(100)),
};

const place = { index: countSchema, proof: z.array(hashSchema).check(z.maxLength(64)) };
const log = z.nullable(z.strictObject({ ...place, nonce: idSchema }));

/** Where the order is in the order log, and where its terms are. */
const logWithTerms = z.nullable(z.strictObject({ ...place, nonce: idSchema, terms: z.strictObject(place) }));

/** Where the settlement is in the order log, and the signed head that has it. */
const settled = z.nullable(
  z.strictObject({
    checkpoint: note,
    consistency: z.array(hashSchema).check(z.maxLength(64)),
    index: countSchema,
    nonce: idSchema,
    proof: z.array(hashSchema).check(z.maxLength(64)),
  }),
);

/** What the member's device signed, as far as the order does not say it. */
const signed = z.strictObject({
  idempotencyKey: idSchema,
  publicKey: z.string().check(z.regex(/^(?:[0-9a-f]{64}|04[0-9a-f]{128})$/)),
  signature: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
  signedAt: isoSchema,
  termsHash: hashSchema,
});

/** What the sources reported for the ticks that decide the order: the number of each, and its reports. */
const sources = z
  .array(
    z.tuple([
      countSchema,
      z
        .array(
          z.strictObject({
            price: priceSchema,
            receivedAt: isoSchema,
            source: line,
            tradeId: z.nullable(z.string().check(z.regex(/^\d{1,20}$/))),
            tradedAt: z.nullable(isoSchema),
            verdict: z.enum(['used', 'stale', 'outlier', 'unused']),
          }),
        )
        .check(z.maxLength(100)),
    ]),
  )
  .check(z.maxLength(5));

/** Of an order from before devices signed a deadline. */
const before = { ...parts, terms: termsDocument };

/**
 * The second version says where the order is in the order log, the third one what the member's device signed and where the
 * settlement is in that log. The fourth one is of an order with a deadline.
 */
export const receiptDocument = z.union([
  z.strictObject({
    ...parts,
    format: z.literal('candor-receipt-v4'),
    log: logWithTerms,
    order: timedOrder,
    request: signed,
    settled,
    sources,
    terms: z.union([timedTerms, delayedTerms, limitedTerms]),
  }),
  z.strictObject({
    ...before,
    format: z.literal('candor-receipt-v3'),
    log,
    order: signedOrder,
    request: z.nullable(signed),
    settled,
  }),
  z.strictObject({ ...before, format: z.literal('candor-receipt-v2'), log, order: orderDocument }),
  z.strictObject({ ...before, format: z.literal('candor-receipt-v1'), order: orderDocument }),
]);

/** The same answer as receiptView, with the whole document in its description: clients need not load that. */
export const receiptAnswer = z.object({
  receipt: z.string().register(z.globalRegistry, {
    description: 'The exact text of the file: the canonical JSON of this document, and a line feed.',
    contentMediaType: 'application/json',
    contentSchema: z.toJSONSchema(receiptDocument),
  }),
});
