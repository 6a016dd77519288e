import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { report } from './lib/report.ts';

/** Gzipped size of what a phone downloads: for the first screen, and for the trade page with its chart. */
const DIST = new URL('../apps/client/dist/', import.meta.url);
if (!existsSync(new URL('index.html', DIST)))
  throw new Error(`The client is not built: npm run build (${fileURLToPath(DIST)} is missing)`);

async function read(path: string): Promise<string> {
  return await readFile(new URL(path, DIST), 'utf8');
}

const assets = await readdir(new URL('assets/', DIST));

/** The chunk itself and all chunks it must import before it can run. */
async function closureOf(entries: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  const queue = [...entries];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    if (!path.endsWith('.js')) continue;
    // Static imports only: `import("…")` is a separate, later download.
    for (const [, name] of (await read(path)).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      if (name !== undefined) queue.push(`assets/${name}`);
  }
  return found;
}

function assetNamed(prefix: string): string {
  const name = assets.find((asset) => new RegExp(`^${prefix}-[\\w-]{8}\\.js$`).test(asset));
  if (name === undefined) throw new Error(`there is no chunk ${prefix}`);
  return `assets/${name}`;
}

async function gzippedKb(paths: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const path of paths) bytes += gzipSync(await read(path), { level: 9 }).length;
  return bytes / 1024;
}

const page = await read('index.html');
const linked = [...page.matchAll(/(?:src|href)="\/((?:assets\/)?[\w.-]+\.(?:js|css))"/g)].map(([, path]) => path ?? '');
const first = await closureOf(linked);
const home = await closureOf([assetNamed('home-page')]);
const chart = await closureOf([assetNamed('trade-page'), assetNamed('chart-view')]);
function beyond(chunks: Set<string>, known: Set<string>): string[] {
  return [...chunks].filter((path) => !known.has(path));
}

function kb(figure: number): string {
  return `${figure.toFixed(1)} KB`;
}

const shellKb = await gzippedKb(['index.html', ...first]);
const homeKb = shellKb + (await gzippedKb(beyond(home, first)));
await report('bundle', 'What the client weighs (gzip)', [
  ['Shell: page, styles and the code every screen needs', kb(shellKb), `${first.size + 1} files`],
  ['First load: shell and home page', kb(homeKb), `${first.size + beyond(home, first).length + 1} files`],
  [
    'Trade page with its chart, beyond the shell',
    kb(await gzippedKb(beyond(chart, first))),
    `${beyond(chart, first).length} files`,
  ],
  [
    'Trade page opened first',
    kb(shellKb + (await gzippedKb(beyond(chart, first)))),
    `${first.size + beyond(chart, first).length + 1} files`,
  ],
]);
