// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import compare from '../../locales/en/compare.json';
import { compareWith } from '../../services/proof/compare-key.ts';
import type { Compared } from '../../services/proof/compare-key.ts';
import { show, startScreens, type, until } from '../../services/testing/screen.tsx';
import { CompareOther } from './compare-other.tsx';

// What it compares has its own test.
vi.mock('../../services/proof/compare-key.ts', () => ({ compareWith: vi.fn() }));

startScreens();

function verdict() {
  return document.querySelector('[data-compared]')?.getAttribute('data-compared') ?? null;
}

test('what was said of a code is gone when the code is edited', async () => {
  vi.mocked(compareWith).mockResolvedValue({ kind: 'same', size: null });
  await show(<CompareOther scanned="one" />, { compare });
  await until(() => expect(verdict()).toBe('same'));
  await type(compare.other.label, 'two');
  expect(verdict()).toBeNull();
});

test('an answer that comes after the code was edited says nothing', async () => {
  const answer = Promise.withResolvers<Compared>();
  vi.mocked(compareWith).mockReturnValue(answer.promise);
  await show(<CompareOther scanned="one" />, { compare });
  await type(compare.other.label, 'two');
  answer.resolve({ kind: 'same', size: null });
  await answer.promise;
  await until(() => expect(document.querySelector('form')).not.toBeNull());
  expect(verdict()).toBeNull();
});
