import { randomBytes } from 'node:crypto';
import { profileView as schema } from '@candor/contract/identity';
import { expect, test } from 'vitest';
import { seal } from '../../services/secrets/seal.ts';
import type { ProfileRow } from './identity-store.ts';
import { choicesOf, maskedName, maskedNumber, maskedPhone, profileView, sealPurpose } from './profile-view.ts';

const KEY = randomBytes(32);
const ROW: ProfileRow = {
  username: 'alice',
  avatar: '',
  phone: '+8613812345678',
  realNameSealed: null,
  idNumberSealed: null,
  country: null,
  inviteCode: 'ABCDEFGH',
  language: null,
  updown: null,
  theme: null,
  nickname: '',
  email: null,
  timeZone: null,
  createdAt: 1_790_000_000_000,
};

test('a new profile fits the contract', () => {
  expect(schema.parse(profileView(ROW, KEY))).toMatchObject({
    userName: 'alice',
    riseColour: null,
    theme: 'system',
    realName: null,
  });
});

test('encrypted texts are shown masked', () => {
  const row = {
    ...ROW,
    realNameSealed: seal(KEY, '欧阳娜娜', sealPurpose('realName', 'ABCDEFGH')),
    idNumberSealed: seal(KEY, '11010119900307123X', sealPurpose('idNumber', 'ABCDEFGH')),
  };
  expect(profileView(row, KEY)).toMatchObject({ phone: '+86138****5678', realName: '欧**', idNumber: '****123X' });
  expect(() => profileView({ ...row, inviteCode: 'OTHERONE' }, KEY)).toThrow();
});

test('short texts are masked as well', () => {
  expect(maskedName('A')).toBe('A**');
  expect(maskedNumber('A1234567')).toBe('****');
  expect(maskedPhone('+6581234567')).toBe('+65****4567');
});

test.each([
  [{ riseColour: 'red' }, { updown: 'red-up' }],
  [{ riseColour: 'green' }, { updown: 'green-up' }],
  [
    { riseColour: null, theme: 'system', language: null },
    { updown: null, theme: null, language: null },
  ],
  [
    { theme: 'light', language: 'en' },
    { theme: 'light', language: 'en' },
  ],
] as const)('%j is stored as %j', (body, stored) => {
  expect(choicesOf(body)).toEqual(stored);
});
