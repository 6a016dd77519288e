import { describe, expect, it } from 'vitest';
import { buildHttp } from './build-http.ts';
import { loadConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import { BUDGETS, createBudgets, publicRoute } from '../platform/http/route-cost.ts';
import type { BucketBudgets } from '../platform/http/route-cost.ts';
import type { BucketRate } from '../platform/http/token-buckets.ts';
import { memberRoute } from '../testing/route-access.ts';

const SMALL = { address: { perSec: 1, burst: 5 }, all: { perSec: 2, burst: 12 } };
const budgets: BucketBudgets = {
  public: SMALL,
  live: SMALL,
  member: SMALL,
  change: SMALL,
  upload: SMALL,
  form: SMALL,
  step: SMALL,
  picture: SMALL,
  entry: SMALL,
  known: SMALL,
  health: SMALL,
};

/** Routes that count how often their handler ran. */
async function build(readsWaiting = () => 0, settings: Record<string, string> = {}) {
  const time = { ms: 0 };
  const shed: string[] = [];
  const handled: string[] = [];
  const own = createBudgets({
    budgets,
    nowMs: () => time.ms,
    readsWaiting,
    onShed: (cost, reason) => shed.push(`${cost} ${reason}`),
  });
  const app = await buildHttp(loadConfig(settings), createLog('silent'), { budgets: own });
  app.get('/api/public', { config: publicRoute('memory') }, () => handled.push('public'));
  app.get('/api/made', { config: publicRoute('memory') }, (request) => {
    // A public answer that is not in memory costs more, once it turns out.
    own.spend(request, 2);
    return handled.push('made');
  });
  app.get('/api/alive', { config: publicRoute('health') }, () => handled.push('alive'));
  app.get('/api/own', { config: memberRoute('lookup') }, () => handled.push('own'));
  app.post('/api/order', { config: memberRoute('change') }, () => handled.push('order'));
  const call = async (path: string, address = '10.0.0.1') =>
    await app.inject({
      method: path === '/api/order' ? 'POST' : 'GET',
      url: path,
      remoteAddress: address,
      headers: { 'accept-language': 'en', origin: 'http://other.example' },
    });
  return { app, time, shed, handled, call };
}

describe('the route budget', () => {
  it('answers 429 with a retry time and does no work once an address used its budget up', async () => {
    const { call, handled, shed, time } = await build();
    for (let i = 0; i < 5; i += 1) expect((await call('/api/public')).statusCode).toBe(200);
    const refused = await call('/api/public');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.headers['cache-control']).toBe('no-store');
    expect(refused.json()).toMatchObject({ code: 429, error: 'RATE_LIMITED', retryAfterSec: 1 });
    expect(handled).toHaveLength(5);
    expect(shed).toEqual(['memory address']);
    time.ms += 1_000;
    expect((await call('/api/public')).statusCode).toBe(200);
  });

  it('counts the /64 of an IPv6 address as one client, and other addresses one by one', async () => {
    const { call } = await build();
    for (let i = 0; i < 5; i += 1) await call('/api/public', `2001:db8::${i + 1}`);
    expect((await call('/api/public', '2001:db8::99')).statusCode).toBe(429);
    expect((await call('/api/public', '2001:db8:0:1::1')).statusCode).toBe(200);
  });

  it('counts the /56 and the /48 too: a whole block gets no more than three quarters of the burst of all', async () => {
    const { call, shed } = await build();
    const statuses = [];
    for (let i = 0; i < 12; i += 1)
      statuses.push((await call('/api/public', `2001:db8:0:${(i * 256).toString(16)}::1`)).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(9);
    expect(new Set(shed)).toEqual(new Set(['memory address']));
    expect((await call('/api/public', '2001:db8:1::1')).statusCode).toBe(200);
  });

  it('counts the /24 of an IPv4 address too', async () => {
    const { call } = await build();
    const statuses = [];
    for (let i = 0; i < 12; i += 1) statuses.push((await call('/api/public', `10.0.1.${i}`)).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(9);
    expect((await call('/api/public', '10.0.2.1')).statusCode).toBe(200);
  });

  it('leaves something for the neighbours of an address that used up its own', async () => {
    const { call } = await build();
    for (let i = 0; i < 20; i += 1) await call('/api/public', '10.0.1.1');
    expect((await call('/api/public', '10.0.1.1')).statusCode).toBe(429);
    expect((await call('/api/public', '10.0.1.2')).statusCode).toBe(200);
  });

  it('limits all addresses together', async () => {
    const { call, shed } = await build();
    const statuses = [];
    for (let i = 0; i < 15; i += 1) statuses.push((await call('/api/public', `10.0.${i}.1`)).statusCode);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    expect(new Set(shed)).toEqual(new Set(['memory all']));
  });

  it('keeps a separate share for orders and health checks: readers cannot use it up', async () => {
    const { call } = await build();
    for (let i = 0; i < 20; i += 1) {
      await call('/api/public');
      await call('/api/own');
      await call('/api/none');
    }
    expect((await call('/api/public')).statusCode).toBe(429);
    expect((await call('/api/own')).statusCode).toBe(429);
    expect((await call('/api/order')).statusCode).toBe(200);
    expect((await call('/api/alive')).statusCode).toBe(200);
  });

  it('charges for a path that does not exist', async () => {
    const { call } = await build();
    for (let i = 0; i < 5; i += 1) expect((await call('/api/none')).json()).toMatchObject({ code: 404 });
    expect((await call('/api/none')).statusCode).toBe(429);
  });

  it('refuses database reads while too many wait, but not answers from memory and not orders', async () => {
    const { call } = await build(() => 17);
    expect((await call('/api/own')).statusCode).toBe(429);
    expect((await call('/api/made')).statusCode).toBe(429);
    expect((await call('/api/public')).statusCode).toBe(200);
    expect((await call('/api/order')).statusCode).toBe(200);
  });

  it.each([
    ['a site with another host', { HOSTS: 'https://a.example,https://b.example' }, 204],
    ['a site without, where no route takes them', {}, 200],
  ])('charges for preflights: %s', async (_, settings, status) => {
    const { app } = await build(() => 0, settings);
    const ask = async () =>
      await app.inject({
        method: 'OPTIONS',
        url: '/api/order',
        remoteAddress: '10.0.0.1',
        headers: { origin: 'http://other.example', 'access-control-request-method': 'POST' },
      });
    for (let i = 0; i < 5; i += 1) expect((await ask()).statusCode).toBe(status);
    expect((await ask()).statusCode).toBe(429);
  });

  it('refuses before it reads the body', async () => {
    const { app } = await build();
    const post = async () =>
      await app.inject({
        method: 'POST',
        url: '/api/order',
        remoteAddress: '10.0.0.1',
        headers: { 'content-type': 'application/json' },
        payload: '{"cut off',
      });
    expect((await post()).json()).toMatchObject({ code: 400 });
    expect((await post()).json()).toMatchObject({ code: 400 });
    expect((await post()).statusCode).toBe(429);
  });

  it('stops the start when a route declares no budget', async () => {
    const app = await buildHttp(loadConfig({}), createLog('silent'));
    app.get('/api/free-of-charge', () => 'x');
    await expect(app.ready()).rejects.toThrow('GET /api/free-of-charge');
  });

  it('serves fifty members who open the client at once behind one address', () => {
    const opening = 60 + 15 * 4;
    expect(50 * opening).toBeLessThanOrEqual(BUDGETS.public.address.burst);
    // And one address alone never gets the whole budget.
    for (const { address, all } of Object.values(BUDGETS)) {
      expect(address.perSec * 2).toBeLessThan(all.perSec + 1);
      expect(address.burst).toBeLessThan(all.burst);
    }
  });

  it('is shared by nodes for an address, and never for all addresses: that bounds the processor of each', async () => {
    const joined: BucketRate[] = [];
    const own = createBudgets({ budgets, shared: { join: (_name, rate) => void joined.push(rate) } });
    const app = await buildHttp(loadConfig({}), createLog('silent'), { budgets: own });
    app.get('/api/public', { config: publicRoute('memory') }, () => 'public');
    expect((await app.inject({ url: '/api/public', remoteAddress: '10.0.0.1' })).statusCode).toBe(200);
    await app.close();
    expect(joined).toContainEqual(SMALL.address);
    expect(joined).not.toContainEqual(SMALL.all);
  });
});
