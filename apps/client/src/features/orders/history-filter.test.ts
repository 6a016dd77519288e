import { expect, test } from 'vitest';
import { isFiltered, narrowedBy } from '../../services/records/record-filter.ts';
import { historyAddress, historyQuery, NO_FILTER, readHistoryFilter, winShare } from './history-filter.ts';

const TODAY = '2026-11-30';

const full = { result: 'lost', product: 'BTCUSDT', from: '2026-11-01', to: '2026-11-20' } as const;

test('a filter is read back from the address as it was written', () => {
  const params = new URLSearchParams(
    Object.entries(historyAddress(full)).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  expect(readHistoryFilter(params, TODAY)).toEqual(full);
  expect(historyAddress(NO_FILTER)).toEqual({ result: null, product: null, from: null, to: null });
});

test('an invalid address gives no filter', () => {
  expect(readHistoryFilter(new URLSearchParams('result=maybe&product=&from=2026-13-01'), TODAY)).toEqual(NO_FILTER);
});

test('an address of dates to come and of no date counts as no filter', () => {
  const filter = readHistoryFilter(new URLSearchParams('from=2099-01-01&to=1999-99-99&result=x'), TODAY);
  expect(filter).toEqual(NO_FILTER);
  expect(narrowedBy(historyAddress(filter), 'result')).toBe(0);
});

test('the query asks for settled orders, with the chosen result, until the end of the last day', () => {
  expect(historyQuery(full)).toEqual({
    status: 'settled',
    result: 'lost',
    product: 'BTCUSDT',
    from: '2026-11-01',
    to: '2026-11-21',
  });
  expect(historyQuery(NO_FILTER)).toMatchObject({ status: 'settled', result: undefined, product: undefined });
});

test('the button counts the choices in the sheet, not the tabs beside it', () => {
  expect(narrowedBy(historyAddress(full), 'result')).toBe(2);
  const won = historyAddress({ ...NO_FILTER, result: 'won' });
  expect([narrowedBy(won, 'result'), isFiltered(won)]).toEqual([0, true]);
  expect(isFiltered(historyAddress(NO_FILTER))).toBe(false);
});

test('the win rate leaves out ties and voids', () => {
  expect(winShare({ won: 1, lost: 2 })).toBe('0.3333');
  expect(winShare({ won: 0, lost: 0 })).toBeNull();
});
