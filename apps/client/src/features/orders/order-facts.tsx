import type { ReactNode } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { UNUSUAL_WAIT_MS } from '@candor/proof/warnings';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { useAmounts } from '../../services/session/amounts.tsx';
import { formatPrice, formatRate } from '../../lib/format.ts';
import { Term } from '../../lib/term.tsx';
import { formatDateTime, zoneLabel } from '../../lib/time.ts';
import { useDurationText } from '../../lib/duration.ts';
import { EntryPrice } from './position-figures.tsx';

/** The facts of an order that its head does not show, each with the word the product uses for it. */
export function OrderFacts({ order }: { order: OrderView }) {
  const t = useTranslations('orders');
  const durationText = useDurationText();
  const amounts = useAmounts();
  return (
    <section>
      <h2 className="text-body-s font-bold">{t('facts')}</h2>
      <dl className="mt-1 text-body-s">
        <Fact name={<Term word="duration">{t('duration')}</Term>}>{durationText(order.durationSec)}</Fact>
        <Fact name={<Term word="payoutRate">{t('payoutRate')}</Term>}>{formatRate(order.payoutRate)}</Fact>
        <Fact name={order.status === 'won' ? t('payout') : t('payoutIfWon')}>{amounts(order.payout)}</Fact>
        <Fact name={t('fee')}>{amounts(order.fee)}</Fact>
        <Fact name={<Term word="entryPrice">{t('entryPrice')}</Term>}>
          <EntryPrice order={order} />
        </Fact>
        <Fact name={<Term word="exitPrice">{t('exitPrice')}</Term>}>{formatPrice(order.exitPrice)}</Fact>
        <Fact name={order.signedAt === null ? t('submittedAt') : t('signedAt')}>
          <Moment at={order.signedAt ?? order.submittedAt} isExact />
        </Fact>
        <Fact name={t('acceptedAt')}>
          <Moment at={order.acceptedAt} isExact />
          <Wait order={order} />
        </Fact>
        <Fact name={t('entryAt')}>
          <Moment at={order.entryAt} isExact />
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

/** From the signature to the acceptance. In that time whoever held the order could have looked at the price. */
function Wait({ order: { signedAt, acceptedAt, acceptBy } }: { order: OrderView }) {
  const t = useTranslations('orders');
  if (signedAt === null || acceptBy === null) return null;
  const waitedMs = Math.max(0, Date.parse(acceptedAt) - Date.parse(signedAt));
  const allowedMs = Date.parse(acceptBy) - Date.parse(signedAt);
  return (
    <p className={cx('text-caption', waitedMs > UNUSUAL_WAIT_MS ? 'text-warn' : 'text-text-3')}>
      {t('waited', { waitedMs, allowedMs })}
    </p>
  );
}

/** Date, time and zone; each may go to the next line, none is cut. */
function Moment({ at, isExact = false }: { at: string; isExact?: boolean }) {
  return (
    <time dateTime={at} className="flex flex-wrap justify-end gap-x-2">
      <span>
        {formatDateTime(at)}
        {isExact && <span className="text-text-3">{at.slice(19, 23)}</span>}
      </span>
      <span className="text-text-3">{zoneLabel(at)}</span>
    </time>
  );
}
