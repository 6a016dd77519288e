/*
 * Showing: pills, sheet, countdown and result. It reads what placing and following know, and neither imports it.
 *
 * What follows the member over every page while an order runs: the watchers of open orders, the pill, the sheet it
 * opens into, and the announcements. On the trade page the ticket replaces the sheet. It decides no outcome and
 * computes no money; orders are read, and the rules of the flow are in order-flow.ts and order-phase.ts.
 */

import { useEffect, useRef } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { cx } from '@candor/ui/cx';
import { Sheet } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../lib/i18n.tsx';
import { isResultOnPage, isRunningOnPage } from '../../../lib/floating-layer.ts';
import type { Stage } from '../../../lib/floating-layer.ts';
import { navigate, useAddress } from '../../../lib/location.ts';
import { useOnline } from '../../../lib/online.ts';
import { paths, routeOf } from '../../../lib/paths.ts';
import { useOpenOrders } from '../../queries/shared-queries.ts';
import { onSessionEnd, useSession } from '../../session/session.ts';
import { Announcer } from './announcer.tsx';
import {
  followOrders,
  forgetActiveOrders,
  minimiseOrder,
  requestAgain,
  useActiveOrders,
} from '../following/active-orders.ts';
import { OrderPanel } from './order-panel.tsx';
import { ConfirmingPill, RefusedPill, RunningPill, SettledPill } from './order-pill.tsx';
import { OrderPanelTitle } from './order-title.tsx';
import { OrderWatcher } from '../following/order-watcher.tsx';
import { usePillRoom } from './pill-room.ts';
import { resumeOrders } from '../placing/send-order.ts';
import { useOrderFlow } from '../placing/current-flow.ts';
import { useDisplay } from '../../../lib/preferences.ts';
import { setTitleCountdown } from '../../../lib/tab-title.ts';
import { formatCountdown } from '../../../lib/time.ts';
import { useServerSecond } from '../following/server-second.ts';
import { useProductName } from '../following/use-order.ts';

export function ActiveOrderLayer() {
  const followed = useActiveOrders((state) => state.followed);
  useFollowing();
  useResuming();
  return (
    <>
      {Object.values(followed).map((order) => (
        <OrderWatcher key={order.id} known={order} />
      ))}
      <Announcer />
      <TitleCountdown />
      <Pills />
      <OrderSheet />
    </>
  );
}

/** Open orders come from the server's list, so that they are back after a reload and in every tab. */
function useFollowing(): void {
  const { data } = useOpenOrders();
  useEffect(() => {
    if (data) followOrders(data);
  }, [data]);
  useEffect(() => onSessionEnd(forgetActiveOrders), []);
}

function useResuming(): void {
  const account = useSession((state) => state.name);
  const isOnline = useOnline();
  const isDecided = useOrderFlow().at === 'idle';
  useEffect(() => {
    if (isOnline && isDecided) void resumeOrders(account);
  }, [account, isOnline, isDecided]);
}

function Pills() {
  const t = useTranslations('trade');
  const say = useErrorText();
  const flow = useOrderFlow();
  const { followed, settledIds, hasTicket, isTicketShown, openId } = useActiveOrders();
  const stage = useStage();
  const running = Object.values(followed)
    .filter((order) => order.id !== openId && !isRunningOnPage(order, stage))
    .toSorted(byClosing);
  const [next] = running;
  const settledId = settledIds.filter((id) => !isResultOnPage({ id }, stage)).at(-1);
  const isFlowShown = !isTicketShown;
  const ref = useRef<HTMLElement>(null);
  usePillRoom(ref);
  return (
    <aside
      ref={ref}
      aria-label={t('pill.label')}
      className={cx(
        'pointer-events-none fixed inset-x-[var(--gutter)] z-20 mx-auto flex max-w-[30rem] flex-col gap-2',
        // On wide screens in the corner, no wider than their text, nor than the margin beside the column of most pages.
        'l:start-auto l:mx-0 l:w-max l:max-w-96 l:min-w-64 xl:max-w-[clamp(16rem,(100vw-45rem)/2-2*var(--gutter),24rem)]',
        // Held sideways there is room for one, at the start: the buttons of a page are at its end.
        'sideways:start-[calc(var(--rail-width)+var(--safe-left)+var(--gutter))] sideways:end-auto sideways:mx-0 sideways:w-84 sideways:*:not-first:hidden',
        'bottom-[var(--pill-bottom,calc(var(--shell-bottom,0px)+0.75rem))]',
      )}
    >
      {settledId !== undefined && <SettledPill key={settledId} id={settledId} />}
      {isFlowShown && flow.at === 'refused' && (
        <RefusedPill reason={flow.error === 'ORDER_NOT_KEPT' ? t('problem.notKept') : say(flow.error, flow.params)} />
      )}
      {isFlowShown && flow.at === 'termsChanged' && <RefusedPill reason={say('TERMS_CHANGED')} />}
      {/* The trade page shows a pending order itself. */}
      {isFlowShown && (flow.at === 'unknown' || (flow.at === 'submitting' && !hasTicket)) && (
        <ConfirmingPill intent={flow.intent} />
      )}
      {next !== undefined && <RunningPill key={next.id} known={next} others={running.length - 1} />}
    </aside>
  );
}

/** What the page in front is about: the rules of floating-layer.ts decide by it. */
function useStage(): Stage {
  const { path, params } = useAddress();
  return { route: routeOf(path), orderId: params.get('id'), product: params.get('code') };
}

/** On every page except the trade page, which shows the order in its own sheet or ticket. */
function OrderSheet() {
  const { openId, hasTicket } = useActiveOrders();
  const isOpen = openId !== null && !hasTicket;
  const toTicket = (order: OrderView) => {
    minimiseOrder();
    navigate(paths.trade(order.product));
  };
  return (
    <Sheet open={isOpen} onClose={minimiseOrder} title={openId !== null && <OrderPanelTitle id={openId} />}>
      {isOpen && (
        <OrderPanel
          id={openId}
          inDialog
          onClose={minimiseOrder}
          onContinue={toTicket}
          onAgain={(order) => {
            requestAgain(order);
            toTicket(order);
          }}
        />
      )}
    </Sheet>
  );
}

function byClosing(one: OrderView, other: OrderView): number {
  return Date.parse(one.closesAt) - Date.parse(other.closesAt);
}

/**
 * Shows the countdown of the order that closes next in the tab's title, if the member wants it. Renders nothing itself.
 */
function TitleCountdown() {
  const t = useTranslations('trade.order');
  const { titleCountdown } = useDisplay();
  const now = useServerSecond();
  const next = useActiveOrders(({ followed }) =>
    Object.values(followed).reduce<{ product: string; direction: string; closesAt: string } | null>(
      (first, order) => (first === null || order.closesAt < first.closesAt ? order : first),
      null,
    ),
  );
  const name = useProductName(next?.product ?? '');
  const left = next === null ? 0 : Date.parse(next.closesAt) - now;
  const shown = left > 0 ? formatCountdown(left) : t('settling');
  const text = next === null || !titleCountdown ? null : `${shown} ${next.direction === 'up' ? '▲' : '▼'} ${name}`;
  useEffect(() => setTitleCountdown(text), [text]);
  useEffect(() => () => setTitleCountdown(null), []);
  return null;
}
