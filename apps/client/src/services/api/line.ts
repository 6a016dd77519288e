/* How the chosen line answers: which host, and how long a small read takes. */

import { useEffect, useState } from 'react';
import { PATHS } from '@candor/contract/routes';
import { hosts } from './hosts.ts';
import { anything } from '@candor/api-client/api';
import { get } from './request.ts';

export type Line = { kind: 'checking' } | { kind: 'down' } | { kind: 'up'; tripMs: number; number: number | null };

/** Measured when the screen opens and every minute after. `number` is null if there is only one host. */
export function useLine(): Line {
  const [line, setLine] = useState<Line>({ kind: 'checking' });
  useEffect(() => {
    let left = false;
    const measure = () => {
      const sentAt = performance.now();
      get(PATHS.siteConfig, anything, { isToken: false }).then(
        () => {
          const tripMs = Math.round(performance.now() - sentAt);
          if (!left) setLine({ kind: 'up', tripMs, number: hosts.count() > 1 ? hosts.chosen() + 1 : null });
        },
        () => !left && setLine({ kind: 'down' }),
      );
    };
    measure();
    const timer = setInterval(measure, 60_000);
    return () => {
      left = true;
      clearInterval(timer);
    };
  }, []);
  return line;
}
