import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogReader } from '../site/log-reader.ts';
import { createPublicData } from '../site/public-data.ts';
import { createSiteClient } from '../site/site-client.ts';
import { listOf, startOpenedSite, termsText } from '../testing/opened-site.ts';
import type { LogRow, OpenedSite, Planned } from '../testing/opened-site.ts';
import { DATE, PRODUCT, START_MS } from '../testing/public-site.ts';
import { auditSite } from './audit-site.ts';
import type { AuditResult } from './audit-site.ts';
import { emptyState } from './audit-state.ts';
import type { AuditState } from './audit-state.ts';
import { toHex, utf8 } from '../../src/encoding.ts';
import { sha256 } from '../shell/node-crypto.ts';

/** What the order log opens, the public list and the public figures are one thing. Each lie here is one that was seen by nobody. */

let shown: OpenedSite;

/** An order every five seconds, of 10 s; one of 60 s, which still runs. */
const ORDERS: readonly Planned[] = [
  ...Array.from({ length: 30 }, (_, index) => ({
    entry: 10 + 5 * index,
    durationSec: 10,
    direction: index % 2 === 0 ? ('up' as const) : ('down' as const),
  })),
  { entry: 150, durationSec: 60, direction: 'up' },
];

beforeEach(async () => {
  shown = await startOpenedSite();
  await shown.live(200, ORDERS);
});

afterEach(async () => await shown.site.close());

async function audit(state: AuditState = emptyState('here')): Promise<AuditResult> {
  const client = createSiteClient(shown.site.url, { wait: async () => undefined });
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

async function findings(state?: AuditState): Promise<string[]> {
  return (await audit(state)).findings.map(({ key, where }) => `${key}: ${where}`);
}

/** The entry of the n-th order, or of its settlement. */
function placeOf(kind: 'order' | 'settlement', n = 0): number {
  const order = shown.log.filter(({ opened }) => opened.kind === 'order')[n]?.opened;
  const ref = order?.kind === 'order' ? order.public.ref : '';
  return shown.log.findIndex(({ opened }) => opened.kind === kind && opened.public.ref === ref);
}

function lie(index: number, change: (row: LogRow) => LogRow['opened']): void {
  const row = shown.log[index];
  if (row === undefined) throw new Error('the log has this entry');
  shown.served[index] = { index, ...change(row) };
}

describe('an honest site', () => {
  it('is not accused, in one audit or in several, while orders run', async () => {
    const first = await audit();
    expect(first).toMatchObject({ findings: [], openings: { opened: 30, sealed: 1 }, orders: { right: 30, wrong: 0 } });
    const again = await audit(first.state);
    expect(again).toMatchObject({ findings: [], openings: { opened: 0, sealed: 1 } });
    await shown.live(100, [{ entry: 210, durationSec: 20, direction: 'up' }]);
    const third = await audit(again.state);
    expect(third).toMatchObject({ findings: [], openings: { opened: 2, sealed: 0 } });
    expect(JSON.stringify(third.state).length).toBeLessThan(20_000);
  });

  it('may take an order at any moment of an audit', { timeout: 60_000 }, async () => {
    let state = emptyState('here');
    for (let round = 0; round < 12; round += 1) {
      const from = 202 + 7 * round;
      await shown.live(7, [
        { entry: from, durationSec: 3, direction: 'up' },
        { entry: from + 2, durationSec: 30, direction: 'down' },
      ]);
      shown.figuresAgeMs = (round % 4) * 15_000;
      const result = await audit(state);
      expect(result.findings).toEqual([]);
      ({ state } = result);
    }
  });

  it('may show a list that is a second old', async () => {
    const newest = shown.orders;
    shown.orders = newest.slice(1);
    const pages = shown.site.answer;
    shown.site.answer = (url) => {
      const answer = pages(url);
      if (url.pathname === '/api/market/fairness/orders' && url.searchParams.get('date') === DATE)
        shown.orders = newest;
      return answer;
    };
    expect(await findings()).toEqual([]);
  });

  it('that was off for an hour is not late', async () => {
    const { state } = await audit();
    const stop = shown.ticks.length;
    await shown.live(4_000);
    // Of the hour there is no price; the open order is settled when they come back.
    const all = shown.ticks;
    shown.ticks = all.filter((_, index) => index < stop || index >= stop + 3_600);
    const gone = new Set(all.slice(stop, stop + 3_600));
    shown.ticks = shown.ticks.map((tick, index) => ({ ...tick, seq: BigInt(index + 1) }));
    for (const [index, tick] of all.filter((one) => !gone.has(one)).entries())
      shown.sources.set(BigInt(index + 1), shown.sources.get(tick.seq) ?? []);
    shown.ticks = shown.relink(shown.ticks);
    await shown.sign();
    shown.served = shown.served.map((item) => item);
    expect((await audit(state)).findings.filter(({ key }) => key === 'OPENING_LATE')).toEqual([]);
  });

  it('may be one of before, whose entries are never opened', async () => {
    shown.served = shown.served.map(({ index }) => ({ index, kind: 'older' }));
    shown.orders = shown.orders.map((order) => ({ ...order, index: null, settledIndex: null }));
    expect(await findings()).toEqual([]);
  });
});

describe('the public list', () => {
  it('with an invented win', async () => {
    const [win] = shown.orders;
    if (win === undefined) throw new Error('there are orders');
    const honest = shown.orders;
    const ref = 'ab'.repeat(32);
    shown.orders = [...honest, { ...win, ref }];
    expect(await findings()).toContain(`LIST_NOT_LOG: practice, ${DATE}: 31 orders in the list, 30 opened`);
    shown.orders = [...honest, { ...win, ref, index: null, settledIndex: null }];
    expect(await findings()).toContain(`LIST_NOT_LOG: practice, ${DATE}, ${ref}: in no log`);
  });

  it('with an invented win that names entries which the log will never have', async () => {
    const [win] = shown.orders;
    if (win === undefined) throw new Error('there are orders');
    shown.orders = [...shown.orders, { ...win, ref: 'ab'.repeat(32), settledIndex: 5_001 }];
    const first = await audit();
    expect(first.findings).toEqual([]);
    await shown.live(150);
    const honest = listOf(shown);
    shown.orders = [...honest, { ...win, ref: 'ab'.repeat(32), settledIndex: 5_001 }];
    expect(await findings(first.state)).toEqual([
      `LIST_NOT_LOG: a row named entry 5001, and the log has ${shown.log.length}`,
    ]);
  });

  it('without a settled winner', async () => {
    const won = shown.orders.findIndex(({ outcome }) => outcome === 'won');
    shown.orders = shown.orders.filter((_, index) => index !== won);
    expect(await findings()).toEqual([`LIST_NOT_LOG: practice, ${DATE}: 29 orders in the list, 30 opened`]);
  });

  it('with direction and result turned together', async () => {
    shown.orders = shown.orders.map((order, index) =>
      index === 4
        ? {
            ...order,
            direction: order.direction === 'up' ? 'down' : 'up',
            outcome: order.outcome === 'won' ? 'lost' : 'won',
          }
        : order,
    );
    expect(await findings()).toEqual([`LIST_NOT_LOG: practice, ${DATE}: 30 orders in the list, 30 opened`]);
  });
});

describe('an order that the log got after its entry', () => {
  const late = async (change: (settlement: LogRow['opened']) => LogRow['opened']) => {
    const [order, settled] = [placeOf('order', 4), placeOf('settlement', 4)];
    shown.log = shown.log
      .map((row, index): LogRow => {
        if (index === order) return { ...row, second: row.second + 3 };
        return index === settled ? { ...row, opened: change(row.opened) } : row;
      })
      .toSorted((one, other) => one.second - other.second);
    await shown.settle();
  };

  it('is void, and anyone sees that', async () => {
    await late((opened) =>
      opened.kind === 'settlement'
        ? { ...opened, public: { ...opened.public, status: 'voided', reason: 'NOT_LOGGED' } }
        : opened,
    );
    expect(await audit()).toMatchObject({ findings: [], orders: { right: 30, unseen: 0 } });
  });

  it('is not decided, as its prices were known', async () => {
    await late((opened) => opened);
    expect((await findings())[0]).toMatch(/^ORDER: /);
  });

  it('is not void if the log had it', async () => {
    const at = placeOf('settlement', 4);
    shown.log = shown.log.map((row, index): LogRow =>
      index === at && row.opened.kind === 'settlement'
        ? {
            ...row,
            opened: { ...row.opened, public: { ...row.opened.public, status: 'voided', reason: 'NOT_LOGGED' } },
          }
        : row,
    );
    await shown.settle();
    expect((await findings())[0]).toMatch(/^ORDER: /);
  });
});

describe('what is opened', () => {
  it('with direction and result turned together', async () => {
    const [order, settlement] = [placeOf('order', 3), placeOf('settlement', 3)];
    lie(order, ({ opened }) =>
      opened.kind === 'order'
        ? { ...opened, public: { ...opened.public, direction: opened.public.direction === 'up' ? 'down' : 'up' } }
        : opened,
    );
    lie(settlement, ({ opened }) =>
      opened.kind === 'settlement'
        ? { ...opened, public: { ...opened.public, status: opened.public.status === 'won' ? 'lost' : 'won' } }
        : opened,
    );
    const found = await findings();
    expect(found).toContain(`OPENING_WRONG: entry ${order}`);
    expect(found).toContain(`OPENING_WRONG: entry ${settlement}`);
  });

  it('with a settlement at another moment', async () => {
    const at = placeOf('settlement');
    lie(at, ({ opened }) =>
      opened.kind === 'settlement'
        ? { ...opened, public: { ...opened.public, settledAt: '2026-11-21T07:59:59.000Z' } }
        : opened,
    );
    expect(await findings()).toContain(`OPENING_WRONG: entry ${at}`);
  });

  it('with a settlement before the close, in the log itself', async () => {
    const at = placeOf('settlement');
    shown.log = shown.log.map((row, index): LogRow =>
      index === at && row.opened.kind === 'settlement'
        ? { ...row, opened: { ...row.opened, public: { ...row.opened.public, settledAt: '2026-11-21T07:59:45.000Z' } } }
        : row,
    );
    await shown.settle();
    expect(await findings()).toEqual([`OPENING_WRONG: entries ${placeOf('order')} and ${at}: no order ends so`]);
  });

  it('never, or never again', async () => {
    const { state } = await audit();
    const at = placeOf('settlement');
    const honest = shown.served;
    shown.served = honest.map((item, index) => (index === at ? { index, kind: 'sealed' } : item));
    expect(await findings(state)).toContain(`OPENING_CHANGED: entry ${at}`);
    // From the beginning, for as long as no order runs.
    shown.served = honest;
    const order = placeOf('order', 2);
    const hide = () => {
      const settled = placeOf('settlement', 2);
      shown.served = shown.served.map((item, index) =>
        [order, settled].includes(index) ? { index, kind: 'sealed' } : item,
      );
      shown.orders = shown.orders.filter(({ index }) => index !== order);
    };
    hide();
    const first = await audit();
    expect(first.findings).toEqual([]);
    await shown.live(800);
    hide();
    const found = await findings(first.state);
    expect(found).toContain(`OPENING_LATE: entry ${order}`);
    expect(found).toContain(`OPENING_LATE: entry ${placeOf('settlement', 2)}`);
    // The figures counted it, or lack it.
    expect(found.some((one) => one.startsWith('FIGURES_DIFFER'))).toBe(true);
  });

  it('as another one than at first', async () => {
    const { state } = await audit();
    lie(placeOf('order'), ({ opened }) => ({ ...opened, seal: 'cd'.repeat(32) }) as LogRow['opened']);
    expect(await findings(state)).toContain(`OPENING_CHANGED: entry ${placeOf('order')}`);
  });

  it('and not served to the end', async () => {
    const first = await audit();
    const { length } = shown.served;
    await shown.live(900, [{ entry: 210, durationSec: 20, direction: 'up' }]);
    shown.served = shown.served.slice(0, length);
    expect((await findings(first.state)).filter((found) => found.startsWith('OPENING_LATE'))).toEqual([
      `OPENING_LATE: all entries from ${length} on`,
    ]);
  });
});

describe('orders and settlements', () => {
  it.each([
    ['an order without its settlement', 'SETTLEMENT_MISSING'],
    ['a settlement without its order', 'SETTLEMENT_STRAY'],
  ])('%s', async (_, key) => {
    const drop = key === 'SETTLEMENT_MISSING' ? placeOf('settlement', 1) : placeOf('order', 1);
    const honest = shown.log[placeOf('order', 1)]?.opened;
    shown.log = shown.log.filter((_row, index) => index !== drop);
    await shown.settle();
    // It is opened all the same.
    shown.served = shown.log.flatMap(({ opened, second }, index) => (second < 200 ? [{ index, ...opened }] : []));
    shown.served = shown.served.map((item, index) =>
      index === placeOf('order', 30) ? { index, kind: 'sealed' } : item,
    );
    expect(honest?.kind).toBe('order');
    expect((await findings()).map((found) => found.split(':')[0])).toContain(key);
  });

  it('a second settlement of an order', async () => {
    const at = placeOf('settlement', 1);
    const row = shown.log[at];
    if (row?.opened.kind !== 'settlement') throw new Error('the log has this settlement');
    const second: LogRow = {
      second: row.second + 20,
      opened: { ...row.opened, public: { ...row.opened.public, status: 'tied' } },
    };
    shown.log = [...shown.log, second].toSorted((one, other) => one.second - other.second);
    await shown.settle();
    expect((await findings()).map((found) => found.split(':')[0])).toContain('SETTLEMENT_TWICE');
  });
});

describe('the figures', () => {
  it('with many invented orders', async () => {
    const invent = (honest: { totals: unknown; items: unknown[] }) => {
      const won = 15_000;
      const counts = { orders: won, won, lost: 0, tied: 0, voided: 0, voidReasons: {}, winRate: '1.0000' };
      return { ...honest, totals: counts, items: [{ product: PRODUCT, durationSec: 10, ...counts }] };
    };
    shown.figures = invent;
    const first = await audit();
    shown.figures = (honest) => honest;
    await shown.live(150);
    const found = await findings(first.state);
    expect(found.length).toBeGreaterThan(0);
    for (const one of found)
      expect(one).toMatch(/^FIGURES_DIFFER: practice, .* BTCUSDT 10 won: \d+ more than were opened$/);
    // Those that were left out are missed at once.
    expect(first.findings.map(({ where }) => where).join()).toContain('BTCUSDT 10 lost: 0, and');
  });

  it('without a loss', async () => {
    shown.figures = (honest) => {
      const items = honest.items as Record<string, number>[];
      return {
        ...honest,
        totals: { ...(honest.totals as object), orders: 1, won: 1, lost: 0, winRate: '1.0000' },
        items: [{ ...items[0], orders: 1, won: 1, lost: 0, winRate: '1.0000' }],
      };
    };
    expect((await findings()).some((found) => found.includes('BTCUSDT 10 lost: 0'))).toBe(true);
  });

  it('that do not sum up, or are old', async () => {
    shown.figures = (honest) => ({ ...honest, totals: { ...(honest.totals as object), winRate: '0.5981' } });
    expect(await findings()).toContain(`FIGURES_DIFFER: practice, ${DATE} to ${DATE}: the sums`);
    shown.figures = (honest) => honest;
    shown.figuresAgeMs = 190_000;
    expect((await findings())[0]).toContain('counted at');
  });
});

describe('the terms', () => {
  const cut = termsText(2, '0.7000');
  const hash = toHex(sha256(utf8(cut)));
  /** The second version is an entry at this second, and published at this moment. */
  const publish = async (second: number | null, publishedAt: number) => {
    const entry: LogRow[] =
      second === null ? [] : [{ second, opened: { kind: 'terms', product: PRODUCT, version: 2, hash } }];
    shown.log = [...shown.log, ...entry].toSorted((one, other) => one.second - other.second);
    shown.terms = [...shown.terms, { publishedAt: new Date(publishedAt).toISOString(), document: cut }];
    await shown.settle();
  };

  it('may change, and hold from the head that has them', async () => {
    await publish(120, START_MS + 118_000);
    expect(await findings()).toEqual([]);
  });

  it('a payout cut that is dated back a day', async () => {
    await publish(120, START_MS - 86_400_000);
    expect(await findings()).toEqual([
      `TERMS_LATE: ${PRODUCT}, version 2: entry ${shown.log.findIndex(({ opened }) => opened.kind === 'terms' && opened.version === 2)}`,
    ]);
  });

  it('an order under terms that the log got later', async () => {
    const at = placeOf('order', 5);
    shown.log = shown.log.map((row, index): LogRow =>
      index === at && row.opened.kind === 'order'
        ? { ...row, opened: { ...row.opened, public: { ...row.opened.public, termsVersion: 2, termsHash: hash } } }
        : row,
    );
    await publish(120, START_MS + 118_000);
    expect(await findings()).toEqual([`TERMS_LATE: entry ${at}: ${PRODUCT}, version 2`]);
  });

  it('an order that enters earlier than its terms say, or later', async () => {
    const late = cut.replace('"product"', '"entryDelaySec":3,"product"');
    const lateHash = toHex(sha256(utf8(late)));
    const entry: LogRow = {
      second: 120,
      opened: { kind: 'terms', product: PRODUCT, version: 2, hash: lateHash },
    };
    const under = (row: LogRow, earlierMs: number): LogRow =>
      row.opened.kind === 'order'
        ? {
            ...row,
            opened: {
              ...row.opened,
              public: {
                ...row.opened.public,
                termsVersion: 2,
                termsHash: lateHash,
                acceptedAt: new Date(Date.parse(row.opened.public.acceptedAt) - earlierMs).toISOString(),
              },
            },
          }
        : row;
    const honest = [...shown.log, entry].toSorted((one, other) => one.second - other.second);
    const at = honest.findIndex((row) => row.opened.kind === 'order' && row.second > 125);
    shown.terms = [...shown.terms, { publishedAt: new Date(START_MS + 118_000).toISOString(), document: late }];
    for (const [earlierMs, expected] of [
      [3_000, []],
      [0, [`ENTRY_MISTIMED: entry ${at}: ${PRODUCT}, version 2`]],
      [5_000, [`ENTRY_MISTIMED: entry ${at}: ${PRODUCT}, version 2`]],
    ] as const) {
      shown.log = honest.map((row, index) => (index === at ? under(row, earlierMs) : row));
      await shown.settle();
      expect(await findings(), String(earlierMs)).toEqual(expected);
    }
  });

  it('that are in no log, or have another text there', async () => {
    await shown.live(700, [{ entry: 890, durationSec: 10, direction: 'up' }]);
    await publish(null, START_MS + 200_000);
    expect(await findings()).toEqual([`TERMS_UNLOGGED: ${PRODUCT}, version 2`]);
    shown.terms = [{ publishedAt: new Date(START_MS).toISOString(), document: cut }];
    expect(await findings()).toContain(`TERMS_UNLOGGED: ${PRODUCT}, version 1: another text than entry 0`);
  });
});
