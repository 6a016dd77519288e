/** Forges a receipt as the holder of the site's key could: the lie, and everything that is signed or hashed made anew for it. */
import { currency, formatMoney } from '@candor/domain/money';
import { formatPrice } from '@candor/domain/price';
import type { FeedTick } from '@candor/domain/trading/tick';
import { acceptanceText } from '../acceptance.ts';
import { canonicalJson } from '../canonical-json.ts';
import { checkpointText, parseCheckpointText } from '../checkpoint.ts';
import { textHash, toHex } from '../encoding.ts';
import { isoText } from '../lines.ts';
import { readReceipt } from '../read-receipt.ts';
import { signedReceipt } from '../receipt.ts';
import type { ReceiptLog, UnsignedReceipt } from '../receipt.ts';
import { settleAgain } from '../replay-order.ts';
import { parseNote } from '../signed-note.ts';
import { canonicalTickBytes } from '../tick-chain.ts';
import { logOfRow } from '../tick-row.ts';
import type { TickRow } from '../tick-row.ts';
import type { WarningKey } from '../warnings.ts';
import { makeLog, placedEntries, placeIn } from './order-logs.ts';
import type { TestLog } from './order-logs.ts';
import { requestHashOf, signReceipt } from './receipts.ts';
import { placeSettlement } from './settled.ts';
import { webCrypto } from './web-crypto.ts';
import type { TestSigner } from './web-crypto.ts';

/**
 * refused: the verifier fails with this step and problem. warned: the receipt stays valid, with this warning. witness: no
 * file alone can show it. Somebody who kept the acceptance, a checkpoint, the head of the log, the nonce of the order, or the
 * keys of their devices from before holds the proof.
 */
export type Seen =
  | { readonly by: 'refused'; readonly failure: string }
  | { readonly by: 'warned'; readonly warning: WarningKey }
  | { readonly by: 'witness'; readonly kept: Kept };

export type Kept = 'acceptance' | 'checkpoint' | 'log head' | 'nonce' | 'device key';

export type Forgery = {
  readonly name: string;
  readonly change: (receipt: Draft, signer: TestSigner) => unknown;
  /** Whether the forger also settles the order again, so that result and transfers fit the lie. */
  readonly settles: boolean;
  /**
   * Whether the forger also makes the order log anew, so that it has the changed order: every tick's head is another then.
   * Otherwise the log stays as it was published.
   */
  readonly logsAgain: boolean;
  /** Whether the settlement is in the log as it was published. Otherwise the forger logs what the lie says it was, as late. */
  readonly settlementKept?: boolean;
  /** Whether the receipt is one that a device signed, and with a deadline. Otherwise it is from before. */
  readonly signed?: boolean;
  readonly timed?: boolean;
  readonly seen: Seen;
};

// A forger changes a draft freely, beyond what the types of a receipt allow.
export type Draft = any; // oxlint-disable-line typescript/no-explicit-any

/** More orders than the log of that receipt has at its end. */
export const LOG_SIZE_MAX = 600;

/** The true receipt that a lie changes: one that no device signed, one that a device did, or one with a deadline. */
export function truthOf<Made>(
  { signed, timed }: Pick<Forgery, 'signed' | 'timed'>,
  made: { readonly honest: Made; readonly signed: Made; readonly timed: Made },
): Made {
  if (timed === true) return made.timed;
  return signed === true ? made.signed : made.honest;
}

/** The file of a forged receipt. `receipt` is the true one, of 60 seconds. */
export async function forge(receipt: UnsignedReceipt, forgery: Forgery, signer: TestSigner): Promise<string> {
  const draft: Draft = JSON.parse(JSON.stringify(receipt));
  published.set(draft, await logOf(receipt, entryRow(receipt)));
  await forgery.change(draft, signer);
  // The hash of the request is made anew too, unless the forger wrote another one.
  const isHashed = draft.order.requestHash === receipt.order.requestHash;
  if (isHashed && draft.request) draft.order.requestHash = await requestHashOf(draft.order, draft.request);
  const signed = await signAgain(draft, forgery.logsAgain, signer);
  const settled = forgery.settles ? settleDraft(signed) : signed;
  const logged = forgery.settlementKept === true ? settled : await logSettlement(settled, draft, forgery, signer);
  return await signReceipt(logged, signer);
}

/** The receipt with its settlement in the log that its ticks name now. */
async function logSettlement(
  receipt: UnsignedReceipt,
  draft: Draft,
  { logsAgain }: Forgery,
  signer: TestSigner,
): Promise<UnsignedReceipt> {
  if (receipt.settled === undefined || receipt.settled === null) return receipt;
  const log = logsAgain ? await logOf(receipt, entryRow(receipt)) : publishedLog(draft);
  return { ...receipt, settled: await placeSettlement(log, receipt, signer) };
}

/** Everything in a receipt that has a signature or a hash, made anew for what the receipt says. */
async function signAgain(said: UnsignedReceipt, logsAgain: boolean, signer: TestSigner): Promise<UnsignedReceipt> {
  const termsHash = await textHash(canonicalJson(said.terms), webCrypto);
  const order = { ...said.order, termsHash };
  const draft = logsAgain ? await withNewLog({ ...said, order }) : said;
  const orderHash = await textHash(canonicalJson(order), webCrypto);
  const acceptance = await signer.sign(acceptanceText(order.id, orderHash, termsHash));
  const heads: { readonly seq: bigint; readonly at: number; readonly hash: string }[] = [];
  let prevHash = draft.anchorHash;
  for (const row of draft.ticks) {
    const [seqNumber, iso, price, status, feed, epoch, sourcesDigest] = row;
    const [seq, at, log] = [BigInt(seqNumber), Date.parse(iso), logOfRow(row)];
    const tick = { prevHash, product: order.product, seq, at, price, status, feed, epoch, sourcesDigest, log };
    prevHash = toHex(await webCrypto.sha256(canonicalTickBytes(tick)));
    heads.push({ seq, at, hash: prevHash });
  }
  const checkpoints: string[] = [];
  let lastHour: string | null = null;
  for (const note of draft.checkpoints) {
    const parsed = parseNote(note);
    const checkpoint = parseCheckpointText(parsed.ok ? parsed.value.text : '');
    if (!checkpoint.ok) throw new Error('a checkpoint of a true receipt is one');
    const head = heads.findLast(({ at }) => at <= checkpoint.value.slot);
    if (head === undefined) continue;
    const text = checkpointText({ ...checkpoint.value, ...head, previous: lastHour ?? checkpoint.value.previous });
    checkpoints.push(await signer.sign(text));
    if (checkpoint.value.kind === 'hour') lastHour = await textHash(text, webCrypto);
  }
  return { ...draft, order, acceptance, checkpoints };
}

/** The published logs of the receipts that are being forged. */
const published = new WeakMap<object, TestLog>();

/** The log as it was published, without the settlement. */
export function publishedLog(draft: Draft): TestLog {
  const log = published.get(draft);
  if (log === undefined) throw new Error('a forger starts from a true receipt');
  return log;
}

/** Puts another log in place of the published one: its heads in all ticks, and its proofs of the order and of its terms. */
export function nameLog(draft: Draft, log: TestLog): void {
  for (const row of draft.ticks) row[8] = log.rootAt(row[7]);
  const size = entryRow(draft)?.[7];
  if (size === undefined) throw new Error('a forger of the log has an entry tick that names it');
  draft.log = { ...placeIn(log, draft.log.index, size, draft.log.terms?.index), nonce: draft.log.nonce };
  published.set(draft, log);
}

/** A place in it. */
export function placeOf(draft: Draft, index: number, size: number): ReceiptLog | null {
  return placeIn(publishedLog(draft), index, size);
}

/** Where the rule enters the order. */
function entryRow({ order, ticks }: Pick<UnsignedReceipt, 'order' | 'ticks'>): TickRow | undefined {
  return ticks.find(([, at, , status]) => at >= order.entryAt && status === 'OK');
}

/** The log that has the receipt's order where it was, or before the entry if that is earlier now. */
async function logOf(receipt: UnsignedReceipt, entry: TickRow | undefined): Promise<TestLog> {
  const size = entry === undefined ? null : logOfRow(entry)?.size;
  const { log = null, order } = receipt;
  if (log === null || size === null || size === undefined) return makeLog(LOG_SIZE_MAX);
  const index = Math.min(log.index, Number(size) - 1);
  return makeLog(LOG_SIZE_MAX, ...(await placedEntries(order, { ...log, index })));
}

/** The draft with a log that has its order, in all ticks and in the proof. */
async function withNewLog(draft: UnsignedReceipt): Promise<UnsignedReceipt> {
  const entry = entryRow(draft);
  const size = entry === undefined ? null : logOfRow(entry)?.size;
  if (draft.log === null || draft.log === undefined || size === null || size === undefined) return draft;
  const log = await logOf(draft, entry);
  const ticks = draft.ticks.map((row): TickRow => {
    const [seq, at, price, status, feed, epoch, sourcesDigest] = row;
    const head = logOfRow(row);
    if (head === null) return row;
    return [seq, at, price, status, feed, epoch, sourcesDigest, Number(head.size), log.rootAt(Number(head.size))];
  });
  const index = Math.min(draft.log.index, Number(size) - 1);
  return { ...draft, ticks, log: placeIn(log, index, Number(size), draft.log.terms?.index) };
}

/** The draft with the outcome and the transfers that its own ticks and figures give. */
function settleDraft(draft: UnsignedReceipt): UnsignedReceipt {
  const read = readReceipt(signedReceipt(draft, ''));
  const settled = read.ok ? settleAgain(read.value) : null;
  if (draft.outcome === null || settled === null || !settled.ok) throw new Error('a forger settles a due order');
  const { value } = settled;
  const paidIn = currency(draft.terms.currency, draft.terms.currencyDecimals);
  const momentOf = (tick: FeedTick | null) =>
    tick === null
      ? null
      : { at: isoText(tick.at), price: formatPrice(tick.price, draft.terms.decimals), seq: Number(tick.seq) };
  const { settledAt } = draft.outcome;
  return {
    ...draft,
    outcome: {
      credited: formatMoney(value.credited, paidIn),
      entry: momentOf(value.entry),
      exit: momentOf(value.exit),
      profit: formatMoney(value.profit, paidIn),
      reason: value.reason,
      settledAt,
      status: value.outcome,
    },
    transfers: [
      ...draft.transfers.filter(({ debit }) => debit === 'funds'),
      ...value.transfers.map(({ type, debit, credit, amount }, index) => ({
        amount: formatMoney(amount, paidIn),
        at: settledAt,
        credit: credit.kind,
        debit: debit.kind,
        id: `settled-${index}`,
        type,
      })),
    ],
  };
}
