/*
 * Showing: strip, sheet, countdown and result. It reads what placing and following know, and neither imports it.
 *
 * What follows the member over every page while an order runs: the watchers of open orders, the strip, the sheet it
 * opens into, and the announcements. On the trade page the ticket replaces the sheet. It decides no outcome and
 * computes no money; orders are read, and the rules of the flow are in order-flow.ts and order-phase.ts.
 */

import { useEffect, useRef } from 'react';
import type { OrderView } from '@candor/contract/trading';
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
import { ConfirmingStrip, RefusedStrip, RunningStrip, SettledStrip } from './order-strip.tsx';
import { OrderPanelTitle } from './order-title.tsx';
import { OrderWatcher } from '../following/order-watcher.tsx';
import { useStripRoom } from './strip-room.ts';
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
      <Strip />
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

/**
 * One line at the foot of the window, on the tab bar where there is one. Nothing of a page is ever below it, and it says
 * one thing at a time: news first, then the order that closes next.
 */
function Strip() {
  const t = useTranslations('trade');
  const ref = useRef<HTMLElement>(null);
  useStripRoom(ref);
  return (
    <aside
      ref={ref}
      aria-label={t('pill.label')}
      // A keyboard that took half of the window leaves the rest to the field.
      className="fixed start-[var(--shell-start,0px)] end-0 bottom-[var(--shell-foot,0px)] z-30 low:hidden print:hidden"
    >
      <StripContent />
    </aside>
  );
}

function StripContent() {
  const say = useErrorText();
  const t = useTranslations('trade');
  const flow = useOrderFlow();
  const { followed, settledIds, hasTicket, isTicketShown, openId } = useActiveOrders();
  const stage = useStage();
  const running = Object.values(followed)
    .filter((order) => order.id !== openId && !isRunningOnPage(order, stage))
    .toSorted(byClosing);
  const [next] = running;
  const settledId = settledIds.filter((id) => !isResultOnPage({ id }, stage)).at(-1);
  if (!isTicketShown) {
    if (flow.at === 'refused')
      return (
        <RefusedStrip reason={flow.error === 'ORDER_NOT_KEPT' ? t('problem.notKept') : say(flow.error, flow.params)} />
      );
    if (flow.at === 'termsChanged') return <RefusedStrip reason={say('TERMS_CHANGED')} />;
    // The trade page shows a pending order itself.
    if (flow.at === 'unknown' || (flow.at === 'submitting' && !hasTicket))
      return <ConfirmingStrip intent={flow.intent} />;
  }
  if (settledId !== undefined) return <SettledStrip key={settledId} id={settledId} />;
  return next === undefined ? null : <RunningStrip key={next.id} known={next} others={running.length - 1} />;
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
    <Sheet isSteady open={isOpen} onClose={minimiseOrder} title={openId !== null && <OrderPanelTitle id={openId} />}>
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
