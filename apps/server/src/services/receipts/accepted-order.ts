import { createHash } from 'node:crypto';
import { currency, formatMoney, formatRate, money, rate } from '@candor/domain/money';
import { acceptanceText } from '@candor/proof/acceptance';
import { canonicalJson } from '@candor/proof/canonical-json';
import { orderDocument } from '@candor/proof/order-document';
import * as z from 'zod/mini';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { direction, wallet } from '../columns/columns.ts';
import type { Signer } from '../proof/signer.ts';

/** What of an order never changes, as the database holds it. */
export const acceptedRow = z.object({
  id: z.string(),
  no: int8,
  memberId: int8,
  wallet,
  currency: z.string(),
  /** Of amounts of its currency. */
  currencyDecimals: int4,
  product: z.string(),
  /** Of the product's prices. */
  decimals: int4,
  direction,
  stake: int8,
  fee: int8,
  payoutRate: int8,
  payout: int8,
  durationSec: int4,
  termsVersion: int4,
  /** Of the terms' document, lower-case hex. */
  termsHash: z.string(),
  submittedAt: moment,
  acceptedAt: moment,
  entryAt: moment,
  closesAt: moment,
});
export type AcceptedRow = z.infer<typeof acceptedRow>;

/** The texts of its document, without the format: every call and every receipt tells them to the letter. */
export type AcceptedTexts = Parameters<typeof orderDocument>[0];

export function acceptedTexts(row: AcceptedRow): AcceptedTexts {
  const amount = amountTextsOf(row);
  return {
    id: row.id,
    no: row.no.toString(),
    product: row.product,
    direction: row.direction,
    wallet: row.wallet,
    currency: row.currency,
    stake: amount(row.stake),
    fee: amount(row.fee),
    payoutRate: formatRate(rate(row.payoutRate)),
    payout: amount(row.payout),
    durationSec: row.durationSec,
    submittedAt: iso(row.submittedAt),
    acceptedAt: iso(row.acceptedAt),
    entryAt: iso(row.entryAt),
    closesAt: iso(row.closesAt),
    termsVersion: row.termsVersion,
    termsHash: row.termsHash,
  };
}

/** Writes minor units as amounts of an order's currency. */
export function amountTextsOf(row: Pick<AcceptedRow, 'currency' | 'currencyDecimals'>): (minorUnits: bigint) => string {
  const paidIn = currency(row.currency, row.currencyDecimals);
  return (minorUnits) => formatMoney(money(minorUnits), paidIn);
}

export interface Acceptance {
  orderHash: string;
  termsHash: string;
  note: string;
}

/**
 * The site's signed word that it took an order. Nothing of it is stored: the same order and key give the same note
 * always, however often and by whichever process it is asked for.
 */
export function signAcceptance(order: AcceptedTexts, signer: Pick<Signer, 'sign'>): Acceptance {
  const orderHash = createHash('sha256')
    .update(canonicalJson(orderDocument(order)))
    .digest('hex');
  const { termsHash } = order;
  return { orderHash, termsHash, note: signer.sign(acceptanceText(order.id, orderHash, termsHash)) };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
