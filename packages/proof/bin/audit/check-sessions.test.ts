import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogReader } from '../site/log-reader.ts';
import { createPublicData } from '../site/public-data.ts';
import { createSiteClient } from '../site/site-client.ts';
import { PRODUCT, START_MS, startPublicSite } from '../testing/public-site.ts';
import type { PublicSite } from '../testing/public-site.ts';
import { auditSite } from './audit-site.ts';
import { emptyState } from './audit-state.ts';
import type { AuditState } from './audit-state.ts';
import { isInSession } from './check-sessions.ts';

/** A market with closing times, and seconds that are called closed. */

const CLOSED_AT = START_MS + 49_000;
const OPENS_AT = CLOSED_AT + 60_000;
const DAY_MS = 86_400_000;
let shown: PublicSite;

beforeEach(async () => {
  shown = await startPublicSite();
  await shown.grow(60);
  shown.sessions = 'forex';
  const price = shown.ticks[48]?.price ?? '';
  const closed = shown.ticks.map((tick) => (tick.seq === 50n ? { ...tick, price, status: 'CLOSED' as const } : tick));
  // No price after it says otherwise.
  shown.ticks = shown.relink(closed.slice(0, 50));
  await shown.sign();
});
afterEach(async () => await shown.site.close());

async function audit(state: AuditState = emptyState('here')) {
  const client = createSiteClient(shown.site.url, { wait: async () => undefined });
  const result = await auditSite(
    {
      data: createPublicData(client),
      reader: createLogReader(client),
      keys: [{ ...shown.site.signer.key, retiredAt: null }],
      nowMs: () => CLOSED_AT + 180_000,
      firstDays: 2,
    },
    state,
  );
  const found = result.findings.filter(({ key }) => key === 'CLOSED_OPEN').map(({ where }) => where);
  return { found, state: result.state };
}

function around(closesAt: number, opensAt: number) {
  return [
    { startsAt: START_MS - DAY_MS, endsAt: closesAt },
    { startsAt: opensAt, endsAt: START_MS + DAY_MS },
  ];
}

describe('a second that is called closed', () => {
  it('inside a published session is a finding, though no price contradicts it', async () => {
    const where = `${PRODUCT}, price 50, ${new Date(CLOSED_AT).toISOString()}`;
    expect((await audit()).found).toEqual([where]);
    shown.hours = around(CLOSED_AT - 3_600_000, CLOSED_AT);
    expect((await audit()).found).toEqual([where]);
  });

  it('is none at the end of a session', async () => {
    shown.hours = around(CLOSED_AT, OPENS_AT);
    expect((await audit()).found).toEqual([]);
  });

  it('is none on a day that was said to be closed and is not listed any more', async () => {
    shown.hours = around(CLOSED_AT, OPENS_AT);
    const { state } = await audit();
    shown.hours = around(START_MS + DAY_MS - 1000, START_MS + DAY_MS - 1000);
    expect((await audit(state)).found).toEqual([]);
  });
});

it('a calendar that is newer than the answer accuses nobody', () => {
  const sessions = { from: 0, to: 1_000_000, sessions: [{ startsAt: 0, endsAt: 900_000 }] };
  const hours = { shown: sessions, seen: null };
  expect(isInSession(500_000, 620_000, hours)).toBe(true);
  expect(isInSession(500_000, 619_999, hours)).toBe(false);
  expect(isInSession(900_000, 2_000_000, hours)).toBe(false);
  expect(isInSession(1_000_000, 2_000_000, hours)).toBe(false);
  expect(isInSession(500_000, 620_000, { shown: null, seen: null })).toBe(false);
});
