import { expect, test } from 'vitest';
import { isFiltered, narrowedBy } from '../../services/records/record-filter.ts';
import { filterAddress, filterQuery, NO_FILTER, readDepositFilter, readWithdrawalFilter } from './records-filter.ts';
import type { DepositFilter } from './records-filter.ts';

const TODAY = '2026-11-30';

test('a filter survives its address', () => {
  const filter = { status: 'pending', kind: 'usdt', from: '2026-11-01', to: '2026-11-22' } as const;
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(filterAddress(filter))) if (value !== null) params.set(key, value);
  expect(readDepositFilter(params, TODAY)).toEqual(filter);
  // The server's range ends before its last day.
  expect(filterQuery(filter)).toEqual({ status: 'pending', kind: 'usdt', from: '2026-11-01', to: '2026-11-23' });
});

test('what an address cannot mean is all', () => {
  const params = new URLSearchParams('status=won&kind=gold&from=2026-02-31');
  expect(readDepositFilter(params, TODAY)).toEqual(NO_FILTER);
  expect(filterQuery(NO_FILTER)).toEqual({});
  // A withdrawal is never "recharging", and has no method.
  expect(readWithdrawalFilter(new URLSearchParams('status=recharging&kind=bank'), TODAY)).toEqual(NO_FILTER);
  expect(readWithdrawalFilter(new URLSearchParams('status=rejected'), TODAY).status).toBe('rejected');
});

test('the button of the sheet counts what the sheet chose', () => {
  const look = (changes: Partial<DepositFilter>) => {
    const address = filterAddress({ ...NO_FILTER, ...changes });
    return [isFiltered(address), narrowedBy(address, 'status')];
  };
  expect(look({})).toEqual([false, 0]);
  expect(look({ status: 'approved' })).toEqual([true, 0]);
  expect(look({ kind: 'bank', from: '2026-11-01' })).toEqual([true, 2]);
  expect(look({ to: '2026-11-02' })).toEqual([true, 1]);
});
