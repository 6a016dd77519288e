import { assert } from '@candor/domain/assert';
import { ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import { verifyReceipt } from '@candor/proof/verify-receipt';
import type { Verification } from '@candor/proof/verify-receipt';
import { selectKeys } from '../proof/key-store.ts';
import { makeReceipt } from './make-receipt.ts';
import type { ReceiptDeps } from './make-receipt.ts';
import { nodeCrypto } from './node-crypto.ts';

/** What checking an order's receipt found, from the receipt alone. */
type ReceiptFinding = ReturnType<typeof findingOf>;

/** Makes the receipt of an order and verifies it as its member could. It changes nothing, also where the receipt does not hold. */
export async function checkReceipt(
  deps: ReceiptDeps,
  memberId: bigint,
  orderId: string,
): Promise<
  Result<
    { readonly finding: ReceiptFinding; readonly receipt: string },
    'ORDER_NOT_FOUND' | 'RECEIPT_UNAVAILABLE' | 'TICKS_UNAVAILABLE'
  >
> {
  const made = await makeReceipt(deps, memberId, orderId);
  if (!made.ok) return made;
  const trustedKeys = await selectKeys(deps.pool);
  const receipt = made.value;
  return ok({ receipt, finding: findingOf(await verifyReceipt(receipt, { crypto: nodeCrypto, trustedKeys })) });
}

/** The verdict on a receipt, and the facts behind it. */
function findingOf({ verdict, receipt, steps }: Verification) {
  assert(verdict !== 'consistent', 'the site checks with its own keys');
  const failed = steps.find((step) => !step.ok);
  const outcome = receipt?.outcome ?? null;
  return {
    verdict,
    status: outcome?.status ?? null,
    reason: outcome?.reason ?? null,
    entry: momentOf(outcome?.entry ?? null),
    exit: momentOf(outcome?.exit ?? null),
    profit: outcome?.profit ?? null,
    ticks: receipt?.ticks.length ?? 0,
    checkpoints: receipt?.checkpoints.length ?? 0,
    failed: failed === undefined ? null : { step: failed.key, problem: failed.problem ?? 'UNKNOWN' },
  };
}

/** If no receipt can be made. */
export const NO_RECEIPT = {
  verdict: 'unavailable',
  status: null,
  reason: null,
  entry: null,
  exit: null,
  profit: null,
  ticks: 0,
  checkpoints: 0,
  failed: null,
} as const;

function momentOf(tick: { at: string; price: string } | null): { at: string; price: string } | null {
  return tick === null ? null : { at: tick.at, price: tick.price };
}
