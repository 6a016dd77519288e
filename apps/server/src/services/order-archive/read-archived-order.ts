/** Reads an order from the files of its month, whether or not the database still has it. */
import { ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { orderOf } from './filed-orders.ts';
import type { OrderFileDeps } from './order-files.ts';
import { selectPartsOfMember, selectPartsOfOrder } from './order-parts-store.ts';
import { selectPartsOfId } from './sorted-parts-store.ts';
import { readRecorded } from './read-parts.ts';
import type { ArchiveProblem, ReadPart } from './read-parts.ts';

const index = z.nullable(z.int());
const named = z.object({
  order: z.object({ id: z.string() }),
  log: z.object({ order: index, settlement: index }),
});

/** Where an order and its settlement are in the order log. */
export interface LogIndexes {
  readonly order: number | null;
  readonly settlement: number | null;
}

/** An order of a month that has left the database. */
export interface ArchivedOrder {
  /** For `archivedRows` (order-parts-store.ts). */
  readonly line: string;
  readonly log: LogIndexes;
}

/**
 * Null when the member has no such order there. Ask the database first: the archive answers for what is not there.
 * @throws Refused ORDERS_UNAVAILABLE when its file cannot be read now
 */
export type ReadArchivedOrder = (db: Db, memberId: bigint, orderId: string) => Promise<ArchivedOrder | null>;

export function createReadArchivedOrder(readPart: ReadPart): ReadArchivedOrder {
  return async (db, memberId, orderId) => {
    const own = await selectPartsOfMember(db, orderId, memberId);
    // The member's files are read by their other pages as well. Where they are many, the one by moment is found at once.
    const parts = own.length > OWN_FILES_MAX ? await selectPartsOfId(db, orderId) : own;
    for (const part of parts) {
      const line = lineOf(await readPart(part, memberId.toString()), orderId);
      if (line === undefined) continue;
      return orderOf(line).memberId === memberId ? { line, log: named.parse(JSON.parse(line)).log } : null;
    }
    return null;
  };
}

const OWN_FILES_MAX = 2;

/**
 * The line of an order, as it was written: JSON with the order, its settlement, and where both are in the order log. Null when no
 * archived month has it. Nothing is read from a file that is not exactly what was recorded.
 */
export async function readArchivedOrder(
  deps: OrderFileDeps & { readonly db: Db },
  orderId: string,
): Promise<Result<string | null, ArchiveProblem>> {
  for (const part of await selectPartsOfOrder(deps.db, orderId)) {
    const lines = await readRecorded(deps, part);
    if (!lines.ok) return lines;
    const line = lineOf(lines.value, orderId);
    if (line !== undefined) return ok(line);
  }
  return ok(null);
}

function lineOf(lines: readonly string[], orderId: string): string | undefined {
  return lines.find((one) => one.includes(orderId) && isOf(one, orderId));
}

/** Only its id is read here: amounts in a line are larger than a number of JavaScript may be. */
function isOf(line: string, orderId: string): boolean {
  return named.parse(JSON.parse(line)).order.id === orderId;
}
