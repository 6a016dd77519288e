import type { OrderBody } from '@candor/contract/trading';
import { formatMoney } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';
import type { Wallet } from '@candor/domain/ledger/account';
import { isTimely } from '@candor/domain/trading/place-order';
import { parseIso } from '@candor/proof/lines';
import { orderRequestText } from '@candor/proof/order-request';
import { signatures } from '../../services/signatures/signatures.ts';
import type { SignedRequest } from '../../services/receipts/accepted-order.ts';

/**
 * Whether the device of the session signed exactly the order that will be placed. It is checked before the placement queue, on
 * another thread, and only so many at once: an order waits for its place in line, never for a pile of signatures.
 */
export interface SentRequest extends Pick<OrderBody, 'product' | 'direction' | 'durationSec' | 'termsHash'> {
  request: OrderBody['request'];
  /** In lower case. */
  key: string;
  stake: Money;
  wallet: Wallet;
  paidIn: Currency;
  /** The public key of the session's device; null if it has none. */
  deviceKey: Buffer | null;
  nowMs: number;
}

export type RequestRefusal = 'DEVICE_KEY_REQUIRED' | 'SIGNATURE_EXPIRED' | 'ORDER_FAILED_RETRY';

export type CheckedRequest = { ok: true; request: SignedRequest } | { ok: false; error: RequestRefusal };

export type CheckRequest = (sent: SentRequest) => Promise<CheckedRequest>;

/** As many as the placement queue holds: some tenths of a second for the threads that check signatures. */
const RUNNING_MAX = 4_096;

export function createRequestCheck(runningMax = RUNNING_MAX): CheckRequest {
  let running = 0;
  return async ({ request, key, stake, paidIn, termsHash, deviceKey, nowMs, ...order }) => {
    // Nobody places an order for a member: what no device signed is no order.
    if (request === undefined || deviceKey === null) return { ok: false, error: 'DEVICE_KEY_REQUIRED' };
    const [signedAt, acceptBy] = [parseIso(request.signedAt), parseIso(request.acceptBy)];
    if (termsHash === undefined || signedAt === null || acceptBy === null)
      return { ok: false, error: 'DEVICE_KEY_REQUIRED' };
    if (running >= runningMax) return { ok: false, error: 'ORDER_FAILED_RETRY' };
    const publicKey = deviceKey.toString('hex');
    const text = orderRequestText({
      ...order,
      stake: formatMoney(stake, paidIn),
      idempotencyKey: key,
      termsHash,
      signedAt,
      acceptBy,
      publicKey,
    });
    running += 1;
    try {
      const signature = Buffer.from(request.signature, 'hex');
      if (!(await signatures.isSignedBy(deviceKey, text, signature)))
        return { ok: false, error: 'DEVICE_KEY_REQUIRED' };
    } finally {
      running -= 1;
    }
    if (!isTimely({ signedAt }, nowMs)) return { ok: false, error: 'SIGNATURE_EXPIRED' };
    return { ok: true, request: { publicKey, signature: request.signature, signedAt, acceptBy, termsHash } };
  };
}
