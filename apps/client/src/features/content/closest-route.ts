import { ROUTES } from '../../lib/paths.ts';
import type { RouteName } from '../../lib/paths.ts';

/** Screens that make sense without a query of their own. */
const SUGGESTED: readonly RouteName[] = [
  'home',
  'recharge',
  'history',
  'positions',
  'account',
  'withdraw',
  'ebao',
  'profile',
  'bank',
  'notices',
  'service',
];

const DISTANCE_MAX = 3;

/** The screen whose address differs from this one by a typing error, or null. */
export function closestRoute(path: string): RouteName | null {
  let best: RouteName | null = null;
  let least = DISTANCE_MAX + 1;
  for (const route of SUGGESTED) {
    const distance = editDistance(path.toLowerCase(), ROUTES[route].toLowerCase());
    if (distance < least) {
      least = distance;
      best = route;
    }
  }
  return best;
}

/** Levenshtein: letters put in, left out or changed. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
