import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ReactElement } from 'react';
import react from '@vitejs/plugin-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer } from 'vite';
import type { Plugin } from 'vite';

const LANGUAGES = ['zh-Hans', 'zh-Hant', 'en'] as const;
const ROOT = '<div id="root"></div>';
/**
 * The screen is centred, so a part of it would move as the rest arrives. It shows once all of it is there (login.css). The page
 * says so to the browser: one that understands draws nothing before, instead of an empty frame first.
 */
const SHOW = '<style id="whole">#first-screen{visibility:visible}</style>';
const WAIT = '<link rel="expect" href="#whole" blocking="render" />';

/**
 * Puts the markup of the login screen into index.html, every text in all languages; styles show the one that is set. The
 * skeleton of a member's screen has no texts.
 */
export function firstScreenInHtml(): Plugin {
  return {
    name: 'candor-first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        if (!html.includes(ROOT)) throw new Error('index.html has no empty #root');
        const { login, member } = await renderAll();
        const screens = `<div id="first-screen">${inAllLanguages(login)}</div><div id="member-screen">${member}</div>`;
        return html.replace('</head>', `${WAIT}</head>`).replace(ROOT, `<div id="root">${screens}${SHOW}</div>`);
      },
    },
  };
}

type FirstScreenModule = {
  firstScreen?: (language: string, texts: Record<string, unknown>) => ReactElement;
  memberScreen?: () => ReactElement;
};

async function renderAll(): Promise<{ login: string[]; member: string }> {
  const server = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    appType: 'custom',
    logLevel: 'error',
    plugins: [react()],
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  try {
    const { firstScreen, memberScreen }: FirstScreenModule = await server.ssrLoadModule('/src/app/first-screen.tsx');
    if (!firstScreen || !memberScreen) throw new Error('first-screen.tsx exports no firstScreen or no memberScreen');
    const login = LANGUAGES.map((language) => {
      const texts = { common: readTexts(language, 'common'), session: readTexts(language, 'session') };
      return renderToStaticMarkup(firstScreen(language, texts));
    });
    return { login, member: renderToStaticMarkup(memberScreen()) };
  } finally {
    await server.close();
  }
}

function readTexts(language: string, file: string): unknown {
  return JSON.parse(readFileSync(new URL(`src/locales/${language}/${file}.json`, import.meta.url), 'utf8'));
}

/** The markup of the first language, with each text that differs between them given once per language. */
function inAllLanguages(markups: readonly string[]): string {
  const split = markups.map((markup) => markup.split(/(<[^>]*>)/));
  const [first = []] = split;
  if (split.some((parts) => parts.length !== first.length)) throw new Error('the languages differ in more than texts');
  return first
    .map((part, index) => {
      const texts = split.map((parts) => parts[index] ?? '');
      if (index % 2 === 1 || texts.every((text) => text === part)) return part;
      return texts.map((text, at) => `<span data-text lang="${LANGUAGES[at]}">${text}</span>`).join('');
    })
    .join('');
}
