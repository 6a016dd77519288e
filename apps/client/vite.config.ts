import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunkGroups } from './vite-chunks.ts';
import { componentPage } from './vite-component-page.ts';
import { bootInHtml } from './vite-boot.ts';
import { BUILD_TARGETS } from '../../scripts/lib/browsers.ts';
import { checkedBrowser } from '../../scripts/lib/vite-browsers.ts';
import { compressedFiles } from '../../scripts/lib/vite-compress.ts';
import { shortCalls } from '../../scripts/lib/vite-calls.ts';
import { compiledTexts } from '../../scripts/lib/vite-texts.ts';
import { firstScreenInHtml } from './vite-first-screen.ts';
import { programsToServe } from './vite-programs.ts';
import { PUSH_WORKER, pushWorker } from './vite-push-worker.ts';
import { loginStylesInHtml } from './vite-inline-styles.ts';
import { witnessesInHtml } from './vite-witnesses.ts';

/**
 * The code that is drawn again with every price, second or key: there the compiler saves work. Elsewhere it only makes the
 * code larger, by 31 kB (gzip) on the way to home.
 */
const REDRAWN_BY_PRICES = /[\\/](?:features[\\/]trade|packages[\\/]chart[\\/]src|services[\\/]market)[\\/].*\.tsx?$/;

/** The chart's library, and what places an order. */
const LARGE = /\/(?:klinecharts|order|proofs|ticket)-[\w-]{8}\.js$/;

/**
 * For a broken release: `replace` builds a worker that takes over at once, without asking; `remove` one that deletes itself
 * and everything it kept (docs/operations.md).
 */
const WORKER = process.env['CANDOR_WORKER'];

/** The policy file that the build trusts, from the folder in which `npm run build` was called (docs/operations.md). */
const POLICY = process.env['CANDOR_POLICY'] && resolve(process.env['INIT_CWD'] ?? '', process.env['CANDOR_POLICY']);

const SERVER = process.env['CANDOR_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    compiledTexts(),
    shortCalls(),
    firstScreenInHtml(),
    loginStylesInHtml(),
    bootInHtml(),
    checkedBrowser(),
    witnessesInHtml(
      process.env['CANDOR_WITNESSES'] ?? '',
      POLICY === undefined || POLICY === '' ? '' : readFileSync(POLICY, 'utf8'),
    ),
    componentPage(),
    react(),
    babel({ include: REDRAWN_BY_PRICES, presets: [reactCompilerPreset()] }),
    tailwindcss(),
    pushWorker(),
    programsToServe(),
    VitePWA({
      // A new version waits until the member says so, or every tab is closed: chunks a running page may still ask for are
      // never taken away.
      registerType: 'prompt',
      injectRegister: false,
      selfDestroying: WORKER === 'remove',
      manifest: {
        id: '/',
        name: 'Candor',
        short_name: 'Candor',
        description:
          '涨跌交易，每个价格、结果和余额都可核验。 Timed orders on live prices; every figure can be checked.',
        lang: 'zh-Hans',
        dir: 'ltr',
        start_url: './',
        scope: './',
        display: 'standalone',
        background_color: '#0b0d12',
        theme_color: '#0b0d12',
        categories: ['finance'],
        icons: [
          { src: 'icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: 'icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
        ],
      },
      workbox: {
        importScripts: [PUSH_WORKER],
        skipWaiting: WORKER === 'replace',
        clientsClaim: WORKER === 'replace',
        // The manifest is left out: the server writes the code of a site into it.
        globPatterns: ['**/*.{js,css,html,svg}', 'icon-192.png'],
        // Few browsers need the first, and only with a network. The worker imports the second.
        globIgnores: ['**/bundled-*.js', 'missing.js', 'old.js', PUSH_WORKER],
        cleanupOutdatedCaches: true,
        navigateFallback: 'index.html',
        // Answers about money are read from the server or not at all; nothing below is ever cached.
        navigateFallbackDenylist: [
          /^\/api\//,
          /^\/captchaImage/,
          /^\/logout/,
          /^\/ws/,
          /^\/console(\/|$)/,
          /^\/candor-proof/,
        ],
        runtimeCaching: [],
      },
    }),
    compressedFiles(),
  ],
  resolve: {
    // Texts are compiled at build time, so the parser of message syntax stays out of the bundle.
    alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }],
  },
  build: {
    outDir: 'dist',
    target: BUILD_TARGETS,
    assetsInlineLimit: 0,
    // boot.ts preloads what the first screen needs. A list of files at every import would be larger than what it saves, but
    // these come after that screen, and are large: the browser shall not learn of them from the file that imports them.
    modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => LARGE.test(file)) },
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups() } },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': SERVER,
      '/captchaImage': SERVER,
      '/logout': SERVER,
      '/ws': { target: SERVER, ws: true },
    },
  },
});
