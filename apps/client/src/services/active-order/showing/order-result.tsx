import type { ReactNode } from 'react';
import { ArrowRight } from 'lucide-react';
import type { OrderView } from '@candor/contract/trading';
import { ActionFoot } from '@candor/ui/action-foot.tsx';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import type { Wallet } from '@candor/contract/envelope';
import { useQuery } from '@tanstack/react-query';
import { formatMoney, formatPrice } from '../../../lib/format.ts';
import { hrefTo } from '../../../lib/location.ts';
import { paths } from '../../../lib/paths.ts';
import { formatDate, formatDateTime, zoneLabel } from '../../../lib/time.ts';
import { useSite } from '../../session/site.ts';
import { PricePath } from './price-path.tsx';
import { ProofRow } from './proof-chip.tsx';
import { refundOf } from '../following/order-refund.ts';
import { useLosingStreak } from '../following/losing-streak.ts';
import { readSummary } from '@candor/contract/calls/trading';
import { call } from '../../api/request.ts';
import { serverNow } from '../../live/server-clock.ts';
import { queryKeys } from '../../queries/query-keys.ts';

type OrderResultProps = { order: OrderView; inDialog: boolean; onClose: () => void; onAgain: () => void };

const TONES = { won: 'text-win', lost: 'text-lose', tied: 'text-text-1', voided: 'text-text-1', open: 'text-text-1' };

/**
 * The result of an order, in a calm tone, with the figures it was computed from and the verdict on its receipt. Its button
 * ends it; the words above it fill the ticket anew and order nothing.
 */
export function OrderResult({ order, inDialog, onClose, onAgain }: OrderResultProps) {
  const t = useTranslations();
  const streak = useLosingStreak(order);
  return (
    <div className="flex min-h-full flex-col gap-4">
      <Headline order={order} />
      {order.reason !== null && (
        <p className="text-center text-body-s text-text-2">{t(`trade.order.reason.${order.reason}`)}</p>
      )}
      <PricePath order={order} className="h-24" />
      <Facts order={order} />
      <ProofRow order={order} />
      {streak === 'yes' && <DaySummary wallet={order.wallet} />}
      <ActionFoot
        isPageAction={!inDialog}
        ground={inDialog ? 'sheet' : 'surface-1'}
        note={
          // Words, never the button: after a loss nothing asks for the next order. After three losses in a row the day stands in
          // figures instead.
          streak !== 'yes' && (
            <button
              type="button"
              onClick={onAgain}
              disabled={streak === 'unknown'}
              className="press min-h-11 self-center rounded-control px-3 text-body-s text-link underline-offset-4 hover:underline disabled:invisible"
            >
              {t('trade.order.again')}
            </button>
          )
        }
        beside={
          <a href={hrefTo(paths.order(order.id))} onClick={onClose} className={buttonClass('secondary')}>
            {t('trade.order.details')}
          </a>
        }
        main={<Button onClick={onClose}>{t('common.actions.done')}</Button>}
      />
    </div>
  );
}

function Headline({ order }: { order: OrderView }) {
  const t = useTranslations('trade.order');
  const { currency } = useSite();
  const { symbol } = currency;
  const isRefund = order.status === 'tied' || order.status === 'voided';
  const amount = isRefund
    ? formatMoney(refundOf(order, currency), { symbol })
    : formatMoney(order.profit ?? '0', { symbol, signed: true });
  return (
    <div className={cx('relative isolate overflow-hidden rounded-card px-4 py-4 text-center', TONES[order.status])}>
      <span aria-hidden="true" className="ui-enter absolute inset-0 -z-10 bg-current opacity-10" />
      <p className="text-title-2">{t(order.status === 'open' ? 'settling' : order.status)}</p>
      <p className="tnum mt-1 text-display">{isRefund ? t('refunded', { amount }) : amount}</p>
    </div>
  );
}

function Facts({ order }: { order: OrderView }) {
  const t = useTranslations('trade.order');
  const settledAt = order.settledAt ?? order.closesAt;
  return (
    <dl className="flex flex-col gap-2 text-body-s">
      <Row label={`${t('entryPrice')} → ${t('exitPrice')}`}>
        <span className="inline-flex items-center gap-2">
          {formatPrice(order.entryPrice)}
          <ArrowRight aria-hidden="true" className="size-3.5 text-text-3" />
          {formatPrice(order.exitPrice)}
        </span>
      </Row>
      <Row label={t('settledAt')}>{`${formatDateTime(settledAt)} ${zoneLabel(settledAt)}`}</Row>
      <Row label={t('number')}>
        <span className="inline-flex items-center gap-1">
          {order.no}
          <CopyButton text={order.no} />
        </span>
      </Row>
    </dl>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
      <dt className="text-text-3">{label}</dt>
      <dd className="tnum font-medium">{children}</dd>
    </div>
  );
}

/** The business day in plain figures. The words that repeat an order are gone then. No judgement, no invitation. */
function DaySummary({ wallet }: { wallet: Wallet }) {
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
      <h3 className="font-bold">{t('title')}</h3>
      <p className="tnum mt-1 text-text-2">{t('text', { count, won, lost, tied, voided })}</p>
      <dl className="tnum mt-3 grid grid-cols-2 gap-3">
        <div>
          <dt className="text-caption text-text-3">{t('staked')}</dt>
          <dd className="font-bold">{formatMoney(data.staked, { symbol })}</dd>
        </div>
        <div>
          <dt className="text-caption text-text-3">{t('profit')}</dt>
          <dd className="font-bold">{formatMoney(data.profit, { symbol, signed: true })}</dd>
        </div>
      </dl>
    </section>
  );
}
