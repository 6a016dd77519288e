import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canonicalJson, parseCanonicalJson } from '../../src/canonical-json.ts';
import { auditOpened } from '../testing/audit-opened.ts';
import { startOpenedSite } from '../testing/opened-site.ts';
import type { OpenedSite } from '../testing/opened-site.ts';
import { PRODUCT } from '../testing/public-site.ts';
import type { AuditState } from './audit-state.ts';
import { breaksAfter } from './heads-seen.ts';
import { HALVES_KEPT, noOpenings, openingsShape, SEALED_KEPT } from './openings-state.ts';

/** Ways to keep what the log has from being compared: each was one that nobody saw. */

let shown: OpenedSite;

beforeEach(async () => {
  shown = await startOpenedSite();
  await shown.live(200, [
    { entry: 10, durationSec: 10, direction: 'up' },
    { entry: 20, durationSec: 10, direction: 'down' },
    { entry: 30, durationSec: 10, direction: 'up' },
  ]);
});
afterEach(async () => await shown.site.close());

async function findings(state: AuditState): Promise<string[]> {
  return (await auditOpened(shown, state)).findings.map(({ key, where }) => `${key}: ${where}`);
}

describe('invented figures', () => {
  it('are seen though the openings always end before the head', async () => {
    const honest = shown.figures;
    shown.figures = (figures) => {
      const counts = { orders: 900, won: 900, lost: 0, tied: 0, voided: 0, voidReasons: {}, winRate: '1.0000' };
      return { ...figures, totals: counts, items: [{ product: PRODUCT, durationSec: 10, ...counts }] };
    };
    shown.served = shown.served.slice(0, -1);
    const first = await auditOpened(shown);
    shown.figures = honest;
    await shown.live(200, [{ entry: 380, durationSec: 10, direction: 'up' }]);
    shown.served = shown.served.slice(0, -1);
    expect((await findings(first.state)).join('\n')).toMatch(/FIGURES_DIFFER: .* won: \d+ more than were opened/);
  });
});

describe('an entry that stays sealed', () => {
  it('is late though the prices pause before each audit', async () => {
    const order = shown.log.findIndex(({ opened }) => opened.kind === 'order');
    const hide = () => {
      const hidden = shown.log[order]?.opened;
      const ref = hidden?.kind === 'order' ? hidden.public.ref : '';
      shown.served = shown.served.map((item) =>
        (item.kind === 'order' || item.kind === 'settlement') && item.public.ref === ref
          ? { index: item.index, kind: 'sealed' }
          : item,
      );
      shown.orders = shown.orders.filter((row) => row.ref !== ref);
    };
    hide();
    const first = await auditOpened(shown);
    await shown.live(900);
    hide();
    await pausePrices(700, 61);
    expect(await findings(first.state)).toContain(`OPENING_LATE: entry ${order}`);
  });

  it('counts each pause as long as it was', () => {
    const times = [
      { from: 0, to: 100_000 },
      { from: 200_000, to: 300_000 },
      { from: 1_000_000, to: 1_100_000 },
    ];
    expect(breaksAfter(50_000, times)).toEqual({ total: 800_000, longest: 700_000, passed: 1_050_000 });
    expect(breaksAfter(150_000, times)).toEqual({ total: 750_000, longest: 700_000, passed: 950_000 });
    expect(breaksAfter(50_000, [])).toEqual({ total: 0, longest: 0, passed: 0 });
  });
});

/** Takes these seconds out of the chain. */
async function pausePrices(from: number, seconds: number): Promise<void> {
  const kept = shown.ticks.filter((_, index) => index < from || index >= from + seconds);
  const sources = kept.map(({ seq }) => shown.sources.get(seq) ?? []);
  for (const [index, said] of sources.entries()) shown.sources.set(BigInt(index + 1), said);
  shown.ticks = shown.relink(kept.map((tick, index) => ({ ...tick, seq: BigInt(index + 1) })));
  await shown.sign();
}

it('an audit reads again all that it writes of many open orders', () => {
  const sealed = Array.from({ length: 20_000 }, (_, index) => ({ index, since: null }));
  const halves = sealed.map(({ index }) => ({ index, kind: 'order' as const, text: '{}', size: 1 }));
  const written = parseCanonicalJson(canonicalJson({ ...noOpenings('UTC'), sealed, halves }));
  expect(written.ok && openingsShape(written.value)?.sealed.length).toBe(20_000);
  expect(Math.min(SEALED_KEPT, HALVES_KEPT)).toBeGreaterThan(20_000);
});
