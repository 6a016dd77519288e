/** A site of a test, on a real port: an order log whose entries the test says, and whatever other answers it gives. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { logCheckpointText } from '../../src/order-log/log-checkpoint.ts';
import { parseTilePath, TILE_WIDTH, hashTile, writeEntryBundle } from '../../src/order-log/tiles.ts';
import { HASH_BYTES, hashLeaf } from '../../src/order-log/tree.ts';
import type { TreeHead } from '../../src/order-log/verify-proof.ts';
import { EMPTY_TREE, growTree, rootOf } from '../../src/order-log/grow-tree.ts';
import { testSigner } from '../../src/testing/web-crypto.ts';
import type { TestSigner } from '../../src/testing/web-crypto.ts';
import { sha256 } from '../shell/node-crypto.ts';

export type TestSite = {
  readonly url: URL;
  readonly signer: TestSigner;
  /** The log that is shown. Put another one here to change history. */
  entries: readonly Uint8Array[];
  /** Other answers by path and query: JSON, or bytes. */
  readonly answers: Map<string, unknown>;
  /** Answers to all other calls; undefined for none. */
  answer: (url: URL) => unknown;
  /** The signed head of what is shown. */
  readonly checkpoint: () => Promise<string>;
  readonly close: () => Promise<void>;
};

const heads = new WeakMap<readonly Uint8Array[], TreeHead>();

export function headOf(entries: readonly Uint8Array[]): TreeHead {
  const head = heads.get(entries) ?? {
    size: entries.length,
    root: rootOf(growTree(EMPTY_TREE, entries, sha256).edge, sha256),
  };
  heads.set(entries, head);
  return head;
}

export async function startTestSite(entries: readonly Uint8Array[], signer?: TestSigner): Promise<TestSite> {
  const server = createServer((request, response) => {
    answer(request.url ?? '').then(
      ({ status, body }) => response.writeHead(status).end(body),
      () => response.destroy(),
    );
  });
  const answer = async (path: string): Promise<{ status: number; body: Uint8Array | string }> => {
    const special = site.answers.get(path) ?? site.answer(new URL(path, site.url));
    if (special instanceof Uint8Array) return { status: 200, body: special };
    if (site.answers.get(path) === null) return { status: 404, body: '' };
    if (special !== undefined) return { status: 200, body: JSON.stringify({ code: 200, msg: '', data: special }) };
    if (path === '/api/log/checkpoint') return { status: 200, body: await site.checkpoint() };
    const tile = path.startsWith('/api/log/') ? parseTilePath(path.slice('/api/log/'.length)) : null;
    const body = tile === null ? null : tileOf(site.entries, tile);
    return body === null ? { status: 404, body: '' } : { status: 200, body };
  };
  const key = signer ?? (await testSigner());
  const port = await listen(server);
  const site: TestSite = {
    url: new URL(`http://127.0.0.1:${port}/`),
    signer: key,
    entries,
    answers: new Map(),
    answer: () => undefined,
    checkpoint: async () => await key.sign(logCheckpointText(headOf(site.entries))),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return site;
}

export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('a server has a port');
  return address.port;
}

/** Null if the log is not that long. */
function tileOf(
  entries: readonly Uint8Array[],
  { level, n, width }: { readonly level: number | 'entries'; readonly n: number; readonly width: number },
): Uint8Array | null {
  const range = <T>(all: readonly T[]): T[] => all.slice(n * TILE_WIDTH, n * TILE_WIDTH + width);
  if (level === 'entries') {
    const bundle = range(entries);
    return bundle.length === width ? writeEntryBundle(bundle) : null;
  }
  const tile = range(levelsOf(entries)[level] ?? []);
  return tile.length === width ? Buffer.concat(tile, width * HASH_BYTES) : null;
}

const known = new WeakMap<readonly Uint8Array[], Uint8Array[][]>();

/** The hashes of each tile level. */
function levelsOf(entries: readonly Uint8Array[]): Uint8Array[][] {
  const levels = known.get(entries) ?? [entries.map((entry) => hashLeaf(entry, sha256))];
  for (let last = levels.at(-1) ?? []; last.length >= TILE_WIDTH; last = levels.at(-1) ?? []) {
    const tiles = Array.from({ length: Math.floor(last.length / TILE_WIDTH) }, (_, n) =>
      hashTile(Buffer.concat(last.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH)), sha256),
    );
    levels.push(tiles);
  }
  known.set(entries, levels);
  return levels;
}
