// @vitest-environment happy-dom
import { EN_ERRORS as say } from '@candor/contract/errors/en';
import type { BankCardView } from '@candor/contract/verification';
import { readBankCard, removeBankCard } from '@candor/contract/calls/verification';
import { readProfile } from '@candor/contract/calls/account';
import { expect, test } from 'vitest';
import { sampleProfile } from '../../lib/testing/sample-profile.ts';
import banks from '../../locales/en/banks.json';
import common from '../../locales/en/common.json';
import verification from '../../locales/en/verification.json';
import {
  answer,
  button,
  expectWrong,
  field,
  link,
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
import { BankPage } from './bank-page.tsx';

/* The bound card, and how it is removed. */

startScreens();

const { card } = verification;
const REMOVE = `DELETE ${removeBankCard.path}`;
const CARD: BankCardView = {
  holder: '李*',
  number: '6222 **** **** 1234',
  bank: 'ICBC',
  branch: null,
  boundAt: '2026-11-01T03:00:00.000Z',
};

async function askRemoval() {
  serve(readBankCard.path, CARD);
  serve(readProfile.path, sampleProfile());
  await show(<BankPage />, { banks, common, verification });
  await until(() => button(card.remove));
  await press(card.remove);
  await until(() => field(card.withdrawPassword));
}

test('when it was bound is a time with its zone', async () => {
  serve(readBankCard.path, CARD);
  serve(readProfile.path, sampleProfile());
  await show(<BankPage />, { banks, common, verification });
  await until(() => expect(document.body.textContent).toMatch(/2026-11-01 \d\d:\d\d:\d\d UTC/));
});

test('removing needs the withdrawal password; a wrong one empties its field', async () => {
  await askRemoval();
  await press(card.remove);
  expectWrong(card.withdrawPassword, say.WITHDRAW_PASSWORD_REQUIRED);
  expect(sentTo(REMOVE)).toEqual([]);
  await type(card.withdrawPassword, '135790');
  answer(REMOVE, refusal('WITHDRAW_PASSWORD_MISMATCH', { params: { left: 4 } }));
  await press(card.remove);
  await until(() => expect(field(card.withdrawPassword).value).toBe(''));
  expect(document.body.textContent).toContain(CARD.number);
});

test('it is removed once, and the page offers to bind another one', async () => {
  await askRemoval();
  await type(card.withdrawPassword, '135790');
  answer(REMOVE, success(null));
  await pressAgain(card.remove);
  await until(() => expect(link(card.add)).toBeDefined());
  expect(sentTo(REMOVE).map(({ body }) => body)).toEqual([{ withdrawPwd: '135790' }]);
});
