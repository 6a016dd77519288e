/* What terms would mean for a member and for the site, by the rules that the server reckons with. */

import { maturesOn, redemptionOf, termInterest } from '@candor/domain/invest/holding';
import type { Holding } from '@candor/domain/invest/holding';
import { accrualOfDay } from '@candor/domain/invest/interest';
import type { ProjectTerms } from '@candor/domain/invest/project';
import { dateText } from '@candor/domain/market/local-time';
import type { DayNumber } from '@candor/domain/market/local-time';
import { ZERO } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';

/** One example: the least purchase, the most of one member, and everything sold. */
export type PreviewRow = {
  readonly of: 'min' | 'max' | 'size';
  readonly principal: Money;
  readonly firstDay: Money;
  readonly wholeTerm: Money;
  /** On the first day of an early redemption; null where there is none. */
  readonly early: { readonly interest: Money; readonly lost: Money } | null;
};

export type TermsPreview = {
  readonly rows: readonly PreviewRow[];
  /** When a purchase of today matures. */
  readonly maturity: string;
};

export function previewOf(terms: ProjectTerms, today: DayNumber): TermsPreview {
  const { termDays, annualRate, interest, early } = terms;
  const rows = (['min', 'max', 'size'] as const).map((of): PreviewRow => {
    const principal = terms[of];
    const holding: Holding = { principal, annualRate, termDays, interest, early, startsOn: today };
    const redemption = early === null ? null : redemptionOf(holding, ZERO, today + early.lockDays);
    return {
      of,
      principal,
      firstDay: accrualOfDay(principal, annualRate, 0),
      wholeTerm: termInterest(holding),
      early: redemption === null ? null : { interest: redemption.interest, lost: redemption.lost },
    };
  });
  return { rows, maturity: dateText(maturesOn({ startsOn: today, termDays })) };
}
