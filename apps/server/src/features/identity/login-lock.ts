import type { CaptchaLevel } from '@candor/contract/identity';

/*
 * Who may guess how often, as pure rules. There are three counts:
 *
 * - A limit bucket is a user name together with one network, or with a device that the member has logged in with. Its failures
 *   make only that limit bucket wait.
 * - The budget of a name is shared by all strangers: by every limit bucket from which the member has never logged in.
 * - The budget of a network is shared by all names that have never logged in from it.
 *
 * So a stranger can make a name harder for other strangers, with a harder captcha and at worst with a wait, but never
 * for its member at home. All of this also holds for names that nobody has.
 */

/** `most` attempts at once; one attempt comes back every `refillSec`. */
export interface Budget {
  most: number;
  refillSec: number;
}

/** 300 a day. One network alone makes at most 56 a day and never empties it. */
export const NAME_BUDGET: Budget = { most: 100, refillSec: 288 };
/** 1,440 a day. */
export const NETWORK_BUDGET: Budget = { most: 200, refillSec: 60 };

/**
 * 30 a day, for all strangers who know a member's password and guess at the second step. Three codes of a million count at a
 * time: in a year of constant trying, one of 30 of them would get in.
 */
export const FACTOR_BUDGET: Budget = { most: 30, refillSec: 2_880 };

/** How many attempts are used of a budget that is full again in so many seconds. */
export function usedOf(drainsInSec: number, { refillSec }: Budget): number {
  return Math.max(0, Math.ceil(drainsInSec / refillSec));
}

/** The seconds until one more attempt is available. */
export function budgetWaitSec(drainsInSec: number, { most, refillSec }: Budget): number {
  return Math.max(0, Math.ceil(drainsInSec - (most - 1) * refillSec));
}

/** How many attempts of a name, and of a network, are used before captchas get harder. */
const NAME_LEVELS = [10, 40] as const;
const NETWORK_LEVELS = [60, 120] as const;

function levelOf(used: number, [longer, longest]: readonly [number, number]): CaptchaLevel {
  if (used >= longest) return 2;
  return used >= longer ? 1 : 0;
}

/** What is known about where a login comes from, for the name that it uses. */
export type Caller = 'known device' | 'known network' | 'stranger';

export interface LoginFacts {
  caller: Caller;
  /** The seconds that this limit bucket has to wait. */
  bucketWaitSec: number;
  /** In how many seconds the budgets are full again; zero or less when they are full. */
  nameDrainsInSec: number;
  networkDrainsInSec: number;
  /** The level of the solved captcha; undefined on a site without captchas. */
  captchaLevel: CaptchaLevel | undefined;
}

export type LoginDecision =
  | { kind: 'look' }
  | { kind: 'wait'; retryAfterSec: number }
  | { kind: 'harder'; level: CaptchaLevel };

/** Whether a password may be checked now. */
export function decideLogin(facts: LoginFacts): LoginDecision {
  const { caller, nameDrainsInSec, networkDrainsInSec, captchaLevel } = facts;
  const strangersWaitSec = Math.max(
    budgetWaitSec(nameDrainsInSec, NAME_BUDGET),
    budgetWaitSec(networkDrainsInSec, NETWORK_BUDGET),
  );
  const retryAfterSec = Math.max(facts.bucketWaitSec, caller === 'stranger' ? strangersWaitSec : 0);
  if (retryAfterSec > 0) return { kind: 'wait', retryAfterSec };
  if (captchaLevel === undefined || caller === 'known device') return { kind: 'look' };
  const byName = levelOf(usedOf(nameDrainsInSec, NAME_BUDGET), NAME_LEVELS);
  const byNetwork = levelOf(usedOf(networkDrainsInSec, NETWORK_BUDGET), NETWORK_LEVELS);
  const level = byName > byNetwork ? byName : byNetwork;
  return captchaLevel < level ? { kind: 'harder', level } : { kind: 'look' };
}
