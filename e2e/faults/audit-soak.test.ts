import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '../support/server.ts';
import type { RunningServer } from '../support/server.ts';
import { soakAudit } from '../support/soak-audit.ts';

/* An honest site in use has no finding, however often it is audited. `npm run soak` is the long form. */

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ MODE: 'practice', FEED: 'simulated' });
});
afterAll(async () => await server.stop());

it(
  'an audit of a site with constant orders accuses nobody, and leaves no order out',
  { timeout: 240_000 },
  async () => {
    const { placed, findings, opened, last } = await soakAudit(server.origin, {
      orders: 12,
      members: 6,
      pauseMs: 300,
      msMax: 120_000,
      durationMaxSec: 5,
    });
    expect(findings).toEqual([]);
    expect(placed).toBeGreaterThanOrEqual(12);
    expect(opened).toBe(placed);
    expect(last).toMatchObject({ right: placed, wrong: 0, waiting: 0 });
  },
);
