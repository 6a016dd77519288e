// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OPERATOR, settle, show, startConsole, success } from '../testing/console.tsx';
import { useOperatorQuery } from './operator.tsx';

let calendarsEnding = OPERATOR.calendarsEnding;
startConsole((path) => success(path === '/api/console/me' ? { ...OPERATOR, calendarsEnding } : {}));

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

function Ending() {
  const { data } = useOperatorQuery();
  return <p id="ending">{data?.calendarsEnding.map(({ product }) => product).join()}</p>;
}

test('what the site tells an operator is read every minute, without a focus', async () => {
  await show(<Ending />);
  const shown = () => document.getElementById('ending')?.textContent;
  expect(shown()).toBe('');
  calendarsEnding = [{ product: 'LISTEDUSD', until: '2027-01-01' }];
  await act(async () => void vi.advanceTimersByTime(59_000));
  await settle();
  expect(shown()).toBe('');
  await act(async () => void vi.advanceTimersByTime(1_000));
  await settle();
  expect(shown()).toBe('LISTEDUSD');
});
