import type { ProfileBody, ProfileView, SessionView } from '@candor/contract/identity';
import { readAvatar } from '@candor/contract/calls/verification';
import { pathOf } from '@candor/contract/operation';
import { maskedName, maskedNumber, maskedPhone } from '../../services/verification/masks.ts';
import { identityOf } from '../../services/verification/verification-of-member.ts';
import type { Choices, ProfileRow, SessionRow } from './identity-store.ts';

const RISE_COLOURS = { 'red-up': 'red', 'green-up': 'green', 'blue-up': 'blue' } as const;

/** A profile as its own member sees it. What could identify them elsewhere is masked even here. */
export function profileView(row: ProfileRow, sealKey: Buffer): ProfileView {
  const { status, name, number } = identityOf(row, row.memberId, sealKey);
  return {
    userName: row.username,
    avatar: row.avatarFile === null ? '' : pathOf(readAvatar, { id: row.avatarFile }),
    nickname: row.nickname,
    phone: maskedPhone(row.phone),
    email: row.email,
    realName: name === null ? null : maskedName(name),
    idNumber: number === null ? null : maskedNumber(number),
    country: row.country,
    inviteCode: row.inviteCode,
    verification: status ?? 'none',
    language: row.language,
    riseColour: row.updown === null ? null : RISE_COLOURS[row.updown],
    theme: row.theme ?? 'system',
    care: row.care,
    looksAt: row.looksAt === null ? null : new Date(row.looksAt).toISOString(),
    timeZone: row.timeZone,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}

/** The contract checks the form of a time zone's name; the server knows which names exist. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** What a change of the profile stores. */
export function choicesOf(body: ProfileBody): Choices {
  return {
    ...(body.language === undefined ? {} : { language: body.language }),
    ...(body.riseColour === undefined
      ? {}
      : { updown: body.riseColour === null ? null : (`${body.riseColour}-up` as const) }),
    ...(body.theme === undefined ? {} : { theme: body.theme === 'system' ? null : body.theme }),
    ...(body.care === undefined ? {} : { care: body.care }),
    ...(body.nickname === undefined ? {} : { nickname: body.nickname }),
    ...(body.email === undefined ? {} : { email: body.email }),
    ...(body.timeZone === undefined ? {} : { timeZone: body.timeZone }),
  };
}

export function sessionView(row: SessionRow, currentId: string): SessionView {
  return {
    id: row.id,
    current: row.id === currentId,
    device: row.userAgent,
    address: row.address === '' ? null : row.address,
    createdAt: new Date(row.createdAt).toISOString(),
    lastSeenAt: new Date(row.lastSeenAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
  };
}
