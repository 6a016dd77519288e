import * as z from 'zod/mini';
import { expect, expectTypeOf, test } from 'vitest';
import { listOrders, readOrder } from './calls/trading.ts';
import type { placeOrder } from './calls/trading.ts';
import { pageFields } from './fields.ts';
import { fillPath, operation, pathOf } from './operation.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from './operation.ts';
import type { OrderBody, OrdersView } from './trading.ts';

test('a value in a path is one segment', () => {
  expect(pathOf(readOrder, { id: '../../console' })).toBe('/api/trade/orders/..%2F..%2Fconsole');
  expect(pathOf(listOrders)).toBe('/api/trade/orders');
  expect(fillPath('/a/{one}/{two}', { one: 'x y', two: 2 })).toBe('/a/x%20y/2');
});

test('a declaration gives the types of both sides', () => {
  expectTypeOf<ParamsOf<typeof readOrder>>().toEqualTypeOf<{ id: string }>();
  expectTypeOf<ParamsOf<typeof listOrders>>().toEqualTypeOf<undefined>();
  expectTypeOf<BodyOf<typeof placeOrder>>().toExtend<OrderBody>();
  expectTypeOf<AnswerOf<typeof listOrders>>().toEqualTypeOf<OrdersView>();
  // The server reads a number where the address has text.
  expectTypeOf<QueryOf<typeof listOrders>['limit']>().toEqualTypeOf<string | number | undefined>();
  expectTypeOf<QueryOf<typeof listOrders>['from']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<QueryOf<typeof listOrders>['status']>().toEqualTypeOf<'open' | 'settled' | undefined>();
});

const one = z.strictObject({ id: z.string() });
const common = { id: 'x', cost: 'lookup', refusals: [], tag: 't', summary: '', answer: one } as const;

/** Declarations that contradict themselves. Nobody calls this: the compiler must refuse each. */
export function refusedByTheCompiler(): void {
  // @ts-expect-error -- a GET has no body
  operation({ ...common, method: 'GET', path: '/a', caller: 'member', body: one });
  // @ts-expect-error -- a GET changes nothing, so it carries no key
  operation({ ...common, method: 'GET', path: '/a', caller: 'member', idempotent: true });
  // @ts-expect-error -- the path has no such name
  operation({ ...common, method: 'GET', path: '/a', caller: 'member', params: one });
  // @ts-expect-error -- the path names a parameter that has no schema
  operation({ ...common, method: 'GET', path: '/a/{id}', caller: 'member' });
  // @ts-expect-error -- the path names another parameter
  operation({ ...common, method: 'GET', path: '/a/{code}', caller: 'member', params: one });
  // @ts-expect-error -- strangers have no device key
  operation({ ...common, method: 'POST', path: '/a', caller: 'public', signed: true });
  // @ts-expect-error -- operators confirm with their authenticator when they log in
  operation({ ...common, method: 'POST', path: '/a', caller: 'operator', confirmed: 'always' });
  // @ts-expect-error -- what is confirmed is signed too
  operation({ ...common, method: 'POST', path: '/a', caller: 'member', confirmed: 'always' });
  // @ts-expect-error -- members solve no puzzle
  operation({ ...common, method: 'POST', path: '/a', caller: 'member', puzzle: 'login' });
  // @ts-expect-error -- strangers have no permission
  operation({ ...common, method: 'GET', path: '/a', caller: 'public', permission: 'a:b:c' });
  // @ts-expect-error -- no such refusal
  operation({ ...common, method: 'GET', path: '/a', caller: 'member', refusals: ['ORDER_NOT_FUOND'] });
  // @ts-expect-error -- no such cost
  operation({ ...common, method: 'GET', path: '/a', caller: 'member', cost: 'cheap' });
  // @ts-expect-error -- no such property
  operation({ ...common, method: 'GET', path: '/a', caller: 'member', quary: z.strictObject(pageFields) });
  // @ts-expect-error -- a picture is not in an envelope
  operation({ ...common, method: 'GET', path: '/a', caller: 'member', sends: 'picture' });
  // @ts-expect-error -- the order is not named
  pathOf(readOrder);
  // @ts-expect-error -- the path of a list names nothing
  pathOf(listOrders, { id: 'x' });
}
