import type { LimitsView, LimitView } from '@candor/contract/limits';
import { limitPeriod } from '@candor/domain/limits/limit-period';
import { limitLeft, limitUsed } from '@candor/domain/limits/own-limits';
import type { LimitAmount } from '@candor/domain/limits/own-limits';
import { exclusionAt } from '@candor/domain/limits/self-exclusion';
import { formatMoney } from '@candor/domain/money';
import type { Db } from '../../platform/db/pool.ts';
import { NO_DECISIONS, selectOwnDecisions } from '../../services/own-limits/own-limit-store.ts';
import type { OwnLimit } from '../../services/own-limits/own-limit-store.ts';
import type { Site } from '../../services/site/site.ts';
import { selectStanding } from './limits-store.ts';

/** What a member decided for themselves, as they and an operator see it; undefined if there is no such member. */
export async function readLimits(db: Db, site: Site, memberId: bigint): Promise<LimitsView | undefined> {
  const standing = await selectStanding(db, memberId);
  if (standing === undefined) return undefined;
  const { exclusion, limits } = (await selectOwnDecisions(db, [memberId])).get(memberId) ?? NO_DECISIONS;
  const held = exclusionAt(exclusion, standing.now);
  return {
    wallet: site.defaultWallet,
    limits: limits
      .filter(({ amount, next }) => amount !== null || next !== null)
      .map((limit) => limitView(limit, site, standing.now)),
    exclusion: held === null ? null : { until: held === 'forever' ? null : new Date(held).toISOString() },
    realityCheckMinutes: standing.realityCheckMinutes,
  };
}

function limitView(limit: OwnLimit, { timeZone, currency }: Site, nowMs: number): LimitView {
  const { kind, period, amount, next, sums } = limit;
  const { nextDate, nextAtMs } = limitPeriod(timeZone, nowMs, period);
  const text = (units: LimitAmount) => (units === null ? null : formatMoney(units, currency));
  return {
    kind,
    period,
    amount: text(amount),
    used: formatMoney(limitUsed(kind, sums), currency),
    left: text(limitLeft(limit)),
    startsAgainOn: nextDate,
    startsAgainAt: new Date(nextAtMs).toISOString(),
    next: next === null ? null : { amount: text(next.amount), at: new Date(next.at).toISOString() },
  };
}
