/*
 * Which keys this device trusts. The keys the site served first are pinned. A new key is trusted only if every pinned
 * one is still served beside it, as when the site changes its keys. A site that drops a pinned key is not trusted.
 */

import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';

/** A verifier key as text (`candor+1a2b3c4d+…`), and when this device first saw it. */
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

/** Takes the valid pins from a stored value. */
export function readPins(kept: unknown): KeyPin[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { vkey, seenAtMs }: Record<string, unknown> = { ...entry };
    return typeof vkey === 'string' && typeof seenAtMs === 'number' ? [{ vkey, seenAtMs }] : [];
  });
}

/** `candor+1a2b3c4d+…` → `candor 1a2b 3c4d`: short enough for two people to read to each other. */
export function fingerprintOf(vkey: string): string {
  const [name = '', hash = ''] = vkey.split('+');
  return `${name} ${hash.slice(0, 4)} ${hash.slice(4)}`;
}
