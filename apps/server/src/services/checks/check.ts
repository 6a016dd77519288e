/**
 * One question to the database whose right answer is no row at all. The texts are ours alone: none takes a value from outside. Each reads with
 * the rights of the worker, so a column that it needs is granted by name (migration 0057).
 */
export interface Check {
  /** Its key in the table, the console and the runbook. Once published it stays. */
  readonly name: string;
  /** What is wrong if it finds something. */
  readonly says: string;
  /** What the rows belong to. */
  readonly concerns: Concern;
  /** `minute`: it reads little, whatever the age of the site. `day`: it reads every transfer, order or tick. */
  readonly pace: 'minute' | 'day';
  /** No money leaves while it finds something. */
  readonly halts: boolean;
  readonly sql: string;
}

type Concern = 'ledger' | 'cashier' | 'orders' | 'invest' | 'proof' | 'desk';

/** Money may be wrong somewhere: until that is known, none leaves. */
export function checkOfMoney(concerns: Concern, checks: readonly Omit<Check, 'concerns' | 'halts'>[]): Check[] {
  return checks.map((check) => ({ ...check, concerns, halts: true }));
}

/** What was published or written down is wrong. The balances are right, so nobody has to wait for their money. */
export function checkOfWords(concerns: Concern, checks: readonly Omit<Check, 'concerns' | 'halts'>[]): Check[] {
  return checks.map((check) => ({ ...check, concerns, halts: false }));
}
