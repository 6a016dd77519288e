/* Price histories that were found changed. They are kept on the device and shown until the member dismisses them. */

import { readKept, removeKept, tryWriteKept } from '../../lib/kept-store.ts';
import { observable } from '@candor/api-client/observable';
import { useObservable } from '../../lib/observable.ts';
import { checkpointKey, forgetKeys } from './kept-proof.ts';

export type HistoryAlarm = {
  readonly product: string;
  /** ISO: the checkpoint that does not fit. */
  readonly slot: string;
  /** A literal key. */
  readonly problem: string;
  /** Signed notes, the evidence: the note this device kept and the one served instead; each may be empty. */
  readonly kept: string;
  readonly served: string;
};

const KEY = 'proof:alarms';
const alarms = observable<readonly HistoryAlarm[]>([]);

export function useAlarms(): readonly HistoryAlarm[] {
  return useObservable(alarms);
}

/** Loads the alarms of an earlier visit. */
export async function recallAlarms(): Promise<void> {
  alarms.set(readAlarms(await readKept(KEY)));
}

/** One alarm per product: the first one found is the most useful. */
export async function keepAlarm(alarm: HistoryAlarm): Promise<void> {
  const known = readAlarms(await readKept(KEY));
  if (known.some(({ product }) => product === alarm.product)) return;
  change([...known, alarm]);
}

/**
 * Also removes the kept checkpoints of these histories: from now on, the device follows what the site serves now.
 * @throws NotKept if they could not be removed; the alarms stay
 */
export async function putAlarmsAway(): Promise<void> {
  for (const { product, problem } of alarms.get()) {
    await removeKept(checkpointKey(product));
    if (problem === 'KEY_REPLACED') await forgetKeys();
  }
  change([]);
}

function change(next: readonly HistoryAlarm[]): void {
  alarms.set(next);
  tryWriteKept(KEY, next);
}

/** Takes the valid alarms from a stored value. */
export function readAlarms(kept: unknown): HistoryAlarm[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { product, slot, problem, kept: mine, served }: Record<string, unknown> = { ...entry };
    if (typeof product !== 'string' || typeof slot !== 'string' || typeof problem !== 'string') return [];
    return typeof mine === 'string' && typeof served === 'string'
      ? [{ product, slot, problem, kept: mine, served }]
      : [];
  });
}
