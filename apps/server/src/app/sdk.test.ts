import { randomUUID } from 'node:crypto';
import { createCandorClient, dataOf, Refused } from '../../../../packages/sdk/src/candor-client.ts';
import { PUZZLE_HEADER } from '@candor/contract/puzzle-header';
import { amount } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '../testing/entry-site.ts';
import { databaseNow, makeProduct, makeTicks } from '../testing/factories.ts';
import { signedOrder } from '../testing/sign-order.ts';
import { puzzleHeaders } from '../testing/solve-puzzle.ts';
import { makeDevice } from '../testing/test-device.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/** The generated client of packages/sdk against a server: what its types promise is what the site does. */

let server: TestServer;
let baseUrl: string;
let token: string | null = null;

beforeAll(async () => {
  server = await startTestServer();
  await makeProduct(server.ownerPool);
  baseUrl = await server.http.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => await server.stop());

function client() {
  return createCandorClient({ baseUrl, token: () => token, language: 'en' });
}

/** The solved puzzle that a form of a stranger comes with. */
async function puzzleFor(path: string): Promise<{ headers: Record<string, string> }> {
  const headers = await puzzleHeaders(baseUrl, 'POST', path);
  expect(Object.keys(headers)).toEqual([PUZZLE_HEADER]);
  return { headers };
}

it('registers and logs in', async () => {
  const body = person();
  const { username, pwd } = body;
  await dataOf(client().POST('/api/login/register', { ...(await puzzleFor('/api/login/register')), body }));
  const login = { body: { username, pwd, deviceKey: device.deviceKey } };
  const entered = await dataOf(
    client().POST('/api/login/login', { ...(await puzzleFor('/api/login/login')), ...login }),
  );
  if (!('token' in entered)) throw new Error('a new member has no second factor');
  token = entered.token;
  expect((await client().GET('/api/index/userInfo')).data).toMatchObject({ code: 200, data: { userName: username } });
});

/** A program makes a key and signs its orders, as a browser does. */
const device = makeDevice();

const ORDER = { product: 'TESTUSD', direction: 'up', durationSec: 5, stake: amount('100') } as const;

it('places an order and reads it', async () => {
  const at = Math.floor((await databaseNow(server.pool)) / 1_000) * 1_000;
  await makeTicks(server, 'TESTUSD', [{ at, price: 10_000 }]);
  const key = randomUUID();
  const header = { 'Idempotency-Key': key };
  const [product] = await dataOf(client().GET('/api/market/products'));
  if (product === undefined) throw new Error('no product is listed');
  const seen = { version: product.termsVersion, hash: product.termsHash };
  const { request } = signedOrder(ORDER, device, key, seen);
  if (request === undefined) throw new Error('the device signed nothing');
  const body = { ...ORDER, termsVersion: seen.version, termsHash: seen.hash, request };
  const placed = await dataOf(client().POST('/api/trade/orders', { params: { header }, body }));
  expect(placed).toMatchObject({ product: 'TESTUSD', stake: amount('100'), status: 'open' });
  const { id } = placed;
  expect(await dataOf(client().GET('/api/trade/orders/{id}', { params: { path: { id } } }))).toMatchObject({ id });
  const { items } = await dataOf(client().GET('/api/trade/orders', { params: { query: { status: 'open' } } }));
  expect(items.map((order) => order.id)).toEqual([id]);
});

it('says why a call was refused', async () => {
  const reading = dataOf(client().GET('/api/trade/orders/{id}', { params: { path: { id: randomUUID() } } }));
  await expect(reading).rejects.toThrow(Refused);
  await expect(reading).rejects.toMatchObject({ refusal: { code: 404, error: 'ORDER_NOT_FOUND' } });
  token = null;
  await expect(dataOf(client().GET('/api/user/money'))).rejects.toMatchObject({
    refusal: { code: 401, error: 'SESSION_INVALID' },
  });
});

/** Calls with a mistake. Nobody calls this: the compiler must refuse each. */
export async function refusedByTheCompiler(): Promise<void> {
  const params = { header: { 'Idempotency-Key': '' } };
  // @ts-expect-error -- a direction is up or down
  await client().POST('/api/trade/orders', { params, body: { ...ORDER, direction: 'left' } });
  // @ts-expect-error -- no such word
  await client().GET('/api/trade/orders', { params: { query: { status: 'opne' } } });
  // @ts-expect-error -- no such path
  await client().GET('/api/trade/ordres');
}
