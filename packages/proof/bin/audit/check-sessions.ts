/**
 * Seconds that are called closed inside a session that the site publishes. What it publishes is its word of now: a site may add a holiday, and
 * may take old days out of its calendar. So a second is a finding only if every word that an audit heard of it says that the market was open.
 */
import { count, line, listOf, objectOf } from '../../src/shape.ts';
import type { PublicSessions } from '../site/public-data.ts';
import { AHEAD_MS_MAX } from './follow-chain.ts';

const PRODUCTS_MAX = 10_000;
const SESSIONS_MAX = 10_000;

/** What an audit heard last. */
export type SeenSessions = PublicSessions & { readonly product: string };

const session = objectOf({ startsAt: count(0), endsAt: count(0) });
export const sessionsShape = listOf(
  objectOf<SeenSessions>({ product: line, from: count(0), to: count(0), sessions: listOf(session, SESSIONS_MAX) }),
  PRODUCTS_MAX,
);

/**
 * Whether a second that is called closed was one of a session, by what the site says now and by what it said to the last audit.
 * @param shown null if it says nothing
 * @param readAt what came within the last minutes may follow from a calendar that is newer than the answer
 */
export function isInSession(
  at: number,
  readAt: number,
  { shown, seen }: { readonly shown: PublicSessions | null; readonly seen: PublicSessions | null },
): boolean {
  if (shown === null || at > readAt - AHEAD_MS_MAX || wordOf(shown, at) !== 'OPEN') return false;
  return seen === null || wordOf(seen, at) !== 'CLOSED';
}

function wordOf({ from, to, sessions }: PublicSessions, at: number): 'OPEN' | 'CLOSED' | null {
  if (at < from || at >= to) return null;
  return sessions.some(({ startsAt, endsAt }) => at >= startsAt && at < endsAt) ? 'OPEN' : 'CLOSED';
}
