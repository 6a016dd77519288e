import { expect, test } from 'vitest';
import { inOrder, shownFilters, wordsOfFilter } from './filter-words.ts';

test('the search comes first, then choices, then the period, on every list', () => {
  const filters = [{ name: 'state', choices: [] }, { name: 'period', isPeriod: true }, { name: 'q' }];
  expect(inOrder(filters).map(({ name }) => name)).toEqual(['q', 'state', 'period']);
  expect(filters.flatMap(wordsOfFilter)).toEqual(['state', 'from', 'to', 'q']);
});

test('where there is no room for all, what narrows the list stays', () => {
  const line = (names: string) =>
    ['q', 'state', 'kind', 'period'].map((name) => ({ name, width: 100, isOn: names.includes(name) }));
  expect([...shownFilters(line(''), 0, 4)]).toEqual(['q', 'state', 'kind', 'period']);
  expect([...shownFilters(line(''), 250, 4)]).toEqual(['q', 'state']);
  expect([...shownFilters(line('period'), 250, 4)]).toEqual(['q', 'period']);
  expect([...shownFilters(line(''), 50, 4)]).toEqual(['q']);
});
