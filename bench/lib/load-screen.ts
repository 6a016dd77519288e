import type { Browser, CDPSession, Page } from '@playwright/test';

/** One load of one screen with nothing in the cache. Bytes are those on the wire, headers included. */
export interface Load {
  lcpMs: number;
  cls: number;
  /** Time beyond 50 ms of each task of the main thread. */
  blockedMs: number;
  requests: number;
  /** By kind: document, script, stylesheet, fetch, … */
  bytes: Map<string, number>;
  /** What the service worker stored afterwards, if it was waited for. */
  stored: { files: number; bytes: number } | null;
}

export interface Screen {
  /** The address after the origin. */
  path: string;
  /** The session of a member. */
  token?: string;
  /** Waits until the service worker has stored the app, half a minute longer. */
  isStoredCounted?: boolean;
}

/** A phone as Lighthouse imagines it: slow 4G, a processor at a quarter of its speed. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) | 0,
  uploadThroughput: (750e3 / 8) | 0,
};
const SLOWER = 4;
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const QUIET_MS = 2_500;
const LOAD_MS_MAX = 40_000;
const STORED_MS_MAX = 20_000;

export async function loadScreen(browser: Browser, origin: string, screen: Screen): Promise<Load> {
  const { path, token, isStoredCounted = false } = screen;
  const localStorage = [{ name: 'language', value: 'zh-Hans' }];
  if (token !== undefined) localStorage.push({ name: 'App-Token', value: token });
  const storageState = { cookies: [], origins: [{ origin, localStorage }] };
  const context = await browser.newContext({ ...PHONE, storageState });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await watchTraffic(session);
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.addInitScript(watchPaint);
    const answer = await page.goto(`${origin}/${path}`);
    if (answer?.ok() !== true) throw new Error(`no page at ${origin}`);
    await traffic.untilQuiet();
    const paint = await page.evaluate(() => candorPaint);
    const { requests, bytes } = traffic.counted();
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return { ...paint, requests, bytes, stored: isStoredCounted ? await storedBy(page) : null };
  } finally {
    await context.close();
  }
}

/** Counts until nothing has been requested or received for a while. Sockets and the page's own data are left out. */
async function watchTraffic(session: CDPSession) {
  const kinds = new Map<string, string>();
  const bytes = new Map<string, number>();
  let lastAt = performance.now();
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    if (!request.url.startsWith('http')) return;
    kinds.set(requestId, type.toLowerCase());
    lastAt = performance.now();
  });
  // The icon of the page is also the icon of its tab.
  session.on('Network.requestServedFromCache', ({ requestId }) => void kinds.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) kinds.delete(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === undefined) return;
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
    lastAt = performance.now();
  });
  await session.send('Network.enable');
  return {
    counted: () => ({ requests: kinds.size, bytes }),
    untilQuiet: async () => {
      const startedAt = performance.now();
      while (performance.now() - lastAt < QUIET_MS) {
        if (performance.now() - startedAt > LOAD_MS_MAX) throw new Error('the page never became quiet');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
  };
}

declare const candorPaint: Pick<Load, 'lcpMs' | 'cls' | 'blockedMs'>;

/** Runs in the page, before its own scripts. */
function watchPaint(): void {
  const paint = { lcpMs: 0, cls: 0, blockedMs: 0 };
  Object.assign(globalThis, { candorPaint: paint });
  const observe = (
    type: string,
    take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('largest-contentful-paint', (entry) => {
    paint.lcpMs = entry.startTime;
  });
  observe('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (hadRecentInput !== true) paint.cls += value;
  });
  observe('longtask', ({ duration }) => {
    paint.blockedMs += duration - 50;
  });
}

async function storedBy(page: Page): Promise<{ files: number; bytes: number }> {
  const isStored = page.evaluate(async () => {
    await navigator.serviceWorker?.ready;
  });
  await Promise.race([isStored, new Promise((resolve) => setTimeout(resolve, STORED_MS_MAX))]);
  return await page.evaluate(async () => {
    const stored = { files: 0, bytes: 0 };
    for (const name of await caches.keys()) {
      for (const answer of await (await caches.open(name)).matchAll()) {
        stored.files += 1;
        stored.bytes += Number(answer.headers.get('content-length') ?? 0);
      }
    }
    return stored;
  });
}
