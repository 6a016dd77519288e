import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogReader } from '../site/log-reader.ts';
import { createPublicData } from '../site/public-data.ts';
import { createSiteClient } from '../site/site-client.ts';
import { DATE, orderOf, PRODUCT, startPublicSite } from '../testing/public-site.ts';
import type { PublicSite } from '../testing/public-site.ts';
import { auditSite } from './audit-site.ts';
import type { AuditResult } from './audit-site.ts';
import { emptyState } from './audit-state.ts';
import type { AuditState } from './audit-state.ts';

/** An honest site in use: prices, order log, orders and days go on while an audit reads them. */

let shown: PublicSite;

beforeEach(async () => {
  shown = await startPublicSite();
  await shown.grow(200);
  onCall = async () => undefined;
});

afterEach(async () => await shown.site.close());

/** What the site does before it answers a call. */
let onCall: (path: string) => Promise<void> = async () => undefined;

async function audit(state: AuditState = emptyState('here'), aheadMs = 500): Promise<AuditResult> {
  const client = createSiteClient(shown.site.url, { wait: async () => undefined });
  const newest = shown.ticks.at(-1)?.at ?? 0;
  shown.aheadMs = aheadMs;
  return await auditSite(
    {
      data: createPublicData({
        get: async (path, bytesMax) => {
          await onCall(path);
          return await client.get(path, bytesMax);
        },
      }),
      reader: createLogReader(client),
      keys: [{ ...shown.site.signer.key, retiredAt: null }],
      nowMs: () => newest + aheadMs,
      firstDays: 2,
      wait: async () => undefined,
    },
    state,
  );
}

/** Once, before the first call of this kind. */
function before(kind: string, act: () => Promise<void> | void): void {
  let isDone = false;
  onCall = async (path) => {
    if (isDone || !path.includes(kind)) return;
    isDone = true;
    await act();
  };
}

/** Orders that enter at these prices of the chain and run for 5 s, and are settled when the site has their last price. */
function settled(from: number, to: number): PublicSite['orders'] {
  return Array.from({ length: to - from }, (_, index) =>
    orderOf(shown.ticks, from + index, 5, index % 2 === 0 ? 'up' : 'down'),
  );
}

describe('a site that goes on while it is read', () => {
  it('is not accused for orders that closed after the prices that were read', async () => {
    shown.orders = settled(100, 190);
    before('fairness/orders', async () => {
      await shown.grow(20);
      shown.orders = settled(100, 210);
    });
    const first = await audit();
    expect(first.findings).toEqual([]);
    // Price 200 is the last one read. That of the order that entered at 194 is its close.
    expect(first.orders).toEqual({ right: 95, wrong: 0, unseen: 0, waiting: 15 });
    const second = await audit(first.state);
    expect(second).toMatchObject({ findings: [], orders: { right: 110, wrong: 0, waiting: 0 } });
  });

  it('is judged to its last order, though the day was final when it was read', async () => {
    before('fairness/orders', async () => {
      await shown.grow(20);
      shown.orders = settled(190, 210);
      shown.isFinal = true;
    });
    const first = await audit();
    expect(first).toMatchObject({ findings: [], orders: { right: 5, waiting: 15 } });
    const wrong = shown.orders.map((order, index) => (index === 19 ? { ...order, exitPrice: '1.00' } : order));
    const honest = await audit(first.state);
    expect(honest).toMatchObject({ findings: [], orders: { right: 20, wrong: 0, waiting: 0 } });
    // Then it is done: an audit reads the list, and settles nothing again.
    expect(await audit(honest.state)).toMatchObject({ findings: [], orders: { right: 0, wrong: 0, waiting: 0 } });
    shown.orders = wrong;
    const forged = await audit(first.state);
    expect(forged.findings.map(({ key }) => key)).toEqual(['ORDER', 'LIST_CHANGED']);
  });

  it('says a wrong order of a final day again in each audit', async () => {
    shown.orders = settled(100, 110).map((order, index) => (index === 3 ? { ...order, exitPrice: '1.00' } : order));
    shown.isFinal = true;
    const first = await audit();
    expect(first).toMatchObject({ findingsCount: 1, orders: { right: 9, wrong: 1 } });
    expect(await audit(first.state)).toMatchObject({ findingsCount: 1, orders: { right: 9, wrong: 1 } });
  });

  it('may make a day final between two pages of its list', async () => {
    shown.orders = settled(100, 120);
    const late = orderOf(shown.ticks, 99, 2, 'up');
    // The order that closed first is settled last, after the page where it belongs was read.
    const pages = shown.site.answer;
    shown.site.answer = (url) => {
      const { pathname, searchParams } = url;
      if (pathname !== '/api/market/fairness/orders' || searchParams.get('date') !== DATE) return pages(url);
      const [first, rest] = [shown.orders.slice(0, 10), shown.orders.slice(10)];
      if (searchParams.get('cursor') === null) return { items: first, nextCursor: 'second', final: shown.isFinal };
      return { items: rest, nextCursor: null, final: shown.isFinal };
    };
    before('cursor=second', () => {
      shown.isFinal = true;
    });
    const first = await audit();
    shown.orders = [late, ...shown.orders];
    const second = await audit(first.state);
    expect([first.findings, second.findings]).toEqual([[], []]);
    expect(second.orders).toMatchObject({ right: 21, wrong: 0 });
    expect(await audit(second.state)).toMatchObject({ findings: [] });
  });

  it('may have prices that stopped, and orders that wait for them', async () => {
    const stop = shown.ticks.length;
    shown.orders = settled(100, 190);
    const first = await audit(undefined, 600_000);
    expect(first).toMatchObject({ findings: [], orders: { right: 90, waiting: 0 } });
    // The prices come back ten minutes later, while the list is read: what closed between is void.
    before('fairness/orders', async () => {
      await shown.grow(620);
      const all = shown.ticks;
      const gap = all.filter((_, index) => index < stop || index >= stop + 600);
      shown.ticks = shown.relink(gap.map((tick, index) => ({ ...tick, seq: BigInt(index + 1) })));
      for (const { seq, sourcesDigest } of shown.ticks) {
        const made = all.find((tick) => tick.sourcesDigest === sourcesDigest);
        const said = made === undefined ? undefined : shown.sources.get(made.seq);
        if (said !== undefined) shown.sources.set(seq, said);
      }
      await shown.sign();
      const gone = { entrySeq: null, entryPrice: null, outcome: 'voided', reason: 'NO_ENTRY_TICK' } as const;
      const order = orderOf(all, stop + 60, 30, 'up');
      shown.orders = [...shown.orders, { ...order, ...gone, exitSeq: null, exitPrice: null }];
    });
    const second = await audit(first.state, 600_000);
    expect(second).toMatchObject({ findings: [], orders: { right: 90, waiting: 1 } });
    expect(await audit(second.state)).toMatchObject({ findings: [], orders: { right: 91, waiting: 0 } });
  });

  it('may lose an answer: its day stays open, though the next ones are final', async () => {
    shown.orders = settled(100, 110).map((order, index) => (index === 3 ? { ...order, exitPrice: '1.00' } : order));
    shown.isFinal = true;
    const path = `/api/market/fairness/orders?wallet=practice&date=${DATE}&limit=1000`;
    shown.site.answers.set(path, { items: 'none' });
    const first = await audit(undefined, 20 * 3_600_000);
    expect(first.findings).toMatchObject([{ key: 'MALFORMED' }]);
    shown.site.answers.delete(path);
    const later = await audit(first.state, 20 * 86_400_000);
    expect(later.findings).toMatchObject([{ key: 'ORDER' }]);
  });
});

describe('a product that is not offered any more', () => {
  it('keeps its prices, and its orders are judged by them', async () => {
    shown.orders = settled(100, 110);
    const first = await audit();
    shown.isListed = false;
    await shown.grow(50);
    shown.orders = settled(100, 240);
    const second = await audit(first.state);
    expect(second).toMatchObject({ findings: [], orders: { right: 140, waiting: 0 } });
    expect(second.products).toMatchObject([{ product: PRODUCT, isListed: false, ticks: 50, toSeq: 250 }]);
    // Also for who never saw it in the list.
    expect(await audit(undefined, 600_000)).toMatchObject({
      findings: [],
      orders: { right: 140, wrong: 0, waiting: 0 },
    });
  });

  it('is gone if its prices are, and shorter if they are fewer', async () => {
    const { state } = await audit();
    shown.isListed = false;
    const { ticks } = shown;
    shown.ticks = ticks.slice(0, 150);
    expect((await audit(state)).findings).toEqual([{ key: 'CHAIN_SHORTER', where: `${PRODUCT}, price 150` }]);
    const pages = shown.site.answer;
    shown.site.answer = (url) => (url.pathname.endsWith('/ticks') ? undefined : pages(url));
    expect((await audit(state)).findings).toEqual([{ key: 'PRODUCT_GONE', where: PRODUCT }]);
  });
});

describe('a list that is ahead of its prices', () => {
  it('is seen when the prices end before an order closed, also if it is void', async () => {
    const order = orderOf(shown.ticks, 190, 5, 'up');
    const closesAt = new Date(Date.parse(order.closesAt) + 60_000).toISOString();
    shown.orders = [{ ...order, closesAt }];
    // Two minutes are for clocks that differ.
    expect(await audit()).toMatchObject({ findings: [], orders: { waiting: 1 } });
    const found = await audit(undefined, 600_000);
    expect(found.findings).toEqual([{ key: 'ORDER_EARLY', where: `practice, ${DATE}, ${order.ref}` }]);
    expect(found.orders).toMatchObject({ wrong: 1, waiting: 0 });
  });

  it('is seen when the site has no such product', async () => {
    shown.orders = [{ ...orderOf(shown.ticks, 150, 5, 'up'), product: 'NOSUCH' }];
    expect((await audit()).findings).toMatchObject([]);
    expect((await audit(undefined, 600_000)).findings).toMatchObject([{ key: 'ORDER_EARLY' }]);
  });

  it('waits while the prices of a product cannot be followed to their end, which is a finding of its own', async () => {
    shown.orders = settled(190, 195);
    shown.ticks.splice(149, 1);
    const { findings, orders } = await audit(undefined, 600_000);
    expect(findings).toMatchObject([{ key: 'TICKS_MISSING', where: `${PRODUCT}, price 150` }]);
    expect(orders).toMatchObject({ wrong: 0, waiting: 5 });
  });
});
