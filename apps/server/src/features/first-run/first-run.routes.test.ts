import { firstRunView } from '@candor/contract/first-run';
import type { FirstRunView } from '@candor/contract/first-run';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { placeSigned } from '../../testing/signed-orders.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

const FIRST_RUN = '/api/account/first-run';

let server: TestServer;
let token: string;
let memberId: bigint;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  memberId = await makeMember(server.pool);
  token = await makeSession(server.pool, memberId);
});
afterAll(async () => await server.stop());

async function read(as = token): Promise<FirstRunView> {
  return firstRunView.parse((await server.call('GET', FIRST_RUN, { token: as })).body.data);
}

async function put(body: Record<string, unknown>): Promise<FirstRunView> {
  return firstRunView.parse((await server.call('PUT', FIRST_RUN, { token, body })).body.data);
}

const NEW: FirstRunView = { offered: true, step: 'product', product: null, order: null };

describe('the guide to the first order', () => {
  it('is offered to a newcomer and goes on where another device stopped', async () => {
    expect(await read()).toEqual(NEW);
    const { order, ...placed } = await placeElsewhere();
    expect(await put({ step: 'terms', product: placed.product })).toEqual({
      ...NEW,
      step: 'terms',
      product: placed.product,
    });
    expect(await read(await makeSession(server.pool, memberId))).toEqual({
      ...NEW,
      step: 'terms',
      product: placed.product,
    });
    expect(order).not.toBe('');
  });

  /** A product that exists, by the order of another member. */
  async function placeElsewhere(): Promise<{ product: string; order: string }> {
    const other = await makeSession(server.pool, await makeMember(server.pool));
    const { product, id } = await placeSigned(server, other, 'FIRSTUSD', {});
    return { product, order: id };
  }

  it('that was left is not offered again on any device, and can be taken up again', async () => {
    expect(await put({ left: true })).toMatchObject({ offered: false });
    expect(await read(await makeSession(server.pool, memberId))).toMatchObject({ offered: false, step: 'product' });
    expect(await put({ step: 'terms' })).toMatchObject({ offered: false, step: 'terms' });
    expect(await put({ left: false })).toMatchObject({ offered: true, step: 'terms' });
  });

  it('is never offered to a member with an order, and names that order', async () => {
    const order = await placeSigned(server, token, 'OWNUSD', {});
    expect(await read()).toEqual({ ...NEW, offered: false, order: order.id });
  });

  it('keeps no product that is not there', async () =>
    expect(await put({ step: 'terms', product: 'NOSUCH' })).toMatchObject({ step: 'terms', product: null }));

  it.each([
    [{ step: 'amount' }, 'step', 'FIELD_INVALID'],
    [{ left: 'yes' }, 'left', 'FIELD_INVALID'],
    [{ product: 'x'.repeat(33) }, 'product', 'PRODUCT_NOT_FOUND'],
    [{ stake: '100' }, 'stake', 'FIELD_UNKNOWN'],
  ])('%o is refused at its field', async (body, field, key) =>
    expect((await server.call('PUT', FIRST_RUN, { token, body })).body).toMatchObject({
      code: 400,
      fields: { [field]: key },
    }),
  );
});
