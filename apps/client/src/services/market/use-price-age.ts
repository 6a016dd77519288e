import { useEffect, useState } from 'react';
import { serverNow } from '../live/server-clock.ts';

/** fresh; delayed from 5 s on: show it; stale from 15 s on: dim the price. */
export type PriceAge = 'fresh' | 'delayed' | 'stale';

const DELAYED_MS = 5_000;
const STALE_MS = 15_000;

/** A price that is as far ahead of the server's clock is as good as none: that clock stepped back, and no newer one can come. */
export function priceAge(ageMs: number): PriceAge {
  const offMs = Math.abs(ageMs);
  return offMs >= STALE_MS ? 'stale' : offMs >= DELAYED_MS ? 'delayed' : 'fresh';
}

/**
 * How old a price is by the server's clock. It renders only when the answer changes.
 * @param at ISO time of the tick; null if age has no meaning (no price, closed market)
 */
export function usePriceAge(at: string | null): PriceAge {
  const [state, setState] = useState<{ at: string | null; age: PriceAge }>({ at, age: 'fresh' });
  useEffect(() => {
    if (at === null) return;
    const atMs = Date.parse(at);
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const ageMs = serverNow() - atMs;
      const age = priceAge(ageMs);
      setState({ at, age });
      const nextMs = (age === 'fresh' ? DELAYED_MS : STALE_MS) - ageMs + 10;
      if (age !== 'stale') timer = setTimeout(look, Math.min(nextMs, DELAYED_MS));
    };
    timer = setTimeout(look, Math.min(DELAYED_MS, Math.max(0, DELAYED_MS - (serverNow() - atMs))));
    return () => clearTimeout(timer);
  }, [at]);
  return state.at === at ? state.age : 'fresh';
}
