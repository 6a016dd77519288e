// Stands in the page (vite-boot.ts) and runs before the first paint: puts the remembered language and appearance on <html>, so
// that no page flashes in another, says which of the two screens that came with the page is the one to show
// (app/first-screen.tsx), and starts what the screen of this address will ask for.
// The application does the same again (lib/preferences.ts, app/guards.ts), with what outlives a logout.

/**
 * Places of files in `files`: of what starts the app, of every screen of a member, of texts by language and path, and of
 * each path. `data` has the addresses that the screens of a member ask for: "all", and by path.
 */
interface Screens {
  files: string[];
  data: Record<string, string[]>;
  member: number[];
  entry: number[];
  texts: Record<string, Record<string, number[]>>;
  paths: Record<string, number[]>;
}

/** The appearance kept on this device (lib/preferences.ts). */
interface Look {
  theme?: unknown;
  updown?: unknown;
  care?: unknown;
}

(() => {
  const READ_TIMEOUT_MS = 5_000;
  const FIRST_PAINT_MS_MAX = 1_000;
  // The build writes the files of each screen here. Development has none.
  const screens: Screens = { files: [], data: {}, member: [], entry: [], texts: {}, paths: {} };
  let token: string | null = null;
  try {
    const root = document.documentElement;
    const language = localStorage.getItem('language');
    if (language === 'zh-Hant' || language === 'en') root.lang = language;
    const kept: unknown = JSON.parse(localStorage.getItem('display') ?? '{}');
    const look = isLook(kept) ? kept : {};
    const light = window.matchMedia('(prefers-color-scheme: light)').matches;
    if (look.theme === 'light' || (look.theme === 'system' && light)) root.dataset.theme = 'light';
    root.dataset.updown =
      typeof look.updown === 'string' ? look.updown : root.lang === 'zh-Hans' ? 'red-up' : 'green-up';
    if (look.care === 'on') root.dataset.care = 'on';
    if (localStorage.getItem('captcha') === 'off') root.dataset.captcha = 'off';
    const open = /^#\/(pages\/register|pages\/forgot|pages\/common\/webview|pages\/404)/.test(location.hash);
    const bound = localStorage.getItem('back_domain') && !location.hash.includes('domain=');
    token = localStorage.getItem('App-Token');
    if (open || bound) root.dataset.first = 'other';
    else if (token !== null) root.dataset.first = 'member';
    if (location.hash.startsWith('#/pages/home')) root.dataset.bar = 'off';
    const seen: unknown = JSON.parse(localStorage.getItem('look') ?? '[]');
    const [name, logo, style] = Array.isArray(seen) ? seen.map(String) : [];
    if (style !== undefined) root.style.cssText = style;
    // The service worker's copy of the page may have another name.
    document.addEventListener('DOMContentLoaded', () => {
      if (name && !logo) for (const brand of document.querySelectorAll('[data-brand]')) brand.textContent = name;
    });
  } catch {
    // Storage may be refused; the defaults in the markup then stand.
  }
  start();
  // The links of that first screen know of no domain. Pressed before the script has come, they take along the address's.
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('#first-screen a[href^="#"]') : null;
    const domain = /[?&]domain=[^&]+/.exec(location.hash);
    if (link !== null && domain !== null && !link.hash.includes('domain='))
      link.hash += (link.hash.includes('?') ? '&' : '?') + domain[0].slice(1);
  });
  // A login that is sent before the script has come is sent by the app (features/session/first-form.ts), unless more is typed.
  document.addEventListener('submit', () => (document.documentElement.dataset.sent = ''));
  document.addEventListener('input', () => delete document.documentElement.dataset.sent);

  // Without this the browser learns of a screen's code only after the code that imports it has run.
  function start(): void {
    const isMember = token !== null;
    const path = location.hash.replace(/^#|[?].*$/g, '');
    const texts = screens.texts[document.documentElement.lang] ?? {};
    // The small ones first: browsers load a few at a time, and nothing is drawn without its texts.
    const wanted = new Set([
      ...(texts['all'] ?? []),
      ...((isMember ? texts['member'] : undefined) ?? []),
      ...(texts[path] ?? []),
      ...(isMember ? screens.member : []),
      ...(screens.paths[path] ?? (isMember ? [] : (screens.paths['/pages/login'] ?? []))),
    ]);
    // What starts the app comes first, and runs while the rest is on its way: on a slow network all together end late. The
    // rest begins with the last of it, so that the network is never idle.
    const links = screens.entry.map(preload);
    const last = links.at(-1);
    // Each as a task of its own: on a slow phone the browser takes a while to begin a load.
    if (last !== undefined) whenCome(last, () => wanted.forEach((at) => setTimeout(() => preload(at))));
    askForConfig();
    if (token !== null) askForData(token, [...(screens.data['all'] ?? []), ...(screens.data[path] ?? [])]);
    afterFirstPaint(() => screens.entry.forEach(run));
  }

  // On a fast network the app's code comes before the first paint, and a slow processor would run it first. In the
  // background, and on screens that did not come with the page, nothing is painted without the app.
  function afterFirstPaint(go: () => void): void {
    const { first } = document.documentElement.dataset;
    const isPainted = first !== 'other' && !document.hidden;
    let gone = false;
    const once = () => {
      if (!gone) go();
      gone = true;
    };
    setTimeout(once, isPainted ? FIRST_PAINT_MS_MAX : 0);
    if (!isPainted) return;
    // Browsers report the paint of texts. The skeleton of a member has none.
    if (first === undefined) new PerformanceObserver(once).observe({ type: 'paint', buffered: true });
    else requestAnimationFrame(() => requestAnimationFrame(once));
  }

  function run(at: number): void {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = `/${screens.files[at] ?? ''}`;
    document.head.append(script);
  }

  // services/api/early.ts gives the answers to the request layer, which asks again if one is missing.
  function askForData(sentToken: string, urls: string[]): void {
    const headers = {
      Accept: 'application/json',
      'Accept-Language': document.documentElement.lang,
      Authorization: `Bearer ${sentToken}`,
    };
    // The whole answer is read at once: its timeout must not run out while the code loads. Each call is a task of its own:
    // on a slow phone all together would keep the page from its first paint.
    const ask = async (url: string) => {
      await new Promise((resolve) => setTimeout(resolve));
      const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
      const answer = await fetch(url, { headers, credentials: 'omit', cache: 'no-store', signal });
      return new Response(await answer.text(), { status: answer.status, headers: answer.headers });
    };
    const early = (url: string) => [host() + url, ask(host() + url).catch(() => null)] as const;
    const language = document.documentElement.lang;
    const answers = Object.fromEntries(urls.map(early));
    globalThis.candorEarly = { token: sentToken, language, sentAtMs: Date.now(), answers };
  }

  // services/session/site.ts takes the answer. A failure is left to it: it asks again, also the other hosts.
  function askForConfig(): void {
    const answer = fetch(`${host()}/api/index/getconf`, { credentials: 'omit', cache: 'no-store' })
      .then((response) => response.json() as Promise<unknown>)
      .then(
        (body) => {
          early.receivedAtMs = Date.now();
          return body;
        },
        () => null,
      );
    const early = { sentAtMs: Date.now(), receivedAtMs: 0, answer };
    globalThis.candorEarlyConfig = early;
  }

  function whenCome(link: HTMLLinkElement, go: () => void): void {
    link.addEventListener('load', go);
    link.addEventListener('error', go);
  }

  function preload(at: number): HTMLLinkElement {
    const link = document.createElement('link');
    const file = screens.files[at] ?? '';
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    link.as = isStyle ? 'style' : 'script';
    link.crossOrigin = 'anonymous';
    link.href = `/${file}`;
    document.head.append(link);
    return link;
  }

  function isLook(kept: unknown): kept is Look {
    return typeof kept === 'object' && kept !== null;
  }

  // The host that the app asks first; "" is the page's own.
  function host(): string {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="candor-hosts"]');
    const named = (meta?.content ?? '').split(',').filter(Boolean);
    let chosen = 0;
    try {
      chosen = Number(localStorage.getItem('host_index'));
    } catch {
      // The first one then.
    }
    return (named[chosen] ?? named[0] ?? '').replace(/\/+$/, '');
  }
})();
