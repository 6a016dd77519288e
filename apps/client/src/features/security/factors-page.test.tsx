// @vitest-environment happy-dom
import { ZH_HANT_ERRORS as say } from '@candor/contract/errors/zh-hant';
import type { FactorsView } from '@candor/contract/factors';
import {
  addPasskey,
  askForPasskey,
  beginTotp,
  readFactors,
  removePasskey,
  turnOffTotp,
  turnOnTotp,
} from '@candor/contract/calls/factors';
import { readProfile } from '@candor/contract/calls/account';
import { pathOf } from '@candor/contract/operation';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { sampleProfile } from '../../lib/testing/sample-profile.ts';
import common from '../../locales/zh-Hant/common.json';
import security from '../../locales/zh-Hant/security.json';
import {
  answer,
  button,
  expectWrong,
  field,
  findButton,
  messages,
  press,
  pressAgain,
  refusal,
  sentTo,
  serve,
  settle,
  show,
  startScreens,
  success,
  type,
  until,
} from '../../services/testing/screen.tsx';
import { FactorsPage } from './factors-page.tsx';

startScreens('zh-Hant');

const browser = vi.hoisted(() => ({ startRegistration: vi.fn() }));
vi.mock('@simplewebauthn/browser', () => browser);
beforeEach(() => vi.stubGlobal('isSecureContext', false));

const { totp, passkeys, recovery } = security.factors;
const OFF: FactorsView = { totpSince: null, passkeys: [], recoveryLeft: 0 };

async function showPage(view: FactorsView, row: string) {
  serve(readFactors.path, view);
  serve(readProfile.path, sampleProfile());
  await show(<FactorsPage />, { common, security });
  await until(() => button(row));
  await press(row);
}

/** The phone's back and Escape end a sheet. */
async function escape() {
  await act(async () => document.querySelector('dialog[open]')?.dispatchEvent(new Event('cancel')));
  await settle();
}

test('authenticator: a code is required, a wrong one empties its field, a right one is sent once and gives recovery codes', async () => {
  answer(
    `POST ${beginTotp.path}`,
    success({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Candor:demo?secret=JBSWY3DP' }),
  );
  await showPage(OFF, totp.add + totp.hint);
  await until(() => field(totp.code));
  await press(totp.submit);
  expectWrong(totp.code, say.FACTOR_CODE_REQUIRED);
  await type(totp.code, '111111');
  answer(`PUT ${turnOnTotp.path}`, refusal('FACTOR_CODE_WRONG'), success({ recoveryCodes: ['K7QW-2MXP'] }));
  await press(totp.submit);
  await until(() => expectWrong(totp.code, say.FACTOR_CODE_WRONG));
  expect(field(totp.code).value).toBe('');
  await type(totp.code, '415 263');
  await press(totp.submit);
  expect(sentTo(`PUT ${turnOnTotp.path}`).map(({ body }) => body)).toEqual([{ code: '111111' }, { code: '415 263' }]);
  await until(() => expect(document.body.textContent).toContain('K7QW-2MXP'));
  expect(button(recovery.saved)).toBeDefined();
});

test('authenticator: who comes back from the app finds the secret that it scanned, and a new one after three wrong codes', async () => {
  const secretOf = (secret: string) => success({ secret, uri: `otpauth://totp/Candor:demo?secret=${secret}` });
  answer(`POST ${beginTotp.path}`, secretOf('JBSWY3DPEHPK3PXP'), secretOf('MZXW6YTBOI4DGNBV'));
  const shown = () => document.querySelector('code')?.textContent;
  const again = async () => {
    await escape();
    await press(totp.add + totp.hint);
    await until(() => field(totp.code));
  };
  await showPage(OFF, totp.add + totp.hint);
  await until(() => field(totp.code));
  await type(totp.code, '415263');
  await again();
  expect([shown(), field(totp.code).value]).toEqual(['JBSW Y3DP EHPK 3PXP', '']);
  expect(sentTo(`POST ${beginTotp.path}`)).toHaveLength(1);
  for (const code of ['111111', '222222', '333333']) {
    answer(`PUT ${turnOnTotp.path}`, refusal('FACTOR_CODE_WRONG'));
    await type(totp.code, code);
    await press(totp.submit);
    await until(() => expect(field(totp.code).value).toBe(''));
  }
  await again();
  await until(() => expect(shown()).toBe('MZXW 6YTB OI4D GNBV'));
});

test('turning it off asks first, is sent once, and a refusal stays in the question', async () => {
  await showPage({ ...OFF, totpSince: '2026-11-01T03:00:00.000Z' }, totp.remove);
  answer(`DELETE ${turnOffTotp.path}`, refusal('FACTOR_NOT_FOUND'), 'never');
  await press(totp.remove);
  await until(() => expect(messages()).toContain(say.FACTOR_NOT_FOUND));
  await pressAgain(totp.remove);
  expect(sentTo(`DELETE ${turnOffTotp.path}`)).toHaveLength(2);
});

const OPTIONS = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'Candor' },
  user: { id: 'dXNlcg', name: 'demo', displayName: 'demo' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 60_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  attestation: 'none',
};
const MADE = {
  id: 'aWQ',
  rawId: 'aWQ',
  type: 'public-key',
  response: { clientDataJSON: 'Y2Q', attestationObject: 'YW8', transports: ['internal'] },
};

/** A browser and an address that can have passkeys. */
async function showPasskeyForm() {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  browser.startRegistration.mockReset().mockResolvedValue(MADE);
  await showPage(OFF, passkeys.add + passkeys.hint);
  await until(() => field(passkeys.name));
}

test('passkey: a name is required before the browser asks; then it is added once, under the trimmed name', async () => {
  await showPasskeyForm();
  await type(passkeys.name, ' ');
  await press(passkeys.submit);
  expectWrong(passkeys.name, say.PASSKEY_NAME_REQUIRED);
  expect(sentTo(`POST ${askForPasskey.path}`)).toEqual([]);
  await type(passkeys.name, ' 我的手機 ');
  answer(`POST ${askForPasskey.path}`, success({ options: OPTIONS }));
  answer(`POST ${addPasskey.path}`, success({ recoveryCodes: ['K7QW-2MXP'] }));
  await pressAgain(passkeys.submit);
  await until(() => expect(document.body.textContent).toContain('K7QW-2MXP'));
  expect(browser.startRegistration).toHaveBeenCalledExactlyOnceWith({ optionsJSON: OPTIONS });
  expect(sentTo(`POST ${addPasskey.path}`).map(({ body }) => body)).toEqual([{ name: '我的手機', passkey: MADE }]);
});

test('passkey: who does not finish in the browser can try again, with the name still typed', async () => {
  await showPasskeyForm();
  await type(passkeys.name, 'Key');
  browser.startRegistration.mockRejectedValueOnce(new Error('NotAllowedError'));
  answer(`POST ${askForPasskey.path}`, success({ options: OPTIONS }), success({ options: OPTIONS }));
  await press(passkeys.submit);
  await until(() => expect(browser.startRegistration).toHaveBeenCalledTimes(1));
  await until(() => expect(button(passkeys.submit).disabled).toBe(false));
  expect([field(passkeys.name).value, sentTo(`POST ${addPasskey.path}`).length]).toEqual(['Key', 0]);
  answer(`POST ${addPasskey.path}`, refusal('PASSKEY_EXISTS'));
  await press(passkeys.submit);
  await until(() => expect(messages()).toContain(say.PASSKEY_EXISTS));
});

test('passkey: a name that was typed is there when the sheet opens again', async () => {
  await showPasskeyForm();
  await type(passkeys.name, 'Work phone');
  await escape();
  await press(passkeys.add + passkeys.hint);
  await until(() => expect(field(passkeys.name).value).toBe('Work phone'));
});

test('passkey: removing one asks under its name, and names the right one', async () => {
  const one = { addedAt: '2026-11-01T03:00:00.000Z', lastUsedAt: null, host: 'localhost' };
  const view: FactorsView = {
    ...OFF,
    passkeys: [
      { id: 'id-1', name: '電腦', ...one },
      { id: 'id-2', name: '手機', ...one },
    ],
  };
  await showPage(view, `${passkeys.remove}手機`);
  expect(document.body.textContent).toContain(passkeys.removeAsk.replace('{name}', '手機'));
  answer(`DELETE ${pathOf(removePasskey, { id: 'id-2' })}`, success(null));
  await press(passkeys.remove);
  await until(() => expect(sentTo(`DELETE ${pathOf(removePasskey, { id: 'id-2' })}`)).toHaveLength(1));
});

test('passkey: where the browser has none, the row says so and opens nothing', async () => {
  serve(readFactors.path, OFF);
  serve(readProfile.path, sampleProfile());
  await show(<FactorsPage />, { common, security });
  await until(() => expect(document.body.textContent).toContain(passkeys.unsupported));
  expect(findButton(passkeys.add + passkeys.hint)).toBeUndefined();
});
