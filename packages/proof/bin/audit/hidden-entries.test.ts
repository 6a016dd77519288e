import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canonicalJson, parseCanonicalJson } from '../../src/canonical-json.ts';
import { toHex, utf8 } from '../../src/encoding.ts';
import { sha256 } from '../shell/node-crypto.ts';
import { auditOpened } from '../testing/audit-opened.ts';
import { startOpenedSite, termsText } from '../testing/opened-site.ts';
import type { OpenedSite } from '../testing/opened-site.ts';
import { PRODUCT, START_MS } from '../testing/public-site.ts';
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

describe('a change of the time zone', () => {
  const move = (timeZone: string) => {
    const { answer } = shown.site;
    shown.site.answer = (url) =>
      url.pathname === '/api/index/getconf' ? { mode: 'practice', timeZone, name: 'a test' } : answer(url);
  };

  it('is told, and everything is counted again in days of that zone', async () => {
    const first = await auditOpened(shown);
    expect(first.findings).toEqual([]);
    await shown.live(100, [{ entry: 250, durationSec: 10, direction: 'up' }]);
    move('Asia/Tokyo');
    const second = await auditOpened(shown, first.state);
    expect(second.findings.map(({ key, where }) => `${key}: ${where}`)).toEqual([
      'ZONE_CHANGED: Asia/Shanghai, and now Asia/Tokyo',
    ]);
    expect(second.openings).toMatchObject({ opened: 1 });
    await shown.live(100, [{ entry: 350, durationSec: 10, direction: 'up' }]);
    expect((await auditOpened(shown, second.state)).findings).toEqual([]);
  });

  it('is no amnesty for what stays sealed', async () => {
    const index = shown.served.findIndex(({ kind }) => kind === 'order');
    const hide = () => {
      shown.served = shown.served.map((item) => (item.index === index ? { index, kind: 'sealed' } : item));
    };
    hide();
    const first = await auditOpened(shown);
    await shown.live(900);
    hide();
    move('Asia/Tokyo');
    expect(await findings(first.state)).toContain(`OPENING_LATE: entry ${index}`);
  });
});

it('terms of a product that is not offered any more are held against the log', async () => {
  const RETIRED = 'OLDUSDT';
  const logged = hashOfText('another text');
  shown.log = [
    ...shown.log,
    { second: 100, opened: { kind: 'terms' as const, product: RETIRED, version: 1, hash: logged } },
  ].toSorted((one, other) => one.second - other.second);
  await shown.settle();
  const { answer } = shown.site;
  shown.site.answer = (url) =>
    url.pathname === `/api/market/products/${RETIRED}/terms`
      ? [{ version: 1, publishedAt: new Date(START_MS + 90_000).toISOString(), document: termsText(1, '0.9000') }]
      : answer(url);
  const at = shown.log.findIndex(({ opened }) => opened.kind === 'terms' && opened.product === RETIRED);
  const found = (await auditOpened(shown)).findings.map(({ key, where }) => `${key}: ${where}`);
  expect(found).toEqual([`TERMS_UNLOGGED: ${RETIRED}, version 1: another text than entry ${at}`]);
});

function hashOfText(text: string): string {
  return toHex(sha256(utf8(text)));
}
