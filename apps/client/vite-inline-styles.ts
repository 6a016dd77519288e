import type { Plugin } from 'vite';

/** Puts the styles of the login screen (login.css) into the page: it is painted without waiting for another file. */
export function loginStylesInHtml(): Plugin {
  let styles = '';
  return {
    name: 'candor-login-styles',
    apply: 'build',
    generateBundle: {
      // Before the page and the chunks name the file.
      order: 'pre',
      handler(_options, bundle) {
        const entry = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry);
        const files =
          entry?.type === 'chunk' ? (entry.viteMetadata?.importedCss ?? new Set<string>()) : new Set<string>();
        styles = [...files].map((file) => textOf(bundle[file])).join('');
        for (const file of files) delete bundle[file];
        files.clear();
        if (styles === '') throw new Error('the page has no styles');
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('</head>', () => `<style>${styles.trim()}</style></head>`),
    },
  };
}

function textOf(asset: { type: string; source?: string | Uint8Array } | undefined): string {
  const source = asset?.source ?? '';
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}
