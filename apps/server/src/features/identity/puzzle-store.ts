import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { rowOf } from '../../platform/db/rows.ts';

/** Uses a puzzle up. False if it was used before, in this process or another one, or is too old. */
export async function usePuzzle(db: Db, nonce: string, expiresAtSec: number): Promise<boolean> {
  const result = await db.query({
    name: 'use-puzzle',
    text: 'select use_puzzle($1, to_timestamp($2)) as "isFirst"',
    values: [Buffer.from(nonce, 'hex'), expiresAtSec],
  });
  return rowOf(z.object({ isFirst: z.boolean() }), result)?.isFirst ?? false;
}
