/* The member's business day under the ticket, in plain figures: no judgement, no invitation. */

import type { ReactNode } from 'react';
import { readSummary } from '@candor/contract/calls/trading';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { UNKNOWN_FIGURE } from '../../lib/format.ts';
import { formatDate } from '../../lib/time.ts';
import { call } from '../../services/api/request.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import type { TicketModel } from './use-ticket.ts';

/** Only where there is height for it. */
export function DayLine({ wallet }: { wallet: TicketModel['wallet'] }) {
  const t = useTranslations('trade.day');
  const { timeZone } = useSite();
  const amounts = useAmounts();
  const from = formatDate(serverNow(), timeZone);
  const { data } = useQuery({
    queryKey: queryKeys.summary({ wallet, from }),
    queryFn: ({ signal }) => call(readSummary, { query: { wallet, from }, signal }),
  });
  const text =
    data && t('text', { count: data.count, won: data.won, lost: data.lost, tied: data.tied, voided: data.voided });
  return (
    <section className="hairline-t hidden shrink-0 px-4 py-3 text-body-s [@media(min-height:62rem)]:block">
      <h3 className="font-bold">{t('title')}</h3>
      <p className="tnum mt-1 min-h-4 text-caption text-text-2">{text}</p>
      <dl className="tnum mt-2 grid grid-cols-2 gap-3">
        <Figure label={t('staked')}>{data ? amounts(data.staked) : UNKNOWN_FIGURE}</Figure>
        <Figure label={t('profit')}>{data ? <SignedMoney text={data.profit} /> : UNKNOWN_FIGURE}</Figure>
      </dl>
    </section>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-caption text-text-3">{label}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  );
}
