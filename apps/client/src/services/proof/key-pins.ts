/*
 * Which keys this device believes. What the site served first is pinned; a new key is believed only where every pinned
 * one is still served beside it, as a change of keys by the site does. A site that drops a pinned key is not believed.
 */

import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';

/** A verifier key as text (`candor+1a2b3c4d+…`), and when this device saw it first. */
export type KeyPin = { readonly vkey: string; readonly seenAtMs: number };

export function pinKeys(
  pinned: readonly KeyPin[],
  served: readonly string[],
  nowMs: number,
): Result<readonly KeyPin[], 'KEY_REPLACED'> {
  if (pinned.some(({ vkey }) => !served.includes(vkey))) return err('KEY_REPLACED');
  const fresh = served.filter((vkey) => !pinned.some((pin) => pin.vkey === vkey));
  return ok([...pinned, ...fresh.map((vkey) => ({ vkey, seenAtMs: nowMs }))]);
}

/** Takes what is a pin of a stored value. */
export function readPins(kept: unknown): KeyPin[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { vkey, seenAtMs }: Record<string, unknown> = { ...entry };
    return typeof vkey === 'string' && typeof seenAtMs === 'number' ? [{ vkey, seenAtMs }] : [];
  });
}

/** `candor+1a2b3c4d+…` → `candor 1a2b 3c4d`: what two people can read to each other. */
export function fingerprintOf(vkey: string): string {
  const [name = '', hash = ''] = vkey.split('+');
  return `${name} ${hash.slice(0, 4)} ${hash.slice(4)}`;
}
