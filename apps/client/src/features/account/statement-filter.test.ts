import { TRANSFER_TYPES } from '@candor/contract/wallet';
import { expect, test } from 'vitest';
import { isFiltered } from '../../services/records/record-filter.ts';
import { parseHash, paths } from '../../lib/paths.ts';
import {
  readStatementFilter,
  readView,
  statementAddress,
  statementQuery,
  TYPE_CHOICES,
  withType,
} from './statement-filter.ts';
import type { StatementFilter } from './statement-filter.ts';

const TODAY = '2026-11-30';

test('a filter is read back from the address as it was written', () => {
  const filter: StatementFilter = {
    account: 'funds',
    types: ['orderPayout', 'fee'],
    ref: null,
    from: '2026-11-01',
    to: '2026-11-20',
  };
  const { params } = parseHash(`#${paths.statement({ types: filter.types, from: '2026-11-01', to: '2026-11-20' })}`);
  expect(readView(params)).toBe('statement');
  expect(readStatementFilter(params, TODAY)).toEqual(filter);
  expect(statementAddress(filter)).toEqual({
    account: null,
    ref: null,
    type: 'orderPayout,fee',
    from: '2026-11-01',
    to: '2026-11-20',
  });
  expect(statementQuery(filter)).toEqual({ type: 'orderPayout,fee', from: '2026-11-01', to: '2026-11-21' });
});

test('the savings and what is invested have statements of their own', () => {
  const { params } = parseHash(`#${paths.statement({ account: 'savings' })}`);
  const filter = readStatementFilter(params, TODAY);
  expect(isFiltered(statementAddress(filter))).toBe(true);
  expect(statementQuery(filter)).toEqual({ account: 'savings' });
  expect(readStatementFilter(new URLSearchParams('account=house'), TODAY).account).toBe('funds');
});

test('the transfers of one investment are asked for by its id; anything else is no id', () => {
  const ref = '0193a5f0-0000-7000-8000-000000000001';
  const filter = readStatementFilter(parseHash(`#${paths.statement({ ref })}`).params, TODAY);
  expect([isFiltered(statementAddress(filter)), statementQuery(filter)]).toEqual([true, { refId: ref }]);
  expect(readStatementFilter(new URLSearchParams('ref=x%27'), TODAY).ref).toBeNull();
});

test('an invalid address gives the account without a filter', () => {
  const params = new URLSearchParams('view=secrets&type=orderClose&from=x');
  expect(readView(params)).toBeNull();
  expect(isFiltered(statementAddress(readStatementFilter(params, TODAY)))).toBe(false);
});

test('choosing a type adds it, and choosing it again removes it', () => {
  expect(withType(['fee'], 'interest')).toEqual(['fee', 'interest']);
  expect(withType(['fee', 'interest'], 'fee')).toEqual(['interest']);
});

test('every transfer type can be chosen, each once', () => {
  expect(TYPE_CHOICES.toSorted()).toEqual(TRANSFER_TYPES.toSorted());
});
