import { AssertionError } from '@candor/domain/assert';
import { describe, expect, it } from 'vitest';
import { canonicalJson, parseCanonicalJson } from '../canonical-json.ts';
import type { JsonValue } from '../canonical-json.ts';
import { toHex, utf8 } from '../encoding.ts';
import type { OrderDocument } from '../order-document.ts';
import type { ReceiptOutcome } from '../receipt.ts';
import { settlementDocument } from '../settlement-document.ts';
import { sha256 } from '../testing/naive-tree.ts';
import { webCrypto } from '../testing/web-crypto.ts';
import { commitmentText, settlementCommitmentText } from './commitment.ts';
import {
  entryOfOpened,
  entryText,
  isOpeningOf,
  orderEntry,
  sealText,
  settlementEntry,
  termsEntry,
  termsEntryText,
} from './entries.ts';
import { orderRef, publicOrder, publicSettlement, readPublicOrder, readPublicSettlement } from './public-halves.ts';

const NONCE = '7f3c6a52-90ab-4c1d-8e2f-1234567890ab';
const HASH = 'ab'.repeat(32);
const ID = '0190a8f0-0000-7000-8000-000000000001';
/** `printf %s 0190a8f0-0000-7000-8000-000000000001 | sha256sum` */
const REF = toHex(sha256(utf8(ID)));

const ORDER: OrderDocument = {
  acceptBy: '2026-11-21T08:59:32.000Z',
  acceptedAt: '2026-11-21T08:59:29.300Z',
  closesAt: '2026-11-21T09:00:30.000Z',
  currency: 'USD',
  direction: 'up',
  durationSec: 60,
  entryAt: '2026-11-21T08:59:30.000Z',
  fee: '0.37',
  format: 'candor-order-v3',
  id: ID,
  no: '700123',
  payout: '34.56',
  payoutRate: '0.8500',
  product: 'BTC-USD',
  requestHash: HASH,
  stake: '18.71',
  submittedAt: '2026-11-21T08:59:29.200Z',
  termsHash: 'cd'.repeat(32),
  termsVersion: 4,
  wallet: 'cash',
};

const OUTCOME: ReceiptOutcome = {
  credited: '34.56',
  entry: { at: '2026-11-21T08:59:30.000Z', price: '101.25', seq: 61 },
  exit: { at: '2026-11-21T09:00:30.000Z', price: '101.50', seq: 121 },
  profit: '15.85',
  reason: null,
  settledAt: '2026-11-21T09:00:30.412Z',
  status: 'won',
};

function hex(text: string): string {
  return toHex(sha256(utf8(text)));
}

describe('the texts', () => {
  it('have each value on a line of its own', () => {
    expect(sealText(NONCE, HASH)).toBe(`candor-log-seal-v1\n${NONCE}\n${HASH}\n`);
    expect(entryText('order', HASH, REF)).toBe(`candor-log-order-v2\n${HASH}\n${REF}\n`);
    expect(entryText('settlement', HASH, REF)).toBe(`candor-log-settlement-v2\n${HASH}\n${REF}\n`);
    const terms = { product: 'BTC-USD', version: 3, hash: HASH };
    expect(termsEntryText(terms)).toBe(`candor-log-terms-v1\nBTC-USD\n3\n${HASH}\n`);
  });

  it.each([
    () => sealText('x', HASH),
    () => sealText(NONCE, HASH.toUpperCase()),
    () => entryText('order', 'x', HASH),
    () => entryText('order', HASH, `${HASH}\n`),
    () => termsEntryText({ product: 'A\nB', version: 1, hash: HASH }),
    () => termsEntryText({ product: 'A', version: 0, hash: HASH }),
    () => termsEntryText({ product: 'A', version: 1.5, hash: HASH }),
    () => termsEntryText({ product: 'A', version: 1, hash: 'x' }),
  ])('have no other values (%#)', (write) => {
    expect(write).toThrow(AssertionError);
  });
});

describe('the entry of an order', () => {
  it('is the hash of its public half and of its seal, step by step', async () => {
    const seal = hex(sealText(NONCE, hex(canonicalJson(ORDER))));
    const half =
      '{"acceptedAt":"2026-11-21T08:59:29.300Z","closesAt":"2026-11-21T09:00:30.000Z","direction":"up","durationSec":60,' +
      `"entryAt":"2026-11-21T08:59:30.000Z","format":"candor-public-order-v1","product":"BTC-USD","ref":"${REF}",` +
      `"termsHash":"${'cd'.repeat(32)}","termsVersion":4,"wallet":"cash"}`;
    expect(canonicalJson(publicOrder(ORDER, REF))).toBe(half);
    expect(await orderRef(ID, webCrypto)).toBe(REF);
    const expected = hex(`candor-log-order-v2\n${hex(half)}\n${seal}\n`);
    expect(toHex(await orderEntry(ORDER, NONCE, webCrypto))).toBe(expected);
    const opened = { kind: 'order', public: publicOrder(ORDER, REF), seal } as const;
    expect(toHex(await entryOfOpened(opened, webCrypto))).toBe(expected);
  });

  it('of an order from before is what it was', async () => {
    const { acceptBy: _, ...rest } = ORDER;
    const older: OrderDocument = { ...rest, format: 'candor-order-v2' };
    const expected = hex(commitmentText(NONCE, hex(canonicalJson(older))));
    expect(toHex(await orderEntry(older, NONCE, webCrypto))).toBe(expected);
  });
});

describe('the entry of a settlement', () => {
  it('is the hash of its public half and of its seal, step by step', async () => {
    const seal = hex(sealText(NONCE, hex(canonicalJson(settlementDocument(ID, OUTCOME)))));
    const half =
      '{"entry":{"at":"2026-11-21T08:59:30.000Z","price":"101.25","seq":61},' +
      '"exit":{"at":"2026-11-21T09:00:30.000Z","price":"101.50","seq":121},"format":"candor-public-settlement-v1",' +
      `"reason":null,"ref":"${REF}","settledAt":"2026-11-21T09:00:30.412Z","status":"won"}`;
    expect(canonicalJson(publicSettlement(OUTCOME, REF))).toBe(half);
    const expected = hex(`candor-log-settlement-v2\n${hex(half)}\n${seal}\n`);
    expect(toHex(await settlementEntry(ORDER, OUTCOME, NONCE, webCrypto))).toBe(expected);
  });

  it('of an order from before is what it was', async () => {
    const older = { id: ID, format: 'candor-order-v2' } as const;
    const expected = hex(settlementCommitmentText(NONCE, hex(canonicalJson(settlementDocument(ID, OUTCOME)))));
    expect(toHex(await settlementEntry(older, OUTCOME, NONCE, webCrypto))).toBe(expected);
  });
});

it('the entry of terms is the hash of its text', async () => {
  const terms = { product: 'BTC-USD', version: 3, hash: HASH };
  expect(toHex(await termsEntry(terms, webCrypto))).toBe(hex(termsEntryText(terms)));
});

describe('an entry that is opened', () => {
  it('fits no other half, no other seal and no other kind', async () => {
    const seal = hex(sealText(NONCE, hex(canonicalJson(ORDER))));
    const entry = await orderEntry(ORDER, NONCE, webCrypto);
    const half = publicOrder(ORDER, REF);
    expect(await isOpeningOf({ kind: 'order', public: half, seal }, entry, webCrypto)).toBe(true);
    const turned = { ...half, direction: 'down' } as const;
    expect(await isOpeningOf({ kind: 'order', public: turned, seal }, entry, webCrypto)).toBe(false);
    expect(await isOpeningOf({ kind: 'order', public: half, seal: HASH }, entry, webCrypto)).toBe(false);
    const settled = publicSettlement(OUTCOME, REF);
    expect(await isOpeningOf({ kind: 'settlement', public: settled, seal }, entry, webCrypto)).toBe(false);
  });
});

describe('the public halves', () => {
  const SECRET = [ORDER.stake, ORDER.fee, ORDER.payout, OUTCOME.profit, OUTCOME.credited, ORDER.id, ORDER.no, NONCE];

  it('say nothing of the member, the order id and the money', () => {
    const told = canonicalJson([publicOrder(ORDER, REF), publicSettlement(OUTCOME, REF)]);
    for (const value of SECRET) expect(told).not.toContain(value);
  });

  it('are read in exactly their form', () => {
    const order = publicOrder(ORDER, REF);
    const settlement = publicSettlement(OUTCOME, REF);
    expect(readPublicOrder(again(order))).toEqual(order);
    expect(readPublicSettlement(again(settlement))).toEqual(settlement);
    expect(readPublicOrder(again({ ...order, stake: '1.00' }))).toBeUndefined();
    expect(readPublicOrder(again({ ...order, durationSec: 0 }))).toBeUndefined();
    expect(readPublicSettlement(again({ ...settlement, profit: '1.00' }))).toBeUndefined();
    expect(readPublicSettlement(again({ ...settlement, entry: null, exit: null }))).toBeDefined();
    expect(readPublicOrder(again(settlement))).toBeUndefined();
  });
});

/** Through the text, as a program reads it. */
function again(value: JsonValue): JsonValue {
  const read = parseCanonicalJson(canonicalJson(value));
  if (!read.ok) throw new Error('no canonical text');
  return read.value;
}
