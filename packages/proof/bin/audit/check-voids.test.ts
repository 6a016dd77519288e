import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditOpened } from '../testing/audit-opened.ts';
import { startOpenedSite } from '../testing/opened-site.ts';
import type { LogRow, OpenedSite, Planned } from '../testing/opened-site.ts';
import { PRODUCT } from '../testing/public-site.ts';
import type { AuditState } from './audit-state.ts';
import { countVoids, noVoids } from './check-voids.ts';
import type { OpenedPair } from './opened-days.ts';

/** The public void rates, and the would-be winners among them. */

const HOUR = '2026-11-21T08:00:00.000Z';
let shown: OpenedSite;

type Honest = Parameters<OpenedSite['voids']>[0];

const ORDERS: readonly Planned[] = Array.from({ length: 15 }, (_, index) => ({
  entry: 40 + 5 * index,
  durationSec: 10,
  direction: index % 2 === 0 ? ('up' as const) : ('down' as const),
}));

beforeEach(async () => {
  shown = await startOpenedSite();
  await shown.live(200, ORDERS);
  await voidTwoOfThree();
});
afterEach(async () => await shown.site.close());

/** The log got these after their entry price, so they are void, and everyone knows how they would have ended. */
async function voidTwoOfThree(): Promise<void> {
  const refs = shown.log.flatMap(({ opened }) => (opened.kind === 'order' ? [opened.public.ref] : []));
  const late = new Set(refs.filter((_, index) => index % 3 !== 1));
  shown.log = shown.log
    .map((row): LogRow => {
      const { opened, second } = row;
      if (opened.kind === 'terms' || !late.has(opened.public.ref)) return row;
      if (opened.kind === 'order') return { ...row, second: second + 3 };
      return { second, opened: { ...opened, public: { ...opened.public, status: 'voided', reason: 'NOT_LOGGED' } } };
    })
    .toSorted((one, other) => one.second - other.second);
  await shown.settle();
}

async function findings(state?: AuditState): Promise<string[]> {
  return (await auditOpened(shown, state)).findings.map(({ key, where }) => `${key}: ${where}`);
}

function hourOf(honest: Honest) {
  return honest.hours[0] ?? { hour: '', orders: 0, voided: 0, known: 0, wouldHaveWon: 0 };
}

it('the test site has would-be winners and losers', async () => {
  let honest: Honest | undefined;
  shown.voids = (one) => (honest = one);
  expect(await findings()).toEqual([]);
  expect(honest?.products).toMatchObject([{ orders: 15, voided: 10, known: 10 }]);
  expect(hourOf(honest ?? ({ hours: [] } as unknown as Honest)).wouldHaveWon).toBeGreaterThan(1);
});

describe('an honest site', () => {
  it('is not accused, however old its void rates are, and while orders run', { timeout: 60_000 }, async () => {
    let state: AuditState | undefined;
    for (let round = 0; round < 6; round += 1) {
      const entry = shown.ticks.length + 2;
      await shown.live(7, [
        { entry, durationSec: 3, direction: 'up' },
        { entry: entry + 2, durationSec: 30, direction: 'down' },
      ]);
      shown.figuresAgeMs = (round % 4) * 20_000;
      const result = await auditOpened(shown, state);
      expect(result.findings).toEqual([]);
      ({ state } = result);
    }
  });

  it('is not accused by an audit that saw its orders before it counted them by hours', async () => {
    const { state } = await auditOpened(shown);
    const result = await auditOpened(shown, { ...state, voids: null, firstPrices: [] });
    expect(result.findings).toEqual([]);
    await shown.live(300);
    expect(await findings(result.state)).toEqual([]);
  });
});

describe('void rates', () => {
  it('without the winners among them', async () => {
    shown.voids = (honest) => without(honest, 'wouldHaveWon', hourOf(honest).wouldHaveWon);
    const [first] = await findings();
    expect(first).toMatch(
      /^VOIDS_DIFFER: practice, from .*: BTCUSDT 2026-11-21T08:00:00.000Z wouldHaveWon: 0, and [2-9] opened$/,
    );
  });

  it('that leave out void winners altogether', async () => {
    shown.voids = (honest) => {
      const { wouldHaveWon } = hourOf(honest);
      const columns = ['orders', 'voided', 'known', 'wouldHaveWon'] as const;
      return columns.reduce((left, column) => without(left, column, wouldHaveWon), honest);
    };
    const found = await findings();
    expect(found.join()).toContain(`${PRODUCT} ${HOUR} voided`);
  });

  it('of an hour that is not listed', async () => {
    shown.voids = (honest) => ({
      ...honest,
      hours: [],
      products: honest.products.map((one) => ({ ...one, voided: 0, known: 0, wouldHaveWon: 0 })),
    });
    expect((await findings()).join()).toContain(`${PRODUCT} ${HOUR} wouldHaveWon: 0, and`);
  });

  it('with invented losers, so that the share of winners is small', async () => {
    shown.voids = (honest) =>
      (['orders', 'voided', 'known'] as const).reduce((left, column) => without(left, column, -500), honest);
    const first = await auditOpened(shown);
    expect(first.findings).toEqual([]);
    shown.voids = (honest) => honest;
    await shown.live(150);
    const found = await findings(first.state);
    expect(found).toContainEqual(expect.stringMatching(/^VOIDS_DIFFER: .* known: 500 more than were opened$/));
  });

  it('of another span, or that do not sum up', async () => {
    shown.voids = (honest) => ({ ...honest, from: HOUR });
    expect(await findings()).toContainEqual(expect.stringMatching(/^VOIDS_DIFFER: .* counted at /));
    shown.voids = (honest) => ({ ...honest, products: honest.products.map((one) => ({ ...one, wouldHaveWon: 0 })) });
    expect(await findings()).toContainEqual(expect.stringMatching(/^VOIDS_DIFFER: .*: the sums$/));
    const ahead = (text: string) => new Date(Date.parse(text) + 9 * 86_400_000).toISOString();
    shown.voids = ({ from, countedAt, ...honest }) => ({
      ...honest,
      from: ahead(from),
      countedAt: ahead(countedAt),
      products: [],
      hours: [],
    });
    expect(await findings()).toContainEqual(expect.stringMatching(/^VOIDS_DIFFER: .* counted at /));
  });
});

/** So many less in a column, in the hour and in all. */
function without(honest: Honest, column: 'orders' | 'voided' | 'known' | 'wouldHaveWon', count: number): Honest {
  const less = <T extends Record<typeof column, number>>(one: T): T => ({ ...one, [column]: one[column] - count });
  return { ...honest, products: honest.products.map(less), hours: honest.hours.map(less) };
}

describe('an order without a price at its close', () => {
  const pair: OpenedPair = {
    order: {
      acceptedAt: '2026-11-21T08:00:00.200Z',
      closesAt: '2026-11-21T08:01:01.000Z',
      direction: 'up',
      durationSec: 60,
      entryAt: '2026-11-21T08:00:01.000Z',
      format: 'candor-public-order-v1',
      product: PRODUCT,
      ref: 'ab'.repeat(32),
      termsHash: 'cd'.repeat(32),
      termsVersion: 1,
      wallet: 'practice',
    },
    settlement: {
      entry: { at: '2026-11-21T08:00:01.000Z', price: '100.00', seq: 31 },
      exit: null,
      format: 'candor-public-settlement-v1',
      reason: 'NO_EXIT_TICK',
      ref: 'ab'.repeat(32),
      settledAt: '2026-11-21T08:02:00.000Z',
      status: 'voided',
    },
    index: 1,
    settledIndex: 2,
  };
  const readAt = Date.parse('2026-11-21T08:03:00.000Z');

  it.each([
    ['100.01', { known: 1, wouldHaveWon: 1, unknown: 0 }],
    ['100.00', { known: 1, wouldHaveWon: 0, unknown: 0 }],
    ['99.00', { known: 1, wouldHaveWon: 0, unknown: 0 }],
    [null, { known: 0, wouldHaveWon: 0, unknown: 1 }],
  ])('is one that would have ended by the last price before it: %s', async (price, expected) => {
    const voids = countVoids(noVoids(0), readAt);
    voids.add(pair, false);
    await voids.end(async () => await Promise.resolve(price));
    expect(voids.hours()).toMatchObject([{ hour: Date.parse(HOUR), orders: 1, voided: 1, ...expected }]);
  });

  it('counts no replayed price, and nothing that nobody knows of', async () => {
    const voids = countVoids(noVoids(0), readAt);
    voids.add(pair, true);
    voids.add(pair, null);
    await voids.end(async () => await Promise.resolve('1.00'));
    expect(voids.hours()).toMatchObject([{ orders: 0, voided: 0, unknown: 1 }]);
  });
});
