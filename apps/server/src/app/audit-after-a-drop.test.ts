import { listCheckpoints } from '@candor/contract/calls/market';
import { checkpointsView } from '@candor/contract/market';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditSite } from '../../../../packages/proof/bin/audit/audit-site.ts';
import { emptyState } from '../../../../packages/proof/bin/audit/audit-state.ts';
import { createLogReader } from '../../../../packages/proof/bin/site/log-reader.ts';
import { createPublicData } from '../../../../packages/proof/bin/site/public-data.ts';
import { readKeys } from '../../../../packages/proof/bin/site/read-arguments.ts';
import { SiteUnreachable } from '../../../../packages/proof/bin/site/site-client.ts';
import { countDays } from '../features/fairness/count-days.ts';
import { countMonths } from '../features/fairness/count-months.ts';
import { makeMember, makeSession } from '../testing/factories.ts';
import { makeClockMovable } from '../testing/movable-clock.ts';
import type { MovableClock } from '../testing/movable-clock.ts';
import { placeSigned, PRICE, runOn, signClose } from '../testing/signed-orders.ts';
import { createTestDb } from '../testing/test-db.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { archiveOrders } from '../features/trading/archive/archive-orders.ts';
import { dropOrderMonth } from '../features/trading/archive/drop-month.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let clock: MovableClock;
beforeAll(async () => {
  const db = await createTestDb();
  clock = await makeClockMovable(db.ownerUrl);
  server = await startTestServer({}, db);
});
afterAll(async () => {
  await clock.close();
  await server.stop();
});

/** What an auditor finds who never saw the site before, and reads all of it. */
async function audit() {
  const site = new URL('https://site.example');
  let calls = 0;
  const client = {
    // From one address after the other: each may ask so much a minute.
    get: async (path: string) => {
      calls += 1;
      const remoteAddress = `198.51.${calls >> 8}.${calls & 255}`;
      const answer = await server.http.app.inject({ method: 'GET', url: `/${path.replace(/^\//, '')}`, remoteAddress });
      if (answer.statusCode === 404) return null;
      if (answer.statusCode !== 200) throw new SiteUnreachable(`${path}: ${answer.statusCode}`);
      return new Uint8Array(answer.rawPayload);
    },
  };
  const { body } = await server.call('GET', `${listCheckpoints.path}?limit=1`);
  const keys = await readKeys(
    checkpointsView
      .parse(body.data)
      .keys.map(({ vkey }) => vkey)
      .join(','),
  );
  const { state, ...found } = await auditSite(
    {
      data: createPublicData(client),
      reader: createLogReader(client),
      keys: keys.map((key) => ({ ...key, retiredAt: null })),
      nowMs: () => server.context.clock.now(),
      firstDays: 160,
    },
    emptyState(site.href),
  );
  expect(state.site).toBe(site.href);
  return found;
}

it('an auditor who begins anew finds the same before and after a month has left the database', async () => {
  const order = await placeSigned(server, await makeSession(server.pool, await makeMember(server.pool)), 'LEFTUSD');
  await runOn(
    server,
    order,
    [
      [0, PRICE],
      [5, PRICE + 1],
    ],
    clock,
  );
  await signClose(server, order);
  await clock.moveBy(150 * DAY_MS);
  await server.context.clock.measure();
  await countDays(server.worker.pool, server.context.site.timeZone);
  await countMonths(server.worker.pool, server.context.site.timeZone);
  const before = await audit();
  expect(before).toMatchObject({
    unreachable: null,
    findings: [],
    openings: { opened: 1, sealed: 0 },
    orders: { right: 1, wrong: 0 },
  });
  const { files, secrets } = server.context;
  const deps = { pool: server.ownerPool, files, sealKey: secrets.seal };
  const month = `${order.acceptedAt.slice(0, 7)}-01`;
  await archiveOrders(deps, month, { keptMonths: 3 });
  expect(await dropOrderMonth(deps, month, 3)).toMatchObject({ ok: true });
  expect(await audit()).toEqual(before);
});
