import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { brotlied, gzipped, sendEncoded } from '../platform/http/encoding.ts';
import type { Encoded } from '../platform/http/encoding.ts';
import type { HttpApp, HttpRequest } from '../platform/http/http-app.ts';
import { publicRoute } from '../platform/http/route-cost.ts';
import { soonPage } from './soon-page.ts';

const HOSTS_META = '<meta name="candor-hosts" content="" />';
const NAME_CHARS_MAX = 200;
/** 132 bits: enough for a version, and the page with its head has to fit into the first packets. */
const TAG_CHARS = 22;

/**
 * The member client as static files. Browsers keep hashed assets for a year, but never index.html, which names them.
 * The build has put a Brotli and a gzip file beside each file that is worth it; a browser gets the one it prefers.
 * The hosts the client may use are written into index.html, so it can find a second host when the first is down.
 * @param base the path of the page, such as `/` or `/console/`
 */
export async function serveClient(
  app: HttpApp,
  folder: string,
  { hosts, base, look = productLook }: { hosts: readonly string[]; base: string; look?: () => SiteLook },
): Promise<void> {
  const page = { schema: { hide: true }, config: publicRoute('memory') };
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...page.config };
    });
    await files.register(fastifyStatic, {
      root: folder,
      prefix: base,
      index: false,
      cacheControl: false,
      // The tag of a file says as much. A first screen fetches a dozen files.
      lastModified: false,
      acceptRanges: false,
      preCompressed: true,
      // Only names that the build makes. Any other name would reach the file system and cause a fault.
      allowedPath: (path) =>
        path.length <= NAME_CHARS_MAX && /^\/(?:[\w-]+\/)*[\w-][\w.-]*$/.test(path) && !/\.(?:br|gz)$/.test(path),
      setHeaders: (response, path) => {
        const immutable = /\/assets\/[^/]+-[\w-]{8,}\.\w+(?:\.(?:br|gz))?$/.test(path);
        const kept = immutable ? 'public, max-age=31536000, immutable' : 'no-cache';
        void response.header('cache-control', path.endsWith('.svg') ? 'public, max-age=3600' : kept);
      },
    });
  });
  serveManifest(app, folder, { base, look });
  const pageOf = createPage(hosts);
  const sendPage = async (request: HttpRequest, reply: FastifyReply) => {
    const shown = look();
    if (!shown.isOpen)
      return await reply
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(soonPage({ ...shown, name: escaped(shown.name) }));
    // Read every time: a build next to the running server changes the asset names.
    const page = await pageOf(withLook(await readFile(`${folder}index.html`, 'utf8'), shown));
    allowScripts(reply, page.scripts);
    return await sendEncoded(request, reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8'), page);
  };
  app.get(base, page, sendPage);
  // The service worker requests the page by this name.
  app.get(`${base}index.html`, page, sendPage);
}

/**
 * What the browser reads to install the app. A page of a site with a code names the code here, so that the app starts with
 * it; whoever does not know the code gets a manifest without it.
 */
function serveManifest(app: HttpApp, folder: string, { base, look }: { base: string; look: () => SiteLook }): void {
  const path = `${folder}manifest.webmanifest`;
  if (!existsSync(path)) return;
  const route = { schema: { hide: true }, config: publicRoute('memory') };
  app.get(`${base}manifest.webmanifest`, route, async (request, reply) => {
    const code = new URLSearchParams(request.url.split('?')[1]).get('domain') ?? '';
    const manifest: unknown = JSON.parse(await readFile(path, 'utf8'));
    const { name } = look();
    const start = /^[\w.-]{1,64}$/.test(code) ? { start_url: `./#/?domain=${code}` } : {};
    return await reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify({ ...(typeof manifest === 'object' ? manifest : {}), name, short_name: name, ...start }));
  });
}

/** What a page shows of the site before any script has run. */
export interface SiteLook {
  readonly name: string;
  /** A path of the site; empty: the product's mark and the name. */
  readonly logo: string;
  /** Until then members meet a page that says so. */
  readonly isOpen: boolean;
  /** Undefined: those of the product. */
  readonly colour: { readonly primary: string; readonly pressed: string; readonly label: string } | undefined;
}

function productLook(): SiteLook {
  return { name: 'Candor', logo: '', isOpen: true, colour: undefined };
}

const BRAND = /<img src="\/icon\.svg" alt="" class="[^"]*"\s*\/?>(<span data-brand="" [^>]*>)Candor(<\/span>)/g;
const ICON = '<link rel="icon" href="/icon.svg" type="image/svg+xml" />';

/** Writes name, logo and colours of the site into a page, so that it never shows those of another first. */
function withLook(page: string, { name, logo, colour }: SiteLook): string {
  const text = escaped(name);
  const drawn = `<img src="${logo}" alt="${text}" class="h-full w-auto max-w-40 object-contain"/>`;
  const style =
    colour && `--primary:${colour.primary};--primary-pressed:${colour.pressed};--on-primary:${colour.label}`;
  return page
    .replace('<title>Candor</title>', () => `<title>${text}</title>`)
    .replace(/(<noscript>)Candor( [^<]*?)Candor /, (_, tag: string, words: string) => `${tag}${text}${words}${text} `)
    .replace('<html ', () => (style === undefined ? '<html ' : `<html style="${style}" `))
    .replace(ICON, () => (logo === '' ? ICON : `<link rel="icon" href="${logo}" type="image/png" />`))
    .replaceAll(BRAND, (whole, open: string, close: string) =>
      logo === '' ? whole.replace(`${open}Candor${close}`, () => `${open}${text}${close}`) : drawn,
    );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** `scripts` are the hashes of the scripts that stand in the page, as its Content-Security-Policy names them. */
type Page = Encoded & { readonly scripts: readonly string[] };

/** Writes the hosts into the page and compresses it, again only when the file has changed. */
function createPage(hosts: readonly string[]): (text: string) => Promise<Page> {
  let last: { text: string; page: Promise<Page> } | undefined;
  return async (text) => {
    if (last?.text !== text) last = { text, page: encodePage(text, hosts) };
    return await last.page;
  };
}

async function encodePage(text: string, hosts: readonly string[]): Promise<Page> {
  const plain = Buffer.from(text.replace(HOSTS_META, `<meta name="candor-hosts" content="${hosts.join(',')}" />`));
  const [br, gzip] = await Promise.all([brotlied(plain), gzipped(plain)]);
  const scripts = [...text.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return { plain, br, gzip, scripts, tag: createHash('sha256').update(plain).digest('base64url').slice(0, TAG_CHARS) };
}

/** Allows exactly the scripts of the built page, and no other inline script. */
function allowScripts(reply: FastifyReply, scripts: readonly string[]): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header(
    'content-security-policy',
    policy.replace("script-src 'self'", ["script-src 'self'", ...scripts].join(' ')),
  );
}
