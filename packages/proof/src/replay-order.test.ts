import { expect, it } from 'vitest';
import { acceptanceText } from './acceptance.ts';
import { canonicalJson } from './canonical-json.ts';
import { textHash } from './encoding.ts';
import { draft, failure, signer, verify, won } from './testing/changed-receipts.ts';
import type { Draft } from './testing/changed-receipts.ts';
import { ACCEPTED_AT, ENTRY_AT, makeReceipt, makeUnsigned, rising, signReceipt } from './testing/receipts.ts';
import { webCrypto } from './testing/web-crypto.ts';

/** Without an order log an order of other times is judged by these times alone. */
const plain = await makeUnsigned({ logFrom: null }, signer);

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** What fails first when the site signs the receipt with this change. */
async function failureOf(change: (receipt: Draft) => void): Promise<string | null> {
  return failure(await verify(await signReceipt(draft(won, change), signer)));
}

/** What fails first when the site accepts this other order, and signs all of it. */
async function failureOfOrder(change: Record<string, unknown>): Promise<string | null> {
  const receipt = draft(plain, (each: Draft) => Object.assign(each.order, change));
  const { order } = receipt;
  const orderHash = await textHash(canonicalJson(order), webCrypto);
  const acceptance = await signer.sign(acceptanceText(order.id, orderHash, order.termsHash));
  return failure(await verify(await signReceipt({ ...receipt, acceptance }, signer)));
}

it.each([
  ['an order that was sent as it was accepted', { submittedAt: iso(ACCEPTED_AT) }, null],
  ['an order that was sent after it was accepted', { submittedAt: iso(ACCEPTED_AT + 1) }, 'terms SUBMITTED_LATE'],
  ['an order of another product than its terms', { product: 'ETH-USD' }, 'terms TERMS_DIFFER'],
])('%s: %j', async (_, change, expected) => {
  expect(await failureOfOrder(change)).toBe(expected);
});

it.each([
  ['the latest entry that a tick can give', 2000, 'prices ENTRY_DIFFERS'],
  ['an entry later than any tick can give, although there is a tick before it', 3000, 'prices TIMES_DIFFER'],
])('%s', async (_, laterMs, expected) => {
  const entryAt = ENTRY_AT + laterMs;
  expect(await failureOfOrder({ entryAt: iso(entryAt), closesAt: iso(entryAt + 60_000) })).toBe(expected);
});

it('a close that does not follow from a delayed entry', async () => {
  expect(await failureOfOrder({ entryAt: iso(ENTRY_AT + 1000), closesAt: iso(ENTRY_AT + 62_000) })).toBe(
    'prices TIMES_DIFFER',
  );
});

it('a delayed entry holds where the ticks begin with it: the one before is not shown', async () => {
  const tickAt = (at: number) => (at > ENTRY_AT ? rising(at) : null);
  const scenario = { firstSeq: 1n, newestAtAcceptance: ENTRY_AT, tickAt, loggedAt: ENTRY_AT + 1000 };
  expect(failure(await verify(await makeReceipt(scenario, signer)))).toBeNull();
  // Not if there were two ticks to wait for.
  const twice = (at: number) => (at > ENTRY_AT + 1000 ? rising(at) : null);
  const later = { ...scenario, newestAtAcceptance: ENTRY_AT + 1000, tickAt: twice, loggedAt: ENTRY_AT + 2000 };
  expect(failure(await verify(await makeReceipt(later, signer)))).toBeNull();
});

it('a delayed entry does not hold where the ticks begin earlier and lack the one that delayed it', async () => {
  const tickAt = (at: number) => (at === ENTRY_AT ? null : rising(at));
  const scenario = { newestAtAcceptance: ENTRY_AT, tickAt, loggedAt: ENTRY_AT + 1000 };
  expect(failure(await verify(await makeReceipt(scenario, signer)))).toBe('prices TIMES_DIFFER');
});

it('a settlement may be dated with the tick that makes the order due, and not before', async () => {
  const due = ENTRY_AT + 60_000;
  const settledAt = (at: number) => (receipt: Draft) => {
    receipt.outcome.settledAt = iso(at);
    for (const transfer of receipt.transfers) if (transfer.debit !== 'funds') transfer.at = iso(at);
  };
  expect(await failureOf(settledAt(due))).toBeNull();
  expect(await failureOf(settledAt(due - 1))).toBe('outcome SETTLED_EARLY');
});

it('transfers hold in whatever order', async () => {
  expect(await failureOf((receipt) => receipt.transfers.reverse())).toBeNull();
});

it.each([0, 4])('transfer %i may be dated up to five seconds late, and never early', async (place) => {
  const moved = (byMs: number) => (receipt: Draft) => {
    const transfer = receipt.transfers[place];
    transfer.at = iso(Date.parse(transfer.at) + byMs);
  };
  expect(await failureOf(moved(5000))).toBeNull();
  expect(await failureOf(moved(5001))).toBe('amounts TRANSFERS_MISDATED');
  expect(await failureOf(moved(-1))).toBe('amounts TRANSFERS_MISDATED');
});
