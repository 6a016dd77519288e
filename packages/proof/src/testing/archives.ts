/** Ticks of a day for archives, and the gzip of the platform where the test runs. */
import type { ArchivedTick } from '../tick-archive.ts';
import { webCrypto } from './web-crypto.ts';

export type Bytes = Uint8Array<ArrayBuffer>;
type Coder = object;
/** These are globals wherever the test runs; the package itself depends on no platform. */
declare const CompressionStream: new (format: string) => Coder;
declare const DecompressionStream: new (format: string) => Coder;
declare const Blob: new (parts: Bytes[]) => { stream(): { pipeThrough(coder: Coder): object } };
declare const Response: new (body: object) => { arrayBuffer(): Promise<ArrayBuffer> };

async function through(bytes: Bytes, coder: Coder): Promise<Bytes> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(coder)).arrayBuffer());
}

export const archivePort = {
  ...webCrypto,
  gzip: async (bytes: Bytes) => await through(bytes, new CompressionStream('gzip')),
  gunzip: async (bytes: Bytes) => await through(bytes, new DecompressionStream('gzip')),
};

export const DAY = '2026-08-01';
export const START = Date.parse(`${DAY}T00:00:00Z`);
const SCALE = 100;

/** One tick a second from the start of the day. */
export async function* ticksOf(
  count: number,
  firstSeq = 1n,
  change: Partial<ArchivedTick> = {},
): AsyncIterable<ArchivedTick> {
  for (let index = 0; index < count; index++) {
    yield await Promise.resolve({
      seq: firstSeq + BigInt(index),
      at: START + index * 1000,
      price: (67_000 + index / SCALE).toFixed(2),
      status: 'OK',
      feed: 'simulated',
      epoch: 7n,
      sourcesDigest: 'ab'.repeat(32),
      sources: [{ source: 'one', price: String(index) }],
      ...change,
    });
  }
}
