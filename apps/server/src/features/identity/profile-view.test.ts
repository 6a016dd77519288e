import { randomBytes } from 'node:crypto';
import { profileView as schema } from '@candor/contract/identity';
import { expect, test } from 'vitest';
import { seal } from '../../services/secrets/seal.ts';
import type { ProfileRow } from './identity-store.ts';
import { maskedName, maskedNumber, maskedPhone } from '../../services/verification/masks.ts';
import { givenPurpose, submittedPurpose } from '../../services/verification/verification-of-member.ts';
import { choicesOf, profileView } from './profile-view.ts';

const KEY = randomBytes(32);
const ROW: ProfileRow = {
  memberId: 7n,
  username: 'alice',
  avatarFile: null,
  phone: '+8613812345678',
  givenNameSealed: null,
  givenNumberSealed: null,
  status: null,
  nameSealed: null,
  numberSealed: null,
  country: null,
  inviteCode: 'ABCDEFGH',
  language: null,
  updown: null,
  theme: null,
  care: false,
  looksAt: null,
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
    givenNameSealed: seal(KEY, '欧阳娜娜', givenPurpose('realName', 'ABCDEFGH')),
    givenNumberSealed: seal(KEY, '11010119900307123X', givenPurpose('idNumber', 'ABCDEFGH')),
  };
  expect(profileView(row, KEY)).toMatchObject({ phone: '+86138****5678', realName: '欧**', idNumber: '****123X' });
  expect(() => profileView({ ...row, inviteCode: 'OTHERONE' }, KEY)).toThrow();
});

test.each([
  ['verified', '王**'],
  ['pending', '欧**'],
  ['rejected', '欧**'],
] as const)('the name of a submission counts once it is verified: %s', (status, realName) => {
  const row = {
    ...ROW,
    givenNameSealed: seal(KEY, '欧阳娜娜', givenPurpose('realName', 'ABCDEFGH')),
    status,
    nameSealed: seal(KEY, '王小明', submittedPurpose('realName', 7n)),
  };
  expect(profileView(row, KEY)).toMatchObject({ realName, verification: status });
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
    { riseColour: 'blue', care: true },
    { updown: 'blue-up', care: true },
  ],
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
