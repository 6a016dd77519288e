import { useTranslations } from 'use-intl';
import { END_REASONS } from '@candor/contract/cashier';
import { REASONS } from '@candor/contract/reasons';
import type { ReasonCode } from '@candor/contract/reasons';

const CODES = [...new Set<ReasonCode | 'BY_MEMBER' | 'EXPIRED'>([...Object.values(REASONS).flat(), ...END_REASONS])];

/** A code in the operator's words, with the note of a colleague after it. */
export function useReasonWords(): (code: string, note?: string | null) => string {
  const t = useTranslations('reasons.codes');
  return (code, note) => {
    const known = CODES.find((one) => one === code);
    const text = known === undefined ? code : t(known);
    return note === null || note === undefined || note === '' ? text : `${text} — ${note}`;
  };
}
