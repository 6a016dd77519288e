/*
 * What the shell shows now and then. Each watches for its reason; its code and texts load when the reason comes. Mounted once by
 * the shell.
 */

import { listMemberMessages } from '@candor/contract/calls/messages';
import type { AlertEvent } from '@candor/contract/live';
import type { MessageView } from '@candor/contract/messages';
import type { MaintenanceArea } from '@candor/contract/notices';
import { isCheckDue, REALITY_CHECK_MINUTES } from '@candor/domain/limits/reality-check';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType } from 'react';
import { loadTexts } from '../lib/i18n.tsx';
import type { TextFile } from '../lib/messages.ts';
import { useObservable } from '../lib/observable.ts';
import type { RouteName } from '../lib/paths.ts';
import { untilLoaded } from '../lib/until-loaded.ts';
import { readAway } from '../services/active-order/following/read-away.ts';
import type { AwayResults } from '../services/active-order/following/read-away.ts';
import { beginToCount, useToldUntil } from '../services/active-order/following/told-results.ts';
import { call } from '../services/api/request.ts';
import { useAgreements } from '../services/content/agreements.ts';
import { useMemberEvents, useResync } from '../services/live/live.ts';
import { serverNow } from '../services/live/server-clock.ts';
import { isToasted } from '../services/notices/message-rules.ts';
import { useMaintenance, useNoticesNow } from '../services/notices/notice-queries.ts';
import { useLateOrders } from '../services/active-order/late-orders.ts';
import { useAlarms } from '../services/proof/alarms.ts';
import { useOpenOrders } from '../services/queries/shared-queries.ts';
import { question } from '../services/session/confirmation.ts';
import { onSessionEnd, useSession } from '../services/session/session.ts';
import { useSite } from '../services/session/site.ts';
import { seeMember } from './use-clock.ts';

/** A part whose code and texts load when it is first drawn. */
function late<Props>(load: () => Promise<ComponentType<Props>>, texts: readonly TextFile[]) {
  const Part = lazy(() =>
    untilLoaded(async () => {
      const [part] = await Promise.all([load(), loadTexts(texts)]);
      return { default: part };
    }),
  );
  return Part;
}

const AlertToast = late(async () => (await import('./alert-toast.tsx')).AlertToast, ['alerts']);

/** Says that a price was reached or a market opened. */
export function AlertNews() {
  const [event, setEvent] = useState<AlertEvent | null>(null);
  useMemberEvents((news) => {
    if (news.type === 'price_alert' || news.type === 'market_open') setEvent(news);
  });
  return (
    event && (
      <Suspense fallback={null}>
        <AlertToast event={event} />
      </Suspense>
    )
  );
}

const MessageToast = late(async () => (await import('./message-toast.tsx')).MessageToast, ['messages', 'security']);

/** Says what has happened to the member's money or account while they looked at something else, or were away. */
export function MessageNews() {
  const { data } = useNoticesNow();
  return data !== undefined && <MessageWatch unread={data.messages} />;
}

const TOLD_MAX = 5;

/**
 * What was unread when this device last looked is no news: the bell counts it. When the number rises, so many are new. The number
 * is taken at once, so that nothing which comes while the page loads is lost; it is told when the page is there.
 */
function MessageWatch({ unread }: { unread: number }) {
  const isLate = useIsLate(NOTICE_IDLE_MS);
  const [known, setKnown] = useState(unread);
  const [told, setTold] = useState<readonly MessageView[]>([]);
  // What was read elsewhere is counted anew from there.
  if (unread < known) setKnown(unread);
  useEffect(() => {
    if (!isLate || unread <= known) return;
    const fresh = Math.min(unread - known, TOLD_MAX);
    const leaving = new AbortController();
    call(listMemberMessages, { query: { limit: String(fresh) }, signal: leaving.signal }).then(
      ({ items }) => {
        setKnown(unread);
        setTold(items.filter(isToasted));
      },
      () => undefined,
    );
    return () => leaving.abort();
  }, [isLate, unread, known]);
  return (
    told.length > 0 && (
      <Suspense fallback={null}>
        <MessageToast messages={told} />
      </Suspense>
    )
  );
}

const AwayToast = late(async () => (await import('./away-toast.tsx')).AwayToast, ['messages']);

/** Says what orders came to while the app was closed, or its connection lost. */
export function AwayNews() {
  const account = useSession((state) => state.name);
  return account !== '' && <AwayWatch key={account} account={account} />;
}

/** The first visit on a device has nothing to tell: results count from then on. */
function AwayWatch({ account }: { account: string }) {
  const isLate = useIsLate(NOTICE_IDLE_MS);
  const { currency } = useSite();
  const toldUntilMs = useToldUntil();
  const { isFetching } = useOpenOrders();
  const [isReady, setReady] = useState(false);
  const [gaps, setGaps] = useState(0);
  const [away, setAway] = useState<AwayResults | null>(null);
  // An order of an older list may still be taken up by what follows orders, and is told by that.
  if (!isReady && isLate && toldUntilMs !== null && !isFetching) setReady(true);
  useResync((missed) => {
    if (missed === 'all') setGaps((count) => count + 1);
  });
  const read = useEffectEvent((signal: AbortSignal) => {
    if (toldUntilMs === null) return;
    if (toldUntilMs === 0)
      beginToCount(account, serverNow()).then(
        (isKnown) => isKnown && setGaps((count) => count + 1),
        () => undefined,
      );
    else readAway(toldUntilMs, currency, signal).then(setAway, () => undefined);
  });
  useEffect(() => {
    if (!isReady) return;
    const leaving = new AbortController();
    read(leaving.signal);
    return () => leaving.abort();
  }, [isReady, gaps]);
  return (
    away !== null && (
      <Suspense fallback={null}>
        <AwayToast {...away} />
      </Suspense>
    )
  );
}

const AlarmBanner = late(async () => (await import('./proof-alarm.tsx')).AlarmBanner, ['proof']);

/** The loudest line in the app. */
export function ProofBanner() {
  const alarms = useAlarms();
  const [first] = alarms;
  return (
    first !== undefined && (
      <Suspense fallback={null}>
        <AlarmBanner first={first} alarms={alarms} />
      </Suspense>
    )
  );
}

const LateOrderBanner = late(async () => (await import('./late-order-banner.tsx')).LateOrderBanner, ['proof']);

/** An order that this device got no answer to, and that the account has. */
export function LateOrders() {
  const [first] = useLateOrders();
  return (
    first !== undefined && (
      <Suspense fallback={null}>
        <LateOrderBanner order={first} />
      </Suspense>
    )
  );
}

const Countdown = late(async () => (await import('./maintenance-countdown.tsx')).MaintenanceCountdown, ['notices']);

/** Which pages a maintenance concerns. */
const AREAS: Partial<Record<RouteName, MaintenanceArea>> = {
  home: 'trade',
  market: 'trade',
  trade: 'trade',
  positions: 'trade',
  recharge: 'deposit',
  rechargeMore: 'deposit',
  withdraw: 'withdrawal',
  ebao: 'invest',
  ebaoSubmit: 'invest',
  service: 'support',
  webview: 'support',
};

/** When the site itself takes nothing new: no announcement has to be written for it. */
function restOf({ from, until }: { from: string; until: string }) {
  return { id: null, title: null, startsAt: from, endsAt: until, areas: REST_AREAS };
}

const REST_AREAS = ['trade', 'deposit', 'withdrawal'] as const;

/** A line on the pages that a maintenance affects. */
export function MaintenanceStrip({ route }: { route: RouteName }) {
  const area = AREAS[route];
  const announced = useMaintenance().data?.items ?? [];
  const { maintenance } = useSite();
  const windows = [...maintenance.map(restOf), ...announced].filter(
    ({ areas }) => area !== undefined && areas.some((one) => one === area),
  );
  if (area === undefined || windows.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Countdown windows={windows} area={area} />
    </Suspense>
  );
}

const ConfirmSheet = late(
  async () => (await import('../services/member-factor/confirm-sheet.tsx')).ConfirmSheet,
  ['factor'],
);

/** Shows the question whether it is the member, when a call needs the answer. */
export function ConfirmHost() {
  const asked = useObservable(question);
  useEffect(() => onSessionEnd(() => question.get()?.answer(false)), []);
  return (
    asked !== null && (
      <Suspense>
        <ConfirmSheet question={asked} />
      </Suspense>
    )
  );
}

const CHECK_TICK_MS = 3_000;

const RealityCheckLayer = late(async () => (await import('./reality-check-layer.tsx')).RealityCheckLayer, ['limits']);

/**
 * Asks from time to time whether the member wants to go on, if they chose to be asked. Here only the clock runs: the rest
 * loads once the shortest interval is over.
 */
export function RealityCheck() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isWanted) return;
    const timer = setInterval(() => {
      if (!document.hidden && isCheckDue(seeMember(Date.now()), REALITY_CHECK_MINUTES[0])) setWanted(true);
    }, CHECK_TICK_MS);
    return () => clearInterval(timer);
  }, [isWanted]);
  return (
    isWanted && (
      <Suspense fallback={null}>
        <RealityCheckLayer />
      </Suspense>
    )
  );
}

/** The page and its data load first. */
const AGREEMENT_IDLE_MS = 4_000;
const NOTICE_IDLE_MS = 1_500;

const AgreementLayer = late(async () => (await import('./agreement-layer.tsx')).AgreementLayer, ['content']);

/** Shows agreements of which a new version holds. */
export function AgreementAsk() {
  const isLate = useIsLate(AGREEMENT_IDLE_MS);
  const [isWanted, setWanted] = useState(false);
  const agreements = useAgreements({ enabled: isLate }).data?.items ?? [];
  // It stays: its sheet closes after the member has agreed.
  if (!isWanted && agreements.some(({ isDue }) => isDue)) setWanted(true);
  return (
    isWanted && (
      <Suspense fallback={null}>
        <AgreementLayer />
      </Suspense>
    )
  );
}

const ImportantNoticeLayer = late(
  async () => (await import('./important-notice-layer.tsx')).ImportantNoticeLayer,
  ['notices'],
);

/** Shows important announcements once. */
export function ImportantNotice() {
  const isLate = useIsLate(NOTICE_IDLE_MS);
  const important = useNoticesNow().data?.important ?? [];
  return (
    isLate &&
    important.length > 0 && (
      <Suspense fallback={null}>
        <ImportantNoticeLayer important={important} />
      </Suspense>
    )
  );
}

function useIsLate(afterMs: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isLate;
}
