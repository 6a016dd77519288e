import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entryOfOpened } from '../../src/order-log/entries.ts';
import { nodeCrypto } from '../shell/node-crypto.ts';
import type { ServedOpening } from '../site/openings-data.ts';
import { auditOpened } from '../testing/audit-opened.ts';
import { startOpenedSite } from '../testing/opened-site.ts';
import type { LogRow, OpenedSite } from '../testing/opened-site.ts';
import { figuresOf, PRODUCT, START_MS, voidsOf } from '../testing/public-site.ts';
import { collectFindings } from './findings.ts';
import { followOpenings } from './follow-openings.ts';
import { keepHeads } from './heads-seen.ts';
import { noOpenings } from './openings-state.ts';

/** A site that was upgraded: it had a log whose entries are never opened, and from then on opens it. */

const UPGRADE = 800;
let shown: OpenedSite;

beforeEach(async () => {
  shown = await startOpenedSite();
});
afterEach(async () => await shown.site.close());

/** Entries of before, the terms at the upgrade, and orders after it. */
async function upgrade(): Promise<void> {
  await shown.live(1_500, [
    { entry: 20, durationSec: 10, direction: 'up' },
    { entry: 700, durationSec: 10, direction: 'up' },
    { entry: 780, durationSec: 60, direction: 'down' },
    { entry: 900, durationSec: 10, direction: 'up' },
    { entry: 950, durationSec: 10, direction: 'down' },
  ]);
  shown.log = shown.log
    .map((row): LogRow => (row.opened.kind === 'terms' ? { ...row, second: UPGRADE } : row))
    .toSorted((one, other) => one.second - other.second);
  await shown.settle();
  serveOlder();
}

/** Entries of orders from before the upgrade are of the old form. */
function serveOlder(): void {
  const old = new Set<string>();
  for (const { second, opened } of shown.log)
    if (opened.kind === 'order' && second < UPGRADE) old.add(opened.public.ref);
  shown.served = shown.served.map((item) =>
    (item.kind === 'order' || item.kind === 'settlement') && old.has(item.public.ref)
      ? { index: item.index, kind: 'older' }
      : item,
  );
  shown.orders = shown.orders.map((order) =>
    old.has(order.ref) ? { ...order, index: null, settledIndex: null } : order,
  );
}

it('an upgraded site is not accused', async () => {
  await upgrade();
  const first = await auditOpened(shown);
  expect(first).toMatchObject({ findings: [], openings: { opened: 2, sealed: 0 } });
  expect((await auditOpened(shown, first.state)).findings).toEqual([]);
});

it('a site whose log was empty at the upgrade is not accused of its older orders', { timeout: 30_000 }, async () => {
  await upgrade();
  const older = shown.orders.filter(({ index }) => index === null);
  // Nobody ever opens them, and the list and the figures of longer spans have them.
  const empty = async (): Promise<void> => {
    shown.log = shown.log.filter(({ second, opened }, at) => {
      const order = opened.kind === 'settlement' ? refsBefore(at).has(opened.public.ref) : second < UPGRADE;
      return !order;
    });
    await shown.settle();
    shown.orders = [...older, ...shown.orders];
  };
  shown.figures = () => figuresOf(shown.orders);
  shown.voids = ({ from, countedAt }) => {
    const rates = voidsOf(shown.orders, { countedAt: Date.parse(countedAt), days: 7, ticks: shown.ticks });
    return { ...rates, from };
  };
  await empty();
  const first = await auditOpened(shown);
  expect(first.findings).toEqual([]);
  await shown.live(200);
  await empty();
  expect((await auditOpened(shown, first.state)).findings).toEqual([]);
});

function refsBefore(end: number): Set<string> {
  return new Set(
    shown.log.flatMap(({ second, opened }, at) =>
      at < end && second < UPGRADE && opened.kind === 'order' ? [opened.public.ref] : [],
    ),
  );
}

describe('an entry that is called older', () => {
  it('is late in a log that began with terms', async () => {
    await shown.live(100, [{ entry: 20, durationSec: 10, direction: 'up' }]);
    shown.served = shown.served.map((item) => (item.index === 2 ? { index: 2, kind: 'older' } : item));
    const found = (await auditOpened(shown)).findings.map(({ key, where }) => `${key}: ${where}`);
    expect(found).toContain('OPENING_LATE: entry 2: of the old form');
  });

  it.each([
    [24, 0, []],
    [26, 0, ['OPENING_LATE: entry 4: of the old form']],
    [60, 36, []],
    [62, 36, ['OPENING_LATE: entry 4: of the old form']],
  ])('%i hours after the first opened order, %i of them without prices', async (hours, off, expected) => {
    const at = (plus: number) => new Date(START_MS + plus).toISOString();
    const order = (index: number, plus: number): ServedOpening => ({
      index,
      kind: 'order',
      seal: 'ab'.repeat(32),
      public: {
        acceptedAt: at(plus),
        closesAt: at(plus + 61_000),
        direction: 'up',
        durationSec: 60,
        entryAt: at(plus + 1_000),
        format: 'candor-public-order-v1',
        product: PRODUCT,
        ref: `${index}`.repeat(64),
        termsHash: 'cd'.repeat(32),
        termsVersion: 1,
        wallet: 'practice',
      },
    });
    const items: ServedOpening[] = [
      { index: 0, kind: 'older' },
      { index: 1, kind: 'terms', product: PRODUCT, version: 1, hash: 'cd'.repeat(32) },
      order(2, 0),
      order(3, hours * 3_600_000),
      { index: 4, kind: 'older' },
    ];
    const findings = collectFindings();
    const readOpenings = async (from: number) => await Promise.resolve({ size: 5, items: items.slice(from) });
    const unused = async () => await Promise.reject(new Error('nobody asks'));
    const readEntry = async (index: number) => {
      const item = items[index];
      if (item === undefined || item.kind === 'sealed' || item.kind === 'older') throw new Error('nobody asks');
      return new Uint8Array(await entryOfOpened(item, nodeCrypto));
    };
    const heads = keepHeads([], { upTimes: [], feeds: [] });
    const data = {
      readOpenings,
      readTerms: unused,
      readFigures: unused,
      readVoids: unused,
      readMonths: unused,
      readAccounts: unused,
    };
    const durationMsMaxOf = async () => await Promise.resolve(60_000);
    const pricesBetween = async (fromMs: number, toMs: number) =>
      await Promise.resolve((toMs - fromMs) / 1000 - off * 3_600);
    await followOpenings(
      { data, findings, readEntry, heads, logSize: 5, durationMsMaxOf, pricesBetween, onPair: () => undefined },
      noOpenings('UTC'),
    );
    const late = findings.kept.filter(({ key }) => key === 'OPENING_LATE');
    expect(late.map(({ key, where }) => `${key}: ${where}`)).toEqual(expected);
  });
});
