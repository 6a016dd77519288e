import { exclusionAt } from '@candor/domain/limits/self-exclusion';
import type { Exclusion } from '@candor/domain/limits/self-exclusion';
import type { Db } from '../../platform/db/pool.ts';
import { selectOwnDecisions } from '../../services/own-limits/own-limit-store.ts';
import { exclusionRefusal } from '../../services/own-limits/own-refusals.ts';
import type { InvestRefusal } from './invest-refusal.ts';

/** Until when the member excluded themselves; null if they never did. */
export async function exclusionOf(db: Db, memberId: bigint): Promise<Exclusion | null> {
  return (await selectOwnDecisions(db, [memberId])).get(memberId)?.exclusion ?? null;
}

/** A member who excluded themselves puts no money in. Taking it out stays free. */
export function refusedByExclusion(exclusion: Exclusion | null, nowMs: number, timeZone: string): InvestRefusal | null {
  const held = exclusionAt(exclusion, nowMs);
  return held === null ? null : exclusionRefusal(held, timeZone);
}
