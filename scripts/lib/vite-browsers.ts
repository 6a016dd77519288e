import { readFileSync } from 'node:fs';
import { minify, transformWithOxc } from 'vite';
import type { Plugin } from 'vite';
import { BROWSER_NAMES, BUILD_TARGETS } from './browsers.ts';

const FOLDER = new URL('../../packages/ui/src/browsers/', import.meta.url);
const OLD = 'old.js';
const MISSING = 'missing.js';

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
      this.emitFile({
        type: 'asset',
        fileName: OLD,
        source: read(OLD)
          .replace('BROWSERS', BROWSER_NAMES.join('、'))
          .replace('MISSING', base + MISSING),
      });
      this.emitFile({ type: 'asset', fileName: MISSING, source: await missingFunctions() });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (!html.includes('<title>')) throw new Error('the page has no title');
        const check = withoutSpaces(read('check-browser.js').replace('OLD', () => base + OLD));
        return html.replace('<title>', () => `<script>${check}</script><title>`);
      },
    },
  };
}

function read(file: string): string {
  return readFileSync(new URL(file, FOLDER), 'utf8');
}

/** Without comments and line breaks. A minifier would write it anew in words that old browsers do not know. */
function withoutSpaces(script: string): string {
  return script.replaceAll(/^\s*(?:\/\/.*)?\n?|\n/gm, '').replaceAll(/ (&&|\|\|) /g, '$1');
}

async function missingFunctions(): Promise<string> {
  const script = await transformWithOxc(read('missing-functions.ts'), 'missing-functions.ts', {
    target: BUILD_TARGETS,
  });
  const { code } = await minify(MISSING, `(()=>{${script.code}})()`);
  return code;
}
