// @vitest-environment happy-dom
import { listSavingsTransfers, readSavings, setAutoSave } from '@candor/contract/calls/invest';
import { EN_ERRORS as say } from '@candor/contract/errors/en';
import type { SavingsView as Savings } from '@candor/contract/invest';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import common from '../../locales/en/common.json';
import invest from '../../locales/en/invest.json';
import {
  answer,
  button,
  expectWrong,
  factOf,
  field,
  findButton,
  link,
  messages,
  press,
  pressAgain,
  refusal,
  sentTo,
  serve,
  show,
  startScreens,
  success,
  type,
  until,
} from '../../services/testing/screen.tsx';
import { SavingsView } from './savings-view.tsx';

/* Money into the savings and out again. */

startScreens();

const { move } = invest;
const MOVE = `POST ${listSavingsTransfers.path}`;
const SAVINGS: Savings = {
  wallet: 'practice',
  balance: '2000.00',
  available: '3000.00',
  annualRate: '0.0200',
  rates: [{ from: '2026-11-01', annualRate: '0.0200' }],
  yesterday: '0.11',
  total: '1.00',
  todayEstimate: '0.11',
  days: [],
  auto: { on: false, keep: '0.00' },
  agreementVersion: 1,
};

async function showSheet(direction: 'in' | 'out') {
  serve(readSavings.path, SAVINGS);
  serve(listSavingsTransfers.path, { items: [], nextCursor: null });
  await show(<SavingsView move={direction} />, { common, invest });
  await until(() => field(direction === 'in' ? move.amountIn : move.amountOut));
}

test('in: a missing amount and one that is not there are refused at the field, with the way to mend it', async () => {
  await showSheet('in');
  await press(move.confirmIn);
  expectWrong(move.amountIn, say.AMOUNT_REQUIRED);
  await type(move.amountIn, '3500');
  await press(move.confirmIn);
  expectWrong(move.amountIn, say.INVEST_BALANCE_INSUFFICIENT.replace('{missing}', '¥500.00'));
  expect(link('Deposit ¥500.00')?.getAttribute('href')).toContain('amount=500');
  expect(field(move.amountIn).value).toBe('3500');
  expect(sentTo(MOVE)).toEqual([]);
});

test('in: the balance afterwards is shown while the amount is typed, and one transfer is sent', async () => {
  await showSheet('in');
  await type(move.amountIn, '1000');
  expect(factOf(move.after)).toBe('¥3,000.00');
  answer(MOVE, 'never');
  await pressAgain(move.confirmIn);
  expect(sentTo(MOVE)).toMatchObject([{ body: { direction: 'in', amount: '1000' } }]);
});

test('out: more than is saved is refused at the field; all of it is one press', async () => {
  await showSheet('out');
  await type(move.amountOut, '2000.01');
  await press(move.confirmOut);
  expectWrong(move.amountOut, say.SAVINGS_INSUFFICIENT.replace('{missing}', '¥0.01'));
  await press(common.actions.all);
  expect([field(move.amountOut).value, factOf(move.after)]).toEqual(['2000', '¥0.00']);
});

test('out: a refusal keeps the amount; a lost answer is looked up with the same key', async () => {
  await showSheet('out');
  await type(move.amountOut, '500');
  answer(MOVE, refusal('SAVINGS_INSUFFICIENT', { params: { missing: '100.00' } }), 'lost', success(SAVINGS));
  await press(move.confirmOut);
  await until(() => expect(document.activeElement).toBe(field(move.amountOut)));
  expect(field(move.amountOut).value).toBe('500');
  vi.useFakeTimers();
  await press(move.confirmOut);
  expect(messages()).toContain(invest.checking);
  expect(button(common.actions.submitting).getAttribute('aria-disabled')).toBe('true');
  await act(async () => await vi.advanceTimersByTimeAsync(1_000));
  const [, first, second, ...more] = sentTo(MOVE);
  expect(more).toEqual([]);
  expect(second).toEqual(first);
});

const AUTO = `PUT ${setAutoSave.path}`;
const { auto } = invest;

async function showAuto(on: boolean) {
  serve(readSavings.path, { ...SAVINGS, auto: { on, keep: on ? '100.00' : '0.00' } });
  serve(listSavingsTransfers.path, { items: [], nextCursor: null });
  await show(<SavingsView move={null} />, { common, invest });
  await until(() => autoSwitch());
}

function autoSwitch(): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[role=switch][aria-label="${auto.title}"]`);
  if (found === null) throw new Error('there is no switch');
  return found;
}

test('auto-save: it is off and says what it would do; one press turns it on, a refusal leaves it off', async () => {
  await showAuto(false);
  expect(document.body.textContent).toContain(auto.explained);
  answer(AUTO, refusal('ACCOUNT_FROZEN'), success({ ...SAVINGS, auto: { on: true, keep: '0.00' } }));
  await act(async () => autoSwitch().click());
  await until(() => expect(messages()).toContain(say.ACCOUNT_FROZEN));
  expect(autoSwitch().getAttribute('aria-checked')).toBe('false');
  await act(async () => autoSwitch().click());
  await until(() => expect(autoSwitch().getAttribute('aria-checked')).toBe('true'));
  expect(sentTo(AUTO).map(({ body }) => body)).toEqual([
    { on: true, keep: '0' },
    { on: true, keep: '0' },
  ]);
});

test('auto-save: another amount to keep is saved once, and only when it is another one', async () => {
  await showAuto(true);
  expect([field(auto.keep).value, findButton(common.actions.save)]).toEqual(['100', undefined]);
  await type(auto.keep, '250');
  answer(AUTO, success({ ...SAVINGS, auto: { on: true, keep: '250.00' } }));
  await press(common.actions.save);
  await until(() => expect(findButton(common.actions.save)).toBeUndefined());
  expect(sentTo(AUTO).map(({ body }) => body)).toEqual([{ on: true, keep: '250' }]);
});
