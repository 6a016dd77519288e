import { alertsView, alertView, reminderView } from '@candor/contract/alerts';
import type { AlertsView, AlertView, ReminderView } from '@candor/contract/alerts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberHints } from '../../services/outbox/member-news.ts';
import { databaseNow, makeMember, makeProduct, makeSession, makeTicks } from '../../testing/factories.ts';
import type { MadeTick } from '../../testing/factories.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { readAlertNews } from './alert-news.ts';
import { deleteEndedAlerts } from './alert-store.ts';
import { firePriceAlerts } from './fire-alerts.ts';
import { tellOpenings } from './tell-openings.ts';

const ALERTS = '/api/market/alerts';
const REMINDERS = '/api/market/reminders';
const PRICE = 10_000;
/** A market that is closed today and opens tomorrow, wherever today is. */
const WEEK = [0, 1, 2, 3, 4, 5, 6];

let server: TestServer;
let memberId: bigint;
let token: string;
let product: string;
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  memberId = await makeMember(server.pool);
  token = await makeSession(server.pool, memberId);
  product = await makeProduct(server.ownerPool, `ALERT${(made += 1)}`);
  await publish([PRICE]);
});
afterAll(async () => await server.stop());

/** Publishes these prices, one a second from now on. */
async function publish(prices: readonly (number | Omit<MadeTick, 'at'>)[], of = product): Promise<void> {
  const { rows } = await server.ownerPool.query<{ at: number | null }>('select at from tick_head where product = $1', [
    of,
  ]);
  const from = Math.max(rows[0]?.at ?? 0, Math.ceil((await databaseNow(server.pool)) / 1_000) * 1_000);
  await makeTicks(
    server,
    of,
    prices.map((one, index) => ({
      ...(typeof one === 'number' ? { price: one } : one),
      at: from + (index + 1) * 1_000,
    })),
  );
}

async function ask(body: Record<string, unknown>, as = token) {
  return (await server.call('POST', ALERTS, { token: as, body: { product, side: 'above', price: '101.00', ...body } }))
    .body;
}

async function set(body: Record<string, unknown> = {}, as = token): Promise<AlertView> {
  return alertView.parse((await ask(body, as)).data);
}

async function list(as = token): Promise<AlertsView> {
  return alertsView.parse((await server.call('GET', ALERTS, { token: as })).body.data);
}

async function sweep() {
  return await firePriceAlerts(server.pools.worker);
}

/** What the member's open pages hear meanwhile. */
async function heard(work: () => Promise<unknown>) {
  const sent: unknown[] = [];
  const stop = server.context.bus.subscribe('me', (news) => sent.push(news));
  await work();
  const read = () =>
    sent.flatMap((message) => memberHints(message, (to) => to === memberId.toString())).map(({ d }) => d);
  return { read, stop };
}

async function outboxOf(id: bigint): Promise<number> {
  const { rowCount } = await server.ownerPool.query('select from outbox where member_id = $1', [id.toString()]);
  return rowCount ?? 0;
}

/** The database refuses every write to these rows until the end of `work`. */
async function withRefused(table: string, condition: string, work: () => Promise<void>): Promise<void> {
  await server.ownerPool.query(
    `create function refuse_planted() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
     create trigger a_planted before insert or update on ${table} for each row when (${condition}) execute function refuse_planted()`,
  );
  try {
    await work();
  } finally {
    await server.ownerPool.query('drop function refuse_planted cascade');
  }
}

describe('a price alert', () => {
  it('that cannot be written does not stop the others', async () => {
    const bad = await set();
    const other = await makeSession(server.pool, await makeMember(server.pool));
    await set({}, other);
    await publish([PRICE + 200]);
    await withRefused('price_alert', `new.id = '${bad.id}'`, async () => {
      const { fired, troubled } = await sweep();
      expect({ fired, troubled: troubled.map(({ alert }) => alert) }).toEqual({ fired: 1, troubled: [bad.id] });
    });
    expect([(await list()).alerts[0]?.state, (await list(other)).alerts[0]?.state]).toEqual(['waiting', 'fired']);
  });

  it('of a product that can be compared fires, also beside one that cannot', async () => {
    const second = await makeProduct(server.ownerPool, `ALERT${(made += 1)}`);
    await publish([PRICE], second);
    for (const [bad, price, tick] of [
      [product, '101.00', 10_200],
      [second, '103.00', 10_400],
    ] as const) {
      await set({ price });
      await set({ price, product: second });
      await publish([tick]);
      await publish([tick], second);
      await withRefused('price_alert_progress', `new.product = '${bad}'`, async () => {
        const { fired, troubled } = await sweep();
        expect({ fired, troubled: troubled.map((one) => one.product) }).toEqual({ fired: 2, troubled: [bad] });
      });
    }
    expect(await sweep()).toMatchObject({ fired: 0, troubled: [] });
  });

  it('fires once, at the tick that reached it, and the member hears of it', async () => {
    const alert = await set();
    expect(alert).toMatchObject({ state: 'waiting', price: '101.00', feed: 'simulated', fired: null });
    await publish([10_099, 10_150, 10_200]);
    const { read, stop } = await heard(sweep);
    const [fired] = (await list()).alerts;
    expect(fired).toMatchObject({ id: alert.id, state: 'fired', fired: { seq: 3, price: '101.50' } });
    await expect.poll(read).toEqual([{ type: 'price_alert', id: alert.id }]);
    // What open pages then get is what the table holds, while it is news.
    const event = { type: 'price_alert', alert: fired };
    expect(await readAlertNews(server.pool, [alert.id])).toEqual([{ id: alert.id, memberId, event }]);
    await publish([10_300]);
    expect(await sweep()).toEqual({ fired: 0, isBehind: false, troubled: [] });
    expect(read()).toHaveLength(1);
    stop();
    // The tick it names is the published one.
    const { body } = await server.call('GET', `/api/market/products/${product}/ticks?fromSeq=3&toSeq=3`);
    expect(JSON.stringify(body.data)).toContain('"price":"101.50"');
  });

  it('two workers at once fire it once', async () => {
    await set();
    await publish([10_200]);
    const both = await Promise.all([sweep(), sweep()]);
    expect(both[0].fired + both[1].fired).toBe(1);
  });

  it('below works like above', async () => {
    await set({ side: 'below', price: '99' });
    await publish([9_901, 9_900]);
    expect((await sweep()).fired).toBe(1);
  });

  it('is found after the worker stood still, and after a gap', async () => {
    await set();
    await publish([
      { price: 10_200, status: 'STALE' },
      { price: 10_200, status: 'DEAD' },
    ]);
    expect((await sweep()).fired).toBe(0);
    await publish([10_300]);
    expect((await sweep()).fired).toBe(1);
    expect((await list()).alerts[0]?.fired?.price).toBe('103.00');
  });

  it('that commits after its ticks were compared is still found', async () => {
    await set({ price: '500' });
    await publish([10_200, 10_000]);
    await sweep();
    // As if it had been set before that tick, in a transaction that was slow to commit.
    const late = await set({ price: '103' });
    await server.ownerPool.query(`alter table price_alert disable trigger name_alert_tick`);
    await server.ownerPool.query('update price_alert set target = 10150, after_seq = 1 where id = $1', [late.id]);
    await server.ownerPool.query(`alter table price_alert enable trigger name_alert_tick`);
    await publish([10_100]);
    expect((await sweep()).fired).toBe(1);
    expect((await list()).alerts.find(({ id }) => id === late.id)?.fired).toMatchObject({ seq: 2, price: '102.00' });
  });

  it('does not fire at the prices of another kind of feed', async () => {
    const alert = await set();
    await server.ownerPool.query('alter table price_alert disable trigger name_alert_tick');
    await server.ownerPool.query(`update price_alert set feed = 'live' where id = $1`, [alert.id]);
    await server.ownerPool.query('alter table price_alert enable trigger name_alert_tick');
    await publish([10_200]);
    expect((await sweep()).fired).toBe(0);
    expect((await list()).alerts[0]?.state).toBe('waiting');
  });

  it('ends after its time, and is deleted later', async () => {
    const alert = await set();
    await server.ownerPool.query('alter table price_alert disable trigger name_alert_tick');
    await server.ownerPool.query(
      `update price_alert set created_at = now() - interval '61 days', expires_at = now() - interval '31 days' where id = $1`,
      [alert.id],
    );
    await server.ownerPool.query('alter table price_alert enable trigger name_alert_tick');
    expect((await list()).alerts[0]?.state).toBe('expired');
    await publish([10_200]);
    expect((await sweep()).fired).toBe(0);
    await deleteEndedAlerts(server.pools.worker);
    expect((await list()).alerts).toEqual([]);
  });

  it.each([
    [{ product: 'NOSUCH' }, 'PRODUCT_NOT_FOUND'],
    [{ price: '100.001' }, 'ALERT_PRICE_INVALID'],
    [{ price: '0' }, 'ALERT_PRICE_INVALID'],
    [{ price: '-101' }, 'ALERT_PRICE_INVALID'],
    [{ price: '100' }, 'ALERT_REACHED'],
  ])('%o is refused: %s', async (body, error) => {
    expect(await ask(body)).toMatchObject({ error });
    expect((await list()).alerts).toEqual([]);
  });

  it.each([
    [{ price: '' }, 'price', 'ALERT_PRICE_REQUIRED'],
    [{ price: '1e5' }, 'price', 'ALERT_PRICE_INVALID'],
    [{ price: '9'.repeat(40) }, 'price', 'ALERT_PRICE_INVALID'],
    [{ side: 'sideways' }, 'side', 'FIELD_INVALID'],
    [{ memberId: '1' }, 'memberId', 'FIELD_UNKNOWN'],
  ])('%o is refused at its field', async (body, field, key) =>
    expect(await ask(body)).toMatchObject({ code: 400, fields: { [field]: key } }),
  );

  it('waits for at most 20 prices, also when they are set at once', async () => {
    const asked = await Promise.all(Array.from({ length: 22 }, (_, n) => ask({ price: `${200 + n}` })));
    expect(asked.filter(({ code }) => code === 200)).toHaveLength(20);
    expect(asked.find(({ code }) => code !== 200)).toMatchObject({ error: 'ALERTS_FULL', params: { max: 20 } });
    // Which of them came in time is not known beforehand.
    const price = `${200 + asked.findIndex(({ code }) => code === 200)}`;
    expect(await ask({ price })).toMatchObject({ code: 409, error: 'ALERT_EXISTS' });
    expect((await list()).alerts).toHaveLength(20);
  });

  it('is set and removed at most 30 times a minute', async () => {
    for (let n = 0; n < 30; n += 1) await ask({ price: '100' });
    expect(await ask({})).toMatchObject({ code: 429, error: 'RATE_LIMITED' });
  });

  it('keeps no more than the last fifty that ended', async () => {
    await server.ownerPool.query(
      `insert into price_alert (member_id, product, side, target, after_seq, feed, created_at, expires_at)
       select $1, $2, 'above', 99999, 1, 'simulated', now() - interval '3 days', now() - interval '1 day' from generate_series(1, 60)`,
      [memberId.toString(), product],
    );
    await set();
    const { rowCount } = await server.ownerPool.query('select from price_alert where member_id = $1', [
      memberId.toString(),
    ]);
    expect(rowCount).toBe(51);
  });

  it('of another member is neither seen nor removed', async () => {
    const other = await makeSession(server.pool, await makeMember(server.pool));
    const alert = await set();
    expect((await list(other)).alerts).toEqual([]);
    expect((await server.call('DELETE', `${ALERTS}/${alert.id}`, { token: other })).body.data).toEqual({
      removed: false,
    });
    expect((await list()).alerts).toHaveLength(1);
    expect((await server.call('DELETE', `${ALERTS}/${alert.id}`, { token })).body.data).toEqual({ removed: true });
    expect((await list()).alerts).toEqual([]);
  });

  it('cannot be fired by naming a tick that did not reach it, nor twice', async () => {
    const alert = await set();
    await publish([10_050, 10_100]);
    const fire = async (seq: number) =>
      await server.pools.worker.query('update price_alert set fired_seq = $2 where id = $1', [alert.id, seq]);
    await expect(fire(2)).rejects.toThrow('ALERT_REFUSED: NOT REACHED');
    await expect(fire(99)).rejects.toThrow('ALERT_REFUSED: NOT REACHED');
    await fire(3);
    await expect(fire(3)).rejects.toThrow('ALERT_REFUSED: FIRED');
  });
});

describe('a reminder of an opening', () => {
  /** Closed at this hour, whatever the hour is: open for one hour that begins two hours from now. */
  async function closedProduct(): Promise<string> {
    const now = await databaseNow(server.pool);
    const hour = (new Date(now).getUTCHours() + 2) % 24;
    const two = (n: number) => n.toString().padStart(2, '0');
    const day = [{ start: `${two(hour)}:00`, end: `${two(hour)}:59` }];
    const calendar = { timeZone: 'UTC', weekly: Object.fromEntries(WEEK.map((n) => [n, day])), holidays: [] };
    return await makeProduct(server.ownerPool, `CLOSED${(made += 1)}`, { calendar });
  }

  async function remind(code: string, as = token) {
    return (await server.call('POST', REMINDERS, { token: as, body: { product: code } })).body;
  }

  async function setReminder(code: string): Promise<ReminderView> {
    return reminderView.parse((await remind(code)).data);
  }

  async function tell(nowMs: number) {
    return await tellOpenings(server.pools.worker, nowMs);
  }

  async function makeDue(): Promise<void> {
    await server.ownerPool.query(
      `update opening_reminder set opens_at = now() - interval '1 second' where told_at is null`,
    );
  }

  it('is set once, told once when the market opens, and then in the list', async () => {
    const code = await closedProduct();
    const reminder = await setReminder(code);
    expect(await setReminder(code)).toEqual(reminder);
    expect((await list()).reminders).toEqual([reminder]);
    expect(await tell(Date.parse(reminder.opensAt))).toEqual({ told: 0, isBehind: false, troubled: [] });
    await makeDue();
    const { read, stop } = await heard(async () => await tell(Date.parse(reminder.opensAt)));
    const [told] = (await list()).reminders;
    expect(told?.toldAt).not.toBeNull();
    await expect.poll(read).toEqual([{ type: 'market_open', id: reminder.id }]);
    stop();
    const event = { type: 'market_open', reminder: told };
    expect(await readAlertNews(server.pool, [reminder.id])).toEqual([{ id: reminder.id, memberId, event }]);
    await server.ownerPool.query(`update opening_reminder set told_at = now() - interval '6 minutes' where id = $1`, [
      reminder.id,
    ]);
    expect(await readAlertNews(server.pool, [reminder.id])).toEqual([]);
    expect(await tell(Date.parse(reminder.opensAt))).toEqual({ told: 0, isBehind: false, troubled: [] });
  });

  it('waits on when the market is not open after all, and while an operator holds it', async () => {
    const code = await closedProduct();
    const reminder = await setReminder(code);
    await makeDue();
    expect((await tell(Date.parse(reminder.opensAt) - 60_000)).told).toBe(0);
    expect((await list()).reminders[0]?.opensAt).toBe(reminder.opensAt);
    await makeDue();
    await server.ownerPool.query('update product set forbidden = true where code = $1', [code]);
    expect((await tell(Date.parse(reminder.opensAt))).told).toBe(0);
    expect(await outboxOf(memberId)).toBe(0);
  });

  it('that cannot be written does not stop the others, of its own product or of another', async () => {
    const [code, second] = [await closedProduct(), await closedProduct()];
    const bad = await setReminder(code);
    const other = await makeSession(server.pool, await makeMember(server.pool));
    await remind(code, other);
    await remind(second, other);
    await makeDue();
    await withRefused('opening_reminder', `new.id = '${bad.id}'`, async () => {
      const { told, troubled } = await tell(Date.parse(bad.opensAt));
      expect({ told, troubled: troubled.map(({ reminder }) => reminder) }).toEqual({ told: 2, troubled: [bad.id] });
    });
    expect((await tell(Date.parse(bad.opensAt))).told).toBe(1);
  });

  it('ends when the product is gone', async () => {
    const code = await closedProduct();
    const reminder = await setReminder(code);
    await makeDue();
    await server.ownerPool.query('update product set active = false where code = $1', [code]);
    expect((await tell(Date.parse(reminder.opensAt))).told).toBe(0);
    expect((await list()).reminders).toEqual([]);
  });

  it('is refused for an open market and an unknown product', async () => {
    expect(await remind(product)).toMatchObject({ error: 'REMINDER_NOT_CLOSED' });
    expect(await remind('NOSUCH')).toMatchObject({ error: 'PRODUCT_NOT_FOUND' });
  });

  it('is undone by its member alone', async () => {
    const reminder = await setReminder(await closedProduct());
    const other = await makeSession(server.pool, await makeMember(server.pool));
    const undo = async (as: string) =>
      (await server.call('DELETE', `${REMINDERS}/${reminder.id}`, { token: as })).body.data;
    expect(await undo(other)).toEqual({ removed: false });
    expect(await undo(token)).toEqual({ removed: true });
    expect((await list()).reminders).toEqual([]);
  });
});
