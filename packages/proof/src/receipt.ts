/**
 * A receipt: everything that proves the result of an order, in one file that can be checked offline. The file is the
 * canonical JSON of the signed receipt and a line feed.
 */
import { assert } from '@candor/domain/assert';
import type { AccountKind } from '@candor/domain/ledger/account';
import type { TransferType } from '@candor/domain/ledger/transfer';
import type { Outcome, VoidReason } from '@candor/domain/trading/settle-order';
import { canonicalJson } from './canonical-json.ts';
import type { OrderDocument } from './order-document.ts';
import type { TermsDocument } from './terms-document.ts';
import { isHash, isLine, isoText } from './lines.ts';
import type { TickReports } from './tick-reports.ts';
import type { TracedReport } from './source-reports.ts';
import type { CanonicalTick } from './tick-chain.ts';
import { safeNumber, tickRow } from './tick-row.ts';
import type { TickRow } from './tick-row.ts';

/**
 * The second one also says where the order is in the order log, the third one what the member's device signed and where the
 * settlement is in that log. The fourth one is of an order that the device signed with a deadline, and shows what its prices were made of.
 */
export const RECEIPT_FORMATS = [
  'candor-receipt-v1',
  'candor-receipt-v2',
  'candor-receipt-v3',
  'candor-receipt-v4',
] as const;

export type ReceiptFormat = (typeof RECEIPT_FORMATS)[number];

export const SITE_MODES = ['practice', 'live'] as const;

export type SiteMode = (typeof SITE_MODES)[number];

export type PriceMoment = { readonly at: string; readonly price: string; readonly seq: number };

export type ReceiptOutcome = {
  readonly credited: string;
  readonly entry: PriceMoment | null;
  readonly exit: PriceMoment | null;
  readonly profit: string;
  readonly reason: VoidReason | null;
  readonly settledAt: string;
  readonly status: Outcome;
};

export type ReceiptTransfer = {
  readonly amount: string;
  readonly at: string;
  readonly credit: AccountKind;
  readonly debit: AccountKind;
  readonly id: string;
  readonly type: TransferType;
};

/** The place of the order in the log that its entry tick commits to. */
export type ReceiptLog = {
  /** From zero. */
  readonly index: number;
  /** What the order's commitment contains besides the order: a random UUID. */
  readonly nonce: string;
  /** The inclusion proof, from the leaf to the root, lower-case hex. */
  readonly proof: readonly string[];
  /** Where the terms of the order are in the same tree. From the fourth version on. */
  readonly terms?: ReceiptLogTerms;
};

export type ReceiptLogTerms = { readonly index: number; readonly proof: readonly string[] };

/** The place of the settlement in the order log, which has it under a signed head. */
export type ReceiptSettled = {
  /** The signed head, a note of the order log. */
  readonly checkpoint: string;
  /** That this head continues the one that the last tick names, lower-case hex. */
  readonly consistency: readonly string[];
  /** From zero. */
  readonly index: number;
  /** The same as in `log`, if that is there. */
  readonly nonce: string;
  /** The inclusion proof, from the leaf to the root, lower-case hex. */
  readonly proof: readonly string[];
};

/** What the member's device signed, as far as the order does not say it itself. */
export type ReceiptRequest = {
  readonly idempotencyKey: string;
  /** Hex: 32 bytes of Ed25519, or 65 of a P-256 point. */
  readonly publicKey: string;
  /** 64 bytes, hex. */
  readonly signature: string;
  readonly signedAt: string;
  /** The terms that the member saw. Those of the order may be newer ones, which are no worse. */
  readonly termsHash: string;
};

/** A receipt before it is signed. */
export type UnsignedReceipt = {
  readonly acceptance: string;
  readonly anchorHash: string;
  readonly checkpoints: readonly string[];
  readonly final: boolean;
  readonly format: ReceiptFormat;
  readonly keys: readonly string[];
  /** Null if the order was not in that log, or there is no such tick yet. Left out in a receipt of the first version. */
  readonly log?: ReceiptLog | null;
  readonly order: OrderDocument;
  readonly outcome: ReceiptOutcome | null;
  /** Null if no device signed the order, as it can be in a receipt of the third version. Earlier ones do not have it. */
  readonly request?: ReceiptRequest | null;
  /** Null as long as the settlement is not in the log. From the third version on. */
  readonly settled?: ReceiptSettled | null;
  readonly site: { readonly mode: SiteMode; readonly name: string };
  /** What the sources reported for the ticks that decide the order. From the fourth version on. */
  readonly sources?: readonly TickReports[];
  readonly terms: TermsDocument;
  readonly ticks: readonly TickRow[];
  readonly transfers: readonly ReceiptTransfer[];
};

export type Receipt = UnsignedReceipt & { readonly signature: string };

export type ReceiptParts = {
  /** Settled, and a checkpoint at or after closesAt is among the checkpoints; in the third version also in the order log. */
  readonly final: boolean;
  readonly site: { readonly name: string; readonly mode: SiteMode };
  readonly order: OrderDocument;
  /** The signed note of acceptanceText. */
  readonly acceptance: string;
  readonly terms: TermsDocument;
  /** Notes of all checkpoints of the product from the first to the last that is needed, oldest first, without gaps. */
  readonly checkpoints: readonly string[];
  /** The hash before the first tick. */
  readonly anchorHash: string;
  /**
   * All ticks from the tick of the first checkpoint (the last one with `at` <= entryAt; if there is none, from number
   * 1) to the tick of the first checkpoint with `at` >= closesAt, or to the newest tick if there is no such checkpoint
   * yet.
   */
  readonly ticks: readonly Omit<CanonicalTick, 'prevHash' | 'product'>[];
  /** Null until settled. Amounts and prices are decimal texts. */
  readonly outcome: {
    readonly status: Outcome;
    readonly reason: VoidReason | null;
    readonly entry: ReceiptPrice | null;
    readonly exit: ReceiptPrice | null;
    readonly profit: string;
    readonly credited: string;
    readonly settledAt: number;
  } | null;
  readonly transfers: readonly (Omit<ReceiptTransfer, 'at'> & { readonly at: number })[];
  /** The verifier keys that signed any of the notes. */
  readonly keys: readonly string[];
  /** As in the receipt. Left out for an order from before the site had a log: its receipt is of the first version. */
  readonly log?: ReceiptLog | null;
  /** As in the receipt: for every order but a `candor-order-v1`. */
  readonly request?: ReceiptRequest | null;
  readonly settled?: ReceiptSettled | null;
  /** The reports of each of `decidingTicks`, for a `candor-order-v3`. */
  readonly sources?: readonly { readonly seq: bigint; readonly reports: readonly TracedReport[] }[];
};

/** A tick that decided the order: `at` in epoch ms. */
type ReceiptPrice = { readonly seq: bigint; readonly at: number; readonly price: string };

/** The receipt to sign: hash its canonicalJson, sign receiptSigningText of that hash, then call signedReceipt. */
export function receiptDocument(parts: ReceiptParts): UnsignedReceipt {
  const { outcome, log, request, settled, sources } = parts;
  assert((request === undefined) === (parts.order.format === 'candor-order-v1'), 'a new order shows its request');
  assert(request === undefined || log !== undefined, 'a new order has a place in the log, or null');
  assert(parts.order.format !== 'candor-order-v3' || request !== null, 'a deadline is signed');
  assert((request === undefined) === (settled === undefined), 'and where its settlement is, or null');
  assert((sources === undefined) === (parts.order.format !== 'candor-order-v3'), 'a deadline comes with the reports');
  assert(
    isNullish(log) || (log.terms === undefined) === (parts.order.format !== 'candor-order-v3'),
    'terms are logged',
  );
  return {
    acceptance: parts.acceptance,
    anchorHash: parts.anchorHash,
    checkpoints: parts.checkpoints,
    final: parts.final,
    format: formatOf(parts),
    keys: parts.keys,
    ...(log === undefined ? {} : { log: log === null ? null : logPlace(log) }),
    order: parts.order,
    outcome: outcome === null ? null : receiptOutcome(outcome),
    ...(request === undefined ? {} : { request: request === null ? null : signedRequest(request) }),
    ...(settled === undefined ? {} : { settled: settled === null ? null : settledPlace(settled) }),
    site: { mode: parts.site.mode, name: parts.site.name },
    ...(sources === undefined ? {} : { sources: sources.map(tickReports) }),
    terms: parts.terms,
    ticks: parts.ticks.map(tickRow),
    transfers: parts.transfers.map(({ amount, at, credit, debit, id, type }) => ({
      amount,
      at: isoText(at),
      credit,
      debit,
      id,
      type,
    })),
  };
}

/** An outcome with moments as texts. */
export function receiptOutcome(outcome: NonNullable<ReceiptParts['outcome']>): ReceiptOutcome {
  return {
    credited: outcome.credited,
    entry: priceMoment(outcome.entry),
    exit: priceMoment(outcome.exit),
    profit: outcome.profit,
    reason: outcome.reason,
    settledAt: isoText(outcome.settledAt),
    status: outcome.status,
  };
}

/** The text that is signed. `unsignedHash` is the SHA-256 of the unsigned receipt's canonicalJson, hex. */
export function receiptSigningText(
  { format, order }: { readonly format: ReceiptFormat; readonly order: Pick<OrderDocument, 'id'> },
  unsignedHash: string,
): string {
  assert(isLine(order.id), 'an order id is one line');
  assert(isHash(unsignedHash), 'a hash is 64 hex digits');
  return `${format}\n${order.id}\n${unsignedHash}\n`;
}

/** The file: `signature` is the note of receiptSigningText. */
export function signedReceipt(receipt: UnsignedReceipt, signature: string): string {
  return `${canonicalJson({ ...receipt, signature })}\n`;
}

function formatOf({ log, order, request }: Pick<ReceiptParts, 'log' | 'order' | 'request'>): ReceiptFormat {
  if (order.format === 'candor-order-v3') return 'candor-receipt-v4';
  if (request !== undefined) return 'candor-receipt-v3';
  return log === undefined ? 'candor-receipt-v1' : 'candor-receipt-v2';
}

function signedRequest({ idempotencyKey, publicKey, signature, signedAt, termsHash }: ReceiptRequest): ReceiptRequest {
  return { idempotencyKey, publicKey, signature, signedAt, termsHash };
}

/** Nothing else gets into the receipt. */
function logPlace({ index, nonce, proof, terms }: ReceiptLog): ReceiptLog {
  return { index, nonce, proof, ...(terms === undefined ? {} : { terms: { index: terms.index, proof: terms.proof } }) };
}

function isNullish<T>(value: T | null | undefined): value is null | undefined {
  return value === null || value === undefined;
}

function settledPlace({ checkpoint, consistency, index, nonce, proof }: ReceiptSettled): ReceiptSettled {
  return { checkpoint, consistency, index, nonce, proof };
}

function tickReports({ seq, reports }: NonNullable<ReceiptParts['sources']>[number]): TickReports {
  return [
    safeNumber(seq),
    reports.map(({ price, receivedAt, source, tradeId, tradedAt, verdict }) => ({
      price,
      receivedAt,
      source,
      tradeId,
      tradedAt,
      verdict,
    })),
  ];
}

function priceMoment(tick: ReceiptPrice | null): PriceMoment | null {
  return tick === null ? null : { at: isoText(tick.at), price: tick.price, seq: safeNumber(tick.seq) };
}
