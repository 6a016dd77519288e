import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulatorSourceText } from '../../src/simulator-source.ts';
import { roundOfSecond } from '../../src/beacon.ts';
import type { BeaconRound } from '../../src/beacon.ts';
import { RECORDED_FROM_MS, recordedRound } from '../../src/testing/quicknet-rounds.ts';
import { createLogReader } from '../site/log-reader.ts';
import { createPublicData } from '../site/public-data.ts';
import { createSiteClient } from '../site/site-client.ts';
import { digestOf, PRODUCT } from '../testing/public-site.ts';
import { startSimulatedSite } from '../testing/simulated-site.ts';
import type { SimulatedSite } from '../testing/simulated-site.ts';
import { pageOf, reportOf } from './audit-report.ts';
import { auditSite } from './audit-site.ts';
import type { AuditResult } from './audit-site.ts';
import { emptyState } from './audit-state.ts';
import type { AuditState } from './audit-state.ts';

const DAY_MS = 86_400_000;
const TODAY = '2026-11-21';
const TOMORROW = '2026-11-22';

let shown: SimulatedSite;

beforeEach(async () => {
  shown = await startSimulatedSite();
});
afterEach(async () => await shown.site.close());

async function audit(state: AuditState = emptyState('here'), laterMs = 500): Promise<AuditResult> {
  const client = createSiteClient(shown.site.url, { wait: async () => undefined });
  const newest = shown.ticks.at(-1)?.at ?? 0;
  shown.aheadMs = laterMs;
  return await auditSite(
    {
      data: createPublicData(client),
      reader: createLogReader(client),
      keys: [{ ...shown.site.signer.key, retiredAt: null }],
      nowMs: () => newest + laterMs,
      firstDays: 2,
    },
    state,
  );
}

function findingsOf({ findings }: AuditResult): string[] {
  return findings.map(({ key, where }) => `${key}: ${where}`);
}

/** Changes what the site signs of a price and its sources, and makes the chain again. */
async function rename(seq: number, source: string): Promise<void> {
  const sources = (shown.sources.get(BigInt(seq)) ?? []).map((report) => ({ ...report, source }));
  shown.sources.set(BigInt(seq), sources);
  const sourcesDigest = digestOf(sources);
  shown.ticks = shown.relink(shown.ticks.map((tick) => (tick.seq === BigInt(seq) ? { ...tick, sourcesDigest } : tick)));
  await shown.sign();
}

describe('simulated prices', () => {
  it('are computed again when their seed is published; until then the day is read again', async () => {
    await shown.simulate(100);
    const first = await audit();
    expect(first).toMatchObject({
      findings: [],
      products: [{ sources: 100, simulated: { checked: 0, unrevealed: 99, unnamed: 0, begun: 0 } }],
      state: { chains: [{ seq: 100, pathSeq: 1 }] },
    });
    await shown.simulate(100);
    const second = await audit(first.state);
    expect(second).toMatchObject({
      findings: [],
      products: [{ ticks: 100, sources: 200, simulated: { checked: 0, unrevealed: 119 + 79, begun: 1 } }],
      state: { chains: [{ seq: 200, pathSeq: 1 }] },
    });
    shown.reveal(TODAY);
    const third = await audit(second.state);
    expect(third).toMatchObject({
      findings: [],
      products: [{ ticks: 0, sources: 200, simulated: { checked: 119, unrevealed: 79, begun: 1 } }],
      state: { chains: [{ seq: 200, pathSeq: 120 }] },
    });
    shown.reveal(TOMORROW);
    // The day before is done: it begins with the last price of it.
    expect(await audit(third.state)).toMatchObject({
      findings: [],
      products: [{ sources: 81, simulated: { checked: 79, unrevealed: 0, begun: 1 } }],
    });
  });

  it('whose seed never comes are waited for three days', async () => {
    await shown.simulate(200);
    expect((await audit(undefined, 3 * DAY_MS - 100_000)).state.chains).toMatchObject([{ pathSeq: 1 }]);
    const result = await audit(undefined, 3 * DAY_MS);
    expect(result).toMatchObject({ findings: [], products: [{ simulated: { checked: 0, unrevealed: 198 } }] });
    expect(result.state.chains).toMatchObject([{ pathSeq: 120 }]);
  });

  it('that were chosen are seen, at the first of them, in each audit', async () => {
    shown.reveal(TODAY);
    shown.reveal(TOMORROW);
    await shown.simulate(200, (seq, honest) => (seq === 90 ? honest + 1n : honest));
    const first = await audit();
    expect(findingsOf(first)).toEqual([`PATH_PRICE: ${PRODUCT}, price 90`]);
    expect(first.state.chains).toMatchObject([{ seq: 200, pathSeq: 1 }]);
    expect(findingsOf(await audit(first.state))).toEqual([`PATH_PRICE: ${PRODUCT}, price 90`]);
  });

  it('that were chosen before their seed was published are seen after it', async () => {
    await shown.simulate(150, (seq, honest) => (seq > 130 ? honest + 5n : honest));
    const { state, findings } = await audit();
    expect(findings).toEqual([]);
    shown.reveal(TODAY);
    shown.reveal(TOMORROW);
    expect(findingsOf(await audit(state))).toEqual([`PATH_PRICE: ${PRODUCT}, price 131`]);
  });

  it('that is not valid and was invented, to steer those after it, is seen before any seed is published', async () => {
    const last = () => BigInt((shown.ticks.at(-1)?.price ?? '').replace('.', ''));
    await shown.simulate(69);
    await shown.simulate(1, last, [70]);
    await shown.simulate(1, (_, honest) => honest);
    const { state, findings } = await audit();
    expect(findings).toEqual([]);
    await shown.simulate(1, () => (last() * 1004n) / 1000n, [72]);
    await shown.simulate(30);
    expect(findingsOf(await audit(state))).toEqual([`PRICE_NOT_REPEATED: ${PRODUCT}, price 72`]);
  });

  it('of a second seed on the same day, or of a day without one', async () => {
    await shown.simulate(200);
    const other = simulatorSourceText({ commitment: 'ef'.repeat(32), deviationPpb: 89_000n }, 1);
    await rename(70, other);
    expect(findingsOf(await audit())).toEqual([`PATH_SEED_CHANGED: ${PRODUCT}, price 70`]);
    await rename(70, 'simulator');
    await rename(121, 'simulator');
    expect(findingsOf(await audit())).toEqual([`PATH_SEED_UNNAMED: ${PRODUCT}, price 121`]);
  });
});

describe('simulated prices of version 2', () => {
  beforeEach(() => (shown.version = 2));

  /** What a new process signs from this price on: another leader. */
  function restart(seq: number): void {
    shown.ticks = shown.relink(shown.ticks.map((tick) => (tick.seq >= BigInt(seq) ? { ...tick, epoch: 2 } : tick)));
  }

  it('go on over restarts and midnight; only the first of the chain is free', async () => {
    shown.reveal(TODAY);
    shown.reveal(TOMORROW);
    await shown.simulate(200);
    restart(60);
    await shown.sign();
    const result = await audit();
    expect(result).toMatchObject({
      findings: [],
      products: [{ simulated: { checked: 199, unrevealed: 0, unnamed: 0, begun: 1 } }],
    });
    const report = pageOf(reportOf(result, { site: 'here', startedMs: 0, endedMs: 1 }));
    expect(report).toContain('Free prices: the first of a chain');
  });

  it('of another seed after a restart', async () => {
    await shown.simulate(100);
    restart(60);
    await rename(60, simulatorSourceText({ commitment: 'ef'.repeat(32), deviationPpb: 89_000n }));
    expect(findingsOf(await audit())).toEqual([`PATH_SEED_CHANGED: ${PRODUCT}, price 60`]);
  });

  it('of another first price after a restart', async () => {
    shown.reveal(TODAY);
    await shown.simulate(100, (seq, honest) => (seq === 60 ? honest + 20_000n : honest));
    restart(60);
    await shown.sign();
    expect(findingsOf(await audit())).toEqual([`PATH_PRICE: ${PRODUCT}, price 60`]);
  });

  it('whose seed is withheld are a finding when the day is long over and the simulator went on', async () => {
    await shown.simulate(150);
    shown.reveal(TOMORROW);
    // A site that was off since cannot have published it.
    expect(findingsOf(await audit(undefined, 4 * DAY_MS))).toEqual([]);
    await shown.simulate(3_600);
    expect(findingsOf(await audit(undefined, 2 * DAY_MS))).toEqual([]);
    const found = await audit(undefined, 4 * DAY_MS);
    expect(findingsOf(found)).toEqual([`PATH_SEED_WITHHELD: ${PRODUCT}, ${TODAY}`]);
    // Each audit says it again, until it is published.
    expect(findingsOf(await audit(found.state, 4 * DAY_MS))).toEqual([`PATH_SEED_WITHHELD: ${PRODUCT}, ${TODAY}`]);
    shown.reveal(TODAY);
    expect(findingsOf(await audit(found.state, 4 * DAY_MS))).toEqual([]);
  });

  it('are judged by the next audit too where a day ended with prices that were not valid', async () => {
    await shown.simulate(117);
    const last = () => BigInt((shown.ticks.at(-1)?.price ?? '').replace('.', ''));
    for (const seq of [118, 119, 120]) await shown.simulate(1, last, [seq]);
    await shown.simulate(30, (seq, honest) => (seq === 121 ? honest + 40n : honest));
    shown.reveal(TODAY);
    const first = await audit();
    expect(findingsOf(first)).toEqual([]);
    expect(first.state.chains).toMatchObject([{ pathSeq: 117 }]);
    shown.reveal(TOMORROW);
    expect(findingsOf(await audit(first.state))).toEqual([`PATH_PRICE: ${PRODUCT}, price 121`]);
  });

  it('are not left for version 1 again, where a leader is free', async () => {
    await shown.simulate(100);
    await rename(60, 'simulator');
    expect(findingsOf(await audit())).toEqual([`PATH_SEED_CHANGED: ${PRODUCT}, price 60`]);
  });
});

describe('simulated prices with public randomness', () => {
  /** The nine seconds whose rounds are recorded. */
  async function publish(roundOf: (at: number) => BeaconRound | null): Promise<void> {
    shown.version = 2;
    await shown.simulate(9, undefined, [], { from: RECORDED_FROM_MS, roundOf });
  }

  it('are checked with their rounds, before any seed is published', async () => {
    await publish((at) => recordedRound(roundOfSecond(at)));
    expect(await audit()).toMatchObject({ findings: [], products: [{ simulated: { unrevealed: 8, foreseeable: 0 } }] });
    shown.reveal('2023-08-23');
    expect(await audit()).toMatchObject({ findings: [], products: [{ simulated: { checked: 8, foreseeable: 0 } }] });
  });

  it('of a round that the network did not sign, or that is older than its second', async () => {
    const forged = { round: 1001, signature: recordedRound(1002)?.signature ?? '' };
    for (const round of [forged, recordedRound(1000)]) {
      shown.ticks = [];
      await publish((at) => (at === RECORDED_FROM_MS + 4000 ? round : recordedRound(roundOfSecond(at))));
      expect(findingsOf(await audit())).toEqual([`PATH_ROUND: ${PRODUCT}, price 5`]);
    }
  });

  it('of a choice by the second whether there is a round; what has none is counted', async () => {
    await publish((at) => (at === RECORDED_FROM_MS + 4000 ? null : recordedRound(roundOfSecond(at))));
    expect(findingsOf(await audit())).toEqual([`PATH_ROUND_RESUMED: ${PRODUCT}, price 6`]);
    shown.ticks = [];
    await publish(() => null);
    const result = await audit();
    expect(result).toMatchObject({ findings: [], products: [{ simulated: { foreseeable: 8 } }] });
    expect(pageOf(reportOf(result, { site: 'here', startedMs: 0, endedMs: 1 }))).toContain('Without public randomness');
  });
});

describe('what the sources said', () => {
  beforeEach(async () => await shown.simulate(100));

  it.each<[string, () => void]>([
    ['another price', () => forge((report) => ({ ...report, price: '1.00' }))],
    ['another source', () => forge((report) => ({ ...report, source: 'binance' }))],
    ['another moment', () => forge((report) => ({ ...report, receivedAt: '2026-11-21T23:58:00.000Z' }))],
    ['another verdict', () => forge((report) => ({ ...report, verdict: 'stale' }))],
    ['nothing', () => void shown.sources.set(50n, [])],
    ['nothing at all', () => void shown.sources.delete(50n)],
  ])('is what the hash of the price covers: %s is seen', async (_, lie) => {
    expect(findingsOf(await audit())).toEqual([]);
    lie();
    const result = await audit();
    expect(findingsOf(result)).toEqual([`SOURCES: ${PRODUCT}, price 50`]);
    expect(result.products).toMatchObject([{ ticks: 100, sources: 49 }]);
  });

  it('is read with the prices that were followed, and no others', async () => {
    const honest = shown.site.answer;
    let calls = 0;
    const { price = '' } = shown.ticks[58] ?? {};
    const forged = shown.relink(
      shown.ticks.map((tick) => (tick.seq === 60n ? { ...tick, price, status: 'STALE' } : tick)),
    );
    shown.site.answer = (url) => {
      calls += url.pathname.endsWith('/ticks') ? 1 : 0;
      const ticks = shown.ticks;
      if (calls > 1) shown.ticks = forged;
      const answer = honest(url);
      shown.ticks = ticks;
      return answer;
    };
    expect(findingsOf(await audit())[0]).toBe(`TICKS_DIFFER: ${PRODUCT}, price 100`);
  });

  it('of another shape is told', async () => {
    shown.site.answers.set(`/api/market/products/${PRODUCT}/sources?fromSeq=1&toSeq=100`, { items: [] });
    const result = await audit();
    expect(findingsOf(result)[0]).toContain('MALFORMED: /api/market/products/BTCUSDT/sources');
    expect(result.products).toMatchObject([{ ticks: 100, sources: 0, simulated: null }]);
  });

  function forge(change: (report: SourceReport) => SourceReport): void {
    shown.sources.set(50n, (shown.sources.get(50n) ?? []).map(change));
  }
});

type SourceReport = NonNullable<ReturnType<SimulatedSite['sources']['get']>>[number];

it('the report counts what was computed again, for programs and for people', async () => {
  shown.reveal(TODAY);
  await shown.simulate(140, (seq, honest) => (seq === 139 ? 1n : honest));
  shown.reveal(TOMORROW);
  const report = reportOf(await audit(), { site: 'here', startedMs: 0, endedMs: 1 });
  expect(report.products).toMatchObject([{ sources: 139, simulated: { checked: 136, unrevealed: 0, begun: 1 } }]);
  expect(report.findings).toMatchObject([{ key: 'PATH_PRICE', words: expect.stringContaining('does not follow') }]);
  const page = pageOf(report);
  expect(page).toContain('<h2>Simulated prices</h2>');
  expect(page).toContain('<td>BTCUSDT</td><td class="n">136</td>');
  expect(page).toContain('A simulated price does not follow from the price before it and the published seed.');
  await shown.site.close();
  shown = await startSimulatedSite();
  await shown.grow(10);
  expect(pageOf(reportOf(await audit(), { site: 'here', startedMs: 0, endedMs: 1 }))).not.toContain('Simulated');
});
