// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { AGREEMENT_LINKS } from './agreement-link.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const { loaded } = vi.hoisted(() => ({ loaded: [] as string[] }));
vi.mock('./agreement-sheet.tsx', () => ({ AgreementSheet: ({ slug }: { slug: string }) => <p>the text {slug}</p> }));
vi.mock('../../lib/app-styles.ts', () => {
  loaded.push('app-styles');
  return { STYLES: '' };
});

test('an agreement comes with the styles of texts, which the login screen does not have', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() => root.render(AGREEMENT_LINKS.terms('terms of use')));
  expect(loaded).toEqual([]);
  act(() => document.querySelector('button')?.click());
  await vi.waitFor(async () => {
    await act(async () => await Promise.resolve());
    expect(document.body.textContent).toContain('the text agreement');
  });
  expect(loaded).toEqual(['app-styles']);
});
