/** Where published prices came from: what each source said of a tick, and the seeds of simulated prices. */
import * as calls from '@candor/contract/calls/market';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { type HttpApp, Refused } from '../../platform/http/http-app.ts';
import { SECOND_MS } from '../../platform/http/public-answers.ts';
import type { PublicAnswers } from '../../platform/http/public-answers.ts';
import type { ReadTickSources } from '../../services/ticks/read-ticks.ts';
import { selectSeeds } from './feed/seed-store.ts';
import { findDecimals } from './market-store.ts';
import { selectPriceSources } from './price-source-store.ts';
import { priceSourcesView } from './price-source-view.ts';

export interface PriceEvidenceDeps {
  readonly pool: Db;
  readonly clock: Pick<Clock, 'now'>;
  readonly readTickSources: ReadTickSources;
  readonly answers: Pick<PublicAnswers, 'send'>;
}

/** Cost of making an answer in points, in addition to sending it; see platform/http/route-cost.ts. */
const MAKING = { sources: 8, health: 20, seeds: 8 } as const;
const TICKS_A_POINT = 50;
/** A page of ticks without a gap never changes. */
const WHOLE_TICKS_KEPT_MS = 3_600_000;
const SEEDS_KEPT_MS = 10_000;
/** One a start of the feed. */
const SEEDS_MAX = 500;

export function priceEvidenceRoutes(app: HttpApp, deps: PriceEvidenceDeps): void {
  serve(app, deps, [
    on(calls.listTickSources, listTickSources),
    on(calls.listPriceSources, listPriceSources),
    on(calls.listSimulatorSeeds, listSimulatorSeeds),
  ]);
}

async function listTickSources(
  { params, query, request, reply }: Call<typeof calls.listTickSources>,
  { pool, readTickSources, answers }: PriceEvidenceDeps,
): Promise<Answered<typeof calls.listTickSources>> {
  const { code } = params;
  const { fromSeq, toSeq } = query;
  const asked = toSeq - Math.max(fromSeq, 1) + 1;
  return await answers.send(request, reply, {
    key: `sources/${code}/${fromSeq}/${toSeq}`,
    points: MAKING.sources + Math.ceil((toSeq - fromSeq) / TICKS_A_POINT),
    make: async () => {
      if ((await findDecimals(pool, code)) === null) throw new Refused('PRODUCT_NOT_FOUND');
      const ticks = await readTickSources(pool, code, BigInt(fromSeq), BigInt(toSeq));
      if (!ticks.ok) throw new Refused(ticks.error);
      return ticks.value.map(({ seq, sourcesDigest, sources }) => ({
        seq: Number(seq),
        sourcesDigest,
        sources: [...sources],
      }));
    },
    keptMs: (ticks) => (ticks.length === asked ? WHOLE_TICKS_KEPT_MS : SECOND_MS),
  });
}

async function listPriceSources(
  { request, reply }: Call<typeof calls.listPriceSources>,
  { pool, clock, answers }: PriceEvidenceDeps,
): Promise<Answered<typeof calls.listPriceSources>> {
  return await answers.send(request, reply, {
    key: 'price-sources',
    points: MAKING.health,
    make: async () => {
      const nowMs = clock.now();
      return (await selectPriceSources(pool)).map((row) => priceSourcesView(row, nowMs));
    },
  });
}

async function listSimulatorSeeds(
  { query, request, reply }: Call<typeof calls.listSimulatorSeeds>,
  { pool, answers }: PriceEvidenceDeps,
): Promise<Answered<typeof calls.listSimulatorSeeds>> {
  const { day } = query;
  return await answers.send(request, reply, {
    key: `simulator-seeds/${day}`,
    points: MAKING.seeds,
    make: async () => await selectSeeds(pool, day, SEEDS_MAX),
    keptMs: SEEDS_KEPT_MS,
  });
}
