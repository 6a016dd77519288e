import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordOwnData, recordSettings, recordVerification } from '../testing/wire/account.ts';
import { recordDeposits, recordTerms, recordWithdrawals } from '../testing/wire/cashier.ts';
import { recordNotices, recordTexts } from '../testing/wire/content.ts';
import { recordConsole } from '../testing/wire/console.ts';
import { recordProducts } from '../testing/wire/products.ts';
import { recordSite } from '../testing/wire/site.ts';
import { recordStatements } from '../testing/wire/statements.ts';
import { recordStaff } from '../testing/wire/staff.ts';
import { recordFactorReleases, recordIdentity, recordSecurity } from '../testing/wire/identity.ts';
import { recordInvest } from '../testing/wire/invest.ts';
import { nameOf, recordRefusals, routesOf } from '../testing/wire/refusals.ts';
import type { Route } from '../testing/wire/refusals.ts';
import { recordSupport } from '../testing/wire/support.ts';
import { recordMarket, recordTrading } from '../testing/wire/trading.ts';
import { startWireSite } from '../testing/wire/wire-site.ts';
import type { WireSite } from '../testing/wire/wire-site.ts';

/*
 * The wire, byte for byte: every route is called with a good answer and with refusals, and the answers are those that were
 * recorded in testing/wire/recorded. A change of a route that members or operators do not notice changes none of them.
 * `RECORD_WIRE=1 npx vitest run --project server apps/server/src/app/wire.test.ts` records them anew; the difference of
 * the files is then what changes for every client.
 */

const isRecording = process.env['RECORD_WIRE'] === '1';
const RECORDED = new URL('../testing/wire/recorded/', import.meta.url);

/** In this order: each continues on the site that those before it left. */
const FEATURES: Readonly<Record<string, (wire: WireSite) => Promise<void>>> = {
  market: recordMarket,
  identity: recordIdentity,
  security: recordSecurity,
  'factor-releases': recordFactorReleases,
  verification: recordVerification,
  settings: recordSettings,
  trading: recordTrading,
  deposits: recordDeposits,
  withdrawals: recordWithdrawals,
  terms: recordTerms,
  support: recordSupport,
  notices: recordNotices,
  texts: recordTexts,
  invest: recordInvest,
  console: recordConsole,
  products: recordProducts,
  site: recordSite,
  statements: recordStatements,
  staff: recordStaff,
  'own-data': recordOwnData,
};

let wire: WireSite;
let routes: Route[];

// A second try would continue on a site that the first one used.
describe('the answers of', { retry: 0, timeout: 120_000 }, () => {
  beforeAll(async () => {
    if (isRecording) mkdirSync(RECORDED, { recursive: true });
    wire = await startWireSite();
    routes = await routesOf(wire);
  });
  afterAll(async () => await wire.stop());

  it.each(Object.entries(FEATURES))('%s are as recorded', async (name, record) => {
    const before = wire.surprises.length;
    try {
      await record(wire);
    } finally {
      expectRecorded(name, wire.take());
    }
    expect(wire.surprises.slice(before)).toEqual([]);
  });

  it('every route with something wrong are as recorded', async () => {
    expectRecorded('refusals', await recordRefusals(wire, routes));
  });

  it('every route are recorded, with a good one for each', () => {
    const good = new Set(wire.called.filter(({ isGood }) => isGood).map((call) => routeOf(call)));
    expect(routes.map(nameOf).filter((name) => !good.has(name))).toEqual([]);
    expect(wire.called.length).toBeGreaterThan(300);
  });
});

function expectRecorded(name: string, text: string): void {
  const file = new URL(`${name}.txt`, RECORDED);
  if (isRecording) writeFileSync(file, text);
  const recorded = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // Line by line: the first one that differs says more than two texts of a thousand lines.
  const [is, was] = [text.split('\n'), recorded.split('\n')];
  const at = is.findIndex((line, index) => line !== was[index]);
  if (at !== -1) expect(is.slice(Math.max(0, at - 2), at + 1), name).toEqual(was.slice(Math.max(0, at - 2), at + 1));
  expect(is.length, name).toBe(was.length);
}

/** The route that this call went to: of two that fit, the one with fewer parts that vary. */
function routeOf({ method, path }: { method: string; path: string }): string | undefined {
  const fitting = routes.filter((route) => {
    const pattern = route.path
      .replaceAll(/[.]/g, String.raw`\.`)
      .replaceAll('{*}', '.+')
      .replaceAll(/\{\w+\}/g, '[^/]+');
    return route.method === method && new RegExp(`^${pattern}$`).test(path);
  });
  const [best] = fitting.toSorted((one, other) => one.path.split('{').length - other.path.split('{').length);
  return best === undefined ? undefined : nameOf(best);
}
