import { randomUUID } from 'node:crypto';
import { listOrders } from '@candor/contract/calls/trading';
import { resetPractice } from '@candor/contract/calls/wallet';
import { listMessages } from '@candor/contract/calls/support';
import { amount } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeFresh, makeMember, makeProduct, makeSession } from '../testing/factories.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { CallOptions } from '../testing/call.ts';
import type { TestServer } from '../testing/test-server.ts';

/**
 * The answer to COMMIT is lost: the work is stored, and the server does not know it. It must never answer "failed". The
 * same call with the same key then finds what is stored.
 */
let server: TestServer;
let token: string;
let isAnswerLost = false;

beforeAll(async () => {
  server = await startTestServer({}, undefined, async () => async (statement, run) => {
    const result = await run(statement);
    if (isAnswerLost && statement.text === 'commit') throw new Error('Connection terminated unexpectedly');
    return result;
  });
  await makeProduct(server.ownerPool);
});
afterAll(async () => await server.stop());

beforeEach(async () => {
  token = await makeSession(server.pool, await makeMember(server.ownerPool, '99000'));
  await makeFresh(server);
});

const WRITES: readonly [name: string, path: string, body: object | undefined, count: string][] = [
  [
    'an order',
    listOrders.path,
    { product: 'TESTUSD', direction: 'up', durationSec: 5, stake: amount('100') },
    'select count(*) as n from trade_order',
  ],
  [
    'a reset of practice money',
    resetPractice.path,
    undefined,
    `select count(*) as n from transfer where type = 'practiceReset'`,
  ],
  ['a message', listMessages.path, { text: 'hello' }, 'select count(*) as n from support_message'],
];

it.each(WRITES)('of %s: the outcome is unknown, and the same key finds it once', async (_, path, body, count) => {
  const stored = async (): Promise<bigint> => {
    const { rows } = await server.ownerPool.query<{ n: bigint }>(count);
    return rows[0]?.n ?? 0n;
  };
  const before = await stored();
  const call: CallOptions = { token, key: randomUUID(), ...(body === undefined ? {} : { body }) };
  isAnswerLost = true;
  const unknown = await server.call('POST', path, call);
  isAnswerLost = false;
  expect(unknown.body).toMatchObject({ code: 500, error: 'OUTCOME_UNKNOWN' });
  expect(await stored()).toBe(before + 1n);
  expect((await server.call('POST', path, call)).body).toMatchObject({ code: 200 });
  expect(await stored()).toBe(before + 1n);
});
