import { createHash } from 'node:crypto';
import { assert } from '@candor/domain/assert';
import { currency, formatMoney, money } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import { ENTRY_WINDOW_MS, decidingTicks } from '@candor/domain/trading/settle-order';
import { canonicalJson } from '@candor/proof/canonical-json';
import type { JsonValue } from '@candor/proof/canonical-json';
import { logCheckpointText } from '@candor/proof/order-log/log-checkpoint';
import { orderDocument } from '@candor/proof/order-document';
import { receiptDocument, receiptSigningText, signedReceipt } from '@candor/proof/receipt';
import type { ReceiptLogTerms, ReceiptParts, ReceiptSettled } from '@candor/proof/receipt';
import { parseNote, verifierKeyText } from '@candor/proof/signed-note';
import { termsDocument } from '@candor/proof/terms-document';
import { GENESIS_HASH } from '@candor/proof/tick-chain';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { ReadArchivedOrder } from '../order-archive/read-archived-order.ts';
import { selectKeys } from '../proof/key-store.ts';
import { proveOrder, proveSettlement, proveTerms } from '../order-log/prove-order.ts';
import type { Signer } from '../proof/signer.ts';
import { termsVersion } from '../quotes/quote-store.ts';
import type { Site } from '../site/site.ts';
import { tracedReports } from '../ticks/tick-store.ts';
import type { ReadTicks, ReadTickSources } from '../ticks/read-ticks.ts';
import type { PublishedTick } from '../ticks/tick-store.ts';
import { acceptedTexts, requestOfRow, signAcceptance } from './accepted-order.ts';
import type { AcceptedRow } from './accepted-order.ts';
import {
  findArchivedOrder,
  holdSnapshot,
  selectFoundOrder,
  selectNotes,
  selectOrderTransfers,
  selectProofSpan,
} from './receipt-store.ts';
import { formatPrice, price } from '@candor/domain/price';
import type { FoundOrder, SettlementRow } from './receipt-store.ts';

export interface ReceiptDeps {
  pool: Pool;
  site: Pick<Site, 'name' | 'mode'>;
  signer: Signer;
  readTicks: ReadTicks;
  readTickSources: ReadTickSources;
  readArchivedOrder: ReadArchivedOrder;
}

/**
 * An hour of ticks and the minutes around it, with room for a few minutes without a checkpoint. Only orders from before
 * the first checkpoint of a long chain need more.
 */
const TICKS_MAX = 20_000n;

type MadeReceipt = Result<string, 'ORDER_NOT_FOUND' | 'RECEIPT_UNAVAILABLE' | 'TICKS_UNAVAILABLE'>;

/**
 * The receipt of a member's order as the text of its file: everything packages/proof needs to settle the order again.
 * It is final once the order is settled, the order log has that, and a checkpoint at or after its close signs the ticks.
 * @throws Refused ORDERS_UNAVAILABLE when the order is in a file that cannot be read now
 */
export async function makeReceipt(deps: ReceiptDeps, memberId: bigint, orderId: string): Promise<MadeReceipt> {
  const { pool, readArchivedOrder } = deps;
  const made = await makeOf(deps, async (db) => await selectFoundOrder(db, memberId, orderId));
  if (made.ok || made.error !== 'ORDER_NOT_FOUND') return made;
  const archived = await findArchivedOrder(pool, readArchivedOrder, memberId, orderId);
  return archived === undefined ? made : await makeOf(deps, async () => await Promise.resolve(archived));
}

async function makeOf(deps: ReceiptDeps, find: (db: Db) => Promise<FoundOrder | undefined>): Promise<MadeReceipt> {
  return await withTransaction(deps.pool, async (db) => {
    await holdSnapshot(db);
    const found = await find(db);
    if (found === undefined) return err('ORDER_NOT_FOUND');
    const order = found.row;
    const span = await selectProofSpan(db, order);
    const toSeq = span.toSeq ?? 0n;
    if (toSeq - span.fromSeq >= TICKS_MAX) return err('RECEIPT_UNAVAILABLE');
    const ticks = await deps.readTicks(db, order.product, span.fromSeq, toSeq);
    if (!ticks.ok) return ticks;
    const sources = await readSources(db, deps, order, ticks.value);
    if (!sources.ok) return sources;
    const parts = await readParts(db, deps, found, { ticks: ticks.value, ended: span.ended });
    return ok(await sign({ ...parts, ...sources.value }, deps.signer));
  });
}

async function readParts(
  db: Db,
  { site, signer }: ReceiptDeps,
  { row, settlement, log }: FoundOrder,
  { ticks, ended }: { ticks: readonly PublishedTick[]; ended: boolean },
): Promise<ReceiptParts> {
  const texts = acceptedTexts(row);
  const { note: acceptance } = await signAcceptance(texts, signer.sign);
  const [first, last] = [ticks[0], ticks.at(-1)];
  const checkpoints =
    first === undefined || last === undefined ? [] : await selectNotes(db, row.product, first.at, last.at);
  const paidIn = currency(row.currency, row.currencyDecimals);
  const request = requestOfRow(row);
  const settled =
    request === undefined || settlement === null
      ? null
      : await readSettled(db, row, { ticks, known: log?.settlement }, signer);
  return {
    final: settlement !== null && ended && (request === undefined || settled !== null),
    site,
    order: orderDocument(texts),
    acceptance,
    terms: await readTerms(db, row, paidIn),
    checkpoints,
    anchorHash: first?.prevHash ?? GENESIS_HASH,
    ticks,
    outcome: settlement === null ? null : outcomeOf(settlement, row.decimals, paidIn),
    ...(await readLog(db, row, { ticks, known: log?.order })),
    ...(request === undefined ? {} : { request, settled }),
    transfers: (await selectOrderTransfers(db, row.id)).map((transfer) => ({
      ...transfer,
      amount: formatMoney(money(transfer.amount), paidIn),
    })),
    keys: await keysOf(db, [...checkpoints, acceptance, ...(settled === null ? [] : [settled.checkpoint])]),
  };
}

/** What the sources reported for the ticks that decide the order, also of days that were archived. An older order shows none. */
async function readSources(
  db: Db,
  { readTickSources }: ReceiptDeps,
  row: AcceptedRow,
  ticks: readonly PublishedTick[],
): Promise<Result<Pick<ReceiptParts, 'sources'>, 'TICKS_UNAVAILABLE'>> {
  if (row.requestDeadline === null) return ok({});
  const sources: NonNullable<ReceiptParts['sources']>[number][] = [];
  for (const { from, to } of runsOf(decidingTicks(ticks, row).map(({ seq }) => seq))) {
    const read = await readTickSources(db, row.product, from, to);
    if (!read.ok) return read;
    for (const tick of read.value) sources.push({ seq: tick.seq, reports: tracedReports(tick) });
  }
  return ok({ sources });
}

/** Numbers that follow each other are one run: a read may have to unpack the file of a day. */
function runsOf(numbers: readonly bigint[]): { from: bigint; to: bigint }[] {
  const runs: { from: bigint; to: bigint }[] = [];
  for (const seq of numbers) {
    const run = runs.at(-1);
    if (run !== undefined && seq === run.to + 1n) run.to = seq;
    else runs.push({ from: seq, to: seq });
  }
  return runs;
}

interface TicksAndPlace {
  readonly ticks: readonly PublishedTick[];
  /** The index in the order log, of an order from the archive. */
  readonly known: number | null | undefined;
}

/** Where the settlement is in the log that the last tick names, or in the first head after it that has the settlement. */
async function readSettled(
  db: Db,
  { id, nonce }: AcceptedRow,
  { ticks, known }: TicksAndPlace,
  signer: Signer,
): Promise<ReceiptSettled | null> {
  const last = ticks.at(-1)?.log ?? null;
  const place = last === null ? null : await proveSettlement(db, id, Number(last.size), known);
  if (place === null || nonce === null) return null;
  const { index, proof, consistency, head } = place;
  return { checkpoint: await signer.sign(logCheckpointText(head)), consistency, index, nonce, proof };
}

/** Where the order is in the log of its entry tick. Nothing for an order that is older than the log. */
async function readLog(db: Db, row: AcceptedRow, { ticks, known }: TicksAndPlace): Promise<Pick<ReceiptParts, 'log'>> {
  if (row.nonce === null) return {};
  const lastAt = Math.min(row.entryAt + ENTRY_WINDOW_MS, row.closesAt);
  const entry = ticks.find(({ status, at }) => status === 'OK' && at >= row.entryAt && at <= lastAt);
  const head = entry?.log ?? null;
  const place = head === null ? null : await proveOrder(db, row.id, Number(head.size), known);
  if (head === null || place === null) return { log: null };
  return { log: { ...place, nonce: row.nonce, ...(await readTermsPlace(db, row, Number(head.size))) } };
}

/** Where the terms of an order are in the same log. Nothing for an order from before terms were entries. */
async function readTermsPlace(db: Db, row: AcceptedRow, size: number): Promise<{ terms?: ReceiptLogTerms }> {
  if (row.documentVersion < 3) return {};
  const terms = await proveTerms(db, { product: row.product, version: row.termsVersion }, size);
  assert(terms !== null, 'an order comes into the log after its terms');
  return { terms };
}

async function readTerms(db: Db, row: AcceptedRow, paidIn: Currency): Promise<ReceiptParts['terms']> {
  const terms = await termsVersion(db, row.product, row.termsVersion);
  assert(terms !== null, 'the terms of an order are never removed');
  const document = termsDocument(terms, paidIn);
  assert(sha256(document) === row.termsHash, 'the document of the terms is the published one');
  return document;
}

/** The keys that signed these notes, the newest first. */
async function keysOf(db: Db, notes: readonly string[]): Promise<string[]> {
  const used = new Set<string>();
  for (const note of notes) {
    const parsed = parseNote(note);
    assert(parsed.ok, 'a stored note can be parsed');
    for (const { keyHash } of parsed.value.signatures) used.add(keyHash);
  }
  return (await selectKeys(db)).filter(({ keyHash }) => used.has(keyHash)).map(verifierKeyText);
}

async function sign(parts: ReceiptParts, signer: Signer): Promise<string> {
  const receipt = receiptDocument(parts);
  return signedReceipt(receipt, await signer.sign(receiptSigningText(receipt, sha256(receipt))));
}

function sha256(document: JsonValue): string {
  return createHash('sha256').update(canonicalJson(document)).digest('hex');
}

/** How an order ended, in the texts of its receipt. `decimals`: those of the product's prices. */
export function outcomeOf(
  row: SettlementRow,
  decimals: number,
  paidIn: Currency,
): NonNullable<ReceiptParts['outcome']> {
  const moment = (seq: bigint | null, at: number | null, units: bigint | null) =>
    seq === null || at === null || units === null ? null : { seq, at, price: formatPrice(price(units), decimals) };
  return {
    status: row.outcome,
    reason: row.reason,
    entry: moment(row.entrySeq, row.entryAt, row.entryPrice),
    exit: moment(row.exitSeq, row.exitAt, row.exitPrice),
    profit: formatMoney(money(row.profit), paidIn),
    credited: formatMoney(money(row.credited), paidIn),
    settledAt: row.settledAt,
  };
}
