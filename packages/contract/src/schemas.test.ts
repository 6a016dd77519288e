import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as cashier from './cashier.ts';
import * as content from './content.ts';
import { optionalText, requiredText } from './fields.ts';
import * as consoleCashier from './console-cashier.ts';
import * as identity from './identity.ts';
import * as live from './live.ts';
import * as market from './market.ts';
import * as verification from './verification.ts';
import * as registration from './registration.ts';
import * as support from './support.ts';
import * as trading from './trading.ts';
import * as wallet from './wallet.ts';

const SCHEMAS = Object.entries({
  ...cashier,
  ...content,
  ...consoleCashier,
  ...identity,
  ...live,
  ...market,
  ...verification,
  ...registration,
  ...support,
  ...trading,
  ...wallet,
}).flatMap(([name, exported]) => (exported instanceof z.ZodMiniType ? [{ name, schema: exported }] : []));

test('the contract has schemas', () => {
  expect(SCHEMAS.length).toBeGreaterThan(40);
});

test.each(SCHEMAS)('$name can be described as JSON schema, as OpenAPI needs it', ({ schema }) => {
  expect(z.toJSONSchema(schema, { io: 'input' })).toHaveProperty('$schema');
});

test('a page has 20 rows unless the caller says how many', () => {
  for (const query of [trading.ordersQuery, cashier.depositsQuery, support.supportQuery])
    expect([query.parse({}).limit, query.parse({ limit: '3' }).limit]).toEqual([20, 3]);
  expect([
    market.candlesQuery.parse({ interval: '1m' }).limit,
    cashier.depositsQuery.safeParse({ limit: '' }).success,
  ]).toEqual([300, false]);
});

test('an order that is looked up by its key has no other parameter, and no page is asked for', () => {
  const key = '01890a5d-ac96-774b-bcce-b302099a8057';
  expect(trading.ordersQuery.safeParse({ key }).success).toBe(true);
  expect(trading.ordersQuery.safeParse({ key, limit: '20' }).success).toBe(false);
});

test.each(SCHEMAS.filter(({ name }) => /(Body|Query|Params)$/.test(name)))(
  '$name refuses unknown fields',
  ({ schema }) => {
    const parsed = schema.safeParse({ unheardOf: 1 });
    expect(parsed.error?.issues.some((issue) => issue.code === 'unrecognized_keys')).toBe(true);
  },
);

test.each(['\n', '\u2028', '\u2029'])(
  'the line break %j is refused in a line, and is a new line in a message',
  (lineBreak) => {
    const typed = `one${lineBreak}two`;
    for (const schema of [
      requiredText({ max: 20 }),
      optionalText({ max: 20 }),
      requiredText({ max: 20, kind: 'name' }),
    ])
      expect(schema.safeParse(typed).success).toBe(false);
    expect(identity.profileBody.safeParse({ nickname: typed }).success).toBe(false);
    expect(support.supportBody.parse({ text: typed })).toEqual({ text: 'one\ntwo' });
  },
);
