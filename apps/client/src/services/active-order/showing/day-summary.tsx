import { readSummary } from '@candor/contract/calls/trading';
import type { Wallet } from '@candor/contract/envelope';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../../lib/format.ts';
import { formatDate } from '../../../lib/time.ts';
import { call } from '../../api/request.ts';
import { serverNow } from '../../live/server-clock.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { useSite } from '../../session/site.ts';

/** The business day in plain figures. It replaces the button that repeats an order. No judgement, no invitation. */
export function DaySummary({ wallet }: { wallet: Wallet }) {
  const t = useTranslations('trade.day');
  const { currency, timeZone } = useSite();
  const from = formatDate(serverNow(), timeZone);
  const { data } = useQuery({
    queryKey: queryKeys.summary({ wallet, from }),
    queryFn: ({ signal }) => call(readSummary, { query: { wallet, from }, signal }),
  });
  if (data === undefined) return null;
  const { count, won, lost, tied, voided } = data;
  const { symbol } = currency;
  return (
    <section className="rounded-card border border-line bg-surface-1 p-4 text-body-s">
      <h3 className="font-semibold">{t('title')}</h3>
      <p className="tnum mt-1 text-text-2">{t('text', { count, won, lost, tied, voided })}</p>
      <dl className="tnum mt-3 grid grid-cols-2 gap-3">
        <div>
          <dt className="text-caption text-text-3">{t('staked')}</dt>
          <dd className="font-semibold">{formatMoney(data.staked, { symbol })}</dd>
        </div>
        <div>
          <dt className="text-caption text-text-3">{t('profit')}</dt>
          <dd className="font-semibold">{formatMoney(data.profit, { symbol, signed: true })}</dd>
        </div>
      </dl>
    </section>
  );
}
