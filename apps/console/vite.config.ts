import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { BUILD_TARGETS } from '../../scripts/lib/browsers.ts';
import { checkedBrowser } from '../../scripts/lib/vite-browsers.ts';
import { compressedFiles } from '../../scripts/lib/vite-compress.ts';
import { shortCalls } from '../../scripts/lib/vite-calls.ts';
import { compiledTexts } from '../../scripts/lib/vite-texts.ts';

const SERVER = process.env['CANDOR_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [compiledTexts(), shortCalls(), checkedBrowser(), react(), compressedFiles()],
  resolve: {
    // Texts are compiled at build time, so the parser of message syntax stays out of the bundle.
    alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }],
  },
  build: { outDir: 'dist', target: BUILD_TARGETS, assetsInlineLimit: 0 },
  server: {
    port: 5174,
    proxy: { '/api': SERVER },
  },
});
