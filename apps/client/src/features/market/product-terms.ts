/* When a product can be ordered, as the key of a text. */

const SESSIONS = ['always', 'forex', 'metal', 'index-berlin', 'index-chicago'] as const;
export type SessionsName = (typeof SESSIONS)[number] | 'other';

/** The key of the text for the trading sessions; unknown hours are `other`. */
export function sessionsName(key: string): SessionsName {
  return SESSIONS.find((each) => each === key) ?? 'other';
}
