/* What differs between the terms that a member saw and those that count now. Pure. */

import type { ProjectView } from '@candor/contract/invest';

export const COMPARED = [
  'annualRate',
  'termDays',
  'min',
  'max',
  'interest',
  'early',
  'risk',
  'agreementVersion',
] as const satisfies readonly (keyof ProjectView)[];
export type ComparedTerm = (typeof COMPARED)[number];

/** Whether the member must see and accept new terms, or a new agreement, before investing. */
export function haveTermsChanged(seen: ProjectView, now: ProjectView): boolean {
  return seen.termsVersion !== now.termsVersion || seen.agreementVersion !== now.agreementVersion;
}

export function changedTerms(seen: ProjectView, now: ProjectView): ComparedTerm[] {
  return COMPARED.filter((term) => JSON.stringify(seen[term]) !== JSON.stringify(now[term]));
}
