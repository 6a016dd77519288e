/** Reads the file of a receipt into values for the rules. It does not check whether the values are true. */
import { HOUSE_KINDS, MEMBER_KINDS } from '@candor/domain/ledger/account';
import type { AccountKind } from '@candor/domain/ledger/account';
import { TRANSFER_TYPES } from '@candor/domain/ledger/transfer';
import { CURRENCY_DECIMALS_MAX, currency, formatMoney, formatRate, parseMoney, parseRate } from '@candor/domain/money';
import type { Currency, Money, Rate } from '@candor/domain/money';
import { formatPrice, parsePrice } from '@candor/domain/price';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Order } from '@candor/domain/trading/order';
import { VOID_REASONS } from '@candor/domain/trading/settle-order';
import { ACCEPT_WITHIN_MS_MAX, ENTRY_DELAY_SEC_MAX } from '@candor/domain/trading/terms';
import type { LossLimits } from '@candor/domain/trading/loss-limits';
import type { DurationTerms, Terms, TermsPriceRule } from '@candor/domain/trading/terms';
import type { FeedTick } from '@candor/domain/trading/tick';
import { parseCanonicalJson } from './canonical-json.ts';
import type { JsonValue } from './canonical-json.ts';
import { fromUtf8 } from './encoding.ts';
import { parseIso } from './lines.ts';
import { isNonce } from './order-log/commitment.ts';
import type { OrderDocument } from './order-document.ts';
import { isDeviceKey, isRequestKey, isRequestSignature } from './order-request.ts';
import { SITE_MODES } from './receipt.ts';
import type {
  PriceMoment,
  Receipt,
  ReceiptLog,
  ReceiptLogTerms,
  ReceiptOutcome,
  ReceiptRequest,
  ReceiptSettled,
  ReceiptTransfer,
} from './receipt.ts';
import { readSources } from './tick-reports.ts';
import { bool, count, hash, line, listOf, moment, nullOr, objectOf, oneOf, text, textWhere } from './shape.ts';
import type { Reader, ReaderOf } from './shape.ts';
import { RULE_VERSION } from './terms-document.ts';
import type { DurationDocument, LossLimitsDocument, TermsDocument } from './terms-document.ts';
import type { CanonicalTick } from './tick-chain.ts';
import { logOfRow, readTickRow } from './tick-row.ts';

/** Several times what the longest order needs. A larger file is not read. */
const FILE_LENGTH_MAX = 8 * 1024 * 1024;
const TICKS_MAX = 50_000;
const CHECKPOINTS_MAX = 1000;
const LIST_MAX = 100;
/** A longer proof is for more entries than can be counted exactly. */
const PROOF_LENGTH_MAX = 64;
const DECIMALS_MAX = 12;
const DURATION_SEC_MAX = 86_400;
const FRESH_MS_MAX = 3_600_000;
const NEAR_PPM_MAX = 1_000_000;
const SOURCES_MAX = 100;

export type FormatProblem = 'TOO_LARGE' | 'NOT_CANONICAL' | 'SHAPE_WRONG' | 'FIGURE_WRONG';

/** A tick as settlement reads it, plus the other values that its hash covers. */
export type ReceiptTick = FeedTick & { readonly canonical: Omit<CanonicalTick, 'prevHash'> };

export type ReadReceipt = {
  readonly receipt: Receipt;
  /** The receipt does not say who placed the order: `memberId` is 0. */
  readonly order: Order;
  readonly terms: Terms;
  readonly ticks: readonly ReceiptTick[];
};

/** `file` is the text of the file or its bytes. */
export function readReceipt(file: string | Uint8Array): Result<ReadReceipt, FormatProblem> {
  if (file.length > FILE_LENGTH_MAX) return err('TOO_LARGE');
  const content = typeof file === 'string' ? file : fromUtf8(file);
  if (content === null || !content.endsWith('\n')) return err('NOT_CANONICAL');
  const json = parseCanonicalJson(content.slice(0, -1));
  if (!json.ok) return json;
  const receipt = receiptShape(json.value);
  if (receipt === undefined) return err('SHAPE_WRONG');
  const paidIn = currency(receipt.terms.currency, receipt.terms.currencyDecimals);
  const order = readOrder(receipt.order, paidIn);
  const terms = readTerms(receipt.terms, paidIn);
  const ticks = readTicks(receipt);
  return order === null || terms === null || ticks === null || !areReportsPriced(receipt)
    ? err('FIGURE_WRONG')
    : ok({ receipt, order, terms, ticks });
}

const orderFields = {
  acceptedAt: moment,
  closesAt: moment,
  currency: line,
  direction: oneOf(['up', 'down']),
  durationSec: count(1, DURATION_SEC_MAX),
  entryAt: moment,
  fee: text,
  id: line,
  no: line,
  payout: text,
  payoutRate: text,
  product: line,
  stake: text,
  submittedAt: moment,
  termsHash: hash,
  termsVersion: count(1),
  wallet: oneOf(['practice', 'cash']),
} satisfies ReaderOf<Omit<OrderDocument, 'acceptBy' | 'format' | 'requestHash'>>;

const plainOrder = objectOf<OrderDocument>({ ...orderFields, format: oneOf(['candor-order-v1']) });

const signedOrder = objectOf<OrderDocument>({
  ...orderFields,
  format: oneOf(['candor-order-v2']),
  requestHash: nullOr(hash),
});

const timedOrder = objectOf<OrderDocument>({
  ...orderFields,
  acceptBy: moment,
  format: oneOf(['candor-order-v3']),
  requestHash: hash,
});

const termsFields = {
  currency: line,
  currencyDecimals: count(0, CURRENCY_DECIMALS_MAX),
  decimals: count(0, DECIMALS_MAX),
  durations: listOf(
    objectOf<DurationDocument>({
      maxStake: text,
      minStake: text,
      payoutRate: text,
      seconds: count(1, DURATION_SEC_MAX),
    }),
    LIST_MAX,
  ),
  feeRate: text,
  product: line,
  ruleVersion: oneOf([RULE_VERSION]),
  version: count(1),
} satisfies ReaderOf<Omit<TermsDocument, 'acceptWithinMs' | 'entryDelaySec' | 'format' | 'lossLimits' | 'priceRule'>>;

const plainTerms = objectOf<TermsDocument>({ ...termsFields, format: oneOf(['candor-terms-v1']) });

const timedFields = {
  ...termsFields,
  acceptWithinMs: count(1, ACCEPT_WITHIN_MS_MAX),
  priceRule: objectOf<TermsPriceRule>({
    freshMs: count(1, FRESH_MS_MAX),
    minSources: count(1, SOURCES_MAX),
    nearPpm: count(1, NEAR_PPM_MAX),
  }),
} satisfies ReaderOf<Omit<TermsDocument, 'entryDelaySec' | 'format' | 'lossLimits'>>;

const timedTerms = objectOf<TermsDocument>({ ...timedFields, format: oneOf(['candor-terms-v2']) });

const delayedTerms = objectOf<TermsDocument>({
  ...timedFields,
  entryDelaySec: count(0, ENTRY_DELAY_SEC_MAX),
  format: oneOf(['candor-terms-v3']),
});

const limitedTerms = objectOf<TermsDocument>({
  ...timedFields,
  entryDelaySec: count(0, ENTRY_DELAY_SEC_MAX),
  format: oneOf(['candor-terms-v4']),
  lossLimits: objectOf<LossLimitsDocument>({ day: text, product: text, second: text }),
});

const priceMoment = nullOr(objectOf<PriceMoment>({ at: moment, price: text, seq: count(1) }));

const outcomeShape = objectOf<ReceiptOutcome>({
  credited: text,
  entry: priceMoment,
  exit: priceMoment,
  profit: text,
  reason: nullOr(oneOf(VOID_REASONS)),
  settledAt: moment,
  status: oneOf(['won', 'lost', 'tied', 'voided']),
});

const accountKind = oneOf<AccountKind>([...MEMBER_KINDS, ...HOUSE_KINDS]);

const transferShape = objectOf<ReceiptTransfer>({
  amount: text,
  at: moment,
  credit: accountKind,
  debit: accountKind,
  id: line,
  type: oneOf(TRANSFER_TYPES),
});

const logFields = {
  index: count(0),
  nonce: textWhere(isNonce),
  proof: listOf(hash, PROOF_LENGTH_MAX),
} satisfies ReaderOf<Omit<ReceiptLog, 'terms'>>;

const logShape = objectOf<ReceiptLog>(logFields);

const termsLogShape = objectOf<ReceiptLog>({
  ...logFields,
  terms: objectOf<ReceiptLogTerms>({ index: count(0), proof: listOf(hash, PROOF_LENGTH_MAX) }),
});

const settledShape = objectOf<ReceiptSettled>({
  checkpoint: text,
  consistency: listOf(hash, PROOF_LENGTH_MAX),
  index: count(0),
  nonce: textWhere(isNonce),
  proof: listOf(hash, PROOF_LENGTH_MAX),
});

const requestShape = objectOf<ReceiptRequest>({
  idempotencyKey: textWhere(isRequestKey),
  publicKey: textWhere(isDeviceKey),
  signature: textWhere(isRequestSignature),
  signedAt: moment,
  termsHash: hash,
});

const commonShape = {
  acceptance: text,
  anchorHash: hash,
  checkpoints: listOf(text, CHECKPOINTS_MAX),
  final: bool,
  keys: listOf(text, LIST_MAX),
  outcome: nullOr(outcomeShape),
  signature: text,
  site: objectOf<Receipt['site']>({ mode: oneOf(SITE_MODES), name: line }),
  ticks: listOf(readTickRow, TICKS_MAX),
  transfers: listOf(transferShape, LIST_MAX),
} satisfies ReaderOf<Omit<Receipt, 'format' | 'log' | 'order' | 'request' | 'settled' | 'sources' | 'terms'>>;

/** One for each version. An order or terms of one version have no place in the receipt of another. */
const receiptShapes: readonly Reader<Receipt>[] = [
  objectOf<Receipt>({ ...commonShape, format: oneOf(['candor-receipt-v1']), order: plainOrder, terms: plainTerms }),
  objectOf<Receipt>({
    ...commonShape,
    format: oneOf(['candor-receipt-v2']),
    log: nullOr(logShape),
    order: plainOrder,
    terms: plainTerms,
  }),
  objectOf<Receipt>({
    ...commonShape,
    format: oneOf(['candor-receipt-v3']),
    log: nullOr(logShape),
    order: signedOrder,
    request: nullOr(requestShape),
    settled: nullOr(settledShape),
    terms: plainTerms,
  }),
  objectOf<Receipt>({
    ...commonShape,
    format: oneOf(['candor-receipt-v4']),
    log: nullOr(termsLogShape),
    order: timedOrder,
    request: requestShape,
    settled: nullOr(settledShape),
    sources: readSources,
    terms: (value) => timedTerms(value) ?? delayedTerms(value) ?? limitedTerms(value),
  }),
];

function receiptShape(value: JsonValue): Receipt | undefined {
  for (const shape of receiptShapes) {
    const read = shape(value);
    if (read !== undefined) return read;
  }
  return undefined;
}

/** Each number has exactly one text: "1.5" instead of "1.50" is refused. */
function readMoney(figure: string, of: Currency): Money | null {
  const read = parseMoney(figure, of);
  return read.ok && formatMoney(read.value, of) === figure ? read.value : null;
}

function readRate(figure: string): Rate | null {
  const read = parseRate(figure);
  return read.ok && formatRate(read.value) === figure ? read.value : null;
}

function readOrder(order: OrderDocument, paidIn: Currency): Order | null {
  const stake = readMoney(order.stake, paidIn);
  const fee = readMoney(order.fee, paidIn);
  const payout = readMoney(order.payout, paidIn);
  const payoutRate = readRate(order.payoutRate);
  const [submittedAt, acceptedAt] = [parseIso(order.submittedAt), parseIso(order.acceptedAt)];
  const [entryAt, closesAt] = [parseIso(order.entryAt), parseIso(order.closesAt)];
  if (stake === null || fee === null || payout === null || payoutRate === null) return null;
  if (submittedAt === null || acceptedAt === null || entryAt === null || closesAt === null) return null;
  const { id, product, direction, wallet, currency, durationSec, termsVersion } = order;
  const figures = { stake, fee, payout, payoutRate, submittedAt, acceptedAt, entryAt, closesAt };
  return { id, memberId: 0n, product, direction, wallet, currency, durationSec, termsVersion, ...figures };
}

function readTerms(document: TermsDocument, paidIn: Currency): Terms | null {
  const feeRate = readRate(document.feeRate);
  if (feeRate === null) return null;
  const durations: DurationTerms[] = [];
  for (const offer of document.durations) {
    const minStake = readMoney(offer.minStake, paidIn);
    const maxStake = readMoney(offer.maxStake, paidIn);
    const payoutRate = readRate(offer.payoutRate);
    if (minStake === null || maxStake === null || payoutRate === null) return null;
    durations.push({ seconds: offer.seconds, payoutRate, minStake, maxStake });
  }
  const { version, product, decimals, acceptWithinMs, priceRule, entryDelaySec } = document;
  const rules = acceptWithinMs === undefined || priceRule === undefined ? {} : { acceptWithinMs, priceRule };
  const delay = entryDelaySec === undefined ? {} : { entryDelaySec };
  const lossLimits = document.lossLimits === undefined ? undefined : readLimits(document.lossLimits, paidIn);
  if (lossLimits === null) return null;
  const limits = lossLimits === undefined ? {} : { lossLimits };
  return { version, product, decimals, durations, feeRate, presets: [], ...rules, ...delay, ...limits };
}

function readLimits(document: LossLimitsDocument, paidIn: Currency): LossLimits | null {
  const second = readMoney(document.second, paidIn);
  const product = readMoney(document.product, paidIn);
  const day = readMoney(document.day, paidIn);
  return second === null || product === null || day === null ? null : { second, product, day };
}

function areReportsPriced({ sources = [], terms: { decimals } }: Receipt): boolean {
  return sources.every(([, reports]) => reports.every(({ price }) => isPriceText(price, decimals)));
}

function isPriceText(figure: string, decimals: number): boolean {
  const units = parsePrice(figure, decimals);
  return units.ok && formatPrice(units.value, decimals) === figure;
}

function readTicks({ ticks, order, terms }: Receipt): ReceiptTick[] | null {
  const { product } = order;
  const read: ReceiptTick[] = [];
  for (const row of ticks) {
    const [seqNumber, atText, price, status, feed, epoch, sourcesDigest] = row;
    const log = logOfRow(row);
    const at = parseIso(atText);
    const units = parsePrice(price, terms.decimals);
    if (at === null || !units.ok || !isPriceText(price, terms.decimals)) return null;
    const seq = BigInt(seqNumber);
    const canonical = { product, seq, at, price, status, feed, epoch, sourcesDigest, log };
    read.push({ seq, at, price: units.value, status, feed, logSize: log?.size ?? null, canonical });
  }
  return read;
}
