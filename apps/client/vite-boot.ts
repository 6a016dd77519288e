import { readFileSync } from 'node:fs';
import { readFirstRun } from '@candor/contract/calls/first-run';
import { listOrders } from '@candor/contract/calls/trading';
import { readUserInfo } from '@candor/contract/calls/account';
import { listProducts } from '@candor/contract/calls/market';
import { listMessages } from '@candor/contract/calls/support';
import { listBanners, readMaintenance, readNoticesNow } from '@candor/contract/calls/notices';
import { readMember, readMoney } from '@candor/contract/calls/wallet';
import { minify, transformWithOxc } from 'vite';
import type { Plugin, Rolldown } from 'vite';

const PLACE = '<!-- boot.ts -->';
const SCREENS = 'const screens: Screens = { files: [], data: {}, member: [], entry: [], texts: {}, paths: {} };';
/** What starts the app, as the bundler names it in the page. */
const ENTRY = /\s*<script type="module"[^>]* src="\/([^"]+)"><\/script>/g;
const LANGUAGES = ['zh-Hans', 'zh-Hant', 'en'] as const;

/** The modules that an address leads to (app/route-table.ts), of the screens that are opened first most often. */
export const PAGES: Record<string, readonly string[]> = {
  '/pages/login': ['/login-page.tsx'],
  '/pages/register': ['/register-page.tsx'],
  '/pages/home/index': ['/home-page.tsx'],
  '/pages/kLineChart/index': ['/market-page.tsx'],
  '/pages/kLineChart/move': ['/trade-page.tsx'],
  '/pages/history/index': ['/history-page.tsx'],
  '/pages/mine/index': ['/account-page.tsx'],
};
const MEMBER = ['/app/signed-in.tsx', '/lib/app-styles.ts'];
/** The texts of every screen of a member, and those that a screen needs besides. */
export const MEMBER_TEXTS = ['shell', 'market'];
export const PAGE_TEXTS: Record<string, readonly string[]> = {
  '/pages/home/index': ['home', 'notices', 'start'],
  '/pages/kLineChart/index': ['alerts'],
  '/pages/kLineChart/move': ['trade'],
  '/pages/history/index': ['orders'],
  '/pages/mine/index': ['account', 'trade'],
};
/** What the screens of a member ask for when they open (app/first-cache.ts). The first-paint test of e2e fails if one is asked for in vain. */
const DATA: Record<string, readonly string[]> = {
  all: [
    readUserInfo.path,
    `${listOrders.path}?status=open&limit=100`,
    listProducts.path,
    `${listMessages.path}?limit=1`,
    readNoticesNow.path,
    readMaintenance.path,
  ],
  '/pages/home/index': [readMoney.path, readMember.path, readFirstRun.path, listBanners.path],
  // A site of this version has practice money alone.
  '/pages/kLineChart/move': [`${readMoney.path}?wallet=practice`],
};

/**
 * Puts boot.ts into the page, with the files of each screen: the browser fetches them beside the app's own code. The
 * server allows the script by its hash.
 */
export function bootInHtml(): Plugin {
  return {
    name: 'candor-boot',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}`);
        const boot = readFileSync(new URL('src/boot.ts', import.meta.url), 'utf8');
        if (!boot.includes(SCREENS)) throw new Error(`boot.ts has no ${SCREENS}`);
        const filled =
          bundle === undefined ? boot : boot.replace(SCREENS, () => `const screens = ${screensOf(bundle, html)};`);
        const script = await transformWithOxc(filled, 'boot.ts');
        const { code } = await minify('boot.js', script.code);
        const booted = html.replace(PLACE, () => `<script>${code.trim()}</script>`);
        // The script runs these once the page has been painted. Development has none to run.
        return bundle === undefined ? booted : booted.replaceAll(ENTRY, '');
      },
    },
  };
}

/** The files of each screen, as places in one list, without those the page names itself. */
function screensOf(bundle: Rolldown.OutputBundle, html: string): string {
  const files: string[] = [];
  const placesOf = (modules: readonly string[]): number[] => {
    const needed = new Set(modules.flatMap((module) => filesOf(bundle, module)));
    return [...needed]
      .filter((file) => !html.includes(file))
      .map((file) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1));
  };
  const placesBy = (modules: Record<string, readonly string[]>) =>
    Object.fromEntries(Object.entries(modules).map(([path, of]) => [path, placesOf(of)]));
  const textsOf = (language: string) => {
    const file = (name: string) => `/locales/${language}/${name}.json`;
    const errors = `/errors/${language.toLowerCase()}.ts`;
    return {
      all: placesOf([file('common'), errors]),
      member: placesOf(MEMBER_TEXTS.map(file)),
      ...Object.fromEntries(Object.entries(PAGE_TEXTS).map(([path, names]) => [path, placesOf(names.map(file))])),
    };
  };
  const entry = [...html.matchAll(ENTRY)].map(([, file = '']) => files.push(file) - 1);
  const member = placesOf(MEMBER);
  return JSON.stringify({
    data: DATA,
    entry,
    member,
    paths: placesBy(PAGES),
    texts: Object.fromEntries(LANGUAGES.map((language) => [language, textsOf(language)])),
    files,
  });
}

/** The chunk with this module and all chunks and styles that it must have before it runs. */
function filesOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.replaceAll('\\', '/').endsWith(module)));
  if (first === undefined) throw new Error(`no chunk has ${module}`);
  const found = new Set<string>();
  const queue = [first.fileName];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== 'chunk') continue;
    found.add(name);
    queue.push(...chunk.imports);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  }
  return [...found];
}
