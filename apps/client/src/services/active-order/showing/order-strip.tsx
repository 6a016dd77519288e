import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { CircleAlert, X } from 'lucide-react';
import type { OrderView } from '@candor/contract/trading';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { useTranslations } from 'use-intl';
import { formatMoney, formatPrice } from '../../../lib/format.ts';
import { hrefTo } from '../../../lib/location.ts';
import { paths } from '../../../lib/paths.ts';
import { useSite } from '../../session/site.ts';
import { putAwaySettled, showOrder } from '../following/active-orders.ts';
import { Standing } from './order-counting.tsx';
import type { OrderIntent } from '../placing/order-flow.ts';
import { refundOf } from '../following/order-refund.ts';
import { dismissOrderFlow } from '../placing/current-flow.ts';
import { useOrder, useProductName } from '../following/use-order.ts';
import { OrderRing, usePosition } from './running-order.tsx';

/** A result stays visible this long unless the member dismisses it; afterwards it is in the history. */
const RESULT_MS = 12_000;
/** When each result came up first: the pages that show it in a place of their own do not make it stay longer. */
const shownAtMs = new Map<string, number>();

/** The order that closes next, with its countdown on every page; a press opens it. */
export function RunningStrip({ known, others }: { known: OrderView; others: number }) {
  const t = useTranslations('trade');
  const { order, name, stake, difference, isDue } = usePosition(known);
  return (
    <StripFrame>
      <button
        type="button"
        onClick={() => showOrder(order.id)}
        className="press flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control text-start"
      >
        <OrderRing order={order} isDue={isDue} />
        <span className="min-w-0 flex-1">
          <span className="block text-body-s leading-tight font-bold">
            <span aria-hidden="true" className={order.direction === 'up' ? 'me-2 text-up' : 'me-2 text-down'}>
              {order.direction === 'up' ? '▲' : '▼'}
            </span>
            <span className="sr-only">{t(`ticket.${order.direction}`)}</span>
            {name}
          </span>
          <span className="tnum flex flex-wrap gap-x-2 text-caption leading-tight text-text-2">
            <span className="whitespace-nowrap">{stake}</span>
            {isDue ? (
              t('order.settling')
            ) : difference === null ? (
              t('order.entering')
            ) : (
              <Standing difference={difference} />
            )}
          </span>
        </span>
      </button>
      {others > 0 && (
        <a
          href={hrefTo(paths.positions())}
          className="press flex min-h-11 shrink-0 items-center rounded-control px-2 text-caption font-bold text-link"
        >
          {t('pill.more', { count: others })}
        </a>
      )}
    </StripFrame>
  );
}

/**
 * The result of a minimised order.
 * @param isCard it stands among the cards of a page
 */
export function SettledStrip({ id, isCard = false }: { id: string; isCard?: boolean }) {
  const t = useTranslations('trade');
  const settled = useSettledNews(id);
  if (settled === null) return null;
  const { text, tone, name, entryPrice, exitPrice } = settled;
  return (
    <StripFrame isCard={isCard}>
      <button
        type="button"
        onClick={() => showOrder(id)}
        className="press flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-3 rounded-control text-start"
      >
        {/* In large letters the word stands below the result. */}
        <span className="min-w-0 flex-[1_1_9rem]">
          <span className={cx('tnum block text-body-s leading-tight font-bold', tone)}>{text}</span>
          <span className="tnum block text-caption leading-tight text-text-2">
            {name} · {formatPrice(entryPrice)} → {formatPrice(exitPrice)}
          </span>
        </span>
        <span className="shrink-0 text-body-s font-bold text-link">{t('pill.view')}</span>
      </button>
      <IconButton label={t('pill.dismiss')} onClick={() => putAwaySettled(id)} className="-me-2">
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </StripFrame>
  );
}

/** The same in a line that is there anyway: it moves nothing. */
export function SettledLine({ id }: { id: string }) {
  const t = useTranslations('trade');
  const settled = useSettledNews(id);
  if (settled === null) return null;
  const { text, tone, name } = settled;
  return (
    <span className="ui-enter flex min-w-0 items-center">
      <button
        type="button"
        onClick={() => showOrder(id)}
        className="press flex min-h-11 min-w-0 items-center gap-2 rounded-control px-2 text-body-s hover:bg-surface-2"
      >
        <span className="min-w-0 truncate text-text-2">{name}</span>
        <span className={cx('tnum font-bold whitespace-nowrap', tone)}>{text}</span>
        <span className="shrink-0 font-bold text-link">{t('pill.view')}</span>
      </button>
      <IconButton label={t('pill.dismiss')} onClick={() => putAwaySettled(id)}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </span>
  );
}

const SETTLED_TONES = { won: 'text-win', lost: 'text-lose', tied: undefined, voided: undefined } as const;

/** What a result says, for as long as it is news; null until it is read. */
function useSettledNews(id: string) {
  const t = useTranslations('trade');
  const { currency } = useSite();
  const order = useOrder(id).data;
  const name = useProductName(order?.product ?? '');
  useEffect(() => {
    const since = shownAtMs.get(id) ?? performance.now();
    shownAtMs.set(id, since);
    const timer = setTimeout(() => putAwaySettled(id), since + RESULT_MS - performance.now());
    return () => clearTimeout(timer);
  }, [id]);
  if (order === undefined || order.status === 'open') return null;
  const { status, entryPrice, exitPrice } = order;
  const isRefund = status === 'tied' || status === 'voided';
  const amount = isRefund
    ? formatMoney(refundOf(order, currency), { symbol: currency.symbol })
    : formatMoney(order.profit ?? '0', { symbol: currency.symbol, signed: true });
  const text = t('pill.settled', { result: t(`order.${status}`), amount });
  return { text, tone: SETTLED_TONES[status], name, entryPrice, exitPrice };
}

/** An order whose outcome is being looked up. */
export function ConfirmingStrip({ intent }: { intent: OrderIntent }) {
  const t = useTranslations('trade');
  const { currency } = useSite();
  const name = useProductName(intent.body.product);
  return (
    <StripFrame>
      <div role="status" className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
        <Spinner className="text-title-2 text-info" />
        <span className="min-w-0 flex-1">
          <span className="block text-body-s leading-tight font-bold">
            {t('pill.confirming')} · {t(`ticket.${intent.body.direction}`)} {name}{' '}
            <span className="tnum">{formatMoney(intent.body.stake, { symbol: currency.symbol })}</span>
          </span>
          <span className="block text-caption leading-tight text-text-2">{t('unknown.noRepeat')}</span>
        </span>
      </div>
    </StripFrame>
  );
}

/** An order that was refused while the member was on another page. */
export function RefusedStrip({ reason }: { reason: string }) {
  const t = useTranslations('trade');
  return (
    <StripFrame>
      <div role="alert" className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
        <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />
        <span className="min-w-0 flex-1">
          <span className="block text-body-s leading-tight font-bold">{reason}</span>
          <span className="block text-caption leading-tight text-text-2">{t('pill.refused')}</span>
        </span>
      </div>
      <IconButton label={t('pill.dismiss')} onClick={dismissOrderFlow} className="-me-2">
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </StripFrame>
  );
}

/** As wide as the column of a page, on the ground of the tab bar; or a card of a page. */
function StripFrame({ isCard = false, children }: { isCard?: boolean; children: ReactNode }) {
  const line = <div className="mx-auto flex w-full max-w-[30rem] items-center gap-2 l:max-w-[45rem]">{children}</div>;
  return isCard ? (
    <div className="ui-enter flex h-full min-h-14 items-center rounded-control border border-line bg-surface-1 px-3">
      {line}
    </div>
  ) : (
    // Below it is the tab bar, or the safe area of a page without one.
    <div className="ui-enter hairline-t relative gutter bg-tabbar after:absolute after:inset-x-0 after:top-full after:h-[var(--safe-bottom)] after:bg-tabbar">
      {line}
    </div>
  );
}
