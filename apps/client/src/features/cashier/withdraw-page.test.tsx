// @vitest-environment happy-dom
import { listWithdrawals, readWithdrawalTerms } from '@candor/contract/calls/cashier';
import type { WithdrawalTermsView } from '@candor/contract/cashier';
import { ZH_HANT_ERRORS as say } from '@candor/contract/errors/zh-hant';
import { act } from 'react';
import { expect, test } from 'vitest';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import banks from '../../locales/zh-Hant/banks.json';
import cashier from '../../locales/zh-Hant/cashier.json';
import common from '../../locales/zh-Hant/common.json';
import {
  answer,
  button,
  errorOf,
  expectWrong,
  factOf,
  field,
  link,
  press,
  pressEnter,
  refusal,
  sentTo,
  serve,
  show,
  startScreens,
  type,
  until,
} from '../../services/testing/screen.tsx';
import { WithdrawPage } from './withdraw-page.tsx';

startScreens('zh-Hant');

const ASK = `POST ${listWithdrawals.path}`;
const { withdrawal, confirm } = cashier;
function submit(amount: string) {
  return confirm.submit.replace('{amount}', amount);
}
const TERMS: WithdrawalTermsView = {
  wallet: 'practice',
  available: '3000.00',
  min: '100.00',
  max: '50000.00',
  remainingToday: '2000.00',
  feeRate: '0.0010',
  feeMin: '2.00',
  feeMax: '50.00',
  arrivalHours: 24,
  card: { bank: 'ICBC', holder: '李*', number: '6222 **** **** 1234' },
  blockers: [],
  forbiddenReason: null,
  pausedUntil: null,
  triesLeft: 5,
};

async function showPage(changes: Partial<WithdrawalTermsView> = {}) {
  serve(readWithdrawalTerms.path, { ...TERMS, ...changes });
  serve(listWithdrawals.path, { items: [], nextCursor: null, credited: '0.00', count: 0, more: false });
  navigate(paths.withdraw());
  await show(<WithdrawPage />, { banks, cashier, common });
}

async function askFor(amount: string) {
  await showPage();
  await until(() => field(withdrawal.amount));
  await type(withdrawal.amount, amount);
  await press(withdrawal.submit);
}

test('each amount that cannot leave says why at the field, and the password is not asked for', async () => {
  await askFor('');
  expectWrong(withdrawal.amount, say.AMOUNT_REQUIRED);
  const wrong = [
    ['99.99', say.AMOUNT_BELOW_MINIMUM.replace('{min}', '¥100.00')],
    ['50000.01', say.AMOUNT_ABOVE_MAXIMUM.replace('{max}', '¥50,000.00')],
    ['2000.01', say.WITHDRAWAL_DAILY_LIMIT.replace('{limit}', '¥2,000.00')],
  ] as const;
  for (const [amount, text] of wrong) {
    await type(withdrawal.amount, amount);
    await press(withdrawal.submit);
    expectWrong(withdrawal.amount, text);
  }
  expect(() => field(confirm.password)).toThrow();
});

test('fee and arrival are shown while the amount is typed, and once more before it is confirmed', async () => {
  await askFor('1000');
  expect([factOf(cashier.fee), factOf(withdrawal.receive)]).toEqual(['¥2.00', '¥998.00']);
  expect(factOf(cashier.facts.card)).toContain('6222 **** **** 1234');
  expect(document.activeElement).toBe(field(confirm.password));
  expect(button(submit('¥1,000.00')).disabled).toBe(true);
});

test('the sixth digit sends nothing, and two presses of the button one withdrawal', async () => {
  await askFor('1000');
  answer(ASK, 'never');
  await type(confirm.password, '730482');
  expect(sentTo(ASK)).toEqual([]);
  await press(submit('¥1,000.00'));
  await act(async () => button(cashier.submitting).click());
  expect(sentTo(ASK)).toMatchObject([{ body: { amount: '1000', withdrawPwd: '730482' } }]);
});

test('Enter after the last digit is a press on the button', async () => {
  await askFor('1000');
  answer(ASK, 'never');
  await pressEnter(confirm.password);
  expect(sentTo(ASK)).toEqual([]);
  await type(confirm.password, '730482');
  await pressEnter(confirm.password);
  expect(sentTo(ASK)).toMatchObject([{ body: { amount: '1000', withdrawPwd: '730482' } }]);
});

test('an amount in the style of another country is withdrawn as it was read, and stays as typed', async () => {
  await askFor('1.000,50');
  answer(ASK, 'never');
  expect(field(withdrawal.amount).value).toBe('1.000,50');
  await type(confirm.password, '730482');
  await press(submit('¥1,000.50'));
  expect(sentTo(ASK)).toMatchObject([{ body: { amount: '1000.50', withdrawPwd: '730482' } }]);
});

test('a wrong password empties its cells, says how many tries are left, and the amount is still typed', async () => {
  await askFor('1000');
  answer(ASK, refusal('WITHDRAW_PASSWORD_MISMATCH', { params: { left: 4 } }));
  await type(confirm.password, '730482');
  await press(submit('¥1,000.00'));
  await until(() => expectWrong(confirm.password, say.WITHDRAW_PASSWORD_MISMATCH.replace('{left}', '4')));
  expect(field(confirm.password).value).toBe('');
  expect([field(withdrawal.amount).value, errorOf(withdrawal.amount)]).toEqual(['1000', undefined]);
});

test('without a card there is no form, but the way to bind one', async () => {
  await showPage({ blockers: ['BANK_CARD_REQUIRED'], card: null });
  await until(() => expect(link(cashier.blockers.steps.bind)?.getAttribute('href')).toContain(paths.addBank()));
  expect(() => field(withdrawal.amount)).toThrow();
});

test('a new member is told at once of all that a withdrawal needs, and of nothing that is done', async () => {
  const { needed } = cashier.blockers;
  await showPage({ blockers: ['IDENTITY_NOT_VERIFIED', 'BANK_CARD_REQUIRED'], card: null });
  await until(() => expect(document.body.textContent).toContain(needed.title));
  for (const text of [needed.IDENTITY_NOT_VERIFIED, needed.BANK_CARD_REQUIRED, needed.password])
    expect(document.body.textContent).toContain(text);
});

test('what the site does not ask for is not named among what a withdrawal needs', async () => {
  const { needed } = cashier.blockers;
  await showPage({ blockers: ['BANK_CARD_REQUIRED'], card: null });
  await until(() => expect(document.body.textContent).toContain(needed.BANK_CARD_REQUIRED));
  expect(document.body.textContent).toContain(needed.password);
  expect(document.body.textContent).not.toContain(needed.IDENTITY_NOT_VERIFIED);
});

test.each(['WITHDRAWAL_FORBIDDEN', 'ACCOUNT_FROZEN'] as const)(
  '%s says why, and leads to customer service',
  async (key) => {
    await showPage({ blockers: [key], forbiddenReason: 'PAPERS_NEEDED' });
    const { title } = cashier.blockers[key];
    await until(() => expect(document.body.textContent).toContain(title));
    // The reason belongs to the withdrawal alone.
    expect(document.body.textContent.includes(say.BECAUSE_PAPERS_NEEDED)).toBe(key === 'WITHDRAWAL_FORBIDDEN');
    expect(link(cashier.blockers.steps.contact)?.getAttribute('href')).toContain(paths.webview());
    expect(() => field(withdrawal.amount)).toThrow();
  },
);
