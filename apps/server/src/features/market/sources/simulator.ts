/**
 * Made-up prices for products without a live source or a recording, and for machines without either. Every tick is
 * marked as simulated. Each price follows from the one before and the seed of the day, whose hash the ticks name: after the
 * day anyone can compute them again (@candor/proof/simulated-path).
 */
import { createHash } from 'node:crypto';
import { type Candle, MINUTE_MS } from '@candor/domain/market/candles';
import { simulatedPrice } from '@candor/domain/market/simulated-price';
import { price } from '@candor/domain/price';
import { chanceTexts, simulatorSourceText } from '@candor/proof/simulated-path';
import type { DaySeeds } from './day-seeds.ts';
import { createRandomness } from './keystream.ts';
import { openMinutes } from './open-minutes.ts';
import { type Walk, type WalkModel, startWalk } from './price-walk.ts';
import type { Sample, Source } from './source.ts';

export const SIMULATOR = 'simulator';
const HISTORY_STEP_SEC = 6;
const SECOND_MS = 1000;

export interface SimulatorOptions {
  readonly seeds: Pick<DaySeeds, 'at'>;
  /** Of the bars before the first tick. */
  readonly historySeed: string;
  readonly historyDays: number;
  readonly models: ReadonlyMap<string, WalkModel>;
  /** The last published price of a product in units, or null before the first. */
  readonly lastPrice: (product: string) => bigint | null;
}

export function createSimulator({ seeds, historySeed, historyDays, models, lastPrice }: SimulatorOptions): Source {
  const sampled = new Map<string, Sample>();

  const sampleAt = (product: string, atMs: number): Sample | null => {
    const model = models.get(product);
    if (model === undefined) return null;
    const last = sampled.get(product);
    if (last !== undefined && last.at >= atMs) return last;
    const { seed, commitment } = seeds.at(atMs);
    const deviationPpb = BigInt(Math.round(model.sigmaPerSecond * 1e9));
    const texts = chanceTexts(seed, product, atMs);
    const chance = { second: sha256(texts.second), minute: sha256(texts.minute), hour: sha256(texts.hour) };
    // After a pause another process may have published: the first ticks that follow name the seed again.
    const isNamed = atMs % MINUTE_MS === 0 || last === undefined || atMs - last.at > SECOND_MS;
    const before = price(lastPrice(product) ?? BigInt(model.level));
    const sample: Sample = {
      product,
      source: SIMULATOR,
      ...(isNamed ? { label: simulatorSourceText({ commitment, deviationPpb }) } : {}),
      price: simulatedPrice(before > 0n ? before : price(1n), deviationPpb, chance),
      at: atMs,
      receivedAt: atMs,
    };
    sampled.set(product, sample);
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
      const walk = startWalk(model, model.level, createRandomness(`${historySeed}/history/${product}`));
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

function sha256(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
