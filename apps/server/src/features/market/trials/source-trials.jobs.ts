/** Answers what operators ask exchanges before they propose them as sources. It runs beside the seconds, and touches nothing of theirs. */
import type { SourceTrialResult } from '@candor/contract/console-source-trials';
import { EXCHANGES } from '@candor/contract/market';
import type { Config } from '../../../platform/config/config.ts';
import type { Pool } from '../../../platform/db/pool.ts';
import { repeat } from '../../../platform/jobs/repeat.ts';
import { createBinance } from '../sources/binance.ts';
import { createCoinbase } from '../sources/coinbase.ts';
import { createKraken } from '../sources/kraken.ts';
import { createOkx } from '../sources/okx.ts';
import { endTrial, takeTrial } from './trial-store.ts';
import type { TrialResults } from './trial-store.ts';
import { trySource } from './try-source.ts';
import type { TrialDeps } from './try-source.ts';

export interface SourceTrialsDeps extends Omit<TrialDeps, 'exchanges'> {
  readonly pool: Pool;
  readonly config: Pick<Config, 'feed'>;
  /** A test has exchanges of its own. */
  readonly exchanges?: TrialDeps['exchanges'];
  readonly everyMs?: number;
}

export const REAL_EXCHANGES: TrialDeps['exchanges'] = {
  binance: createBinance,
  okx: createOkx,
  coinbase: createCoinbase,
  kraken: createKraken,
};

/** Whether sources are tried on a site with these prices: where no exchange is asked for prices, none is asked for a trial. */
export function triesSources(feed: Config['feed']): boolean {
  return feed === 'auto' || feed === 'live';
}

const LOOK_MS = 1_000;
const NOT_HERE: SourceTrialResult = {
  outcome: 'NOT_HERE',
  price: null,
  ageMs: null,
  decimals: null,
  trades: 0,
  seconds: 0,
};

/** Returns what stops it. */
export function startSourceTrials({
  pool,
  config,
  everyMs = LOOK_MS,
  exchanges = REAL_EXCHANGES,
  ...deps
}: SourceTrialsDeps): () => Promise<void> {
  const looking = repeat('source trials', everyMs, deps.log, async () => {
    const trial = await takeTrial(pool);
    if (trial === undefined) return;
    const { sources, category } = trial;
    const asked = await Promise.all(
      EXCHANGES.map(async (exchange) => {
        const symbol = sources[exchange];
        if (symbol === undefined) return [];
        const answer = triesSources(config.feed)
          ? await trySource(exchange, symbol, category, { ...deps, exchanges })
          : NOT_HERE;
        return [[exchange, answer] as const];
      }),
    );
    const answers: TrialResults = Object.fromEntries(asked.flat());
    await endTrial(pool, trial.id, answers);
  });
  return async () => await looking.stop();
}
