/*
 * Announces a settled order once, however many tabs are open: the visible tab goes first, and the first tab writes the
 * order down. The pill on each screen is separate; it belongs to its tab.
 */

import { within } from '@candor/api-client/within';
import { navigate } from '../../../lib/location.ts';
import { paths } from '../../../lib/paths.ts';
import type { Display } from '../../../lib/preferences.ts';
import { tellInTitle } from '../../../lib/tab-title.ts';
import { notify, playTone, vibrateSettled } from './settlement-signals.ts';

const TOLD_KEY = 'settlements-told';
/** A page of results that settled while the device did not look, and every order that ran beside the oldest of them. */
const TOLD_MAX = 100;
/** A tab that holds the lock for longer hangs. */
const LOCK_MS_MAX = 1_000;
/** A hidden tab waits this long, so that a visible one goes first. */
const HIDDEN_WAIT_MS = 500;

export type Settlement = {
  id: string;
  /** "Won +¥85.00", or the word alone while amounts are hidden. */
  result: string;
  product: string;
};

export type NoticeChoices = Pick<Display, 'sound' | 'vibration' | 'notifications'>;

export async function tellSettlement(settlement: Settlement, choices: NoticeChoices): Promise<void> {
  if (document.hidden) await new Promise((resolve) => setTimeout(resolve, HIDDEN_WAIT_MS));
  const { id, result, product } = settlement;
  if (!(await isFirstToTell(id))) return;
  if (choices.sound) playTone();
  if (choices.vibration) vibrateSettled();
  if (!document.hidden) return;
  tellInTitle(`${result} · ${product}`);
  if (choices.notifications) {
    notify({ tag: id, title: result, body: product, onPress: () => navigate(paths.order(id)) });
  }
}

/** True in exactly one of all tabs, once per order. */
export async function isFirstToTell(id: string): Promise<boolean> {
  return (await firstToTell([id])).length > 0;
}

/** Those of the orders that were not told on this device yet. From now on they are: no other tab gets them. */
export async function firstToTell(ids: readonly string[]): Promise<readonly string[]> {
  // Without the lock (pages without HTTPS) only the note decides; it fails only if two tabs ask at the same moment.
  if (!('locks' in navigator)) return noteTold(ids);
  return await within(
    LOCK_MS_MAX,
    navigator.locks.request(TOLD_KEY, () => noteTold(ids)),
  ).catch(() => noteTold(ids));
}

function noteTold(ids: readonly string[]): readonly string[] {
  try {
    const told = (localStorage.getItem(TOLD_KEY) ?? '').split(' ');
    const fresh = ids.filter((id) => !told.includes(id));
    if (fresh.length > 0) localStorage.setItem(TOLD_KEY, [...told, ...fresh].slice(-TOLD_MAX).join(' '));
    return fresh;
  } catch {
    // Storage refused: two announcements are better than none.
    return ids;
  }
}
