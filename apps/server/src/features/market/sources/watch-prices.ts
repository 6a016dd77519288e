/**
 * Watches whether a source gives new prices, and says each change of its state. An open connection alone is no health. A source
 * that stays silent is asked again over a new connection, ever more rarely: a subscription may be lost without a word.
 */
import type { Clock } from '../../../platform/clock/clock.ts';
import { createPriceAges } from './price-ages.ts';
import type { Instrument, SourcePrice, SourceState } from './source.ts';

export interface WatchOptions {
  readonly instruments: readonly Instrument[];
  readonly clock: Pick<Clock, 'now'>;
  readonly checkEveryMs: number;
  /** A product may be quiet for a while; after so long without a price the source is asked anew. */
  readonly unpricedMsMax: number;
  readonly onState: (state: SourceState, reason: string) => void;
  readonly onSilent: () => void;
}

export interface PriceWatch {
  /** @param freshAt from when the price ages. */
  put(product: string, freshAt: number): void;
  /** The connection was opened or lost. */
  connected(isConnected: boolean, reason: string): void;
  state(): SourceState;
  prices(): readonly SourcePrice[];
  stop(): void;
}

/** The pause before a source that stays silent is asked again doubles up to this. */
const PAUSE_MS_MAX = 1_800_000;

export function watchPrices({
  instruments,
  clock,
  checkEveryMs,
  unpricedMsMax,
  onState,
  onSilent,
}: WatchOptions): PriceWatch {
  const ages = createPriceAges(instruments);
  let isConnected = false;
  let told: SourceState | undefined;
  let silentSince = clock.now();
  let pauseMs = unpricedMsMax;

  const tell = (state: SourceState, reason: string): void => {
    if (state === told) return;
    told = state;
    onState(state, reason);
  };

  const look = (): void => {
    const now = clock.now();
    const { state, silent } = ages.stateAt(now, isConnected);
    if (silent.length === 0 || state === 'down') {
      silentSince = now;
      if (state === 'up') pauseMs = unpricedMsMax;
    } else if (now - silentSince > pauseMs) {
      silentSince = now;
      pauseMs = Math.max(unpricedMsMax, Math.min(PAUSE_MS_MAX, 2 * pauseMs));
      onSilent();
    }
    if (state === 'down') return;
    tell(state, silent.length === 0 ? 'gives prices' : `no new price of ${silent.join(', ')}`);
  };

  const timer = setInterval(look, checkEveryMs);
  return {
    put: (product, freshAt) => {
      ages.put(product, freshAt);
      if (told !== 'up') look();
    },
    connected: (connected, reason) => {
      const isAgain = connected && isConnected;
      isConnected = connected;
      // The next connection was opened beside this one: the prices go on.
      if (isAgain) return;
      ages.reset();
      tell(connected ? 'silent' : 'down', reason);
    },
    state: () => ages.stateAt(clock.now(), isConnected).state,
    prices: () => ages.prices(),
    stop: () => clearInterval(timer),
  };
}
