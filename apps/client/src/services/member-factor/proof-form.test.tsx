// @vitest-environment happy-dom
import { EN_ERRORS as say } from '@candor/contract/errors/en';
import type { FactorMethod } from '@candor/contract/factor-methods';
import { askForConfirmation, confirmMember } from '@candor/contract/calls/factors';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import factor from '../../locales/en/factor.json';
import common from '../../locales/en/common.json';
import {
  answer,
  expectWrong,
  field,
  findButton,
  messages,
  press,
  pressAgain,
  refusal,
  sentTo,
  show,
  startScreens,
  success,
  type,
  until,
} from '../testing/screen.tsx';
import { ConfirmSheet } from './confirm-sheet.tsx';

/* The question whether it is the member, before a sensitive call. */

startScreens();

const browser = vi.hoisted(() => ({ startAuthentication: vi.fn() }));
vi.mock('@simplewebauthn/browser', () => browser);
beforeEach(() => vi.stubGlobal('isSecureContext', false));

const CONFIRM = `POST ${confirmMember.path}`;
const OPTIONS = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  timeout: 60_000,
  userVerification: 'required',
  allowCredentials: [],
};

async function ask(...methods: FactorMethod[]) {
  const answered = vi.fn();
  await show(<ConfirmSheet question={{ methods, answer: answered }} />, { common, factor });
  return answered;
}

test('six digits are sent by themselves, once; a wrong code empties the field and the question stays', async () => {
  const answered = await ask('totp', 'recovery');
  answer(CONFIRM, refusal('FACTOR_CODE_WRONG'));
  await type(factor.code, '111111');
  await until(() => expectWrong(factor.code, say.FACTOR_CODE_WRONG));
  expect([field(factor.code).value, answered.mock.calls]).toEqual(['', []]);
  answer(CONFIRM, success(null));
  await type(factor.code, '415263');
  await until(() => expect(answered.mock.calls).toEqual([[true]]));
  expect(sentTo(CONFIRM).map(({ body }) => body)).toEqual([{ code: '111111' }, { code: '415263' }]);
});

test('a recovery code is another way, and the way back is there', async () => {
  const answered = await ask('totp', 'recovery');
  await press(factor.useRecovery);
  expect(document.activeElement).toBe(field(factor.recoveryCode));
  await press(factor.confirm.submit);
  expectWrong(factor.recoveryCode, say.FACTOR_CODE_REQUIRED);
  await press(factor.useCode);
  expect(document.activeElement).toBe(field(factor.code));
  await press(factor.useRecovery);
  await type(factor.recoveryCode, 'K7QW-2MXP-9ABC');
  answer(CONFIRM, 'never');
  await pressAgain(factor.confirm.submit);
  expect(answered).not.toHaveBeenCalled();
  expect(sentTo(CONFIRM).map(({ body }) => body)).toEqual([{ code: 'K7QW-2MXP-9ABC' }]);
});

test('without a second factor it is the password; Escape answers no', async () => {
  const answered = await ask('password');
  await press(factor.confirm.submit);
  expectWrong(factor.password, say.PASSWORD_REQUIRED);
  await type(factor.password, 'wrong');
  answer(CONFIRM, refusal('LOGIN_PASSWORD_WRONG'));
  await press(factor.confirm.submit);
  await until(() => expectWrong(factor.password, say.LOGIN_PASSWORD_WRONG));
  const sheet = document.querySelector('dialog');
  await act(async () => void sheet?.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect(answered.mock.calls).toEqual([[false]]);
});

test('a passkey that was not used can be used again, and signs what the server asked', async () => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  const answered = await ask('passkey');
  const response = { clientDataJSON: 'Y2Q', authenticatorData: 'YWQ', signature: 'c2ln' };
  browser.startAuthentication
    .mockRejectedValueOnce(new Error('NotAllowedError'))
    .mockResolvedValueOnce({ id: 'aWQ', rawId: 'aWQ', type: 'public-key', response });
  answer(`POST ${askForConfirmation.path}`, success({ options: OPTIONS }), success({ options: OPTIONS }));
  await press(factor.passkey);
  await until(() => expect(messages()).toContain(factor.cancelled));
  expect(sentTo(CONFIRM)).toEqual([]);
  answer(CONFIRM, success(null));
  await press(factor.passkey);
  await until(() => expect(answered.mock.calls).toEqual([[true]]));
  expect(browser.startAuthentication).toHaveBeenLastCalledWith({ optionsJSON: OPTIONS });
  expect(sentTo(CONFIRM)).toMatchObject([{ body: { passkey: { id: 'aWQ', response } } }]);
});

test('only a passkey is left, and this address has none: it says what to do', async () => {
  await ask('passkey');
  expect(document.body.textContent).toContain(factor.none);
  expect(findButton(factor.passkey)).toBeUndefined();
});
