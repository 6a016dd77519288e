/* The check of who a member is, as data and pure functions: its steps, its fields, and what is wrong. */

import { verificationBody } from '@candor/contract/verification';
import type { VerificationView } from '@candor/contract/verification';
import { checkResidentId, residentIdText } from '@candor/domain/identity/resident-id';
import type { VerificationPart } from '@candor/domain/identity/verification';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces, FormErrors } from '../../services/form/form-errors.ts';

export type VerificationStep = 'person' | 'front' | 'back' | 'review';
export type PersonField = 'realName' | 'idNumber';
export type PersonValues = Record<PersonField, string>;

/** Errors of photos are shown at their step, and the others at their field. */
export const PERSON_PLACES: ErrorPlaces<PersonField> = {
  fields: ['realName', 'idNumber'],
  fieldOf: { NAME_HOLDER_DIFFERS: 'realName' },
};

/** The parts to send: all of them, or the ones that were found wrong. */
export function partsToSend({
  status,
  wrong,
}: Pick<VerificationView, 'status' | 'wrong'>): readonly VerificationPart[] {
  return status === 'rejected' ? wrong : ['realName', 'idNumber', 'front', 'back'];
}

export function stepsOf(parts: readonly VerificationPart[]): VerificationStep[] {
  const isAsked = (...names: VerificationPart[]) => names.some((name) => parts.includes(name));
  return [
    ...(isAsked('realName', 'idNumber') ? (['person'] as const) : []),
    ...(isAsked('front') ? (['front'] as const) : []),
    ...(isAsked('back') ? (['back'] as const) : []),
    'review',
  ];
}

/**
 * What is wrong with name and number.
 * @param asked the fields that may not be left empty
 * @param today YYYY-MM-DD
 */
export function personErrors(
  values: PersonValues,
  asked: readonly PersonField[],
  today: string,
): FormErrors<PersonField> {
  const errors: FormErrors<PersonField> = schemaErrors(PERSON_PLACES, verificationBody, personRequest(values));
  if (values.realName.trim() === '' && asked.includes('realName')) errors.realName = 'NAME_REQUIRED';
  if (values.idNumber.trim() === '') {
    if (asked.includes('idNumber')) errors.idNumber = 'ID_NUMBER_REQUIRED';
  } else {
    const checked = checkResidentId(values.idNumber, today);
    if (!checked.ok) errors.idNumber = checked.error;
  }
  return errors;
}

export function personRequest({ realName, idNumber }: PersonValues): PersonValues {
  return { realName: realName.trim(), idNumber: residentIdText(idNumber) };
}

/** 6-8-4, as on the card. */
export function groupResidentId(text: string): string {
  const plain = residentIdText(text).slice(0, 18);
  return [plain.slice(0, 6), plain.slice(6, 14), plain.slice(14)].filter((part) => part !== '').join(' ');
}
