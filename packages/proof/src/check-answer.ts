/**
 * Checks the answer to an order as soon as it arrives: it must be the order that was sent, on terms no worse than those
 * that the member saw, at moments that follow the rule, and signed by a key of the site. What does not fit is evidence.
 */
import type { Wallet } from '@candor/domain/ledger/account';
import type { Direction } from '@candor/domain/trading/order';
import { DEVICE_CLOCK_MS_MAX, latestEntryAt } from '@candor/domain/trading/order-times';
import { ENTRY_WINDOW_MS } from '@candor/domain/trading/settle-order';
import { acceptanceText } from './acceptance.ts';
import { canonicalJson } from './canonical-json.ts';
import type { ProofCrypto } from './crypto-port.ts';
import { textHash } from './encoding.ts';
import { mayStillSign } from './key-rotation.ts';
import type { TracedKey } from './key-rotation.ts';
import { parseIso } from './lines.ts';
import { orderDocument } from './order-document.ts';
import type { OrderTexts } from './order-document.ts';
import { isAcceptanceOf, noteOfAcceptance } from './shared-acceptance.ts';
import { verifyNote } from './signed-note.ts';
import type { NoteProblem } from './signed-note.ts';

/** What the device sent. Amounts and rates are decimal texts. */
export type SentOrder = {
  readonly product: string;
  readonly direction: Direction;
  readonly durationSec: number;
  readonly stake: string;
  /** Without one the site chooses. */
  readonly wallet?: Wallet | undefined;
  /** The terms that the member saw, and what they promised for this duration and stake. */
  readonly termsVersion: number;
  readonly termsHash: string;
  readonly payoutRate: string;
  readonly fee: string;
  /** How many seconds after the first whole one those terms let an order enter. Left out: none. */
  readonly entryDelaySec?: number;
  /** The hash of what the device signed; null if it signed nothing. Left out if this device does not know. */
  readonly requestHash?: string | null;
  /** When the member decided: epoch ms of the site's clock. */
  readonly decidedAt: number;
  /** The deadline that the device signed, epoch ms. Left out if it signed none. */
  readonly acceptBy?: number;
};

export type Answer = {
  readonly order: OrderTexts;
  /** The signed note, or a shared acceptance; null if the answer has none. */
  readonly acceptance: string | null;
  /** When it arrived: epoch ms of the site's clock. Null if it was asked for again, so that its delay says nothing. */
  readonly arrivedAt: number | null;
};

/**
 * What does not fit. ANSWER_LATE: it came when the entry tick was certainly known. An order is often accepted milliseconds
 * before its entry, so an honest answer may come after it; and a slow network alone makes an answer late. ACCEPTED_LATE: it names
 * another deadline than the device signed, or was accepted after it.
 */
export type AnswerProblem =
  | NoteProblem
  | 'ACCEPTANCE_MISSING'
  | 'TEXT_DIFFERS'
  | 'KEY_RETIRED'
  | 'PRODUCT_DIFFERS'
  | 'DIRECTION_DIFFERS'
  | 'DURATION_DIFFERS'
  | 'STAKE_DIFFERS'
  | 'WALLET_DIFFERS'
  | 'REQUEST_DIFFERS'
  | 'TERMS_DIFFER'
  | 'TERMS_WORSE'
  | 'TIMES_DIFFER'
  | 'ACCEPTED_LATE'
  | 'ANSWER_LATE';

/** Everything that does not fit, the most telling first. */
export async function checkAnswer(
  sent: SentOrder,
  answer: Answer,
  keys: readonly TracedKey[],
  crypto: ProofCrypto,
): Promise<AnswerProblem[]> {
  const { order } = answer;
  const isSameVersion = order.termsVersion === sent.termsVersion;
  const found: (AnswerProblem | null)[] = [
    order.product === sent.product ? null : 'PRODUCT_DIFFERS',
    order.direction === sent.direction ? null : 'DIRECTION_DIFFERS',
    order.durationSec === sent.durationSec ? null : 'DURATION_DIFFERS',
    compareDecimals(order.stake, sent.stake) === 0n ? null : 'STAKE_DIFFERS',
    sent.wallet === undefined || order.wallet === sent.wallet ? null : 'WALLET_DIFFERS',
    sent.requestHash === undefined || (order.requestHash ?? null) === sent.requestHash ? null : 'REQUEST_DIFFERS',
    isSameVersion && order.termsHash !== sent.termsHash ? 'TERMS_DIFFER' : null,
    isAsGood(order, sent) ? null : 'TERMS_WORSE',
    timesHold(order, sent) ? null : 'TIMES_DIFFER',
    sent.acceptBy === undefined || isInTime(order, sent.acceptBy) ? null : 'ACCEPTED_LATE',
    await checkNote(answer, keys, crypto),
    answer.arrivedAt !== null && answer.arrivedAt > Date.parse(order.entryAt) + ENTRY_WINDOW_MS ? 'ANSWER_LATE' : null,
  ];
  return found.filter((problem) => problem !== null);
}

async function checkNote(
  { order, acceptance }: Answer,
  keys: readonly TracedKey[],
  crypto: ProofCrypto,
): Promise<AnswerProblem | null> {
  if (acceptance === null) return 'ACCEPTANCE_MISSING';
  const verified = await verifyNote(noteOfAcceptance(acceptance), keys, crypto);
  if (!verified.ok) return verified.error;
  const hash = await textHash(canonicalJson(orderDocument(order)), crypto);
  const text = acceptanceText(order.id, hash, order.termsHash);
  if (!(await isAcceptanceOf(acceptance, text, crypto))) return 'TEXT_DIFFERS';
  return mayStillSign(verified.value.key, Date.parse(order.acceptedAt)) ? null : 'KEY_RETIRED';
}

function isAsGood(order: Answer['order'], sent: SentOrder): boolean {
  const [rate, fee] = [compareDecimals(order.payoutRate, sent.payoutRate), compareDecimals(order.fee, sent.fee)];
  return rate !== null && fee !== null && rate >= 0n && fee <= 0n;
}

/** The entry follows the acceptance by the rule, and nothing lies before the member's decision. */
function timesHold(order: Answer['order'], { decidedAt, entryDelaySec = 0 }: SentOrder): boolean {
  const [submittedAt, acceptedAt] = [momentOf(order.submittedAt), momentOf(order.acceptedAt)];
  const [entryAt, closesAt] = [momentOf(order.entryAt), momentOf(order.closesAt)];
  return (
    submittedAt >= decidedAt - DEVICE_CLOCK_MS_MAX &&
    submittedAt <= acceptedAt &&
    entryAt - entryDelaySec * 1000 > acceptedAt &&
    entryAt <= latestEntryAt(acceptedAt, entryDelaySec) &&
    entryAt % 1000 === 0 &&
    closesAt === entryAt + order.durationSec * 1000
  );
}

function isInTime({ acceptBy, acceptedAt }: Answer['order'], signed: number): boolean {
  return momentOf(acceptBy ?? '') === signed && momentOf(acceptedAt) <= signed;
}

/** NaN, which compares with nothing, for a text that is no moment. */
function momentOf(text: string): number {
  return parseIso(text) ?? Number.NaN;
}

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/** Negative, zero or positive; null if one of them is not a decimal text. The same amount may be written with more zeros. */
function compareDecimals(one: string, other: string): bigint | null {
  const [a, b] = [DECIMAL.exec(one), DECIMAL.exec(other)];
  if (a === null || b === null) return null;
  const places = Math.max(a[2]?.length ?? 0, b[2]?.length ?? 0);
  return scaled(a, places) - scaled(b, places);
}

function scaled([, whole = '', part = '']: RegExpExecArray, places: number): bigint {
  return BigInt(whole + part.padEnd(places, '0'));
}
