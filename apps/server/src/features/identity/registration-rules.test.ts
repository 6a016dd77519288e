import { checkCharacter } from '@candor/domain/identity/resident-id';
import { expect, test } from 'vitest';
import { wrongFields } from './registration-rules.ts';

const BODY = {
  username: 'alice_01',
  pwd: 'correct horse',
  confirmPwd: 'correct horse',
  withdrawPwd: '730482',
  confirmWithdrawPwd: '730482',
  phone: '+8613812345678',
};
const OPEN = {
  name: 'Goldline',
  mode: 'practice',
  inviteRequired: false,
  identityRequired: false,
  countries: [],
  today: '2026-11-26',
} as const;
const FRESH = { isLeaked: false };

test('nobody registers as the site or its staff', () => {
  for (const username of ['support_7', 'Goldline_help', 'candor1'])
    expect(wrongFields({ ...BODY, username }, OPEN, FRESH), username).toEqual({ username: 'NAME_RESERVED' });
});

test('a site with no extra requirements accepts a plain registration', () => {
  expect(wrongFields(BODY, OPEN, FRESH)).toEqual({});
});

test('who is too young for verification is refused at registration', () => {
  const numberOf = (birth: string) => `310101${birth}001${checkCharacter(`310101${birth}001`)}`;
  expect(wrongFields({ ...BODY, idNumber: numberOf('20081127') }, OPEN, FRESH)).toEqual({
    idNumber: 'ID_NUMBER_MINOR',
  });
  expect(wrongFields({ ...BODY, idNumber: numberOf('20081126') }, OPEN, FRESH)).toEqual({});
  expect(wrongFields({ ...BODY, idNumber: '911840198001011235' }, OPEN, FRESH)).toEqual({});
});

test('a site with all requirements reports every missing field', () => {
  expect(
    wrongFields(
      BODY,
      { ...OPEN, mode: 'live', inviteRequired: true, identityRequired: true, countries: ['CN'] },
      FRESH,
    ),
  ).toEqual({
    inviteCode: 'INVITE_CODE_REQUIRED',
    realName: 'NAME_REQUIRED',
    idNumber: 'ID_NUMBER_REQUIRED',
    country: 'COUNTRY_REQUIRED',
  });
});

test('a live site registers only residents of the licensed countries; a practice site has no such check', () => {
  const live = { ...OPEN, mode: 'live', countries: ['CN', 'SG'] } as const;
  expect(wrongFields({ ...BODY, country: 'SG' }, live, FRESH)).toEqual({});
  expect(wrongFields({ ...BODY, country: 'FR' }, live, FRESH)).toEqual({ country: 'COUNTRY_NOT_ALLOWED' });
  expect(wrongFields({ ...BODY, country: 'FR' }, { ...live, countries: [] }, FRESH)).toEqual({
    country: 'COUNTRY_NOT_ALLOWED',
  });
  expect(wrongFields({ ...BODY, country: 'FR' }, OPEN, FRESH)).toEqual({});
});

test.each([
  ['+8612012345678', {}],
  ['+6581234567', {}],
  ['+12025550123', {}],
  ['+11234567890', { phone: 'PHONE_INVALID' }],
  ['+6581234567890', { phone: 'PHONE_INVALID' }],
  ['+9991234567', { phone: 'PHONE_INVALID' }],
])('phone %s: %j', (phone, refused) => {
  expect(wrongFields({ ...BODY, phone }, OPEN, FRESH)).toEqual(refused);
});

test('a password of a leak is refused at its field', () => {
  expect(wrongFields(BODY, OPEN, { isLeaked: true })).toEqual({ pwd: 'PASSWORD_COMMON' });
});
