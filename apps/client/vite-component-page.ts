import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Where the component page is, in development alone. */
export const COMPONENT_PAGE = '/__ui';
const FOLDER = new URL('../../packages/ui/page/', import.meta.url);

/** `/__ui`: the components of packages/ui in their states (packages/ui/README.md). A build that has a part of it fails. */
export function componentPage(): Plugin[] {
  return [served(), leftOut()];
}

function served(): Plugin {
  return {
    name: 'candor-component-page',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0];
        if (path !== COMPONENT_PAGE && path !== `${COMPONENT_PAGE}/`) {
          next();
          return;
        }
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(pageOf(fileURLToPath(new URL('src/main.tsx', FOLDER))));
      });
    },
  };
}

function leftOut(): Plugin {
  return {
    name: 'candor-no-component-page',
    apply: 'build',
    generateBundle(_options, bundle) {
      const parts = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
      const part = parts.find((id) => id.replaceAll('\\', '/').includes('/packages/ui/page/'));
      if (part !== undefined) throw new Error(`${part} is only for development`);
    },
  };
}

/** Not through Vite's own hooks of pages: those put the first screens of the app into it. */
function pageOf(script: string): string {
  const refresh = `import { injectIntoGlobalHook } from '/@react-refresh';
    injectIntoGlobalHook(window);
    window.$RefreshReg$ = () => undefined;
    window.$RefreshSig$ = () => (type) => type;`;
  const scripts = `<script type="module">${refresh}</script>
    <script type="module" src="/@vite/client"></script>
    <script type="module" src="/@fs${script.startsWith('/') ? '' : '/'}${script.replaceAll('\\', '/')}"></script>`;
  return readFileSync(new URL('index.html', FOLDER), 'utf8').replace('<!-- script -->', () => scripts);
}
