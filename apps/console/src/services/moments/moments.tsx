/*
 * Moments in the console: in the zone of the site's business, whatever the zone of the browser is, and each says which zone
 * that is. Two operators in two countries so read the same text. No other file of the console formats moments.
 */

import { formatClock, formatDate, formatDateTime, zoneLabel } from '@candor/ui/moments';
import type { Moment } from '@candor/ui/moments';
import { useOperator } from '../operator/operator.tsx';

type Moments = {
  /** "2026-11-21 15:31:18 UTC+8". */
  readonly text: (at: Moment) => string;
  /** "2026-11-21". */
  readonly day: (at: Moment) => string;
  /** "15:31". */
  readonly clock: (at: Moment) => string;
  /** "15:31:18". */
  readonly second: (at: Moment) => string;
  /** "UTC+8". */
  readonly zone: (at: Moment) => string;
};

export function useMoments(): Moments {
  const { timeZone } = useOperator().site;
  return {
    text: (at) => `${formatDateTime(at, timeZone)} ${zoneLabel(at, timeZone)}`,
    day: (at) => formatDate(at, timeZone),
    clock: (at) => formatClock(at, timeZone).slice(0, 5),
    second: (at) => formatClock(at, timeZone),
    zone: (at) => zoneLabel(at, timeZone),
  };
}

export function useMomentText(): Moments['text'] {
  return useMoments().text;
}

/** A moment with its zone, on one line. */
export function MomentText({ at }: { at: string | null }) {
  const { timeZone } = useOperator().site;
  if (at === null) return '—';
  return (
    <span className="figures unbroken moment">
      {formatDateTime(at, timeZone)} <small>{zoneLabel(at, timeZone)}</small>
    </span>
  );
}
