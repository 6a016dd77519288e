import { MINUTE_MS } from '@candor/domain/market/candles';
import { type SessionCalendar, sessionAt } from '@candor/domain/market/sessions';

/**
 * The opening times of all in-session minutes in [fromMs, toMs), oldest first. Sessions start and end on whole minutes.
 */
export function* openMinutes(calendar: SessionCalendar, fromMs: number, toMs: number): Generator<number> {
  let t = Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS;
  while (t < toMs) {
    const session = sessionAt(calendar, t);
    if (session.open) {
      const end = Math.min(session.endsAt ?? toMs, toMs);
      for (; t < end; t += MINUTE_MS) yield t;
    } else {
      if (session.opensAt === null) return;
      t = Math.ceil(session.opensAt / MINUTE_MS) * MINUTE_MS;
    }
  }
}
