import { TRANSFER_TYPES } from '@candor/contract/wallet';
import { expect, test } from 'vitest';
import { parseHash } from '../../lib/paths.ts';
import {
  isFiltered,
  readStatementFilter,
  readView,
  statementOfDay,
  statementQuery,
  TYPE_CHOICES,
  viewPath,
} from './statement-filter.ts';

test('a filter survives the way through the address', () => {
  const filter = { type: 'orderPayout', from: '2026-11-01', to: '2026-11-20' } as const;
  const { params } = parseHash(`#${viewPath('statement', filter)}`);
  expect(readView(params)).toBe('statement');
  expect(readStatementFilter(params)).toEqual(filter);
  expect(statementQuery(filter)).toEqual({ type: 'orderPayout', from: '2026-11-01', to: '2026-11-21' });
});

test('nonsense in the address is the account without a filter', () => {
  const params = new URLSearchParams('view=secrets&type=orderClose&from=x');
  expect(readView(params)).toBeNull();
  expect(isFiltered(readStatementFilter(params))).toBe(false);
});

test('the figure of a day leads to that business date alone', () => {
  const { params } = parseHash(`#${statementOfDay('2026-11-01', 1)}`);
  expect(readStatementFilter(params)).toEqual({ type: null, from: '2026-10-31', to: '2026-10-31' });
});

test('every type of transfer can be chosen, each once', () => {
  expect(TYPE_CHOICES.toSorted()).toEqual(TRANSFER_TYPES.toSorted());
});
