import type { ReactNode } from 'react';
import { NoticeCard } from '@candor/ui/notice-card.tsx';
import { useTranslations } from 'use-intl';
import { rangeFault } from '../../lib/dates.ts';
import { useAddress } from '../../lib/location.ts';
import { useBusinessDate } from './business-date.ts';

/** Says that a page shows other dates than its address, for as long as the address stays. */
export function DateNote({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      <NoticeCard tone="warn">{children}</NoticeCard>
    </div>
  );
}

/** The same for the `from` and `to` of a list. */
export function RangeNote() {
  const t = useTranslations('common.range');
  const fault = rangeFault(useAddress().params, useBusinessDate());
  return fault === null ? null : <DateNote>{t(fault)}</DateNote>;
}
