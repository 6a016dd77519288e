import { readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import type { HttpApp, HttpRequest } from '../platform/http/http-app.ts';
import { publicRoute } from '../platform/http/route-cost.ts';

const HOSTS_META = '<meta name="candor-hosts" content="" />';
const NAME_CHARS_MAX = 200;

/**
 * The member client as static files. Browsers keep hashed assets for a year, but never index.html, which names them.
 * The hosts the client may use are written into index.html, so it can find a second host when the first is down.
 */
export async function serveClient(app: HttpApp, folder: string, hosts: readonly string[]): Promise<void> {
  const page = { schema: { hide: true }, config: publicRoute('memory') };
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...page.config };
    });
    await files.register(fastifyStatic, {
      root: folder,
      index: false,
      cacheControl: false,
      // Only names that the build makes. Any other name would reach the file system and cause a fault.
      allowedPath: (path) => path.length <= NAME_CHARS_MAX && /^\/(?:[\w-]+\/)*[\w-][\w.-]*$/.test(path),
      setHeaders: (response, path) => {
        const immutable = /\/assets\/[^/]+-[\w-]{8,}\.\w+$/.test(path);
        response.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  });
  const sendPage = async (_request: HttpRequest, reply: FastifyReply) => {
    // Read every time: a build next to the running server changes the asset names.
    const text = await readFile(`${folder}index.html`, 'utf8');
    return await reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(text.replace(HOSTS_META, `<meta name="candor-hosts" content="${hosts.join(',')}" />`));
  };
  app.get('/', page, sendPage);
  // The service worker requests the page by this name.
  app.get('/index.html', page, sendPage);
}
