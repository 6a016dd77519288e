import { useTranslations } from 'use-intl';
import { END_REASONS } from '@candor/contract/cashier';

/** A reason in words, and the operator's own words after it. */
export function useReasonText(): (reason: string, note?: string | null) => string {
  const t = useTranslations('desk.reasonOf');
  return (reason, note) => {
    const known = END_REASONS.find((name) => name === reason);
    const text = known === undefined ? reason : t(known);
    return note === null || note === undefined || note === '' ? text : `${text} — ${note}`;
  };
}
