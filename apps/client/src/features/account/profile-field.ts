import type { ProfileBody } from '@candor/contract/identity';

/** The fields of the profile that the account screen edits. */
export type ProfileField = 'nickname' | 'email';

/** The change that a sheet makes. Empty text clears the field: for the mail address that means null. */
export function bodyOfField(field: ProfileField, text: string): ProfileBody {
  const trimmed = text.trim();
  return field === 'nickname' ? { nickname: trimmed } : { email: trimmed === '' ? null : trimmed };
}
