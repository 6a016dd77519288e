/** Reads an order from the files of its month, whether or not the database still has it. */
import { createHash } from 'node:crypto';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import * as z from 'zod/mini';
import { orderFileName, readOrderFile } from '../../../services/order-archive/order-files.ts';
import type { OrderFileDeps, OrderPart } from '../../../services/order-archive/order-files.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { selectPartsOfOrder } from './order-archive-store.ts';

export interface ArchiveProblem {
  readonly file: string;
  /** FILE_DIFFERS: it opens, and holds other lines than were recorded. */
  readonly problem: 'FILE_MISSING' | 'FILE_DAMAGED' | 'FILE_DIFFERS';
}

const named = z.object({ order: z.object({ id: z.string() }) });

/**
 * The line of an order, as it was written: JSON with the order, its settlement, and where both are in the order log. Null when no
 * archived month has it. Nothing is read from a file that is not exactly what was recorded.
 */
export async function readArchivedOrder(
  deps: OrderFileDeps & { readonly db: Db },
  orderId: string,
): Promise<Result<string | null, ArchiveProblem>> {
  for (const { sha256, ...at } of await selectPartsOfOrder(deps.db, orderId)) {
    const content = await readRecorded(deps, at, sha256);
    if (!content.ok) return content;
    const line = content.value.split('\n').find((one) => one.includes(orderId) && isOf(one, orderId));
    if (line !== undefined) return ok(line);
  }
  return ok(null);
}

async function readRecorded(
  deps: OrderFileDeps,
  at: OrderPart,
  sha256: string,
): Promise<Result<string, ArchiveProblem>> {
  const file = orderFileName(at);
  const read = await readOrderFile(deps, at);
  if (!read.ok) return err({ file, problem: read.error });
  if (createHash('sha256').update(read.value).digest('hex') !== sha256) return err({ file, problem: 'FILE_DIFFERS' });
  return read;
}

/** Only its id is read here: amounts in a line are larger than a number of JavaScript may be. */
function isOf(line: string, orderId: string): boolean {
  return named.parse(JSON.parse(line)).order.id === orderId;
}
