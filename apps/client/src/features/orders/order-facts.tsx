import type { ReactNode } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { useTranslations } from 'use-intl';
import { useAmounts } from '../../services/session/amounts.tsx';
import { formatPrice, formatRate } from '../../lib/format.ts';
import { Term } from '../../lib/term.tsx';
import { formatDateTime, zoneLabel } from '../../lib/time.ts';
import { useDurationText } from '../../lib/duration.ts';
import { useProductName } from './order-words.ts';
import { EntryPrice } from './position-figures.tsx';

/** Every fact of an order, with the word the product uses for it. */
export function OrderFacts({ order }: { order: OrderView }) {
  const t = useTranslations('orders');
  const durationText = useDurationText();
  const direction = useTranslations('common.direction');
  const wallet = useTranslations('common.wallet');
  const amounts = useAmounts();
  const nameOf = useProductName();
  return (
    <section>
      <h2 className="text-body-s font-semibold">{t('facts')}</h2>
      <dl className="mt-1 text-body-s">
        <Fact name={t('product')}>{nameOf(order.product)}</Fact>
        <Fact name={t('direction')}>{direction(order.direction)}</Fact>
        <Fact name={t('wallet')}>{wallet(order.wallet)}</Fact>
        <Fact name={t('stake')}>{amounts(order.stake)}</Fact>
        <Fact name={<Term word="duration">{t('duration')}</Term>}>{durationText(order.durationSec)}</Fact>
        <Fact name={<Term word="payoutRate">{t('payoutRate')}</Term>}>{formatRate(order.payoutRate)}</Fact>
        <Fact name={order.status === 'won' ? t('payout') : t('payoutIfWon')}>{amounts(order.payout)}</Fact>
        <Fact name={t('fee')}>{amounts(order.fee)}</Fact>
        <Fact name={<Term word="entryPrice">{t('entryPrice')}</Term>}>
          <EntryPrice order={order} />
        </Fact>
        <Fact name={<Term word="exitPrice">{t('exitPrice')}</Term>}>{formatPrice(order.exitPrice)}</Fact>
        <Fact name={t('submittedAt')}>
          <Moment at={order.submittedAt} />
        </Fact>
        <Fact name={t('acceptedAt')}>
          <Moment at={order.acceptedAt} />
        </Fact>
        <Fact name={t('entryAt')}>
          <Moment at={order.entryAt} />
        </Fact>
        <Fact name={t('closesAt')}>
          <Moment at={order.closesAt} />
        </Fact>
        <Fact name={t('termsVersion')}>{order.termsVersion}</Fact>
        <Fact name={t('orderNo')}>
          <span className="-my-3 inline-flex items-center">
            {order.no}
            <CopyButton text={order.no} label={t('copyNo')} className="-me-3" />
          </span>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 [&:not(:last-child)]:border-b [&:not(:last-child)]:border-line">
      <dt className="min-w-0 text-text-2">{name}</dt>
      <dd className="tnum ms-auto min-w-0 text-end">{children}</dd>
    </div>
  );
}

/** Date, time and zone; the zone may wrap to the next line, the time is never cut. */
function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="flex flex-wrap justify-end gap-x-1.5">
      <span className="whitespace-nowrap">{formatDateTime(at)}</span>
      <span className="text-text-3">{zoneLabel(at)}</span>
    </time>
  );
}
