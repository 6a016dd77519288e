import type { ProfileBody } from '@candor/contract/identity';

/** The fields of the profile that the account screen edits. */
export type ProfileField = 'nickname' | 'email';

/** The change a sheet stands for. Empty text takes a choice back: for the mail address that is null. */
export function bodyOfField(field: ProfileField, text: string): ProfileBody {
  const trimmed = text.trim();
  return field === 'nickname' ? { nickname: trimmed } : { email: trimmed === '' ? null : trimmed };
}
