/** A site of a test whose prices are simulated, as the site's own simulator makes them: a seed for each UTC day and leader. */
import { simulatedPrice } from '@candor/domain/market/simulated-price';
import { price as units } from '@candor/domain/price';
import type { BeaconRound } from '../../src/beacon.ts';
import { fromHex, toHex, utf8 } from '../../src/encoding.ts';
import { EMPTY_ROOT } from '../../src/order-log/tree.ts';
import { chanceTexts, seedText } from '../../src/simulated-path.ts';
import { simulatorSourceText } from '../../src/simulator-source.ts';
import type { SimulatorVersion } from '../../src/simulator-source.ts';
import { sha256 } from '../shell/node-crypto.ts';
import type { PublicSources } from '../site/public-data.ts';
import { digestOf, PRODUCT, startPublicSite } from './public-site.ts';
import type { Hashed, PublicSite } from './public-site.ts';

/** Two minutes before midnight. */
export const SIMULATED_FROM_MS = Date.parse('2026-11-21T23:58:00.000Z');
const DEVIATION = 89_000n;

/** Where the path begins, and which rounds of public randomness its seconds have. */
type SimulatedSpan = { readonly from: number; readonly roundOf: (at: number) => BeaconRound | null };

export type SimulatedSite = PublicSite & {
  /** Of the format: what sites wrote before, or what they write now. */
  version: SimulatorVersion;
  /** Publishes the seeds of a day. */
  readonly reveal: (date: string) => void;
  /** More seconds of the path. `choose` makes prices of its own from the honest ones, `stale` seconds that are not valid. */
  readonly simulate: (
    seconds: number,
    choose?: (seq: number, honest: bigint) => bigint,
    stale?: readonly number[],
    span?: SimulatedSpan,
  ) => Promise<void>;
};

const WITHOUT_ROUNDS: SimulatedSpan = { from: SIMULATED_FROM_MS, roundOf: () => null };

export function seedOfDay(date: string): string {
  return toHex(sha256(utf8(`seed of ${date}`)));
}

export async function startSimulatedSite(): Promise<SimulatedSite> {
  const shown = await startPublicSite();
  const more: Pick<SimulatedSite, 'reveal' | 'simulate' | 'version'> = {
    version: 1,
    reveal: (date) => void shown.seeds.set(date, [seedOfDay(date), seedOfDay('another')]),
    simulate: async (seconds, choose = (_: number, honest: bigint) => honest, stale = [], span = WITHOUT_ROUNDS) => {
      const fresh: Hashed[] = [];
      let last = units(BigInt((shown.ticks.at(-1)?.price ?? '88000.00').replace('.', '')));
      for (let more = 0; more < seconds; more += 1) {
        const seq = shown.ticks.length + more + 1;
        const at = span.from + (seq - 1) * 1000;
        const round = span.roundOf(at);
        const seed = seedOfDay(new Date(at).toISOString().slice(0, 10));
        const { second, minute, hour } = chanceTexts(
          seed,
          PRODUCT,
          at,
          round === null ? null : toHex(sha256(fromHex(round.signature) ?? utf8(''))),
        );
        const chance = { second: hashOf(second), minute: hashOf(minute), hour: hashOf(hour) };
        last = units(choose(seq, simulatedPrice(last, DEVIATION, chance)));
        const price = `${last / 100n}.${String(last % 100n).padStart(2, '0')}`;
        const commitment = toHex(sha256(utf8(seedText(seed))));
        const isNamed = at % 60_000 === 0 || seq === 1;
        const { version } = made;
        const source = simulatorSourceText(isNamed ? { commitment, deviationPpb: DEVIATION } : null, version, round);
        const sources: PublicSources = [
          { source, price, receivedAt: new Date(at).toISOString(), verdict: stale.includes(seq) ? 'unused' : 'used' },
        ];
        shown.sources.set(BigInt(seq), sources);
        fresh.push({
          product: PRODUCT,
          seq: BigInt(seq),
          at,
          price,
          status: stale.includes(seq) ? 'STALE' : 'OK',
          feed: 'simulated',
          epoch: 1,
          sourcesDigest: digestOf(sources),
          log: { size: 0n, root: EMPTY_ROOT },
        });
      }
      shown.ticks = shown.relink([...shown.ticks, ...fresh]);
      await shown.sign();
    },
  };
  const made = Object.assign(shown, more);
  return made;
}

function hashOf(text: string): Uint8Array<ArrayBuffer> {
  return sha256(utf8(text));
}
