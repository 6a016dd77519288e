/* The receipt of one order: its exact text, and the figures shown beside the steps of its check. */

import { readReceipt } from '@candor/contract/calls/trading';
import { ORDER_RESULTS } from '@candor/contract/trading';
import type { OrderResult } from '@candor/contract/trading';
import { saveFile } from '../../lib/save-file.ts';
import { call } from '../api/request.ts';

/** A receipt contains every price of the order; an hour of prices takes a moment on a slow line. */
const TIMEOUT_MS = 30_000;

export async function fetchReceipt(orderId: string): Promise<string> {
  const { receipt } = await call(readReceipt, { params: { id: orderId }, timeoutMs: TIMEOUT_MS });
  return receipt;
}

export function receiptFileName(no: string): string {
  return `candor-receipt-${no}.json`;
}

export function saveReceipt(no: string, text: string): void {
  saveFile(new Blob([text], { type: 'application/json' }), receiptFileName(no));
}

/** Figures of a receipt that is not checked yet. */
export type ReceiptFigures = {
  readonly orderId: string;
  readonly termsVersion: number;
  readonly ticks: number;
  readonly checkpoints: number;
  /**
   * The order's place in the order log, counted from one. absent: it was not in the log at its entry. none: the receipt
   * is of the first version.
   */
  readonly logPlace: number | 'absent' | 'none';
  /** The settlement's place in it, counted from one; null if it is not there yet, or the receipt says nothing of it. */
  readonly settledPlace: number | null;
  /** unsigned: no device signed the order. none: its document is of version 1. */
  readonly request: 'signed' | 'unsigned' | 'none';
  /** The public key of the device that signed it, hex. */
  readonly signer: string | null;
  /** Seconds whose price and status follow from the sources' reports in the receipt; 0 in one of before. */
  readonly reportedSeconds: number;
  readonly transfers: number;
  readonly entryPrice: string | null;
  readonly exitPrice: string | null;
  /** Null until settled. */
  readonly status: OrderResult | null;
  readonly profit: string | null;
};

/** Empty figures if the text is not a receipt: its first step then says so. */
export function receiptFigures(text: string): ReceiptFigures {
  const receipt = record(parsed(text));
  const order = record(receipt['order']);
  const outcome = record(receipt['outcome']);
  return {
    orderId: words(order['id']) ?? '',
    termsVersion: typeof order['termsVersion'] === 'number' ? order['termsVersion'] : 0,
    ticks: count(receipt['ticks']),
    checkpoints: count(receipt['checkpoints']),
    logPlace: logPlaceOf(receipt['log']),
    settledPlace: settledPlaceOf(receipt['settled']),
    request: requestOf(receipt['request']),
    signer: words(record(receipt['request'])['publicKey']),
    reportedSeconds: count(receipt['sources']),
    transfers: count(receipt['transfers']),
    entryPrice: words(record(outcome['entry'])['price']),
    exitPrice: words(record(outcome['exit'])['price']),
    status: ORDER_RESULTS.find((result) => result === outcome['status']) ?? null,
    profit: words(outcome['profit']),
  };
}

function logPlaceOf(log: unknown): ReceiptFigures['logPlace'] {
  if (log === undefined) return 'none';
  const index = record(log)['index'];
  return typeof index === 'number' ? index + 1 : 'absent';
}

function settledPlaceOf(settled: unknown): number | null {
  const index = record(settled)['index'];
  return typeof index === 'number' ? index + 1 : null;
}

function requestOf(request: unknown): ReceiptFigures['request'] {
  if (request === undefined) return 'none';
  return request === null ? 'unsigned' : 'signed';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function words(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function count(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
