import type { ReactNode } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { ActionFoot } from '@candor/ui/action-foot.tsx';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { CountdownRing } from '@candor/ui/countdown-ring.tsx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { useTranslations } from 'use-intl';
import { formatMoney, formatPrice, groupDigits } from '../../../lib/format.ts';
import { hrefTo } from '../../../lib/location.ts';
import { paths } from '../../../lib/paths.ts';
import { formatClock, zoneLabel } from '../../../lib/time.ts';
import { usePrice } from '../../live/live.ts';
import { serverNow } from '../../live/server-clock.ts';
import { useSite } from '../../session/site.ts';
import { differenceToEntry, orderPhase } from '../following/order-phase.ts';
import type { Difference } from '../following/order-phase.ts';
import { PricePath } from './price-path.tsx';
import { useServerSecond } from '../following/server-second.ts';

type OrderCountingProps = { order: OrderView; inDialog: boolean; onClose: () => void; onContinue: () => void };

/** A running order: the ring on the server's clock, how it would end now, and the next steps. */
export function OrderCounting({ order, inDialog, onClose, onContinue }: OrderCountingProps) {
  const t = useTranslations('trade.order');
  const phase = orderPhase(order, useServerSecond());
  const isDue = phase === 'settling' || phase === 'delayed';
  return (
    <div className="flex min-h-full flex-col gap-4">
      <div className="flex flex-col items-center gap-2">
        {isDue ? <SettlingRing /> : <RunningRing order={order} />}
        <p className="text-center text-body-s font-bold text-text-2">
          {phase === 'delayed'
            ? t('delayed')
            : isDue
              ? t('settling')
              : `${t('accepted')} · ${t(phase === 'entering' ? 'entering' : 'counting')}`}
        </p>
        <p className="tnum text-caption text-text-3">
          {t('closesAt', { time: formatClock(order.closesAt), zone: zoneLabel(order.closesAt) })}
        </p>
      </div>
      <OrderStanding order={order} />
      <PricePath order={order} className="h-24" />
      <p className="text-center text-caption text-text-3">{t('minimiseHint')}</p>
      <ActionFoot
        isPageAction={!inDialog}
        ground={inDialog ? 'sheet' : 'surface-1'}
        beside={
          phase !== 'delayed' && (
            <a href={hrefTo(paths.order(order.id))} onClick={onClose} className={buttonClass('secondary')}>
              {t('details')}
            </a>
          )
        }
        main={
          phase === 'delayed' ? (
            <a href={hrefTo(paths.positions())} onClick={onClose} className={buttonClass('primary')}>
              {t('toPositions')}
            </a>
          ) : (
            <Button onClick={onContinue}>{t('continue')}</Button>
          )
        }
      />
    </div>
  );
}

function RunningRing({ order }: { order: OrderView }) {
  const t = useTranslations('trade.order');
  return (
    <CountdownRing
      startsAtMs={Date.parse(order.entryAt)}
      endsAtMs={Date.parse(order.closesAt)}
      now={serverNow}
      size={8}
      width={6}
      label={t('timer')}
    />
  );
}

function SettlingRing() {
  return (
    <span className="flex size-32 items-center justify-center text-info">
      <Spinner className="text-display" />
    </span>
  );
}

function OrderStanding({ order }: { order: OrderView }) {
  const t = useTranslations('trade.order');
  const { currency } = useSite();
  const price = usePrice(order.product)?.price ?? null;
  const difference = differenceToEntry(order, price);
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-card border border-line bg-surface-1 p-4">
      <Fact label={t('stake')}>{formatMoney(order.stake, { symbol: currency.symbol })}</Fact>
      <Fact label={t('entryPrice')}>{order.entryPrice === null ? t('pending') : formatPrice(order.entryPrice)}</Fact>
      <Fact label={t('current')}>{formatPrice(price)}</Fact>
      <Fact label={t('difference')}>{difference === null ? t('pending') : <Standing difference={difference} />}</Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-text-3">{label}</dt>
      <dd className="tnum mt-1 truncate text-body font-bold">{children}</dd>
    </div>
  );
}

const STANDING = { ahead: 'text-win', behind: 'text-lose', level: 'text-flat' } as const;

/** The distance of the price from the entry, in the colour of what it means for this order, with a word for it. */
export function Standing({ difference }: { difference: Difference }) {
  const t = useTranslations('common.status');
  const { standing, text } = difference;
  return (
    <span className={STANDING[standing]}>
      <span className="whitespace-nowrap">{groupDigits(text)}</span>{' '}
      <span className="text-caption font-bold whitespace-nowrap">{t(standing)}</span>
    </span>
  );
}
