/*
 * The parts of the live connection that an app follows: prices, frames of a topic, and resyncs, each with its
 * listeners.
 */

import type { TopicFrame } from '@candor/contract/live';
import { createLiveSocket } from './live-socket.ts';
import type { LiveSocketSettings, LiveStatus, MissedNews } from './live-socket.ts';
import { observable } from './observable.ts';
import type { Observable } from './observable.ts';
import { createPriceStore } from './price-store.ts';
import type { PriceStore } from './price-store.ts';

export type LiveFeedSettings = Pick<
  LiveSocketSettings,
  'open' | 'openWithout' | 'token' | 'onServerTime' | 'checkSession'
>;

/** Whoever heard the server this short a time ago is online, whatever the device says. */
export const HEARD_MS = 5_000;
/** A device that says it is offline may be wrong: the server is asked this often. */
const ASK_EVERY_MS = 2_000;

export type LiveFeed = {
  status: Observable<LiveStatus>;
  /** Whether something came from the server in the last seconds. */
  isHeard: Observable<boolean>;
  prices: PriceStore;
  /** Connects, and stays connected until the returned function is called. */
  start: () => () => void;
  /** Keeps a topic subscribed. `onFrames` may listen to its frames too. */
  follow: (topic: string) => () => void;
  /** Passes on every frame of a topic, and keeps the topic subscribed meanwhile. */
  onFrames: (topic: string, listener: (frame: TopicFrame) => void) => () => void;
  /** Called whenever news may have been missed: read again by HTTP. */
  onResync: (listener: (missed: MissedNews) => void) => () => void;
};

export function createLiveFeed(settings: LiveFeedSettings): LiveFeed {
  const status = observable<LiveStatus>('idle');
  const isHeard = observable(false);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const resyncListeners = new Set<(missed: MissedNews) => void>();
  /** By topic. There are few topics, so those without a listener stay. */
  const frameListeners = new Map<string, Set<(frame: TopicFrame) => void>>();

  const prices = createPriceStore((flush) => {
    // A hidden page gets no animation frames, but its prices must be new when the member returns.
    if (document.visibilityState === 'hidden') setTimeout(flush, 1000);
    else requestAnimationFrame(flush);
  });

  const socket = createLiveSocket({
    ...settings,
    onStatus: status.set,
    onHeard() {
      clearTimeout(silence);
      silence = setTimeout(() => isHeard.set(false), HEARD_MS);
      isHeard.set(true);
    },
    onResync(missed) {
      for (const listener of resyncListeners) listener(missed);
    },
    onFrame(frame) {
      if (isTick(frame)) prices.put(frame.topic.slice('tick:'.length), frame.d);
      for (const listener of frameListeners.get(frame.topic) ?? []) listener(frame);
    },
  });

  return {
    status,
    isHeard,
    prices,
    start() {
      socket.start();
      const askWhileOffline = () => {
        if (!navigator.onLine) socket.ask();
      };
      const asking = setInterval(askWhileOffline, ASK_EVERY_MS);
      window.addEventListener('offline', askWhileOffline);
      const nudge = () => document.visibilityState === 'visible' && socket.nudge();
      window.addEventListener('online', nudge);
      document.addEventListener('visibilitychange', nudge);
      return () => {
        window.removeEventListener('online', nudge);
        document.removeEventListener('visibilitychange', nudge);
        window.removeEventListener('offline', askWhileOffline);
        clearInterval(asking);
        socket.stop();
        clearTimeout(silence);
        isHeard.set(false);
      };
    },
    follow: socket.follow,
    onFrames(topic, listener) {
      const listeners = frameListeners.get(topic) ?? new Set();
      frameListeners.set(topic, listeners.add(listener));
      const release = socket.follow(topic);
      return () => {
        listeners.delete(listener);
        release();
      };
    },
    onResync(listener) {
      resyncListeners.add(listener);
      return () => {
        resyncListeners.delete(listener);
      };
    },
  };
}

export function isTick(frame: TopicFrame): frame is Extract<TopicFrame, { topic: `tick:${string}` }> {
  return frame.topic.startsWith('tick:');
}

export function isProduct(frame: TopicFrame): frame is Extract<TopicFrame, { topic: `product:${string}` }> {
  return frame.topic.startsWith('product:');
}
