import * as z from 'zod/mini';
import { firstValue } from '../../platform/db/statement.ts';

/** Uses a puzzle up. False if it was used before, in this process or another one, or is too old. */
export const usePuzzle = firstValue(
  z.boolean(),
  'select use_puzzle($1, to_timestamp($2)) as is_first',
  (nonce: string, expiresAtSec: number) => [Buffer.from(nonce, 'hex'), expiresAtSec],
  { name: 'use-puzzle', or: false },
);
