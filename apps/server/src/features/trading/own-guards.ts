import { afterOrder } from '@candor/domain/limits/own-limits';
import { exclusionAt } from '@candor/domain/limits/self-exclusion';
import type { Order } from '@candor/domain/trading/order';
import { whichOwnLimit } from '@candor/domain/trading/place-order';
import type { OwnGuard, PlaceOrderCommand, PlaceOrderFacts } from '@candor/domain/trading/place-order';
import { feeOf } from '@candor/domain/trading/terms';
import type { OwnDecisions } from '../../services/own-limits/own-limit-store.ts';
import { exclusionRefusal, limitRefusal } from '../../services/own-limits/own-refusals.ts';
import type { ExclusionKey, LimitKey, RefusedAt } from '../../services/own-limits/own-refusals.ts';

/* What members decided for themselves, while a batch of orders is decided. Most members never did. */

export type OwnGuards = Map<bigint, OwnDecisions>;

type Mode = 'practice' | 'live';

/** Limits count on the wallet that the site runs on; an exclusion holds for every wallet. */
export function ownGuardOf(
  guards: OwnGuards,
  mode: Mode,
  { memberId, wallet }: Pick<PlaceOrderCommand, 'memberId' | 'wallet'>,
): OwnGuard | null {
  const decisions = guards.get(memberId);
  if (decisions === undefined) return null;
  return { exclusion: decisions.exclusion, limits: isLimited(mode, wallet) ? decisions.limits : [] };
}

/** Counts an accepted order, for the next one of the same member in the batch. */
export function countOrder(guards: OwnGuards, mode: Mode, { memberId, wallet, stake, fee }: Order): void {
  const decisions = guards.get(memberId);
  if (decisions === undefined || !isLimited(mode, wallet)) return;
  guards.set(memberId, { ...decisions, limits: afterOrder(decisions.limits, stake, fee) });
}

function isLimited(mode: Mode, wallet: PlaceOrderCommand['wallet']): boolean {
  return wallet === (mode === 'practice' ? 'practice' : 'cash');
}

/** The text of a refusal by the member's own exclusion or limit; null if they refuse nothing. */
export function ownRefusal(
  { stake }: Pick<PlaceOrderCommand, 'stake'>,
  { ownGuard, terms, acceptedAt }: PlaceOrderFacts,
  at: RefusedAt,
): { readonly key: ExclusionKey | LimitKey; readonly params: Record<string, string> } | null {
  const exclusion = exclusionAt(ownGuard?.exclusion ?? null, acceptedAt);
  if (exclusion !== null) return exclusionRefusal(exclusion, at.timeZone);
  const reached = terms === null ? null : whichOwnLimit(ownGuard, stake, feeOf(stake, terms.feeRate));
  return reached === null ? null : limitRefusal(reached, at);
}
