// @vitest-environment happy-dom
import { readProfile } from '@candor/contract/calls/account';
import { EN_ERRORS as say } from '@candor/contract/errors/en';
import { expect, test } from 'vitest';
import { sampleProfile } from '../../lib/testing/sample-profile.ts';
import account from '../../locales/en/account.json';
import common from '../../locales/en/common.json';
import {
  answer,
  button,
  expectWrong,
  field,
  findButton,
  messages,
  press,
  pressAgain,
  sentTo,
  serve,
  show,
  startScreens,
  success,
  type,
  until,
} from '../../services/testing/screen.tsx';
import { ProfileRows } from './profile-rows.tsx';

/* The nickname and the mail address, each changed in its own sheet. */

startScreens();

const { profile } = account;
const { save } = common.actions;
const PROFILE = `PUT ${readProfile.path}`;

async function open(row: string) {
  serve(readProfile.path, sampleProfile({ nickname: 'Ann' }));
  await show(<ProfileRows />, { account, common });
  await until(() => button(row));
  await press(row);
}

test('the nickname begins with the present one; a change is sent once and shown', async () => {
  await open(`${profile.nickname}Ann`);
  expect(field(profile.nickname).value).toBe('Ann');
  await type(profile.nickname, 'Bea');
  answer(PROFILE, success(sampleProfile({ nickname: 'Bea' })));
  serve(readProfile.path, sampleProfile({ nickname: 'Bea' }));
  await pressAgain(save);
  await until(() => button(`${profile.nickname}Bea`));
  expect(sentTo(PROFILE).map(({ body }) => body)).toEqual([{ nickname: 'Bea' }]);
  expect(findButton(save)).toBeUndefined();
});

test('a wrong address is refused at its field and not sent; an empty one removes it', async () => {
  await open(profile.email + profile.unset);
  await type(profile.email, 'no address');
  await press(save);
  expectWrong(profile.email, say.EMAIL_INVALID);
  expect(sentTo(PROFILE)).toEqual([]);
  await type(profile.email, '');
  answer(PROFILE, success(sampleProfile()));
  await press(save);
  await until(() => expect(findButton(save)).toBeUndefined());
  expect(sentTo(PROFILE).map(({ body }) => body)).toEqual([{ email: null }]);
});

test('a lost answer is said at the form, and what was typed is still there', async () => {
  await open(`${profile.nickname}Ann`);
  await type(profile.nickname, 'Bea');
  answer(PROFILE, 'lost');
  await press(save);
  await until(() => expect(messages()).toContain(say.NETWORK_ERROR));
  expect(field(profile.nickname).value).toBe('Bea');
});
