/** What one connection may use: it holds `capacity` units, and `perSec` of them come back each second. */
export interface BudgetRule {
  capacity: number;
  perSec: number;
}

export interface Budget {
  /** Returns false, and takes nothing, when less than `cost` is left. */
  take: (cost: number, nowMs: number) => boolean;
}

export function createBudget({ capacity, perSec }: BudgetRule, startMs: number): Budget {
  let left = capacity;
  let countedAtMs = startMs;
  return {
    take: (cost, nowMs) => {
      // The platform's clock may step back a little; a budget never shrinks because of that.
      left = Math.min(capacity, left + (Math.max(0, nowMs - countedAtMs) * perSec) / 1_000);
      countedAtMs = nowMs;
      if (cost > left) return false;
      left -= cost;
      return true;
    },
  };
}
