/*
 * How long the member has used the app in one go. All tabs share one clock in local storage, which a logout empties.
 * Only time with the page in view counts as being there.
 */

import { useClockSchema } from '@candor/contract/use-clock';
import { readStored, writeStored } from '@candor/api-client/safe-storage';
import { goOn, seeUse } from '@candor/domain/limits/reality-check';
import type { UseClock } from '@candor/domain/limits/reality-check';

const KEY = 'candor-use';

/** A stored clock that cannot be read, or whose moments are out of order, counts as none. */
export function parseClock(text: string | null): UseClock | null {
  if (text === null) return null;
  try {
    const clock = useClockSchema.parse(JSON.parse(text));
    return clock.startedAt <= clock.checkedAt && clock.checkedAt <= clock.seenAt ? clock : null;
  } catch {
    return null;
  }
}

/** The member is here now. */
export function seeMember(nowMs: number): UseClock {
  const clock = seeUse(parseClock(readStored(KEY)), nowMs);
  writeStored(KEY, JSON.stringify(clock));
  return clock;
}

/** The member was asked, and goes on. */
export function memberGoesOn(nowMs: number): UseClock {
  const clock = goOn(seeMember(nowMs));
  writeStored(KEY, JSON.stringify(clock));
  return clock;
}
