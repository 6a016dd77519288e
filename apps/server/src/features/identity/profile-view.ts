import type { ProfileBody, ProfileView, SessionView } from '@candor/contract/identity';
import { unseal } from '../../services/secrets/seal.ts';
import type { Choices, ProfileRow, SessionRow } from './identity-store.ts';

/** Ties a sealed text to its column and its member: each invite code belongs to one member and never changes. */
export function sealPurpose(column: 'realName' | 'idNumber', inviteCode: string): string {
  return `member/${inviteCode}/${column}`;
}

/** A profile as its own member sees it. What could identify them elsewhere is masked even here. */
export function profileView(row: ProfileRow, sealKey: Buffer): ProfileView {
  return {
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
  };
}

/** "+8613812345678" → "+86138****5678". */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, -8)}****${phone.slice(-4)}`;
}

/** The first character only; the result does not show how many follow. */
export function maskedName(name: string): string {
  return `${[...name][0] ?? ''}**`;
}

/** The last four characters of a number long enough to keep the rest secret. */
export function maskedNumber(number: string): string {
  return `****${number.length > 8 ? number.slice(-4) : ''}`;
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
