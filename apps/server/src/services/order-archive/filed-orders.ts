/** Orders of months that have left the database, whoever's they are, for operators. */
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import type { ReadPart } from './read-parts.ts';
import { selectPartsOfId, selectPartsOfNumber } from './sorted-parts-store.ts';
import type { SortedPart } from './sorted-parts-store.ts';

export interface FiledOrdersDeps {
  readonly pool: Db;
  readonly readOrderPart: ReadPart;
}

const named = z.object({ order: z.object({ id: z.string(), no: z.int(), member_id: z.int() }) });

/** An order in a file. */
export interface FiledOrder {
  readonly id: string;
  readonly no: bigint;
  readonly memberId: bigint;
  /** For `archivedRows` (order-parts-store.ts). */
  readonly line: string;
}

/**
 * The order of this id. Ask the database first: files answer for what is not there.
 * @throws Refused ORDERS_UNAVAILABLE when a file cannot be read now
 */
export async function findFiledById(deps: FiledOrdersDeps, id: string): Promise<FiledOrder | null> {
  const isIt = (line: string) => line.includes(id) && orderOf(line).id === id;
  return await findIn(deps, await selectPartsOfId(deps.pool, id), isIt);
}

/** The order of this number. @throws Refused ORDERS_UNAVAILABLE when a file cannot be read now */
export async function findFiledByNumber(deps: FiledOrdersDeps, no: bigint): Promise<FiledOrder | null> {
  const isIt = (line: string) => line.includes(no.toString()) && orderOf(line).no === no;
  return await findIn(deps, await selectPartsOfNumber(deps.pool, no), isIt);
}

async function findIn(
  { readOrderPart }: FiledOrdersDeps,
  parts: readonly SortedPart[],
  isIt: (line: string) => boolean,
): Promise<FiledOrder | null> {
  for (const part of parts) {
    const line = (await readOrderPart(part)).find(isIt);
    if (line !== undefined) return orderOf(line);
  }
  return null;
}

/** Amounts in a line are larger than a number of JavaScript may be: they are not read here. */
export function orderOf(line: string): FiledOrder {
  const { id, no, member_id: memberId } = named.parse(JSON.parse(line)).order;
  return { id, no: BigInt(no), memberId: BigInt(memberId), line };
}
