/** A statement with balances, as others follow from it. */
export interface BalancedStatement {
  readonly id: string;
  readonly opening: bigint;
  readonly closing: bigint;
}

/**
 * The statements that come before one which opens with this balance: those that end with it, and those that these go on from. What they say
 * is said again by that one only if it happened again. None where they lead back to the balance: then it may repeat them.
 */
export function statementsBefore(opening: bigint, others: readonly BalancedStatement[]): ReadonlySet<string> {
  const before = new Set<string>();
  const balances = [opening];
  for (const balance of balances)
    for (const other of others) {
      if (other.closing !== balance || before.has(other.id)) continue;
      if (other.opening === opening) return new Set();
      before.add(other.id);
      balances.push(other.opening);
    }
  return before;
}
