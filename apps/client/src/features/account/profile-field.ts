import { profileBody } from '@candor/contract/identity';
import type { ProfileBody } from '@candor/contract/identity';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces, FormErrors } from '../../services/form/form-errors.ts';

/** The fields of the profile that the account screen edits. */
export type ProfileField = 'nickname' | 'email';

/** Each field has a form of its own. */
export function profilePlaces(field: ProfileField): ErrorPlaces<ProfileField> {
  return { fields: [field] };
}

/** The change that a sheet makes. Empty text clears the field: for the mail address that means null. */
export function bodyOfField(field: ProfileField, text: string): ProfileBody {
  const trimmed = text.trim();
  return field === 'nickname' ? { nickname: trimmed } : { email: trimmed === '' ? null : trimmed };
}

export function profileErrors(field: ProfileField, text: string): FormErrors<ProfileField> {
  return schemaErrors(profilePlaces(field), profileBody, bodyOfField(field, text));
}
