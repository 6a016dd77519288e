import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { minify, transformWithOxc } from 'vite';
import type { Plugin } from 'vite';
import { BROWSER_NAMES, BUILD_TARGETS, MISSING_FUNCTIONS_FILE } from './browsers.ts';

const FOLDER = new URL('../../packages/ui/src/browsers/', import.meta.url);
const TOO_OLD_FILE = 'too-old.js';

/**
 * Puts a check of the browser into the page, before all other scripts: one that cannot run the app says so in three languages, and
 * one that lacks some functions gets them. Both are files that no other browser loads.
 */
export function checkedBrowser(): Plugin {
  let base = '/';
  return {
    name: 'candor-checked-browser',
    apply: 'build',
    configResolved: (config) => {
      ({ base } = config);
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: TOO_OLD_FILE, source: read('too-old.js').replace('BROWSERS', names()) });
      const { fileName, source } = await missingFunctions();
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const { fileName } = await missingFunctions();
        const check = read('check-browser.js')
          .replace('TOO_OLD', () => base + TOO_OLD_FILE)
          .replace('MISSING', () => base + fileName);
        if (!html.includes('<title>')) throw new Error('the page has no title');
        return html.replace('<title>', () => `<script>${withoutSpaces(check)}</script><title>`);
      },
    },
  };
}

function read(file: string): string {
  return readFileSync(new URL(file, FOLDER), 'utf8');
}

/** Comments and indentation. A minifier would write it anew in words that old browsers do not know. */
function withoutSpaces(script: string): string {
  return script.replaceAll(/^\s*(?:\/\/.*)?\n?|\n/gm, '');
}

function names(): string {
  return BROWSER_NAMES.join('、');
}

async function missingFunctions(): Promise<{ fileName: string; source: string }> {
  const script = await transformWithOxc(read('missing-functions.ts'), 'missing-functions.ts', {
    target: BUILD_TARGETS,
  });
  const { code } = await minify('missing-functions.js', `(()=>{${script.code}})()`);
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  return { fileName: `assets/${MISSING_FUNCTIONS_FILE}-${hash}.js`, source: code };
}
