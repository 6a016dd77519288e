import { readFileSync } from 'node:fs';
import { minify, transformWithOxc } from 'vite';
import type { Plugin } from 'vite';

/** Its name never changes: the service worker imports it by this name, and the server lets no browser keep it. */
export const PUSH_WORKER = 'push-worker.js';

/** Writes the part of the service worker that shows notifications (src/push-worker.ts) beside it. */
export function pushWorker(): Plugin {
  return {
    name: 'candor-push-worker',
    apply: 'build',
    async generateBundle() {
      const source = readFileSync(new URL('src/push-worker.ts', import.meta.url), 'utf8');
      const script = await transformWithOxc(source, 'push-worker.ts');
      const { code } = await minify(PUSH_WORKER, script.code);
      this.emitFile({ type: 'asset', fileName: PUSH_WORKER, source: code });
    },
  };
}
