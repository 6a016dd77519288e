import { expect, test } from 'vitest';
import { readIntent } from './kept-calls.ts';

test('what is stored is read, and anything else is ignored', () => {
  const intent = { key: 'k', account: 'demo', madeAtMs: 1, call: 'withdraw', id: null, body: null };
  expect(readIntent(intent)).toEqual(intent);
  for (const broken of [null, 'x', {}, { ...intent, call: 'steal' }, { ...intent, key: 1 }, { ...intent, id: 7 }])
    expect(readIntent(broken)).toBeNull();
});
