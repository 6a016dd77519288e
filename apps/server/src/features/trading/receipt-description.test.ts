import { readdir, readFile } from 'node:fs/promises';
import { receiptView } from '@candor/contract/trading';
import { readReceipt } from '@candor/proof/read-receipt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromJSONSchema } from 'zod';
import * as z from 'zod/mini';
import { descriptionOf } from '../../testing/description.ts';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { makeClockMovable } from '../../testing/movable-clock.ts';
import type { MovableClock } from '../../testing/movable-clock.ts';
import { placeSigned, PRICE, runOn, signClose } from '../../testing/signed-orders.ts';
import { createTestDb } from '../../testing/test-db.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

/** The description of the API tells the whole document in a receipt, and is right about it. */

const VECTORS = new URL('../../../../../packages/proof/vectors/', import.meta.url);

type Json = Record<string, unknown>;
const described = z.object({
  type: z.literal('string'),
  contentMediaType: z.literal('application/json'),
  contentSchema: z.record(z.string(), z.unknown()),
});
const document = z.record(z.string(), z.unknown());
/** The answer, and what may be refused. */
const oneOf = z.object({ oneOf: z.array(z.unknown()) });

let server: TestServer;
let clock: MovableClock;
let isDescribed: (receipt: unknown) => boolean;

beforeAll(async () => {
  const db = await createTestDb();
  clock = await makeClockMovable(db.ownerUrl);
  server = await startTestServer({}, db);
  const openApi = await descriptionOf(server.http.app);
  const path = ['paths', '/api/trade/orders/{id}/receipt', 'get', 'responses', '200', 'content', 'application/json'];
  const either = oneOf.parse([...path, 'schema'].reduce<unknown>((part, key) => document.parse(part)[key], openApi));
  const answer = ['properties', 'data', 'properties', 'receipt'].reduce<unknown>(
    (part, key) => document.parse(part)[key],
    either.oneOf[0],
  );
  const schema = fromJSONSchema(described.parse(answer).contentSchema);
  isDescribed = (receipt) => schema.safeParse(receipt).success;
});
afterAll(async () => {
  await clock.close();
  await server.stop();
});

it('a receipt of this server is one, before the entry, before the close and after it', async () => {
  const token = await makeSession(server.pool, await makeMember(server.pool));
  const order = await placeSigned(server, token, 'DESCUSD', { feeRate: 100 });
  const read = async (): Promise<unknown> => {
    const { body } = await server.call('GET', `/api/trade/orders/${order.id}/receipt`, { token });
    return JSON.parse(receiptView.parse(body.data).receipt);
  };
  expect(isDescribed(await read())).toBe(true);
  await runOn(
    server,
    order,
    [
      [0, PRICE],
      [5, PRICE + 1],
    ],
    clock,
  );
  expect(isDescribed(await read())).toBe(true);
  await signClose(server, order);
  const settled = await read();
  expect(settled).toMatchObject({ final: true, outcome: { status: 'won' } });
  expect(isDescribed(settled)).toBe(true);
});

describe('the receipts of the test vectors', async () => {
  const names = (await readdir(VECTORS)).filter((name) => name.startsWith('true-'));
  const receipts = await Promise.all(
    names.map(async (name): Promise<[string, Json]> => {
      const vector = z
        .object({ receipt: z.string() })
        .parse(JSON.parse(await readFile(new URL(name, VECTORS), 'utf8')));
      return [name, document.parse(JSON.parse(vector.receipt))];
    }),
  );

  it.each(receipts)('%s is one', (_, receipt) => {
    expect(isDescribed(receipt)).toBe(true);
  });

  it('are none with a value of another kind, a key too many or one missing, wherever it is; nor for the verifier', () => {
    const [, receipt = {}] = receipts.find(([name]) => name === 'true-logged-won.json') ?? [];
    const changed = [...changes(receipt)];
    expect(changed.length).toBeGreaterThan(200);
    for (const [where, other] of changed) {
      expect([where, isDescribed(other)]).toEqual([where, false]);
      const read = readReceipt(`${sorted(other)}\n`);
      expect([where, read.ok]).toEqual([where, false]);
    }
  });
});

/** The value with one thing in it changed: each value to one of another kind, and each object with a key more and less. */
function* changes(value: unknown, where = ''): Generator<[where: string, value: unknown]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const [place, other] of changes(item, `${where}/${index}`)) yield [place, value.with(index, other)];
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    yield [`${where}/more`, { ...value, more: 1 }];
    for (const [key, item] of entries) {
      yield [`${where}/${key}/missing`, Object.fromEntries(entries.filter(([other]) => other !== key))];
      for (const [place, other] of changes(item, `${where}/${key}`)) yield [place, { ...value, [key]: other }];
    }
  }
  yield [where, typeof value === 'boolean' ? 'true' : true];
}

/** Canonical JSON of what may be no receipt. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
