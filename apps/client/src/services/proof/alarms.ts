/* Price histories that turned out changed. They are kept on the device and told until the member puts them away. */

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
  /** Signed notes, the evidence: what this device kept and what was served instead; each may be empty. */
  readonly kept: string;
  readonly served: string;
};

const KEY = 'proof:alarms';
const alarms = observable<readonly HistoryAlarm[]>([]);

export function useAlarms(): readonly HistoryAlarm[] {
  return useObservable(alarms);
}

/** Takes up what an earlier visit found. */
export async function recallAlarms(): Promise<void> {
  alarms.set(readAlarms(await readKept(KEY)));
}

/** One for each product: the first one found says most. */
export async function keepAlarm(alarm: HistoryAlarm): Promise<void> {
  const known = readAlarms(await readKept(KEY));
  if (known.some(({ product }) => product === alarm.product)) return;
  change([...known, alarm]);
}

/**
 * What was kept of these histories goes with them: from here on what is served now is followed.
 * @throws NotKept where it could not be removed; the alarms stay
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

/** Takes what is an alarm of a stored value. */
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
