import type { ProfileView } from '@candor/contract/identity';

/** A member of whom the site knows the phone and the name. */
export function sampleProfile(changes: Partial<ProfileView> = {}): ProfileView {
  return {
    userName: 'demo',
    avatar: '',
    nickname: '',
    phone: '138****8000',
    email: null,
    realName: '李*',
    idNumber: null,
    country: null,
    inviteCode: 'ABCD2345',
    verification: 'none',
    language: null,
    riseColour: null,
    theme: 'dark',
    care: false,
    looksAt: null,
    timeZone: null,
    createdAt: '2026-11-01T03:00:00.000Z',
    ...changes,
  };
}
