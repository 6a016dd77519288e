import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeEntryBundle } from '../../src/order-log/tiles.ts';
import { makeEntries } from '../../src/testing/naive-tree.ts';
import { testSigner } from '../../src/testing/web-crypto.ts';
import { createLogReader } from '../site/log-reader.ts';
import { createPublicData } from '../site/public-data.ts';
import type { PublicTick } from '../site/public-data.ts';
import { createSiteClient } from '../site/site-client.ts';
import { DATE, orderOf, PRODUCT, START_MS, startPublicSite } from '../testing/public-site.ts';
import type { PublicSite } from '../testing/public-site.ts';
import { headOf } from '../testing/test-site.ts';
import { pageOf, reportOf, verdictOf } from './audit-report.ts';
import { auditSite } from './audit-site.ts';
import type { AuditResult } from './audit-site.ts';
import { emptyState } from './audit-state.ts';
import type { AuditState } from './audit-state.ts';

let shown: PublicSite;

beforeEach(async () => {
  shown = await startPublicSite();
  await shown.grow(200);
  const { ticks } = shown;
  shown.orders = [
    orderOf(ticks, 20, 30, 'up'),
    orderOf(ticks, 31, 33, 'up'),
    orderOf(ticks, 31, 44, 'down'),
    orderOf(ticks, 60, 60, 'down'),
  ].toSorted((one, other) => one.closesAt.localeCompare(other.closesAt));
});

afterEach(async () => await shown.site.close());

async function audit(state: AuditState = emptyState('here'), url = shown.site.url): Promise<AuditResult> {
  const client = createSiteClient(url, { wait: async () => undefined });
  const newest = shown.ticks.at(-1)?.at ?? START_MS;
  return await auditSite(
    {
      data: createPublicData(client),
      reader: createLogReader(client),
      keys: [{ ...shown.site.signer.key, retiredAt: null }],
      nowMs: () => newest + 500,
      firstDays: 2,
      wait: async () => undefined,
    },
    state,
  );
}

/** The findings of a first audit, or of the next one after `state`. */
async function findings(state?: AuditState): Promise<string[]> {
  return (await audit(state)).findings.map(({ key, where }) => `${key}: ${where}`);
}

/** Changes the price with this number and everything that follows from it, as the holder of the key can. */
async function rewrite(seq: number, change: (tick: PublicTick) => PublicTick): Promise<void> {
  shown.ticks = shown.relink(shown.ticks.map((tick) => (tick.seq === BigInt(seq) ? change(tick) : tick)));
  await shown.sign();
}

describe('a site that is honest', () => {
  it('has no finding, in one audit or in several', async () => {
    const first = await audit();
    expect(first).toMatchObject({ findings: [], unreachable: null, entries: 38 });
    expect(first.orders).toEqual({ right: 4, wrong: 0, unseen: 0, waiting: 0 });
    expect(first.products).toMatchObject([{ product: PRODUCT, ticks: 200, checkpoints: 3, toSeq: 200, sources: 200 }]);
    await shown.grow(1_200);
    shown.orders = [...shown.orders, orderOf(shown.ticks, 1_200, 60, 'up')];
    const second = await audit(first.state);
    expect(second).toMatchObject({ findings: [], entries: 2 * 139 - 38 });
    expect(second.orders).toMatchObject({ right: 5, wrong: 0 });
    expect(second.products).toMatchObject([{ ticks: 1_200, toSeq: 1_400 }]);
    const third = await audit(second.state);
    expect(third).toMatchObject({ findings: [], entries: 0, products: [{ ticks: 0 }] });
    expect(verdictOf(third)).toBe('holds');
  });

  it('may be void where the rule says so', async () => {
    const { price = '' } = shown.ticks[59] ?? {};
    await rewrite(61, (tick) => ({ ...tick, price, status: 'STALE' }));
    const gone = { ...orderOf(shown.ticks, 40, 20, 'up'), outcome: 'voided', reason: 'EXIT_NOT_OK' } as const;
    const unseen = { ...orderOf(shown.ticks, 80, 30, 'up'), outcome: 'voided', reason: 'NOT_LOGGED' } as const;
    shown.orders = [gone, unseen];
    expect(await audit()).toMatchObject({ findings: [], orders: { right: 1, wrong: 0, unseen: 1 } });
  });

  it('may publish a price that is newer than the head of the log that was read', async () => {
    shown.site.entries = shown.site.entries.slice(0, 30);
    const first = await audit();
    expect(first).toMatchObject({ findings: [], products: [{ toSeq: 160 }] });
    await shown.grow(10);
    expect(await audit(first.state)).toMatchObject({ findings: [], products: [{ ticks: 50, toSeq: 210 }] });
  });

  it('that cannot be reached is no fraud, and the audit goes on where it was', async () => {
    const first = await audit();
    await shown.grow(30);
    const away = await startPublicSite();
    await away.site.close();
    const second = await audit(first.state, away.site.url);
    expect(second).toMatchObject({ findings: [], unreachable: expect.any(String), state: first.state });
    expect(verdictOf(second)).toBe('incomplete');
    expect(await audit(second.state)).toMatchObject({ findings: [], entries: 6 });
  });
});

describe('the order log', () => {
  it('that was rewritten does not continue what was kept', async () => {
    const { state } = await audit();
    shown.site.entries = [...makeEntries(20), ...makeEntries(40, 'forged')];
    const second = await audit(state);
    expect(second.findings[0]).toEqual({ key: 'LOG_FORKED', where: 'from 38 entries to 60' });
    expect(second.state.log).toEqual(state.log);
  });

  it('that dropped an order does not continue what was kept', async () => {
    const { state } = await audit();
    shown.site.entries = makeEntries(60).filter((_, index) => index !== 7);
    expect(await findings(state)).toContain('LOG_FORKED: from 38 entries to 59');
  });

  it('that shrank', async () => {
    const { state } = await audit();
    shown.site.entries = makeEntries(30);
    expect(await findings(state)).toContain('LOG_SHRANK: 30 entries, and 38 before');
  });

  it('is read to its last entry: what is served must give the signed root', async () => {
    const forged = makeEntries(38).map((entry, index) => (index === 20 ? (makeEntries(1, 'x')[0] ?? entry) : entry));
    const other = await startPublicSite();
    other.site.entries = forged;
    for (const path of ['tile/entries/000.p/38', 'tile/0/000.p/38']) {
      const bytes = await fetch(new URL(`/api/log/${path}`, other.site.url)).then(
        async (answer) => await answer.bytes(),
      );
      shown.site.answers.set(`/api/log/${path}`, bytes);
      expect((await findings())[0], path).toBe('LOG_TILES: level 0, tile 0');
      shown.site.answers.set(`/api/log/${path}`, null);
      expect((await findings())[0], path).toBe(`LOG_INCOMPLETE: ${path}`);
      shown.site.answers.delete(`/api/log/${path}`);
    }
    await other.site.close();
  });

  it('whose entries and tiles agree, but not with the signed root', async () => {
    const forged = await startPublicSite();
    forged.site.entries = makeEntries(38, 'forged');
    for (const path of ['tile/entries/000.p/38', 'tile/0/000.p/38']) {
      const answer = await fetch(new URL(`/api/log/${path}`, forged.site.url));
      shown.site.answers.set(`/api/log/${path}`, await answer.bytes());
    }
    await forged.site.close();
    expect(await findings()).toContain('LOG_ENTRIES: 38 entries');
  });

  it('whose old entries are others than they were', async () => {
    const { state } = await audit();
    await shown.grow(10);
    const changed = shown.site.entries.map((entry, index) =>
      index === 3 ? (makeEntries(1, 'forged')[0] ?? entry) : entry,
    );
    shown.site.answers.set('/api/log/tile/entries/000.p/40', writeEntryBundle(changed));
    expect(await findings(state)).toEqual(['LOG_ENTRIES: bundle 0']);
  });

  it('of another key is not the site’s', async () => {
    const other = await startPublicSite(await testSigner());
    other.ticks = shown.ticks;
    for (const [seq, sources] of shown.sources) other.sources.set(seq, sources);
    other.site.entries = shown.site.entries;
    const result = await audit(undefined, other.site.url);
    expect(result.findings).toEqual([{ key: 'LOG_HEAD', where: 'KEY_UNKNOWN' }]);
    await other.site.close();
  });
});

describe('the heads that prices name', () => {
  const root = 'ab'.repeat(32);

  it.each([
    ['one that the log never had', 101, { size: 19n, root }, 'TICK_LOG: BTCUSDT, price 101'],
    ['one that differs from the signed head', 191, { size: 38n, root }, 'TICK_LOG: BTCUSDT, price 191'],
    ['a shorter log', 101, { size: 2n, root: headOf(makeEntries(2)).root }, 'TICK_LOG_SHRANK: BTCUSDT, price 101'],
    ['none, after some', 101, null, 'TICK_LOG_DROPPED: BTCUSDT, price 101'],
    ['a log that nobody is shown', 61, { size: 900n, root }, 'TICK_LOG_AHEAD: BTCUSDT, price 61'],
  ])('%s', async (_, seq, log, finding) => {
    await rewrite(seq, (tick) => ({ ...tick, log }));
    expect(await findings()).toEqual([finding]);
  });

  it('two of one size are told before the log is asked', async () => {
    await rewrite(95, (tick) => ({ ...tick, log: { size: 18n, root } }));
    await rewrite(94, (tick) => ({ ...tick, log: { size: 18n, root: headOf(makeEntries(18)).root } }));
    expect(await findings()).toEqual(['TICK_LOG_CHANGED: BTCUSDT, price 95']);
  });
});

describe('the prices', () => {
  it('of a rewritten hour differ from the checkpoint that was signed', async () => {
    const checkpoints = [...shown.checkpoints];
    await rewrite(80, (tick) => ({ ...tick, price: '250.00' }));
    shown.checkpoints = checkpoints;
    expect(await findings()).toContain('CHECKPOINT_DIFFERS: BTCUSDT, price 91');
  });

  it('of an hour that was rewritten after an audit do not continue what was kept, whatever is signed again', async () => {
    const { state } = await audit();
    await shown.grow(100);
    await rewrite(20, (tick) => ({ ...tick, price: '250.00' }));
    const found = await findings(state);
    expect(found).toContain('CHECKPOINT: BTCUSDT, 2026-11-21T08:00:00.000Z: KEPT_MISSING');
    expect(found).toContain('CHAIN_BROKEN: BTCUSDT, price 201');
  });

  it.each([
    ['a wrong hash', () => shown.ticks.splice(49, 1, { ...at(50), price: '99.00' }), 'CHAIN_BROKEN: BTCUSDT, price 50'],
    [
      'a price between two seconds',
      async () => await rewrite(50, (tick) => ({ ...tick, at: tick.at + 500 })),
      'CHAIN_BROKEN: BTCUSDT, price 50',
    ],
    [
      'two prices of one second',
      async () => await rewrite(50, (tick) => ({ ...tick, at: tick.at - 1000 })),
      'CHAIN_BROKEN: BTCUSDT, price 50',
    ],
    [
      'an earlier leader',
      async () => await rewrite(50, (tick) => ({ ...tick, epoch: 0 })),
      'CHAIN_BROKEN: BTCUSDT, price 50',
    ],
    ['a price left out', () => shown.ticks.splice(49, 1), 'TICKS_MISSING: BTCUSDT, price 50'],
    ['prices left out at the end', () => shown.ticks.splice(150, 49), 'TICKS_MISSING: BTCUSDT, price 151'],
  ])('%s', async (_, forge, finding) => {
    await forge();
    expect(await findings()).toContain(finding);
  });

  it('that the site has and does not serve', async () => {
    shown.site.answers.set('/api/market/products', [{ code: PRODUCT, last: { seq: 205 }, sessions: 'always' }]);
    expect(await findings()).toContain('TICKS_MISSING: BTCUSDT, price 201');
  });

  it('of which the newest that was followed is another in a later checkpoint', async () => {
    shown.ticks = shown.ticks.slice(0, 151);
    shown.orders = [];
    const { state } = await audit();
    await shown.grow(50);
    const honest = shown.checkpoints;
    const ticks = shown.ticks;
    await rewrite(151, (tick) => ({ ...tick, price: '250.00' }));
    const slot = ticks[150]?.at;
    shown.checkpoints = honest.map((one, index) => (one.slot === slot ? (shown.checkpoints[index] ?? one) : one));
    shown.ticks = ticks;
    expect(await findings(state)).toEqual(['CHECKPOINT_DIFFERS: BTCUSDT, price 151']);
  });

  it('that end earlier than they did', async () => {
    const { state } = await audit();
    shown.ticks = shown.ticks.slice(0, 150);
    expect(await findings(state)).toContain('CHAIN_SHORTER: BTCUSDT, price 150');
  });

  it('with a checkpoint of another key', async () => {
    const stranger = await startPublicSite(await testSigner());
    stranger.ticks = shown.ticks;
    await stranger.sign();
    shown.checkpoints = stranger.checkpoints;
    await stranger.site.close();
    expect(await findings()).toEqual(['CHECKPOINT: BTCUSDT, 2026-11-21T08:00:00.000Z: KEY_UNKNOWN']);
  });

  function at(seq: number): PublicTick {
    const tick = shown.ticks[seq - 1];
    if (tick === undefined) throw new Error('the chain has this price');
    return tick;
  }
});

describe('the list of orders', () => {
  it.each([
    ['another outcome', { outcome: 'lost' }],
    ['a void', { outcome: 'voided', reason: 'NO_EXIT_TICK' }],
    ['another direction', { direction: 'down' }],
    ['another entry price', { entryPrice: '1.00' }],
    ['another exit', { exitSeq: 63 }],
    ['no entry', { entrySeq: null, entryPrice: null }],
    ['another close', { closesAt: new Date(START_MS + 65_000).toISOString() }],
    ['another duration', { durationSec: 32 }],
    ['a void outside the log that won', { reason: 'NOT_LOGGED' }],
  ])('%s', async (_, change) => {
    const order = { ...orderOf(shown.ticks, 31, 30, 'up'), ...change } as (typeof shown.orders)[number];
    shown.orders = [order];
    expect(await findings()).toEqual([`ORDER: practice, ${DATE}, ${order.ref}`]);
  });

  it('of a final day stays as it is: no order is dropped, none comes', async () => {
    shown.isFinal = true;
    const { state } = await audit();
    expect(await findings(state)).toEqual([]);
    const all = shown.orders;
    shown.orders = all.slice(1);
    expect(await findings(state)).toEqual([`LIST_CHANGED: practice, ${DATE}`]);
    shown.orders = [...all, orderOf(shown.ticks, 100, 30, 'up')];
    expect(await findings(state)).toEqual([`LIST_CHANGED: practice, ${DATE}`]);
  });

  it('is not settled by prices that nobody was shown to follow', async () => {
    const original = shown.site.answer;
    const { price = '' } = shown.ticks[63] ?? {};
    const forged = shown.relink(
      shown.ticks.map((tick) => (tick.seq === 65n ? { ...tick, price, status: 'STALE' } : tick)),
    );
    let calls = 0;
    shown.site.answer = (url) => {
      calls += url.pathname.endsWith('/ticks') ? 1 : 0;
      const honest = shown.ticks;
      if (calls > 1) shown.ticks = forged;
      const answer = original(url);
      shown.ticks = honest;
      return answer;
    };
    expect((await findings())[0]).toBe('TICKS_DIFFER: BTCUSDT, price 200');
  });

  it('an answer of another shape is told', async () => {
    shown.site.answers.set('/api/market/products', { items: [] });
    expect(await findings()).toContain('MALFORMED: /api/market/products');
  });
});

describe('the report', () => {
  it('is one page that needs nothing else, and nothing of the site becomes a part of it', async () => {
    const { state } = await audit();
    shown.site.entries = makeEntries(10);
    const result = await audit(state);
    const site = 'https://x.example/<script>alert(1)</script>\u202e';
    const report = reportOf(result, { site, startedMs: START_MS, endedMs: START_MS + 1 });
    expect(JSON.parse(JSON.stringify(report))).toMatchObject({
      format: 'candor-audit-v1',
      verdict: 'findings',
      findings: expect.arrayContaining([expect.objectContaining({ key: 'LOG_SHRANK', words: expect.any(String) })]),
    });
    const page = pageOf(report);
    expect(page).toContain('The order log has fewer entries than the site signed before.');
    expect(page).not.toContain('<script');
    expect(page).not.toContain('\u202e');
    expect(page).not.toMatch(/(src|href)=/);
  });
});
