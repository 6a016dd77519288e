/** Lies about the entries of the log that are opened later, told about a receipt of the fourth version. */
import { orderRef, publicOrder, publicSettlement } from '../order-log/public-halves.ts';
import { entryOfOpened, sealText } from '../order-log/entries.ts';
import { canonicalJson } from '../canonical-json.ts';
import { textHash } from '../encoding.ts';
import { orderCommitment } from '../order-log/commitment.ts';
import { logCheckpointText } from '../order-log/log-checkpoint.ts';
import { settlementDocument } from '../settlement-document.ts';
import { nameLog, publishedLog } from './forge.ts';
import type { Draft, Forgery } from './forge.ts';
import { logOfEntries } from './order-logs.ts';
import { withSettlement } from './settled.ts';
import { webCrypto } from './web-crypto.ts';

type Change = Forgery['change'];

function refused(name: string, failure: string, change: Change, rest: Partial<Forgery> = {}): Forgery {
  const seen = { by: 'refused', failure } as const;
  return { name, change, settles: false, logsAgain: false, settlementKept: true, timed: true, seen, ...rest };
}

const ANEW = { logsAgain: true, settlementKept: false };

export const OPENED: readonly Forgery[] = [
  refused(
    'terms dated back: their entry comes after the order',
    'log TERMS_LATE',
    (r) => {
      r.log.terms.index = r.log.index;
      r.log.index -= 1;
    },
    ANEW,
  ),
  refused('terms at the place of the order', 'log TERMS_LATE', (r) => (r.log.terms.index = r.log.index)),
  refused(
    'a lower rate in terms that were in the log before',
    'log LOG_DIFFERS',
    (r) => {
      for (const offer of r.terms.durations) offer.payoutRate = '0.0000';
      r.order.payoutRate = '0.0000';
      r.order.payout = r.order.stake;
    },
    { settles: true },
  ),
  refused('the place of other terms', 'log LOG_DIFFERS', (r) => (r.log.terms.index -= 1)),
  refused('an entry price that names no log', 'log LOG_MISSING', (r) => {
    const entry = r.ticks.findIndex(([, at]: Draft) => at >= r.order.entryAt);
    r.ticks = r.ticks.map((row: Draft, at: number) => (at <= entry ? row.slice(0, 7) : row));
    r.log = null;
  }),
  refused('a hash too many in the proof of the terms', 'log LOG_DIFFERS', (r) =>
    r.log.terms.proof.push('ab'.repeat(32)),
  ),
  refused('terms that are in no log', 'log LOG_DIFFERS', (r) => replaceEntry(r, r.log.terms.index, new Uint8Array(32))),
  refused('a receipt that says nothing of its terms in the log', 'format SHAPE_WRONG', (r) => delete r.log.terms),
  refused('another public half than the order has', 'log LOG_DIFFERS', async (r) => {
    const half = publicOrder({ ...r.order, direction: 'down' }, await orderRef(r.order.id, webCrypto));
    const seal = await sealOf(r.log.nonce, r.order);
    replaceEntry(r, r.log.index, await entryOfOpened({ kind: 'order', public: half, seal }, webCrypto));
  }),
  refused('the public half of the order, and the seal of another', 'log LOG_DIFFERS', async (r) => {
    const half = publicOrder(r.order, await orderRef(r.order.id, webCrypto));
    const seal = await sealOf(r.log.nonce, { ...r.order, stake: r.order.fee });
    replaceEntry(r, r.log.index, await entryOfOpened({ kind: 'order', public: half, seal }, webCrypto));
  }),
  refused('an entry that is never opened for an order of now', 'log LOG_DIFFERS', async (r) => {
    const orderHash = await textHash(canonicalJson(r.order), webCrypto);
    replaceEntry(r, r.log.index, await orderCommitment(r.log.nonce, orderHash, webCrypto));
  }),
  refused('another public half than the settlement has', 'log SETTLED_DIFFERS', async (r, signer) => {
    const { log, index, size } = await withSettlement(publishedLog(r), r);
    const half = publicSettlement({ ...r.outcome, status: 'lost' }, await orderRef(r.order.id, webCrypto));
    const seal = await sealOf(r.log.nonce, settlementDocument(r.order.id, r.outcome));
    const entries = [...log.entries];
    entries[index] = await entryOfOpened({ kind: 'settlement', public: half, seal }, webCrypto);
    const forged = logOfEntries(entries);
    r.settled.proof = forged.proofOf(index, size);
    r.settled.checkpoint = await signer.sign(logCheckpointText({ size, root: forged.rootAt(size) }));
  }),
];

async function sealOf(nonce: string, document: Draft): Promise<string> {
  return await textHash(sealText(nonce, await textHash(canonicalJson(document), webCrypto)), webCrypto);
}

/** The log as it was published but for this entry. */
function replaceEntry(r: Draft, index: number, entry: Uint8Array): void {
  nameLog(r, logOfEntries(publishedLog(r).entries.with(index, entry)));
}
