import compileMessage from 'icu-minify/compile';
import type { Plugin } from 'vite';

/** Turns every message of locales/*.json into the compiled form that the format-only build of use-intl reads. */
export function compiledTexts(): Plugin {
  return {
    name: 'candor-compiled-texts',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]src[\\/]locales[\\/].*\.json$/ },
      handler(source: string) {
        return { code: JSON.stringify(compileTree(JSON.parse(source))), map: null };
      },
    },
  };
}

function compileTree(node: unknown): unknown {
  if (typeof node === 'string') return compileMessage(node);
  if (typeof node !== 'object' || node === null) throw new Error('a text must be a string');
  return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, compileTree(child)]));
}
