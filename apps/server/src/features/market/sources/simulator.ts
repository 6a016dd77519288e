/**
 * Made-up prices for products without a live source or a recording, and for machines without either. Every tick is
 * marked as simulated. Outside tests the seed is random, kept in memory only, and never logged: the seed reveals all
 * future prices.
 */
import { type Candle, MINUTE_MS } from '@candor/domain/market/candles';
import { price } from '@candor/domain/price';
import { createRandomness } from './keystream.ts';
import { openMinutes } from './open-minutes.ts';
import { type Walk, type WalkModel, startWalk } from './price-walk.ts';
import type { Sample, Source } from './source.ts';

export const SIMULATOR = 'simulator';
const HISTORY_STEP_SEC = 6;

export interface SimulatorOptions {
  readonly seed: string;
  readonly historyDays: number;
  readonly models: ReadonlyMap<string, WalkModel>;
  /** The last stored price of a product in units, or null before the first; the walk continues from it. */
  readonly lastPrice: (product: string) => bigint | null;
}

interface Running {
  readonly walk: Walk;
  sample: Sample;
}

export function createSimulator({ seed, historyDays, models, lastPrice }: SimulatorOptions): Source {
  const running = new Map<string, Running>();

  const sampleAt = (product: string, atMs: number): Sample | null => {
    const model = models.get(product);
    if (model === undefined) return null;
    const known = running.get(product);
    if (known !== undefined && known.sample.at >= atMs) return known.sample;
    const from = Number(lastPrice(product) ?? model.level);
    const walk = known?.walk ?? startWalk(model, from, createRandomness(`${seed}/live/${product}`));
    // A price that was refused, or published by another process in the meantime, must not make the next price jump.
    walk.continueFrom(from);
    const sample = {
      product,
      source: SIMULATOR,
      price: price(BigInt(walk.step(1))),
      at: atMs,
      receivedAt: atMs,
    };
    running.set(product, { walk, sample });
    return sample;
  };

  return {
    name: SIMULATOR,
    kind: 'simulated',
    historyDays,
    quotes: ({ product }) => models.has(product),
    start: (_instruments, _onSample, onHealth) => {
      onHealth({ source: SIMULATOR, state: 'up', reason: `${models.size} products` });
      return Promise.resolve();
    },
    stop: () => Promise.resolve(),
    sampleAt,
    history: ({ product, calendar }, fromMs, toMs) => {
      const model = models.get(product);
      if (model === undefined) return Promise.resolve([]);
      const walk = startWalk(model, model.level, createRandomness(`${seed}/history/${product}`));
      let open = model.level;
      const bars = Array.from(openMinutes(calendar, fromMs, toMs), (t) => {
        const bar = minuteOf(walk, open, t);
        open = Number(bar.c);
        return bar;
      });
      return Promise.resolve(bars);
    },
  };
}

function minuteOf(walk: Walk, open: number, t: number): Candle {
  let [high, low, close] = [open, open, open];
  for (let sec = 0; sec * 1000 < MINUTE_MS; sec += HISTORY_STEP_SEC) {
    close = walk.step(HISTORY_STEP_SEC);
    if (close > high) high = close;
    if (close < low) low = close;
  }
  return {
    t,
    o: price(BigInt(open)),
    h: price(BigInt(high)),
    l: price(BigInt(low)),
    c: price(BigInt(close)),
    v: null,
    src: SIMULATOR,
  };
}
