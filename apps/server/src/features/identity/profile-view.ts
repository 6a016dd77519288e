import type { ProfileBody, ProfileView, SessionView } from '@candor/contract/identity';
import { unseal } from '../../services/secrets/seal.ts';
import type { Choices, ProfileRow, SessionRow } from './identity-store.ts';

/** Ties a sealed text to its column and its member: the invite code is theirs alone and never changes. */
export const sealPurpose = (column: 'realName' | 'idNumber', inviteCode: string): string =>
  `member/${inviteCode}/${column}`;

/** A profile as its member sees it: what could identify them elsewhere is masked even so. */
export const profileView = (row: ProfileRow, sealKey: Buffer): ProfileView => ({
  userName: row.username,
  avatar: row.avatar,
  nickname: row.nickname,
  phone: maskedPhone(row.phone),
  email: row.email,
  realName:
    row.realNameSealed === null
      ? null
      : maskedName(unseal(sealKey, row.realNameSealed, sealPurpose('realName', row.inviteCode))),
  idNumber:
    row.idNumberSealed === null
      ? null
      : maskedNumber(unseal(sealKey, row.idNumberSealed, sealPurpose('idNumber', row.inviteCode))),
  country: row.country,
  inviteCode: row.inviteCode,
  verification: 'none',
  language: row.language,
  riseColour: row.updown === 'red-up' ? 'red' : row.updown === null ? null : 'green',
  theme: row.theme ?? 'system',
  timeZone: row.timeZone,
  createdAt: new Date(row.createdAt).toISOString(),
});

/** "+8613812345678" → "+86138****5678". */
export const maskedPhone = (phone: string): string => `${phone.slice(0, -8)}****${phone.slice(-4)}`;

/** The first character; how many follow is not told. */
export const maskedName = (name: string): string => `${[...name][0] ?? ''}**`;

/** The last four characters of a number long enough to keep the rest secret. */
export const maskedNumber = (number: string): string => `****${number.length > 8 ? number.slice(-4) : ''}`;

/** The contract knows the form of a time zone's name, the server which names there are. */
export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** What a change of the profile stores. */
export const choicesOf = (body: ProfileBody): Choices => ({
  ...(body.language === undefined ? {} : { language: body.language }),
  ...(body.riseColour === undefined
    ? {}
    : { updown: body.riseColour === null ? null : (`${body.riseColour}-up` as const) }),
  ...(body.theme === undefined ? {} : { theme: body.theme === 'system' ? null : body.theme }),
  ...(body.nickname === undefined ? {} : { nickname: body.nickname }),
  ...(body.email === undefined ? {} : { email: body.email }),
  ...(body.timeZone === undefined ? {} : { timeZone: body.timeZone }),
});

export const sessionView = (row: SessionRow, currentId: string): SessionView => ({
  id: row.id,
  current: row.id === currentId,
  device: row.userAgent,
  address: row.address === '' ? null : row.address,
  createdAt: new Date(row.createdAt).toISOString(),
  lastSeenAt: new Date(row.lastSeenAt).toISOString(),
  expiresAt: new Date(row.expiresAt).toISOString(),
});
