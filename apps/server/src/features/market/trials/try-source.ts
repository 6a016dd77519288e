/**
 * Asks an exchange for the price of one symbol, by the adapter that would make prices of it. Nothing of it becomes a price: the
 * adapter is on connections of its own, and ends after some seconds.
 */
import type { SourceTrialResult } from '@candor/contract/console-source-trials';
import type { Category, Exchange } from '@candor/contract/market';
import { DECIMALS_MAX } from '@candor/domain/market/product-draft';
import { formatPrice, price } from '@candor/domain/price';
import type { Price } from '@candor/domain/price';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { ExchangeOptions, ExchangeSource } from '../sources/exchange.ts';
import type { Instrument, Sample } from '../sources/source.ts';

export interface TrialDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Each exchange that may be asked, and no other. */
  readonly exchanges: Readonly<Record<Exchange, (options: ExchangeOptions) => ExchangeSource>>;
  readonly listenMs?: number;
}

/** How long an exchange is listened to. */
const LISTEN_MS = 6_000;
/** Of a symbol that is quiet, the last minutes are asked for. */
const BEFORE_MS = 3_600_000;

const NOTHING = { price: null, ageMs: null, decimals: null, trades: 0 } as const;

export async function trySource(
  exchange: Exchange,
  symbol: string,
  category: Category,
  { clock, log, exchanges, listenMs = LISTEN_MS }: TrialDeps,
): Promise<SourceTrialResult> {
  const source = exchanges[exchange]({ clock, log });
  // With all decimals that a product can have, so that those of the exchange are seen.
  const instrument: Instrument = {
    product: 'TRIAL',
    category,
    decimals: DECIMALS_MAX,
    signedScale: null,
    calendar: null,
    sources: { [exchange]: symbol },
  };
  const samples: Sample[] = [];
  const failed = Promise.withResolvers<void>();
  let isConnected = false;
  try {
    await source.start(
      [instrument],
      (sample) => samples.push(sample),
      ({ state }) => {
        if (state === 'down') failed.resolve();
        else isConnected = true;
      },
    );
    const timer = setTimeout(failed.resolve, listenMs);
    await failed.promise;
    clearTimeout(timer);
    const seconds = Math.round(listenMs / 1000);
    const last = samples.at(-1);
    if (last !== undefined)
      return {
        outcome: 'PRICED',
        ...told(
          samples.map((sample) => sample.price),
          Math.max(0, clock.now() - last.at),
        ),
        trades: samples.filter(({ qty }) => qty !== undefined).length,
        seconds,
      };
    if (source.quarantine().some(({ reason }) => reason === 'REFUSED'))
      return { outcome: 'UNKNOWN', ...NOTHING, seconds };
    if (!isConnected) return { outcome: 'UNREACHABLE', ...NOTHING, seconds };
    return { ...(await beforeNow(source, instrument, clock.now())), seconds };
  } finally {
    await source.stop();
  }
}

/** Of a symbol that said nothing: what its last hour was, or whether the exchange does not know it. */
async function beforeNow(
  source: ExchangeSource,
  instrument: Instrument,
  nowMs: number,
): Promise<Omit<SourceTrialResult, 'seconds'>> {
  try {
    const last = (await source.history(instrument, nowMs - BEFORE_MS, nowMs)).at(-1);
    if (last === undefined) return { outcome: 'QUIET', ...NOTHING };
    return { outcome: 'QUIET', ...told([last.c], Math.max(0, nowMs - last.t)), trades: 0 };
  } catch (error) {
    return { outcome: isOutOfReach(error) ? 'UNREACHABLE' : 'UNKNOWN', ...NOTHING };
  }
}

/** Whether no answer came, or one that says nothing of the symbol. */
function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  if (error instanceof TypeError || error.name === 'TimeoutError' || error.name === 'AbortError') return true;
  return / answered (429|5\d\d)$/.test(error.message);
}

/** The newest price with as many decimals as were seen in any. */
function told(prices: readonly Price[], ageMs: number): Pick<SourceTrialResult, 'price' | 'ageMs' | 'decimals'> {
  const decimals = Math.max(...prices.map(decimalsOf));
  const newest = prices.at(-1) ?? price(0n);
  const scale = 10n ** BigInt(DECIMALS_MAX - decimals);
  return { price: formatPrice(price(newest / scale), decimals), ageMs: Math.round(ageMs), decimals };
}

function decimalsOf(units: Price): number {
  const zeros = /0*$/.exec(units.toString())?.[0].length ?? 0;
  return Math.max(0, DECIMALS_MAX - zeros);
}
