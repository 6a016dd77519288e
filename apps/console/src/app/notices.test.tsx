// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { OPERATOR, show, startConsole, success } from '../services/testing/console.tsx';
import { Notices } from './shell.tsx';

startConsole(() => success({}));

function notices(): string[] {
  return [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent);
}

test('products whose holidays are known for less than a year are named, with the last day', async () => {
  await show(<Notices />);
  expect(notices()).toEqual([]);
  const calendarsEnding = [
    { product: 'LISTEDUSD', until: '2027-01-01' },
    { product: 'OTHERUSD', until: '2027-03-05' },
  ];
  await show(<Notices />, { ...OPERATOR, calendarsEnding });
  const [said, ...others] = notices();
  expect(said).toContain('LISTEDUSD until 2027-01-01 · OTHERUSD until 2027-03-05');
  expect(others).toEqual([]);
});
