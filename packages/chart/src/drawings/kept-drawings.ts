/*
 * Where drawings are stored. Like other display choices they stay on the device after a logout. But they are one
 * person's notes and may contain text, so each account finds only its own.
 */

import type { KeptStore } from '@candor/api-client/kept-store';

export function drawingsKey(account: string, product: string): string {
  return `drawings:${account}:${product}`;
}

/** Whether a chart has drawings. This does not load the code that draws them. */
export async function hasDrawings(store: KeptStore, key: string): Promise<boolean> {
  const kept = await store.read(key);
  return Array.isArray(kept) && kept.length > 0;
}
