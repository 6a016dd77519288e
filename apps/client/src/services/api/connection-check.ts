/* How the chosen connection answers: which host, and how long a small read takes. */

import { readSiteConfig } from '@candor/contract/calls/identity';
import { useEffect, useState } from 'react';
import { siteTimeView } from '@candor/contract/identity';
import { call } from './request.ts';
import { takeFirstTrip } from './first-trip.ts';
import { hosts } from './hosts.ts';

export type ConnectionCheck =
  | { kind: 'checking' }
  | { kind: 'down' }
  | { kind: 'up'; tripMs: number; number: number | null };

/**
 * Measured by the answer that the app has just started with, or when the screen opens, and every minute after. `number` is
 * null if there is only one host.
 */
export function useConnectionCheck(): ConnectionCheck {
  const [connection, setConnection] = useState<ConnectionCheck>({ kind: 'checking' });
  useEffect(() => {
    let left = false;
    const up = (tripMs: number) =>
      setConnection({ kind: 'up', tripMs, number: hosts.count() > 1 ? hosts.chosen() + 1 : null });
    const measure = () => {
      const sentAt = performance.now();
      call({ ...readSiteConfig, answer: siteTimeView }, { isToken: false }).then(
        () => !left && up(Math.round(performance.now() - sentAt)),
        () => !left && setConnection({ kind: 'down' }),
      );
    };
    const first = takeFirstTrip();
    if (first === null) measure();
    else up(first);
    const timer = setInterval(measure, 60_000);
    return () => {
      left = true;
      clearInterval(timer);
    };
  }, []);
  return connection;
}
