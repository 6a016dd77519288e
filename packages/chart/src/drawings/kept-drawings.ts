/*
 * Where drawings are kept. Like other choices of how things look they stay on the device over a logout; but they are
 * notes of one person, and may hold text, so each account finds only its own.
 */

import type { KeptStore } from '@candor/api-client/kept-store';

export function drawingsKey(account: string, product: string): string {
  return `drawings:${account}:${product}`;
}

/** Whether a chart has anything to draw, without the code that can draw it. */
export async function hasDrawings(store: KeptStore, key: string): Promise<boolean> {
  const kept = await store.read(key);
  return Array.isArray(kept) && kept.length > 0;
}
