/**
 * Made-up prices for products without a live source or a recording, and for machines without either. Every tick is
 * marked as simulated. Each price follows from the one before and the seed of the day, whose hash the ticks name, whoever publishes
 * it: after the day anyone can compute them again (@candor/proof/simulated-path).
 */
import { createHash } from 'node:crypto';
import { type Candle, MINUTE_MS } from '@candor/domain/market/candles';
import { simulatedPrice } from '@candor/domain/market/simulated-price';
import { type Price, price } from '@candor/domain/price';
import { chanceTexts, walkedSeconds } from '@candor/proof/simulated-path';
import { simulatorSourceText } from '@candor/proof/simulator-source';
import type { BeaconRound } from '@candor/proof/beacon';
import type { Beacon } from './beacon.ts';
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
  /** Public randomness. Without it whoever knows the seed can know the prices. */
  readonly beacon?: Beacon;
  /** Of the bars before the first tick. */
  readonly historySeed: string;
  readonly historyDays: number;
  /** How each product moves. Products may come. */
  readonly models: ReadonlyMap<string, WalkModel>;
  readonly lastPrice: (product: string) => LastPrice | null;
}

/** The price from which a product goes on, in units. */
export interface LastPrice {
  readonly price: bigint;
  /** When the last valid price of the chain was (epoch ms); null if that is long ago, or there is no chain yet. */
  readonly okAt: number | null;
  /** Whether there is no chain yet. */
  readonly isFirst: boolean;
}

export function createSimulator({
  seeds,
  beacon,
  historySeed,
  historyDays,
  models,
  lastPrice,
}: SimulatorOptions): Source {
  const sampled = new Map<string, Sample & { readonly round: BeaconRound | null }>();

  /** Once a second has no round, no second of that minute has one: so nobody chooses by the second whether there is one. */
  const roundAt = (product: string, atMs: number): BeaconRound | null => {
    const last = sampled.get(product);
    const goesOn = last?.at === atMs - SECOND_MS && last.round !== null;
    return goesOn || atMs % MINUTE_MS === 0 ? (beacon?.roundAt(atMs) ?? null) : null;
  };

  const sampleAt = (product: string, atMs: number): Sample | null => {
    const model = models.get(product);
    if (model === undefined) return null;
    const last = sampled.get(product);
    if (last !== undefined && last.at >= atMs) return last;
    const { seed, commitment } = seeds.at(atMs);
    const deviationPpb = BigInt(Math.round(model.sigmaPerSecond * 1e9));
    const before = lastPrice(product) ?? { price: BigInt(model.level), okAt: null, isFirst: true };
    // After a pause another process may have published, and a second that was sampled may not have been published: the first ticks
    // that follow name the seed again.
    const isAfterPause = last === undefined || atMs - last.at > SECOND_MS;
    const isNamed = atMs % MINUTE_MS === 0 || isAfterPause || before.okAt === null || atMs - before.okAt > SECOND_MS;
    const round = roundAt(product, atMs);
    const sample = {
      product,
      source: SIMULATOR,
      label: simulatorSourceText(isNamed ? { commitment, deviationPpb } : null, 2, round),
      price: walk({ seed, product, round, deviationPpb }, before, atMs),
      at: atMs,
      receivedAt: atMs,
      round,
    };
    sampled.set(product, sample);
    return sample;
  };

  return {
    name: SIMULATOR,
    kind: 'simulated',
    historyDays,
    quotes: ({ product }) => models.has(product),
    start: async (_instruments, _onSample, onHealth) => {
      await beacon?.start();
      onHealth({ source: SIMULATOR, state: 'up', reason: `${models.size} products` });
    },
    stop: async () => await beacon?.stop(),
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

interface Path {
  readonly seed: string;
  readonly product: string;
  readonly round: BeaconRound | null;
  readonly deviationPpb: bigint;
}

/** The price at a second: the one before, moved by every second since it was valid. */
function walk({ seed, product, round, deviationPpb }: Path, before: LastPrice, atMs: number): Price {
  const randomness = round === null ? null : sha256(Buffer.from(round.signature, 'hex')).toString('hex');
  let now = price(before.price > 0n ? before.price : 1n);
  for (const second of before.isFirst ? [atMs] : walkedSeconds(before.okAt, atMs)) {
    const texts = chanceTexts(seed, product, second, randomness);
    const chance = { second: sha256(texts.second), minute: sha256(texts.minute), hour: sha256(texts.hour) };
    now = simulatedPrice(now, deviationPpb, chance);
  }
  return now;
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

function sha256(bytes: string | Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
