// Part of the service worker (vite-push-worker.ts): shows what arrives from a push service, and opens its page when it is
// pressed. It reads nothing but the message, which only this device can decrypt.

interface Shown extends Event {
  readonly data?: { json(): unknown } | null;
  readonly notification?: { readonly data: unknown; close(): void };
  waitUntil(done: Promise<unknown>): void;
}

interface Page {
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

interface WorkerScope {
  readonly registration: { showNotification(title: string, options: object): Promise<void> };
  readonly clients: {
    matchAll(filter: object): Promise<Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: 'push' | 'notificationclick', listener: (event: Shown) => void): void;
}

interface News {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
  readonly domain: string | null;
}

((worker: WorkerScope) => {
  const pages = async () => await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

  worker.addEventListener('push', (event) => event.waitUntil(show(event)));
  worker.addEventListener('notificationclick', (event) => {
    event.notification?.close();
    event.waitUntil(open(event.notification?.data));
  });

  async function show(event: Shown): Promise<void> {
    const news = newsOf(event);
    if (news === null) return;
    // A page in front shows the same by itself.
    if ((await pages()).some(({ visibilityState }) => visibilityState === 'visible')) return;
    const { title, body, tag, path, domain } = news;
    await worker.registration.showNotification(title, {
      body,
      tag,
      data: { path, domain },
      icon: '/icon-192.png',
      badge: '/icon-192.png',
    });
  }

  async function open(data: unknown): Promise<void> {
    const { path, domain }: { path?: unknown; domain?: unknown } =
      typeof data === 'object' && data !== null ? data : {};
    // Pages of this app alone.
    if (typeof path !== 'string' || !/^\/pages\/[\w/]+(\?[\w=&.-]*)?$/.test(path)) return;
    const [page] = await pages();
    if (page !== undefined) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of this worker has no other origin
      page.postMessage({ open: path });
      await page.focus();
      return;
    }
    const code =
      typeof domain === 'string' ? `${path.includes('?') ? '&' : '?'}domain=${encodeURIComponent(domain)}` : '';
    await worker.clients.openWindow(`/#${path}${code}`);
  }

  function newsOf(event: Shown): News | null {
    try {
      const value: unknown = event.data?.json();
      return isNews(value) ? value : null;
    } catch {
      return null;
    }
  }

  function isNews(value: unknown): value is News {
    if (typeof value !== 'object' || value === null) return false;
    const { title, body, tag, path }: Partial<Record<keyof News, unknown>> = value;
    return [title, body, tag, path].every((text) => typeof text === 'string');
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of the DOM know no service worker
})(self as unknown as WorkerScope);
