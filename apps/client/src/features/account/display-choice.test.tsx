// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { show, startScreens } from '../../services/testing/screen.tsx';
import { Toggle } from './display-choice.tsx';

startScreens();

test('a press on the words beside a switch turns it too', async () => {
  const onChange = vi.fn();
  await show(<Toggle title="Care mode" hint="Larger letters" checked={false} onChange={onChange} />, {});
  const words = [...document.querySelectorAll('span')].find(({ textContent }) => textContent === 'Larger letters');
  words?.click();
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
});
