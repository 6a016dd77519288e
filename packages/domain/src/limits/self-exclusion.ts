/* A member shuts themselves out for a time they choose. Nobody can shorten it: not the member, not an operator. */

const DAY_MS = 86_400_000;

/** How long each term lasts; null is for good. */
export const EXCLUSION_TERMS_MS = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  halfYear: 180 * DAY_MS,
  forever: null,
} as const;
export type ExclusionTerm = keyof typeof EXCLUSION_TERMS_MS;
export const EXCLUSION_TERMS = ['day', 'week', 'month', 'halfYear', 'forever'] as const satisfies ExclusionTerm[];

/** Until when a member is excluded; `forever` has no end. */
export type Exclusion = number | 'forever';

/** The exclusion that holds at a moment; null if none does. */
export function exclusionAt(exclusion: Exclusion | null, nowMs: number): Exclusion | null {
  return exclusion !== null && exclusion !== 'forever' && exclusion <= nowMs ? null : exclusion;
}

/** The exclusion after a member chose a term. It never ends earlier than the one before. */
export function extendExclusion(held: Exclusion | null, term: ExclusionTerm, nowMs: number): Exclusion {
  const lastsMs = EXCLUSION_TERMS_MS[term];
  if (lastsMs === null || held === 'forever') return 'forever';
  const until = nowMs + lastsMs;
  return held === null ? until : Math.max(held, until);
}
