import type { SupportFinding } from '@candor/contract/support';
import { assert } from '@candor/domain/assert';
import type { Verification } from '@candor/proof/verify-receipt';

/** What a member sees of a verified receipt: the verdict, and the facts behind it. */
export function findingOf({ verdict, receipt, steps }: Verification): SupportFinding {
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
export const NO_RECEIPT: SupportFinding = {
  verdict: 'unavailable',
  status: null,
  reason: null,
  entry: null,
  exit: null,
  profit: null,
  ticks: 0,
  checkpoints: 0,
  failed: null,
};

function momentOf(tick: { at: string; price: string } | null): SupportFinding['entry'] {
  return tick === null ? null : { at: tick.at, price: tick.price };
}
