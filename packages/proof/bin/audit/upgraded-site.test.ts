import { afterEach, beforeEach, expect, it } from 'vitest';
import { auditOpened } from '../testing/audit-opened.ts';
import { startOpenedSite } from '../testing/opened-site.ts';
import type { LogRow, OpenedSite } from '../testing/opened-site.ts';

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
