import { expect, test } from 'vitest';
import { columnsFor } from './duration-picker.tsx';

test('no duration stands alone in a last row, as far as three or four in a row can do it', () => {
  const lastRow = (count: number) => count % columnsFor(count) || columnsFor(count);
  expect([2, 3, 4, 5, 6, 7, 8, 9, 10].map(lastRow)).toEqual([2, 3, 4, 2, 3, 3, 2, 3, 2]);
});
