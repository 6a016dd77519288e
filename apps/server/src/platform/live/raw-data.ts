import type { RawData } from 'ws';

/* The frame of a client, in whatever pieces it came. */

export function sizeOf(raw: RawData): number {
  return Array.isArray(raw) ? raw.reduce((sum, part) => sum + part.length, 0) : raw.byteLength;
}

export function textOf(raw: RawData): string {
  if (Array.isArray(raw)) return Buffer.concat(raw).toString('utf8');
  return (raw instanceof ArrayBuffer ? Buffer.from(raw) : raw).toString('utf8');
}
