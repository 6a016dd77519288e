/** Reads public data of a site, with bounds on time and size. Nothing that it reads is trusted. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Why a site could not be read. It says nothing about its honesty. */
export class SiteUnreachable extends Error {
  override readonly name = 'SiteUnreachable';
}

export type SiteClient = {
  /** The answer's bytes; null if the site says that there is no such thing. @throws SiteUnreachable */
  readonly get: (path: string, bytesMax?: number) => Promise<Uint8Array<ArrayBuffer> | null>;
};

export type SiteClientOptions = {
  /** Waits of a test take no time. */
  readonly wait?: (ms: number) => Promise<unknown>;
  /** How often it asks, and for how long each time, where somebody waits for the answer. */
  readonly tries?: number;
  readonly answerMs?: number;
};

const ANSWER_MS_MAX = 30_000;
const BYTES_MAX = 16 * 1024 * 1024;
const TRIES_MAX = 8;
const WAIT_MS = 1_000;
const WAIT_MS_MAX = 60_000;

/** @param site its address, as a browser shows it */
export function createSiteClient(
  site: URL,
  { wait = sleep, tries: triesMax = TRIES_MAX, answerMs = ANSWER_MS_MAX }: SiteClientOptions = {},
): SiteClient {
  const base = site.href.replace(/\/?$/, '/');
  return {
    get: async (path, bytesMax = BYTES_MAX) => {
      for (let tries = 1; ; tries += 1) {
        const answer = await once(new URL(path.replace(/^\//, ''), base), bytesMax, answerMs);
        if (!('retryMs' in answer)) return answer.bytes;
        if (tries >= triesMax) throw new SiteUnreachable(`${path}: ${answer.why}`);
        await wait(Math.min(WAIT_MS_MAX, Math.max(answer.retryMs, WAIT_MS * tries)));
      }
    },
  };
}

type Answer = { readonly bytes: Uint8Array<ArrayBuffer> | null } | { readonly retryMs: number; readonly why: string };

async function once(url: URL, bytesMax: number, answerMs: number): Promise<Answer> {
  let response: Response;
  let bytes: Uint8Array<ArrayBuffer> | null;
  try {
    response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(answerMs) });
    if (response.status === 404) {
      await response.body?.cancel();
      return { bytes: null };
    }
    bytes = await readBounded(response, bytesMax);
  } catch (error) {
    return { retryMs: WAIT_MS, why: error instanceof Error ? error.message : String(error) };
  }
  if (bytes === null) throw new SiteUnreachable(`${url.pathname}: the answer is too large`);
  if (response.status === 200) return { bytes };
  const isBusy = response.status === 429 || response.status >= 500;
  if (!isBusy) throw new SiteUnreachable(`${url.pathname}: status ${response.status}`);
  const seconds = Number(response.headers.get('retry-after'));
  return { retryMs: Number.isFinite(seconds) ? seconds * 1000 : WAIT_MS, why: `status ${response.status}` };
}

async function readBounded(response: Response, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (response.body === null) return new Uint8Array(0);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > bytesMax) return null;
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
