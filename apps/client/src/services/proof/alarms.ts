/*
 * What did not fit: price histories that were changed, keys of unknown origin, an order log that was forked or rolled
 * back, answers to orders that were not what was sent. Alarms are kept on the device and shown until the member dismisses them.
 */

import { readKept, removeKept, tryWriteKept } from '../../lib/kept-store.ts';
import { observable } from '@candor/api-client/observable';
import { useObservable } from '../../lib/observable.ts';
import { checkpointKey } from './followed-products.ts';
import { forgetKeys } from './forget-keys.ts';

export type ProofAlarm = {
  /** Empty if it is about the whole site. */
  readonly product: string;
  /** ISO: the minute of the checkpoint that does not fit, or when the order was accepted. */
  readonly slot: string;
  /** A literal key. */
  readonly problem: string;
  /**
   * The evidence. Of a history or the order log: the signed note this device kept, and the one served instead; each may
   * be empty. Of an order: what was sent, and what was answered.
   */
  readonly kept: string;
  readonly served: string;
  /** The order whose answer does not fit; null for a history. */
  readonly orderId: string | null;
  /** The tiles of the order log that were served, in base64 by their path. */
  readonly tiles?: Readonly<Record<string, string>>;
};

/** The storage key of the newest head of the order log. */
export const HEAD_KEY = 'proof:log-head';

/** The site's clock did not run like this device's: nothing of it is signed. */
export const CLOCK_JUMPED = 'CLOCK_JUMPED';

/** A site that answers everything wrongly must not fill the device. */
const ALARMS_MAX = 50;

const KEY = 'proof:alarms';
const alarms = observable<readonly ProofAlarm[]>([]);

export function useAlarms(): readonly ProofAlarm[] {
  return useObservable(alarms);
}

/** Loads the alarms of an earlier visit. */
export async function recallAlarms(): Promise<void> {
  alarms.set(readAlarms(await readKept(KEY)));
}

/** One alarm for each problem of an order and of the whole site, and one for each product's history: the first one found is the most useful. */
export async function keepAlarm(alarm: ProofAlarm): Promise<void> {
  const known = readAlarms(await readKept(KEY));
  if (known.length >= ALARMS_MAX || known.some((other) => isSame(other, alarm))) return;
  change([...known, alarm]);
}

/**
 * Also removes the kept checkpoints of these histories, and the head of the order log: from now on, the device follows what the site serves now.
 * @throws NotKept if they could not be removed; the alarms stay
 */
export async function putAlarmsAway(): Promise<void> {
  for (const { product, problem, orderId } of alarms.get()) {
    if (problem === CLOCK_JUMPED) continue;
    if (orderId === null) await removeKept(checkpointKey(product));
    if (isKeyProblem(problem)) await forgetKeys();
    if (orderId === null && product === '') await removeKept(HEAD_KEY);
  }
  change([]);
}

function isSame(one: ProofAlarm, other: ProofAlarm): boolean {
  if (one.orderId !== other.orderId) return false;
  // Of a history the first alarm says all; what concerns the whole site are different things.
  const isHistory = one.orderId === null && one.product !== '';
  if (isHistory) return one.product === other.product;
  return one.problem === other.problem && (one.orderId !== null || other.product === '');
}

/** The alarm is about the site's keys, not about one product's prices. */
export function isKeyProblem(problem: string): boolean {
  return ['KEY_REPLACED', 'KEY_UNTRACED', 'KEY_RETIRED'].includes(problem);
}

/** The alarm is about the place of one order in the order log. */
export function isLogProblem(problem: string): boolean {
  return ['NOT_LOGGED', 'ORDER_GONE'].includes(problem) || problem.startsWith('LOG_');
}

function change(next: readonly ProofAlarm[]): void {
  alarms.set(next);
  tryWriteKept(KEY, next);
}

/** Takes the valid alarms from a stored value. */
export function readAlarms(kept: unknown): ProofAlarm[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { product, slot, problem, kept: mine, served, orderId, tiles }: Record<string, unknown> = { ...entry };
    if (typeof product !== 'string' || typeof slot !== 'string' || typeof problem !== 'string') return [];
    if (typeof mine !== 'string' || typeof served !== 'string') return [];
    const alarm = { product, slot, problem, kept: mine, served, orderId: typeof orderId === 'string' ? orderId : null };
    const read = readTiles(tiles);
    return [read === null ? alarm : { ...alarm, tiles: read }];
  });
}

function readTiles(kept: unknown): Record<string, string> | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const tiles = Object.entries(kept).flatMap(([path, tile]: [string, unknown]) =>
    typeof tile === 'string' ? [[path, tile] as const] : [],
  );
  return Object.fromEntries(tiles);
}
