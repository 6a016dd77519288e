// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import compare from '../../locales/en/compare.json';
import { askWitnesses } from '../../services/proof/compare-key.ts';
import { press, show, startScreens, until } from '../../services/testing/screen.tsx';
import { AskWitnesses } from './ask-witnesses.tsx';

// What it asks has its own test.
vi.mock('../../services/proof/compare-key.ts', () => ({ askWitnesses: vi.fn() }));

startScreens();

test('a device that does not know the keys of the site is told that, not that there are no witnesses', async () => {
  vi.mocked(askWitnesses).mockResolvedValue(null);
  await show(<AskWitnesses />, { compare });
  await press(compare.witnesses.ask);
  await until(() => expect(document.querySelector('[role=alert]')?.textContent).toBe(compare.result.ownKeyLost));
  expect(document.body.textContent).not.toContain(compare.witnesses.none);
});

test('says that a site lists no witnesses', async () => {
  vi.mocked(askWitnesses).mockResolvedValue([]);
  await show(<AskWitnesses />, { compare });
  await press(compare.witnesses.ask);
  await until(() => expect(document.body.textContent).toContain(compare.witnesses.none));
  expect(document.querySelector('[role=alert]')).toBeNull();
});
