import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { filesOfSpan } from '../../services/order-archive/files-of-span.ts';
import { linesFrom } from '../../services/order-archive/lines-from.ts';
import type { ReadPart } from '../../services/order-archive/read-parts.ts';
import { selectPublicOrders, selectPublicOrdersOfLines } from './fairness-store.ts';
import type { PublicOrderFilter, PublicOrderRow } from './fairness-store.ts';

export interface PublicOrdersDeps {
  readonly pool: Db;
  readonly readOrderPart: ReadPart;
}

/** So many lines are looked into at once: a file has more than a page. */
const LINES_AT_ONCE = 1_000;

/**
 * A page of the public list, from the database and from the files of months that have left it. The database is read first: what leaves
 * meanwhile is in both, and is shown once.
 * @throws Refused ORDERS_UNAVAILABLE when a file cannot be read now
 */
export async function readPublicOrders(
  { pool, readOrderPart }: PublicOrdersDeps,
  filter: PublicOrderFilter,
): Promise<readonly PublicOrderRow[]> {
  const { fromMs, toMs, after, limit } = filter;
  const low = BigInt(after?.closesAtMs ?? fromMs);
  let page = await selectPublicOrders(pool, filter);
  for await (const file of filesOfSpan(pool, readOrderPart, 'closing', { low, high: BigInt(toMs) })) {
    if (isFull(page, limit, file.low)) break;
    const lines = linesFrom(await file.lines(), closeOf, low);
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
      const [first, ...others] = lines.slice(at, at + LINES_AT_ONCE);
      if (first === undefined || isFull(page, limit, closeOf(first))) break;
      const some = [first, ...others];
      page = merged(page, await selectPublicOrdersOfLines(pool, filter, some)).slice(0, limit);
    }
  }
  return page;
}

/** Whether nothing that closes from then on can be in the page any more. */
function isFull(page: readonly PublicOrderRow[], limit: number, closeMs: bigint): boolean {
  const last = page.at(limit - 1);
  return last !== undefined && last.closesAt < Number(closeMs);
}

/** By close and reference, each once. */
function merged(some: readonly PublicOrderRow[], others: readonly PublicOrderRow[]): PublicOrderRow[] {
  const byRef = new Map([...others, ...some].map((row) => [row.ref, row]));
  return [...byRef.values()].toSorted((a, b) => a.closesAt - b.closesAt || (a.ref < b.ref ? -1 : 1));
}

const closing = z.object({ closes_at: z.string() });

function closeOf(line: string): bigint {
  return BigInt(Date.parse(closing.parse(JSON.parse(line)).closes_at));
}
