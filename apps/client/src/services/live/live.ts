/* The app's one live connection, and the hooks by which screens follow it. */

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { MEMBER_TOPIC, productTopic, tickTopic } from '@candor/contract/live';
import type { LiveTick, MemberEvent, TopicFrame } from '@candor/contract/live';
import type { ProductView } from '@candor/contract/market';
import { PATHS } from '@candor/contract/routes';
import { observable, useObservable } from '../../lib/observable.ts';
import { liveAddress } from '../api/hosts.ts';
import { currentToken, loadProfile } from '../session/session.ts';
import { createLiveClient } from './live-client.ts';
import type { LiveStatus } from './live-client.ts';
import { createPriceStore } from './price-store.ts';
import type { LivePrice, TickSecond } from './price-store.ts';
import { setServerTime } from './server-clock.ts';

const status = observable<LiveStatus>('idle');
const resyncListeners = new Set<() => void>();
const frameListeners = new Map<string, Set<(frame: TopicFrame) => void>>();

const prices = createPriceStore((flush) => {
  // A hidden page gets no frames; its prices still have to stay new for when it is looked at again.
  if (document.visibilityState === 'hidden') setTimeout(flush, 1000);
  else requestAnimationFrame(flush);
});

const client = createLiveClient({
  open: () => new WebSocket(liveAddress(PATHS.live)),
  token: currentToken,
  onStatus: status.set,
  onServerTime: setServerTime,
  onSessionDoubt: () => void loadProfile().catch(() => undefined),
  onResync: () => {
    for (const listener of resyncListeners) listener();
  },
  onFrame: (frame) => {
    if (isTick(frame)) prices.put(frame.topic.slice('tick:'.length), frame.d);
    for (const listener of frameListeners.get(frame.topic) ?? []) listener(frame);
  },
});

/** Connects for the signed-in member, and keeps connected until the returned function is called. */
export function startLive(): () => void {
  client.start();
  const nudge = () => document.visibilityState === 'visible' && client.nudge();
  window.addEventListener('online', nudge);
  document.addEventListener('visibilitychange', nudge);
  return () => {
    window.removeEventListener('online', nudge);
    document.removeEventListener('visibilitychange', nudge);
    client.stop();
  };
}

export function useLiveStatus(): LiveStatus {
  return useObservable(status);
}

/** Follows the newest price of a product while mounted. Null until one is known. Null code: follows nothing. */
export function usePrice(code: string | null): LivePrice | null {
  return useFollowed(code, prices.get);
}

/** Follows what is known of the newest tick in whole seconds: for what reckons in them, and need not render oftener. */
export function useTickSecond(code: string): TickSecond | null {
  return useFollowed(code, prices.second);
}

function useFollowed<T>(code: string | null, read: (code: string) => T | null): T | null {
  useEffect(() => (code === null ? undefined : client.follow(tickTopic(code))), [code]);
  return useSyncExternalStore(
    (listener) => (code === null ? () => undefined : prices.subscribe(code, listener)),
    () => (code === null ? null : read(code)),
  );
}

/** Puts the prices of a product list in, so that a screen shows them before the first tick. */
export function seedPrices(products: readonly Pick<ProductView, 'code' | 'last'>[]): void {
  for (const { code, last } of products) if (last) prices.put(code, { ...last, status: 'OK' });
}

/** Every tick of a product, not only the newest of a frame: for the chart. */
export function useTicks(code: string, onTick: (tick: LiveTick) => void): void {
  useLive(tickTopic(code), (frame) => {
    if (isTick(frame)) onTick(frame.d);
  });
}

/** A product's status, terms and opening time, as they change. */
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

/** Called after the connection was lost and is back: read again what may have been missed. */
export function useResync(onResync: () => void): void {
  const run = useEffectEvent(onResync);
  useEffect(() => {
    const listener = () => run();
    resyncListeners.add(listener);
    return () => {
      resyncListeners.delete(listener);
    };
  }, []);
}

/** Every frame of a topic while mounted. */
export function useLive(topic: string, onFrame: (frame: TopicFrame) => void): void {
  const run = useEffectEvent(onFrame);
  useEffect(() => {
    const listener = (frame: TopicFrame) => run(frame);
    const set = frameListeners.get(topic) ?? new Set();
    frameListeners.set(topic, set.add(listener));
    const release = client.follow(topic);
    return () => {
      set.delete(listener);
      release();
    };
  }, [topic]);
}

function isTick(frame: TopicFrame): frame is Extract<TopicFrame, { topic: `tick:${string}` }> {
  return frame.topic.startsWith('tick:');
}

function isProduct(frame: TopicFrame): frame is Extract<TopicFrame, { topic: `product:${string}` }> {
  return frame.topic.startsWith('product:');
}
