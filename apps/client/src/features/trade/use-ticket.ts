/*
 * One ticket of one product: the choices, what they would bring, what stops the order, and sending it. Both layouts of
 * the trade page show parts of this one model.
 */

import { useEffect, useReducer, useRef, useState } from 'react';
import type { Wallet } from '@candor/contract/envelope';
import type { ProductView } from '@candor/contract/market';
import { formatMoney, parseMoney } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';
import type { Terms } from '@candor/domain/trading/terms';
import { useQueryClient } from '@tanstack/react-query';
import { useOnline } from '../../lib/online.ts';
import { takeAgain, useActiveOrders } from '../../services/active-order/following/active-orders.ts';
import { isOver } from '../../services/active-order/following/use-running-orders.ts';
import { isUndecided } from '../../services/active-order/placing/order-flow.ts';
import type { OrderFlow } from '../../services/active-order/placing/order-flow.ts';
import { useServerSecond } from '../../services/active-order/following/server-second.ts';
import { dismissOrderFlow, orderFlow, useOrderFlow } from '../../services/active-order/placing/current-flow.ts';
import { prepareToSubmit, submitOrder } from '../../services/active-order/placing/submit-order.ts';
import { useTickSecond } from '../../services/live/live.ts';
import { useOneTap } from '../../services/one-tap/one-tap.ts';
import { coversStake, isSecondTouch } from '../../services/one-tap/one-tap-rules.ts';
import type { OneTap } from '../../services/one-tap/one-tap-rules.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { useMoney, useOpenOrders } from '../../services/queries/shared-queries.ts';
import { useSession } from '../../services/session/session.ts';
import { useSite } from '../../services/session/site.ts';
import { nextTicket, openTicket, stakeOf } from './order-ticket.ts';
import type { Direction, Ticket, TicketEvent } from './order-ticket.ts';
import { priceAgeOf, refusalProblem, ticketProblem } from './order-ticket-errors.ts';
import type { PriceAge, TicketProblem } from './order-ticket-errors.ts';
import { ticketSummary, wholeStake } from './order-ticket-summary.ts';
import type { TicketSummary } from './order-ticket-summary.ts';
import { promisedBy, worseTerms } from './product-terms.ts';
import type { TermsChange } from './product-terms.ts';
import { consent, hasConsented } from './risk-consent.ts';
import { useRoom } from './use-room.ts';
import { rememberChoice, rememberedChoice } from './trade-choices.ts';
import { keepTypedStake, typedStake } from './typed-stakes.ts';

export type TicketModel = {
  readonly product: ProductView;
  readonly terms: Terms;
  readonly ticket: Ticket;
  readonly wallet: Wallet;
  readonly available: Money | null;
  /** The largest stake that the limits of the product leave right now; null where none is known. */
  readonly room: Money | null;
  readonly summary: TicketSummary | null;
  /** What stops the order now; `shownProblem` leaves out what is only an unfinished entry. */
  readonly problem: TicketProblem | null;
  readonly shownProblem: TicketProblem | null;
  readonly priceAge: PriceAge;
  /** Terms that got worse since the member saw them; the member must press the order button again. */
  readonly change: TermsChange | null;
  readonly flow: OrderFlow;
  readonly isRiskShown: boolean;
  readonly openOrderId: string | null;
  readonly oneTap: OneTap;
  /** One-tap mode is on and covers the chosen amount: a tap on a direction places the order. */
  readonly isInstant: boolean;
  readonly isSettingsShown: boolean;
  /** The question that sets practice money back to its start. */
  readonly isResetShown: boolean;
  readonly edit: (event: TicketEvent) => void;
  readonly takeAll: () => void;
  readonly confirm: () => void;
  /** Places an order in this direction at once. Only while `isInstant`. */
  readonly tap: (direction: Direction) => void;
  readonly acceptTerms: () => void;
  readonly acceptRisk: () => void;
  readonly declineRisk: () => void;
  readonly refreshPrice: () => void;
  readonly showSettings: (isShown: boolean) => void;
  readonly showReset: (isShown: boolean) => void;
  readonly dismiss: () => void;
};

export function useTicket(product: ProductView, terms: Terms, wallet: Wallet, direction: Direction): TicketModel {
  const { currency } = useSite();
  const account = useSession((state) => state.name);
  const cache = useQueryClient();
  const [ticket, dispatch] = useReducer(nextTicket, null, () => {
    const opened = openTicket(terms, rememberedChoice(product.code), currency, direction);
    const typed = typedStake(product.code);
    return typed === null ? opened : nextTicket(opened, { type: 'stake', text: typed });
  });
  const [seenTerms, setSeenTerms] = useState(terms);
  const [isTried, setTried] = useState(false);
  const [isRiskShown, setRiskShown] = useState(false);
  const [isSettingsShown, setSettingsShown] = useState(false);
  const [isResetShown, setResetShown] = useState(false);
  const lastTapAtRef = useRef<number | null>(null);
  const oneTap = useOneTap();
  const flow = useOrderFlow();
  const isOnline = useOnline();
  const nowMs = useServerSecond();
  const tick = useTickSecond(product.code);
  const money = useMoney(wallet);
  const openOrderId = useOpenOrderId(product.code, wallet);

  useKeptStake(ticket);
  useAgain(product.code, terms, dispatch);
  useKeptOffer(ticket, terms, dispatch);
  useFreshTerms(flow, product.code);
  const room = useRoom(product, wallet, ticket, currency);
  const stake = stakeOf(ticket, currency);
  const available = amountOf(money.data?.available, currency);
  const refused = useRefusal(flow, product, { wallet, openOrderId });
  const problem = ticketProblem({
    wallet,
    isOnline,
    isUndecided: isUndecided(flow),
    status: product.status,
    stopReason: product.stop?.reason ?? null,
    opensAt: product.opensAt,
    tick,
    nowMs,
    terms,
    durationSec: ticket.durationSec,
    stakeText: ticket.stake,
    stake,
    paidIn: currency,
    openOrderId,
    available,
  });
  const change =
    ticket.durationSec === null || stake === null ? null : worseTerms(seenTerms, terms, ticket.durationSec, stake);

  const isInstant = coversStake(oneTap, stake, currency);
  // Otherwise the ticket prepares it: nothing can be ordered without it.
  useEffect(() => {
    if (isInstant) prepareToSubmit();
  }, [isInstant]);

  function edit(event: TicketEvent) {
    if (refused !== null) dismissOrderFlow();
    dispatch(event);
  }

  /**
   * Every order goes through here. Nothing is sent while there is a problem, or under worse terms that the member did
   * not see.
   */
  async function place(direction: Direction = ticket.direction): Promise<void> {
    if (problem !== null || change !== null) return;
    if (ticket.durationSec === null || stake === null || isUndecided(orderFlow())) return;
    if (!(await hasConsented(account))) {
      setRiskShown(true);
      return;
    }
    setTried(false);
    setSeenTerms(terms);
    rememberChoice(product.code, { durationSec: ticket.durationSec, stake: formatMoney(stake, currency) });
    const body = {
      product: product.code,
      direction,
      durationSec: ticket.durationSec,
      stake: formatMoney(stake, currency),
      wallet,
      termsVersion: terms.version,
      termsHash: product.termsHash,
    };
    const promised = promisedBy(terms, ticket.durationSec, stake, currency);
    const { acceptWithinMs, entryDelaySec } = product;
    await submitOrder(account, body, promised === null ? null : { ...promised, acceptWithinMs, entryDelaySec });
  }

  return {
    product,
    terms,
    ticket,
    wallet,
    available,
    room,
    summary: ticketSummary(terms, ticket.durationSec, stake, { nowMs, lastTickAtMs: tick?.atMs ?? null }),
    problem,
    shownProblem: refused ?? shownOf(problem, isTried || ticket.isStakeTouched),
    priceAge: priceAgeOf(tick?.atMs ?? null, nowMs),
    change,
    flow,
    isRiskShown,
    openOrderId,
    oneTap,
    isInstant,
    isSettingsShown,
    isResetShown,
    edit,
    takeAll() {
      if (available === null) return;
      edit({ type: 'all', stake: wholeStake(terms, ticket.durationSec, available), paidIn: currency });
    },
    confirm() {
      setTried(true);
      void place();
    },
    tap(direction) {
      const now = performance.now();
      const isSecond = isSecondTouch(lastTapAtRef.current, now);
      lastTapAtRef.current = now;
      if (isSecond) return;
      edit({ type: 'direction', direction });
      setTried(true);
      void place(direction);
    },
    acceptTerms() {
      setSeenTerms(terms);
      dismissOrderFlow();
    },
    acceptRisk() {
      setRiskShown(false);
      void consent(account, product.code).then(() => place());
    },
    declineRisk() {
      setRiskShown(false);
    },
    refreshPrice() {
      void cache.invalidateQueries({ queryKey: queryKeys.products });
    },
    showSettings: setSettingsShown,
    showReset: setResetShown,
    dismiss: dismissOrderFlow,
  };
}

/** The member's open order of this product and wallet: there may be only one. */
function useOpenOrderId(product: string, wallet: Wallet): string | null {
  const listed = useOpenOrders().data ?? [];
  const followed = useActiveOrders((state) => state.followed);
  const isIt = (order: { product: string; wallet: Wallet; status: string }) =>
    order.product === product && order.wallet === wallet && order.status === 'open';
  return (
    (Object.values(followed).find(isIt) ?? listed.find((order) => isIt(order) && !isOver(order.closesAt)))?.id ?? null
  );
}

/** Until the app ends, a typed amount is there when the member comes back to the product. */
function useKeptStake({ product, stake, isStakeTouched }: Ticket): void {
  useEffect(() => {
    if (isStakeTouched) keepTypedStake(product, stake);
  }, [product, stake, isStakeTouched]);
}

function useAgain(product: string, terms: Terms, dispatch: (event: TicketEvent) => void): void {
  const again = useActiveOrders((state) => state.again);
  useEffect(() => {
    if (again?.product !== product) return;
    const taken = takeAgain(product);
    if (taken !== null) dispatch({ type: 'again', ...taken, terms });
  }, [again, product, terms, dispatch]);
}

/** If the chosen duration is no longer offered, another one replaces it. */
function useKeptOffer(ticket: Ticket, terms: Terms, dispatch: (event: TicketEvent) => void): void {
  const isOffered = terms.durations.some((offer) => offer.seconds === ticket.durationSec);
  const isEmpty = terms.durations.length === 0 && ticket.durationSec === null;
  useEffect(() => {
    if (!isOffered && !isEmpty) dispatch({ type: 'terms', terms });
  }, [isOffered, isEmpty, terms, dispatch]);
}

/** The server has newer terms than this device: read them, so that both can be shown. */
function useFreshTerms(flow: OrderFlow, product: string): void {
  const cache = useQueryClient();
  const isChanged = flow.at === 'termsChanged' && flow.intent.body.product === product;
  useEffect(() => {
    if (isChanged) void cache.invalidateQueries({ queryKey: queryKeys.products });
  }, [isChanged, cache]);
}

function useRefusal(
  flow: OrderFlow,
  product: ProductView,
  context: { wallet: Wallet; openOrderId: string | null },
): TicketProblem | null {
  if (flow.at !== 'refused' || flow.intent.body.product !== product.code) return null;
  return refusalProblem(flow.error, flow.params, { ...context, opensAt: product.opensAt });
}

/** A missing amount is not a mistake until the member tries to order. */
function shownOf(problem: TicketProblem | null, isTried: boolean): TicketProblem | null {
  if (problem?.field !== 'stake' || problem.key === 'BALANCE_INSUFFICIENT') return problem;
  return isTried ? problem : null;
}

function amountOf(text: string | undefined, paidIn: Currency): Money | null {
  if (text === undefined) return null;
  const amount = parseMoney(text, paidIn);
  return amount.ok ? amount.value : null;
}
