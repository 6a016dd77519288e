/** What goes out of an alarm by one channel: that it opened, and that it is over. */
export type AlarmEvent = 'opened' | 'closed';

/** Nothing of one kind and subject is told twice within this time; the database keeps it too. */
export const TELL_AGAIN_MS = 5 * 60_000;

/**
 * What is to be told of an alarm now; null for nothing. One that opens and closes within five minutes is told of as open, and as over when they
 * went by; one that is open again by then is told of no more.
 */
export function alarmMessageDue(
  {
    isOpen,
    last,
  }: { readonly isOpen: boolean; readonly last: { readonly event: AlarmEvent; readonly atMs: number } | null },
  nowMs: number,
): AlarmEvent | null {
  const event = isOpen ? 'opened' : 'closed';
  // What was never said to be open need not be said to be over.
  if (last === null) return isOpen ? event : null;
  if (last.event === event) return null;
  // What is dated ahead was told before the clock was set back.
  return Math.abs(nowMs - last.atMs) > TELL_AGAIN_MS ? event : null;
}

/** Tries of a message: some two hours of them, with growing pauses. */
const TRIES_MAX = 30;
const PAUSE_MS = 5_000;

/** When a message that was refused is tried again; null: it is given up. */
export function alarmRetryMs(tries: number): number | null {
  return tries >= TRIES_MAX ? null : Math.min(PAUSE_MS * 2 ** (tries - 1), TELL_AGAIN_MS);
}
