/* The app's only live connection, and the hooks that screens use to follow it. */

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { createFetchLink } from '@candor/api-client/fetch-link';
import { createLiveFeed, isProduct, isTick } from '@candor/api-client/live-feed';
import type { LiveStatus, MissedNews } from '@candor/api-client/live-socket';
import type { LivePrice, TickSecond } from '@candor/api-client/price-store';
import { fetchLive } from '@candor/contract/calls/live';
import { MEMBER_TOPIC, productTopic, tickTopic } from '@candor/contract/live';
import type { LiveTick, MemberEvent, TopicFrame } from '@candor/contract/live';
import type { ProductView } from '@candor/contract/market';
import { LIVE_PATH } from '@candor/contract/paths';
import { useObservable } from '../../lib/observable.ts';
import { setHeard } from '../../lib/online.ts';
import { hosts } from '../api/hosts.ts';
import { call } from '../api/request.ts';
import { loadProfile } from '../session/load-profile.ts';
import { currentToken } from '../session/session.ts';
import { setServerTime } from './server-clock.ts';

/** A call waits 20 s for a frame. */
const FETCH_TIMEOUT_MS = 30_000;

const feed = createLiveFeed({
  open: () => new WebSocket(hosts.socketUrlOf(LIVE_PATH)),
  openWithout: () =>
    createFetchLink((body, signal) => call(fetchLive, { body, signal, isToken: false, timeoutMs: FETCH_TIMEOUT_MS })),
  token: currentToken,
  onServerTime: setServerTime,
  checkSession: loadProfile,
});
const { prices } = feed;
feed.isHeard.subscribe(() => setHeard(feed.isHeard.get()));

/** Connects for the signed-in member, and stays connected until the returned function is called. */
export function startLive(): () => void {
  // From the start, so that news come with the answer to `auth`: what is read after it misses nothing.
  const leave = feed.follow(MEMBER_TOPIC);
  const stop = feed.start();
  return () => {
    stop();
    leave();
  };
}

export function useLiveStatus(): LiveStatus {
  return useObservable(feed.status);
}

/**
 * Follows the newest price of a product while mounted. Null until one is known. With a null code it follows nothing.
 */
export function usePrice(code: string | null): LivePrice | null {
  return useFollowed(code, prices.get);
}

/** The second of a product's newest tick, and whether it is good; at most one render a second. */
export function useTickSecond(code: string): TickSecond | null {
  return useFollowed(code, prices.second);
}

function useFollowed<T>(code: string | null, read: (code: string) => T | null): T | null {
  useEffect(() => (code === null ? undefined : feed.follow(tickTopic(code))), [code]);
  return useSyncExternalStore(
    (listener) => (code === null ? () => undefined : prices.subscribe(code, listener)),
    () => (code === null ? null : read(code)),
  );
}

/** Adds the prices of a product list, so that a screen shows them before the first tick. */
export function seedPrices(products: readonly Pick<ProductView, 'code' | 'last'>[]): void {
  for (const { code, last } of products) if (last) prices.put(code, { ...last, status: 'OK' });
}

/** Every tick of a product, not only the newest of a frame: for the chart. */
export function onTicks(code: string, onTick: (tick: LiveTick) => void): () => void {
  return feed.onFrames(tickTopic(code), (frame) => {
    if (isTick(frame)) onTick(frame.d);
  });
}

/** The price that the screen shows now, if one is known. */
export function newestTick(code: string): LiveTick | null {
  return prices.get(code);
}

/** Calls the listener whenever ticks may have been missed, until the returned function is called. */
export function onResync(listener: () => void): () => void {
  return feed.onResync((missed) => {
    if (missed === 'all') listener();
  });
}

export function useTicks(code: string, onTick: (tick: LiveTick) => void): void {
  const run = useEffectEvent(onTick);
  useEffect(() => onTicks(code, (tick) => run(tick)), [code]);
}

/** A product's status, terms and opening time, whenever they change. */
export function useProductChanges(code: string, onChange: (product: ProductView) => void): void {
  useLive(productTopic(code), (frame) => {
    if (isProduct(frame)) onChange(frame.d);
  });
}

/** News for this member: orders, money, deposits, notices. */
export function useMemberEvents(onEvent: (event: MemberEvent) => void): void {
  useLive(MEMBER_TOPIC, (frame) => {
    if (frame.topic === MEMBER_TOPIC) onEvent(frame.d);
  });
}

/** Called whenever news may have been missed: read again by HTTP. */
export function useResync(readAgain: (missed: MissedNews) => void): void {
  const run = useEffectEvent(readAgain);
  useEffect(() => feed.onResync((missed) => run(missed)), []);
}

/** Every frame of a topic while mounted. */
export function useLive(topic: string, onFrame: (frame: TopicFrame) => void): void {
  const run = useEffectEvent(onFrame);
  useEffect(() => feed.onFrames(topic, (frame) => run(frame)), [topic]);
}
