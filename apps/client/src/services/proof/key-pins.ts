/*
 * Which keys this device trusts. The keys the site served first are pinned. A new key is trusted only if every pinned
 * one is still served beside it, and if one of them introduced it: whoever gets into the server, but not at the old key,
 * cannot add one. A site that drops a pinned key is not trusted.
 */

import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { ProofCrypto } from '@candor/proof/crypto-port';
import { traceKeys } from '@candor/proof/key-rotation';
import type { TracedKey } from '@candor/proof/key-rotation';
import { parseVerifierKey, verifierKeyText } from '@candor/proof/signed-note';

/**
 * A verifier key as text (`candor+1a2b3c4d+…`), when this device first saw it, and when a newer key took over; null while
 * it signs.
 */
export type KeyPin = { readonly vkey: string; readonly seenAtMs: number; readonly retiredAtMs: number | null };

/** A key as the site serves it, with the note by which the key before handed over. */
export type ServedKey = { readonly vkey: string; readonly introduction: string | null };

/** KEY_REPLACED: a pinned key is not served any more. KEY_UNTRACED: no pinned key leads to a served one. */
export type PinProblem = 'KEY_REPLACED' | 'KEY_UNTRACED';

export async function pinKeys(
  pinned: readonly KeyPin[],
  served: readonly ServedKey[],
  nowMs: number,
  crypto: ProofCrypto,
): Promise<Result<readonly KeyPin[], PinProblem>> {
  if (pinned.some(({ vkey }) => served.every((key) => key.vkey !== vkey))) return err('KEY_REPLACED');
  const trusted = pinned.length > 0 ? pinned : served.map(({ vkey }) => ({ vkey, seenAtMs: nowMs, retiredAtMs: null }));
  const notes = served.flatMap(({ introduction }) => introduction ?? []);
  const traced = await traceKeys(await tracedKeys(trusted, crypto), notes, crypto);
  const found = new Map(traced.map((key) => [verifierKeyText(key), key.retiredAt]));
  if (served.some(({ vkey }) => !found.has(vkey))) return err('KEY_UNTRACED');
  const seen = new Map(trusted.map(({ vkey, seenAtMs }) => [vkey, seenAtMs]));
  return ok(
    served.map(({ vkey }) => ({ vkey, seenAtMs: seen.get(vkey) ?? nowMs, retiredAtMs: found.get(vkey) ?? null })),
  );
}

/** The keys of these pins; a text that is not a key is left out. */
export async function tracedKeys(
  pins: readonly Pick<KeyPin, 'vkey' | 'retiredAtMs'>[],
  crypto: ProofCrypto,
): Promise<TracedKey[]> {
  const keys = await Promise.all(
    pins.map(async ({ vkey, retiredAtMs }) => {
      const key = await parseVerifierKey(vkey, crypto);
      return key.ok ? [{ ...key.value, retiredAt: retiredAtMs }] : [];
    }),
  );
  return keys.flat();
}

/** Takes the valid pins from a stored value. */
export function readPins(kept: unknown): KeyPin[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { vkey, seenAtMs, retiredAtMs }: Record<string, unknown> = { ...entry };
    if (typeof vkey !== 'string' || typeof seenAtMs !== 'number') return [];
    return [{ vkey, seenAtMs, retiredAtMs: typeof retiredAtMs === 'number' ? retiredAtMs : null }];
  });
}

/** `candor+1a2b3c4d+…` → `candor 1a2b 3c4d`: short enough for two people to read to each other. */
export function fingerprintOf(vkey: string): string {
  const [name = '', hash = ''] = vkey.split('+');
  return `${name} ${hash.slice(0, 4)} ${hash.slice(4)}`;
}
