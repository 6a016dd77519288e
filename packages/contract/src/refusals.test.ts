import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { listOrders, placeOrder, readOrder } from './calls/trading.ts';
import { operation } from './operation.ts';
import { refusalsOf, schemaKeys } from './refusals.ts';
import { orderBody } from './trading.ts';

test('the keys of a schema are those of all its rules, however deep', () => {
  expect(schemaKeys(orderBody).toSorted()).toEqual([
    'DIRECTION_INVALID',
    'DURATION_INVALID',
    'FIELD_INVALID',
    'FIELD_REQUIRED',
    'PRODUCT_NOT_FOUND',
    'STAKE_INVALID',
    'STAKE_REQUIRED',
  ]);
  const inner = z.string({ error: (issue) => (issue.input === undefined ? 'NAME_REQUIRED' : 'NAME_INVALID') });
  const deep = z.union([z.array(z.optional(z.nullable(inner))), z.pipe(z.string(), z.transform(Number))]);
  expect(schemaKeys(z.record(z.string(), deep)).toSorted()).toEqual(['NAME_INVALID', 'NAME_REQUIRED']);
});

test('a call refuses what it lists and what follows from its declaration', () => {
  expect(refusalsOf(listOrders)).toEqual([
    'BODY_INVALID',
    'FAULT',
    'FIELD_INVALID',
    'FIELD_REQUIRED',
    'FIELD_UNKNOWN',
    'ORDERS_TOO_FAR',
    'ORDERS_UNAVAILABLE',
    'PARAMETERS_EMPTY',
    'PARAMETERS_INVALID',
    'PRODUCT_NOT_FOUND',
    'RATE_LIMITED',
    'SESSION_FROZEN_BECAUSE',
    'SESSION_INVALID',
  ]);
  expect(refusalsOf(readOrder)).toContain('ORDER_NOT_FOUND');
  expect(refusalsOf(placeOrder)).toEqual(expect.arrayContaining(['IDEMPOTENCY_KEY_REUSED', 'OUTCOME_UNKNOWN']));
  expect(refusalsOf(placeOrder)).not.toContain('CONFIRMATION_REQUIRED');
  const signed = operation({
    id: 'x',
    method: 'POST',
    path: '/x',
    caller: 'member',
    signed: true,
    confirmed: 'always',
    cost: 'change',
    answer: z.null(),
    refusals: [],
    tag: 't',
    summary: '',
  });
  expect(refusalsOf(signed)).toEqual(
    expect.arrayContaining(['CONFIRMATION_REQUIRED', 'DEVICE_KEY_REQUIRED', 'SIGNATURE_USED', 'SESSION_INVALID']),
  );
});
