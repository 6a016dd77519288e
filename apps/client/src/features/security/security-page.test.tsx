// @vitest-environment happy-dom
import { EN_ERRORS as say } from '@candor/contract/errors/en';
import {
  askForCode,
  changePassword,
  changeWithdrawPassword,
  readPracticeCode,
  readSecurity,
  resetWithdrawPassword,
} from '@candor/contract/calls/security';
import { readProfile } from '@candor/contract/calls/account';
import { expect, test } from 'vitest';
import { sampleProfile } from '../../lib/testing/sample-profile.ts';
import common from '../../locales/en/common.json';
import security from '../../locales/en/security.json';
import {
  answer,
  button,
  errorOf,
  expectWrong,
  field,
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
import { SecurityPage } from './security-page.tsx';

startScreens();

const { password, withdraw, reset } = security;
const CHANGE = `POST ${changePassword.path}`;
const CHANGE_PIN = `POST ${changeWithdrawPassword.path}`;
const RESET = `POST ${resetWithdrawPassword.path}`;
const SEND_CODE = `POST ${askForCode.path}`;

/** Opens the sheet behind a row of the page. */
async function open(row: { title: string; hint: string }) {
  const view = { events: [], logins: [], withdrawTries: { left: 5, lockedSec: 0 }, withdrawalsPausedUntil: null };
  serve(readSecurity.path, view);
  serve(readProfile.path, sampleProfile());
  await show(<SecurityPage />, { common, security });
  await until(() => button(row.title + row.hint));
  await press(row.title + row.hint);
}

async function fillIn(values: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(values)) await type(label, text);
}

test('login password: each wrong field says why, and the first one has the focus', async () => {
  await open(password);
  await press(password.submit);
  expectWrong(password.old, say.PASSWORD_REQUIRED);
  await fillIn({ [password.old]: 'a long phrase', [password.new]: 'a long phrase', [password.confirm]: 'another one' });
  await press(password.submit);
  expectWrong(password.new, say.PASSWORD_UNCHANGED);
  await type(password.new, 'a longer phrase');
  expect([errorOf(password.new), errorOf(password.confirm)]).toEqual([undefined, say.NEW_PASSWORDS_DIFFER]);
  expect(sentTo(CHANGE)).toEqual([]);
});

test('login password: a wrong old one is refused at its field, and the new one is still typed', async () => {
  await open(password);
  const typed = {
    [password.old]: 'not mine',
    [password.new]: 'a longer phrase',
    [password.confirm]: 'a longer phrase',
  };
  await fillIn(typed);
  answer(CHANGE, refusal('OLD_PASSWORD_WRONG'));
  await press(password.submit);
  await until(() => expectWrong(password.old, say.OLD_PASSWORD_WRONG));
  for (const [label, text] of Object.entries(typed)) expect(field(label).value).toBe(text);
});

test('withdraw password: six digits that are no sequence, sent once; a lost answer is asked for with the same key', async () => {
  await open(withdraw);
  await fillIn({ [withdraw.old]: '730482', [withdraw.new]: '123456', [withdraw.confirm]: '123456' });
  await press(withdraw.submit);
  expectWrong(withdraw.new, say.WITHDRAW_PASSWORD_SIMPLE);
  await fillIn({ [withdraw.new]: '904817', [withdraw.confirm]: '904817' });
  answer(CHANGE_PIN, 'lost', 'never');
  await press(withdraw.submit);
  await until(() => expect(messages()).toContain(say.NETWORK_ERROR));
  await pressAgain(withdraw.submit);
  const [first, second, ...more] = sentTo(CHANGE_PIN);
  expect(more).toEqual([]);
  expect(second).toEqual(first);
  expect(first?.body).toEqual({ oldPwd: '730482', pwd: '904817', confirmPwd: '904817' });
});

test('retrieving: the code is asked for, a wrong one is refused at its field, and nothing typed is lost', async () => {
  await open(reset);
  answer(SEND_CODE, success({ to: '138****8000', practice: true, resendAfterSec: 60, expiresInSec: 600 }));
  serve(readPracticeCode.path, { code: '415263' });
  await press(reset.send);
  await until(() => expect(document.body.textContent).toContain('415263'));
  expect(button(reset.wait.replace('{seconds}', '60')).disabled).toBe(true);
  const typed = {
    [reset.code]: '111111',
    [reset.loginPwd]: 'a long phrase',
    [withdraw.new]: '904817',
    [withdraw.confirm]: '904817',
  };
  await fillIn(typed);
  answer(RESET, refusal('CODE_WRONG'), 'never');
  await press(reset.submit);
  await until(() => expectWrong(reset.code, say.CODE_WRONG));
  for (const [label, text] of Object.entries(typed)) expect(field(label).value).toBe(text);
  await type(reset.code, '415263');
  await pressAgain(reset.submit);
  expect(sentTo(RESET)).toHaveLength(2);
});
