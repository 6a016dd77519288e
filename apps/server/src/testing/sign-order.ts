import type { OrderBody } from '@candor/contract/trading';
import { formatMoney, parseMoney } from '@candor/domain/money';
import { ACCEPT_WITHIN_MS_MAX } from '@candor/domain/trading/terms';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import * as z from 'zod/mini';
import type { Db } from '../platform/db/pool.ts';
import { int4, rowOf } from '../platform/db/rows.ts';
import type { TestDevice } from './test-device.ts';

/** What a device needs to know of an order to sign it. */
const signable = z.looseObject({
  product: z.string(),
  direction: z.enum(['up', 'down']),
  durationSec: z.int().check(z.minimum(1)),
  stake: z.string(),
  wallet: z.optional(z.enum(['practice', 'cash'])),
  termsVersion: z.optional(z.int()),
  termsHash: z.optional(z.string()),
});

export interface SeenTerms {
  readonly version: number;
  readonly hash: string;
}

/** The body of an order with the signature of a device over it, and with the terms that it saw if the body names none. */
export function signedOrder<Body extends Omit<OrderBody, 'request'>>(
  body: Body,
  device: Pick<TestDevice, 'signOrder'>,
  key: string,
  { version, hash }: SeenTerms,
  { wallet = 'practice', nowMs = Date.now() }: { wallet?: OrderBody['wallet']; nowMs?: number } = {},
): Body & Pick<OrderBody, 'termsVersion' | 'termsHash' | 'request'> {
  const { product, direction, durationSec, termsVersion = version, termsHash = hash } = body;
  const stake = parseMoney(body.stake, TEST_CURRENCY);
  const figures = { product, direction, durationSec, wallet: body.wallet ?? wallet ?? 'practice', termsHash };
  const written = stake.ok ? formatMoney(stake.value, TEST_CURRENCY) : '0';
  const signedAt = Math.round(nowMs);
  const moments = { signedAt, acceptBy: signedAt + ACCEPT_WITHIN_MS_MAX };
  const order = { ...figures, stake: written, idempotencyKey: key.toLowerCase(), ...moments };
  return { ...body, termsVersion, termsHash, request: device.signOrder(order) };
}

const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HASH = /^[0-9a-f]{64}$/;

/** The same for whatever a test sends. What no device could have sent goes out as it is. */
export async function signedIfOrder(
  db: Db,
  device: TestDevice,
  sent: { body: unknown; key: string | undefined; wallet: OrderBody['wallet']; nowMs: number },
): Promise<unknown> {
  const order = signable.safeParse(sent.body);
  if (!order.success || sent.key === undefined || !KEY.test(sent.key) || 'request' in order.data) return sent.body;
  const body = order.data;
  const seen = await selectTerms(db, body.product, body.termsVersion);
  const isSignable = parseMoney(body.stake, TEST_CURRENCY).ok && HASH.test(body.termsHash ?? seen.hash);
  return isSignable ? signedOrder(body, device, sent.key, seen, sent) : sent.body;
}

const UNKNOWN: SeenTerms = { version: 1, hash: '0'.repeat(64) };

async function selectTerms(db: Db, product: string, version: number | undefined): Promise<SeenTerms> {
  const result = await db.query(
    `select version, encode(hash, 'hex') as hash from terms
     where product = $1 and version = coalesce($2, version) order by version desc limit 1`,
    [product, version ?? null],
  );
  return rowOf(z.object({ version: int4, hash: z.string() }), result) ?? UNKNOWN;
}
