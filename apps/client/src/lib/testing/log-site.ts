/** A site that serves an order log, for tests: its signed head, its tiles and its keys, whatever the test says. */
import { TileMissing } from '@candor/proof/order-log/follow-head';
import { parseTilePath, TILE_WIDTH, writeEntryBundle } from '@candor/proof/order-log/tiles';
import { verifierKeyText } from '@candor/proof/signed-note';
import type { ServedLog } from '@candor/proof/testing/served-log';
import type { TestSigner } from '@candor/proof/testing/web-crypto';
import { vi } from 'vitest';

export type LogSite = {
  /** The paths that were asked for. */
  readonly asked: string[];
  /** What is shown: the head of the first `size` entries, and the tiles. */
  show: (log: ServedLog, size?: number) => Promise<void>;
  /** Also serves the entries of this log. */
  entries: (log: ServedLog) => void;
  /** Another answer to every path that begins like this; null to take it back. */
  answer: (prefix: string, make: (() => Response) | null) => void;
};

/** Answers fetch until vi.unstubAllGlobals. */
export async function startLogSite(signer: TestSigner, log: ServedLog): Promise<LogSite> {
  let shown = { log, note: await log.checkpoint(signer) };
  const asked: string[] = [];
  let withEntries: ServedLog | null = null;
  const special = new Map<string, () => Response>();
  const vkey = verifierKeyText(signer.key);
  const keys = [{ id: 'x', name: 'candor', vkey, createdAt: iso(0), retiredAt: null, introduction: null }];
  const answer = async (url: string): Promise<Response> => {
    const path = new URL(url, 'http://site').pathname;
    asked.push(path);
    const [, make] = [...special].find(([prefix]) => path.startsWith(prefix)) ?? [];
    if (make !== undefined) return make();
    if (path === '/api/log/checkpoint') return new Response(shown.note);
    if (path === '/api/market/checkpoints') {
      return Response.json({ code: 200, msg: 'ok', data: { items: [], nextCursor: null, keys } });
    }
    const tile = path.startsWith('/api/log/') ? parseTilePath(path.slice('/api/log/'.length)) : null;
    if (tile?.level === 'entries') {
      const bundle = withEntries?.entries.slice(tile.n * TILE_WIDTH, tile.n * TILE_WIDTH + tile.width);
      if (bundle?.length === tile.width) return new Response(writeEntryBundle(bundle));
    }
    if (tile === null || tile.level === 'entries') return new Response('404', { status: 404 });
    const bytes = await shown.log.readTile({ ...tile, level: tile.level }).catch((error: unknown) => {
      if (error instanceof TileMissing) return null;
      throw error;
    });
    return bytes === null ? new Response('404', { status: 404 }) : new Response(new Uint8Array(bytes));
  };
  vi.stubGlobal('fetch', answer);
  return {
    asked,
    show: async (next, size) => {
      shown = { log: next, note: await next.checkpoint(signer, size) };
    },
    entries: (served) => {
      withEntries = served;
    },
    answer: (prefix, make) => {
      if (make === null) special.delete(prefix);
      else special.set(prefix, make);
    },
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
