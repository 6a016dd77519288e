/*
 * Tells of a settled order once, however many tabs are open: the one that is looked at goes first, and the first one
 * writes the order down. The pill on each screen is not part of this; it belongs to its tab.
 */

import { navigate } from '../../../lib/location.ts';
import { paths } from '../../../lib/paths.ts';
import type { Display } from '../../../lib/preferences.ts';
import { tellInTitle } from '../../../lib/tab-title.ts';
import { notify, playTone, vibrateSettled } from './settlement-signals.ts';

const TOLD_KEY = 'settlements-told';
const TOLD_MAX = 50;
/** A hidden tab leaves a visible one this much time. */
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

/** True for one tab of all, once for each order. */
export async function isFirstToTell(id: string): Promise<boolean> {
  // Without the lock (pages not served securely) the note alone decides; two tabs would have to ask in the same moment.
  return 'locks' in navigator ? navigator.locks.request(TOLD_KEY, () => noteTold(id)) : noteTold(id);
}

function noteTold(id: string): boolean {
  try {
    const ids = (localStorage.getItem(TOLD_KEY) ?? '').split(' ');
    if (ids.includes(id)) return false;
    localStorage.setItem(TOLD_KEY, [...ids, id].slice(-TOLD_MAX).join(' '));
  } catch {
    // Storage refused: better told twice than not at all.
  }
  return true;
}
