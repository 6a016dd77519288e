/** Orders for operators: from the database, and of months that have left it from their files. */
import type { Db } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { ArchivedFile, ListArchivedFiles } from '../../services/order-archive/archived-files.ts';
import { findFiledById, findFiledByNumber } from '../../services/order-archive/filed-orders.ts';
import type { FiledOrdersDeps } from '../../services/order-archive/filed-orders.ts';
import { selectPartsByMoment } from '../../services/order-archive/sorted-parts-store.ts';
import type { PartPlace } from '../../services/order-archive/sorted-parts-store.ts';
import { selectOrderLines, selectOrdersOfLines } from './orders-store.ts';
import type { OrderLineRow, OrdersFilter } from './orders-store.ts';

export interface OrderLinesDeps extends FiledOrdersDeps {
  readonly listArchivedFiles: ListArchivedFiles;
}

/** How many files one page may look into. */
const FILES_MAX = 40;
const FILES_AT_ONCE = 8;
const DAY_MS = 86_400_000;
/** The end of the year 9999. */
const TIME_MAX = 253_402_300_799_999;

/**
 * Newest first, unless somebody sorts them. What has left is older than all that the database has, so a page that is full of newer ones reads
 * no file. The database is read first: a month that leaves meanwhile is in both, and its orders are shown once.
 * @throws Refused ORDERS_UNAVAILABLE when a file cannot be read now, ORDERS_TOO_FAR when more files would have to be
 */
export async function readOrderLines(deps: OrderLinesDeps, filter: OrdersFilter): Promise<readonly OrderLineRow[]> {
  const stored = await selectOrderLines(deps.pool, filter);
  // What has left is settled.
  if (filter.status?.every((status) => status === 'open') === true) return stored;
  const isNewestFirst = (filter.sort ?? '-acceptedAt') === '-acceptedAt';
  if (isNewestFirst && stored.length >= filter.limit) return stored;
  const filed = await readFiled(deps, filter, isNewestFirst ? 'down' : 'up');
  const both = isNewestFirst ? [...stored, ...filed] : [...filed, ...stored];
  return [...new Map(both.map((row) => [row.id, row])).values()].slice(0, filter.limit);
}

/** From the files alone. The fewest are read for one order, then for those of some members. */
async function readFiled(
  deps: OrderLinesDeps,
  filter: OrdersFilter,
  direction: 'up' | 'down',
): Promise<readonly OrderLineRow[]> {
  const { id, no, memberIds } = filter;
  if (id !== undefined) return await fromLine(deps, filter, await findFiledById(deps, id));
  if (no === undefined && memberIds === undefined) return await readByMoment(deps, filter, direction);
  const found = no === undefined ? [] : await fromLine(deps, filter, await findFiledByNumber(deps, no));
  return inOrder([...found, ...(await readOfMembers(deps, filter, direction))], direction);
}

async function fromLine(
  { pool }: OrderLinesDeps,
  filter: OrdersFilter,
  filed: { readonly line: string } | null,
): Promise<readonly OrderLineRow[]> {
  return filed === null ? [] : await selectOrdersOfLines(pool, filter, [filed.line]);
}

/** Month by month, and each member's files in their order, until the page is full. */
async function readOfMembers(
  { pool, listArchivedFiles }: OrderLinesDeps,
  filter: OrdersFilter,
  direction: 'up' | 'down',
): Promise<readonly OrderLineRow[]> {
  const { low, high } = spanOf(filter, direction);
  const span = { fromMs: Number(low), toMs: Number(high) };
  const ofMonth = new Map<string, (readonly ArchivedFile[])[]>();
  for (const memberId of filter.memberIds ?? [])
    for (const [month, files] of Map.groupBy(
      await listArchivedFiles(pool, memberId, span),
      (file: ArchivedFile) => file.month,
    ))
      ofMonth.set(month, [...(ofMonth.get(month) ?? []), files]);
  const rows: OrderLineRow[] = [];
  const budget = createBudget();
  const months = [...ofMonth.keys()].toSorted();
  for (const month of direction === 'down' ? months.toReversed() : months) {
    for (const files of ofMonth.get(month) ?? [])
      rows.push(...(await readOfMember(pool, filter, direction === 'down' ? files : files.toReversed(), budget)));
    if (rows.length >= filter.limit) break;
  }
  return rows;
}

/** Files are by number and a page is by moment: orders of a second may stand in two of them, so one more is read than fills the page. */
async function readOfMember(
  db: Db,
  filter: OrdersFilter,
  files: readonly ArchivedFile[],
  budget: Budget,
): Promise<readonly OrderLineRow[]> {
  const rows: OrderLineRow[] = [];
  let isFull = false;
  for (const { lines } of files) {
    budget.take();
    rows.push(...(await selectOrdersOfLines(db, filter, await lines())));
    if (isFull) break;
    isFull = rows.length >= filter.limit;
  }
  return rows;
}

/** File by file as orders were accepted, until the page is full. */
async function readByMoment(
  { pool, readOrderPart }: OrderLinesDeps,
  filter: OrdersFilter,
  direction: 'up' | 'down',
): Promise<readonly OrderLineRow[]> {
  const span = spanOf(filter, direction);
  const rows: OrderLineRow[] = [];
  const budget = createBudget();
  for (let after: PartPlace | undefined; ;) {
    const parts = await selectPartsByMoment[direction](pool, span, after, FILES_AT_ONCE);
    for (const part of parts) {
      budget.take();
      rows.push(...(await selectOrdersOfLines(pool, filter, await readOrderPart(part))));
      if (rows.length >= filter.limit) return rows;
    }
    after = parts.at(-1);
    if (parts.length < FILES_AT_ONCE) return rows;
  }
}

/** Where files by moment are looked for: from the last order that was seen on, within the time that was asked for. */
function spanOf({ fromMs, toMs, afterId }: OrdersFilter, direction: 'up' | 'down') {
  const afterMs = afterId === undefined ? undefined : momentOf(afterId);
  const low = Math.max(0, (fromMs ?? 0) - DAY_MS, direction === 'up' ? (afterMs ?? 0) : 0);
  const high = Math.min(TIME_MAX, (toMs ?? TIME_MAX) + DAY_MS, direction === 'down' ? (afterMs ?? TIME_MAX) : TIME_MAX);
  return { low: BigInt(low), high: BigInt(Math.max(0, high)) };
}

/** The milliseconds with which an id begins; those of ids from before are no moment, and stand before all. */
function momentOf(id: string): number {
  return id.charAt(14) === '7' ? Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) : 0;
}

function inOrder(rows: readonly OrderLineRow[], direction: 'up' | 'down'): readonly OrderLineRow[] {
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return direction === 'down' ? sorted.toReversed() : sorted;
}

type Budget = ReturnType<typeof createBudget>;

function createBudget() {
  let files = 0;
  return {
    take(): void {
      files += 1;
      if (files > FILES_MAX) throw new Refused('ORDERS_TOO_FAR');
    },
  };
}
