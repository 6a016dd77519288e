/*
 * The newest head of the order log that this device has verified, and what it did not understand the last time it looked.
 * A head is only replaced by one that was proven to contain it.
 */

import { LOG_ORIGIN } from '@candor/proof/order-log/log-checkpoint';
import type { TreeHead } from '@candor/proof/order-log/verify-proof';
import { readKept, removeKept, tryWriteKept, updateKept } from '../../lib/kept-store.ts';
import { HEAD_KEY } from './alarms.ts';

/** `note`: as the site signed it. */
export type KeptHead = TreeHead & { readonly note: string };

/** Something that an honest site may show for a moment. */
export type LogDoubtKept = { readonly problem: string; readonly sinceMs: number };

const DOUBT = 'proof:log-doubt';
const HASH = /^[0-9a-f]{64}$/;

export async function keptHead(): Promise<KeptHead | null> {
  return readHead(await readKept(HEAD_KEY));
}

/**
 * @param base what `next` was compared with. If another tab has kept something else meanwhile, nothing is kept here: what
 * was compared is not what would be replaced.
 */
export async function keepHead(base: KeptHead | null, { size, root, note }: KeptHead): Promise<void> {
  try {
    await updateKept(HEAD_KEY, (kept) => {
      const known = readHead(kept);
      return known?.size === base?.size && known?.root === base?.root ? { size, root, note } : kept;
    });
  } catch {
    // The older head stays, and the next look compares with that.
  }
}

export async function keptDoubt(): Promise<LogDoubtKept | null> {
  const kept = await readKept(DOUBT);
  if (typeof kept !== 'object' || kept === null) return null;
  const { problem, sinceMs }: Record<string, unknown> = { ...kept };
  return typeof problem === 'string' && typeof sinceMs === 'number' ? { problem, sinceMs } : null;
}

export function keepDoubt(doubt: LogDoubtKept): void {
  tryWriteKept(DOUBT, doubt);
}

export async function forgetDoubt(): Promise<void> {
  if ((await keptDoubt()) !== null) await removeKept(DOUBT).catch(() => undefined);
}

function readHead(kept: unknown): KeptHead | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { size, root, note }: Record<string, unknown> = { ...kept };
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return null;
  if (typeof root !== 'string' || !HASH.test(root)) return null;
  return typeof note === 'string' && note.startsWith(`${LOG_ORIGIN}\n`) ? { size, root, note } : null;
}
