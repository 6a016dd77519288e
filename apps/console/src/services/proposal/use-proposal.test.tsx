// @vitest-environment happy-dom
import { proposeRate } from '@candor/contract/calls/console/invest';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showLanguage, TextsProvider } from '../../lib/i18n.tsx';
import { INVEST_CHANGES } from './kinds.ts';
import { useProposal } from './use-proposal.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const RATES = ['0.02', '0.03'] as const;

let root: Root;
let keys: (string | null)[];
/** The answers to come; 'lost' is a connection that breaks. */
let answers: unknown[];

function Probe() {
  const { send } = useProposal({
    kind: INVEST_CHANGES,
    operation: proposeRate,
    onClose: () => undefined,
    setFieldError: () => undefined,
  });
  return RATES.map((rate) => (
    <button key={rate} type="button" onClick={() => send({ annualRate: rate, from: '2026-12-01', reason: 'a reason' })}>
      {rate}
    </button>
  ));
}

beforeEach(async () => {
  [keys, answers] = [[], []];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    if (init.method === 'POST') keys.push(new Headers(init.headers).get('idempotency-key'));
    const answer = answers.shift() ?? 'lost';
    if (answer === 'lost') throw new TypeError('connection lost');
    return Response.json(answer);
  });
  await showLanguage('en');
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <TextsProvider>
          <Probe />
        </TextsProvider>
      </QueryClientProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
});

async function propose(rate: (typeof RATES)[number]): Promise<void> {
  await act(async () => {
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === rate)?.click();
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
}

test('after a lost answer the same proposal has the same key, and another one its own', async () => {
  await propose('0.02');
  await propose('0.02');
  await propose('0.03');
  expect(keys.map((key) => key === keys[0])).toEqual([true, true, false]);
});

test('after a refusal the next one is another proposal', async () => {
  answers = [{ code: 400, msg: '', data: null, error: 'AMOUNT_INVALID' }];
  await propose('0.02');
  await propose('0.02');
  expect(keys[1]).not.toBe(keys[0]);
});
