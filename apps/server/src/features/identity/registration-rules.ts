import { isValidPhoneNumber } from 'libphonenumber-js';
import { isCommonPassword } from '@candor/contract/common-passwords';
import type { RegisterBody } from '@candor/contract/registration';
import type { ErrorKey } from '@candor/contract/errors';
import { idNumberProblem } from '@candor/domain/identity/resident-id';
import { isReservedName } from '@candor/domain/identity/reserved-name';

/** What a site requires of a new member, beyond the form's own schema. */
export interface RegistrationTerms {
  /** What the site calls itself. */
  name: string;
  mode: 'practice' | 'live';
  inviteRequired: boolean;
  identityRequired: boolean;
  /** ISO 3166-1 alpha-2: the countries whose residents a live site's licence covers. */
  countries: readonly string[];
  /** The business date, YYYY-MM-DD. */
  today: string;
}

export type WrongFields = Record<string, ErrorKey>;

/** All fields that the site's own terms refuse, together; empty when all is well. The body has passed its schema. */
export function wrongFields(
  body: RegisterBody,
  terms: RegistrationTerms,
  password: { readonly isLeaked: boolean },
): WrongFields {
  return {
    ...(isReservedName(body.username, terms.name) ? { username: 'NAME_RESERVED' } : {}),
    ...(password.isLeaked || isCommonPassword(body.pwd) ? { pwd: 'PASSWORD_COMMON' } : {}),
    ...(terms.inviteRequired && body.inviteCode === undefined ? { inviteCode: 'INVITE_CODE_REQUIRED' } : {}),
    ...(terms.identityRequired && body.realName === undefined ? { realName: 'NAME_REQUIRED' } : {}),
    ...(terms.identityRequired && body.idNumber === undefined ? { idNumber: 'ID_NUMBER_REQUIRED' } : {}),
    ...numberRefusal(body.idNumber, terms.today),
    ...(isPhone(body.phone) ? {} : { phone: 'PHONE_INVALID' }),
    ...(terms.mode === 'live' ? countryRefusal(body.country, terms.countries) : {}),
  };
}

/**
 * Mainland numbers follow the spec's own rule, which the schema has checked. All others follow their country's
 * numbering plan.
 */
function isPhone(e164: string): boolean {
  return e164.startsWith('+86') || isValidPhoneNumber(e164);
}

/** What a later verification would refuse is refused now. The schema has judged all but the age. */
function numberRefusal(idNumber: string | undefined, today: string): WrongFields {
  const problem = idNumber === undefined ? null : idNumberProblem(idNumber, today);
  return problem === null ? {} : { idNumber: problem };
}

function countryRefusal(country: string | undefined, countries: readonly string[]): WrongFields {
  if (country === undefined) return { country: 'COUNTRY_REQUIRED' };
  return countries.includes(country) ? {} : { country: 'COUNTRY_NOT_ALLOWED' };
}
