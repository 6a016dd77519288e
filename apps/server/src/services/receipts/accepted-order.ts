import { hash } from 'node:crypto';
import { currency, formatMoney, formatRate, money, rate } from '@candor/domain/money';
import { acceptanceText } from '@candor/proof/acceptance';
import { canonicalJson } from '@candor/proof/canonical-json';
import { requestOf } from '@candor/proof/check-request';
import { isoText } from '@candor/proof/lines';
import { orderDocument } from '@candor/proof/order-document';
import { signedRequestText } from '@candor/proof/order-request';
import type { ReceiptRequest } from '@candor/proof/receipt';
import * as z from 'zod/mini';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { direction, wallet } from '../columns/columns.ts';
import type { Signer } from '../proof/signer.ts';

/** The part of an order that never changes, as the database holds it. */
export const acceptedRow = z.object({
  id: z.string(),
  no: int8,
  /** Hides the order in the order log; an order without one is not in it. */
  nonce: z.nullable(z.string()),
  /** The Idempotency-Key of its call; an order without one has no request of a device. */
  key: z.nullable(z.string()),
  /** 1 for an order whose document names no request, 3 for one with a deadline. */
  documentVersion: int4,
  memberId: int8,
  wallet,
  currency: z.string(),
  /** Decimals of amounts in the order's currency. */
  currencyDecimals: int4,
  product: z.string(),
  /** Decimals of the product's prices. */
  decimals: int4,
  direction,
  stake: int8,
  fee: int8,
  payoutRate: int8,
  payout: int8,
  durationSec: int4,
  termsVersion: int4,
  /** Hash of the terms' document, lower-case hex. */
  termsHash: z.string(),
  submittedAt: moment,
  acceptedAt: moment,
  entryAt: moment,
  closesAt: moment,
  /** What the member's device signed: key, signature and hash of the terms in hex. All are null if none did. */
  requestKey: z.nullable(z.string()),
  requestSignature: z.nullable(z.string()),
  requestedAt: z.nullable(moment),
  /** The deadline that the device signed; null in an order from before devices named one. */
  requestDeadline: z.nullable(moment),
  requestTermsHash: z.nullable(z.string()),
});
export type AcceptedRow = z.infer<typeof acceptedRow>;

/** What the member's device signed, as far as the order does not say it. Key, signature and hash in hex. */
export interface SignedRequest {
  publicKey: string;
  signature: string;
  signedAt: number;
  /** The deadline. */
  acceptBy: number;
  termsHash: string;
}

/** The columns of a new order. */
export function requestColumns(
  request: SignedRequest,
): Pick<
  AcceptedRow,
  'documentVersion' | 'requestKey' | 'requestSignature' | 'requestedAt' | 'requestDeadline' | 'requestTermsHash'
> {
  return {
    documentVersion: 3,
    requestKey: request.publicKey,
    requestSignature: request.signature,
    requestedAt: request.signedAt,
    requestDeadline: request.acceptBy,
    requestTermsHash: request.termsHash,
  };
}

/** Undefined for an order of document version 1, null for one that no device signed. */
export function requestOfRow(row: AcceptedRow): ReceiptRequest | null | undefined {
  if (row.documentVersion === 1) return undefined;
  const { key, requestKey, requestSignature, requestedAt, requestTermsHash } = row;
  if (key === null || requestKey === null || requestSignature === null) return null;
  if (requestedAt === null || requestTermsHash === null) return null;
  return {
    idempotencyKey: key,
    publicKey: requestKey,
    signature: requestSignature,
    signedAt: isoText(requestedAt),
    termsHash: requestTermsHash,
  };
}

/** The texts of the order's document, without its format. Every call and every receipt shows exactly these texts. */
export type AcceptedTexts = Parameters<typeof orderDocument>[0];

export function acceptedTexts(row: AcceptedRow): AcceptedTexts {
  const texts =
    row.requestDeadline === null ? figuresOf(row) : { ...figuresOf(row), acceptBy: isoText(row.requestDeadline) };
  const request = requestOfRow(row);
  return request === undefined ? texts : { ...texts, requestHash: request === null ? null : hashOf(texts, request) };
}

function hashOf(order: AcceptedTexts, request: ReceiptRequest): string {
  return hash('sha256', signedRequestText(requestOf(order, request), request.signature));
}

function figuresOf(row: AcceptedRow): AcceptedTexts {
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
    submittedAt: isoText(row.submittedAt),
    acceptedAt: isoText(row.acceptedAt),
    entryAt: isoText(row.entryAt),
    closesAt: isoText(row.closesAt),
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
  /** A signed note or a shared acceptance. */
  note: string;
}

/**
 * The site's signed acceptance of an order. It is not stored: the same order and key always give the same note, no
 * matter how often and by which process it is made.
 * @param sign `sign` or `shareAcceptance` of the signer
 */
export async function signAcceptance(order: AcceptedTexts, sign: Signer['sign']): Promise<Acceptance> {
  const orderHash = hash('sha256', canonicalJson(orderDocument(order)));
  const { termsHash } = order;
  return { orderHash, termsHash, note: await sign(acceptanceText(order.id, orderHash, termsHash)) };
}
