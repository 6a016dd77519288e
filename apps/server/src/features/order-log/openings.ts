import type * as calls from '@candor/contract/calls/order-log';
import { publicOrder, publicSettlement } from '@candor/contract/log-openings';
import type { LogOpening, LogOpeningsView } from '@candor/contract/log-openings';
import { assert } from '@candor/domain/assert';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { SECOND_MS } from '../../platform/http/public-answers.ts';
import type { PublicAnswers } from '../../platform/http/public-answers.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { filesOfSpan } from '../../services/order-archive/files-of-span.ts';
import { linesFrom } from '../../services/order-archive/lines-from.ts';
import type { ReadPart } from '../../services/order-archive/read-parts.ts';
import { selectOpenings } from './openings-store.ts';
import type { OpeningRow } from './openings-store.ts';

/**
 * What everyone is told of the entries of the order log. An order and its settlement are told once the settlement is under a
 * head, terms at once; of all others nothing. It holds no member and no amount.
 */
export interface OpeningsDeps {
  readonly pool: Db;
  readonly readOrderPart: ReadPart;
  readonly answers: Pick<PublicAnswers, 'send'>;
}

/** What is opened never changes, but the size of the head does. */
const OPENED_KEPT_MS = 60_000;
/** Cost of making an answer in points, in addition to sending it; see platform/http/route-cost.ts. */
const MAKING_POINTS = 8;
const OPENINGS_A_POINT = 2;

export async function listLogOpenings(
  { query, request, reply }: Call<typeof calls.listLogOpenings>,
  { answers, ...deps }: OpeningsDeps,
): Promise<Answered<typeof calls.listLogOpenings>> {
  const { from, limit } = query;
  return await answers.send(request, reply, {
    key: `log-openings/${from}/${limit}`,
    points: MAKING_POINTS + Math.ceil(limit / OPENINGS_A_POINT),
    make: async () => openingsView(await readOpenings(deps, from, from + limit)),
    keptMs: ({ items }) =>
      items.length === limit && items.every(({ kind }) => kind !== 'sealed') ? OPENED_KEPT_MS : SECOND_MS,
  });
}

const openedLine = z.object({
  index: z.int(),
  kind: z.enum(['order', 'settlement', 'older']),
  half: z.nullable(z.string()),
  seal: z.nullable(z.string()),
});

/**
 * From the database, and of months that have left it from their files: what these have is opened. The database is read first, so that a month
 * that leaves meanwhile is in one of both.
 * @throws Refused ORDERS_UNAVAILABLE when a file cannot be read now
 */
async function readOpenings(
  { pool, readOrderPart }: Omit<OpeningsDeps, 'answers'>,
  from: number,
  to: number,
): Promise<readonly OpeningRow[]> {
  const rows = await selectOpenings(pool, from, to);
  const sealed = rows.flatMap(({ kind, index }) => (kind === 'sealed' && index !== null ? [index] : []));
  const [low, high] = [sealed[0], sealed.at(-1)];
  if (low === undefined || high === undefined) return rows;
  const filed = new Map<bigint, OpeningRow>();
  for await (const { lines } of filesOfSpan(pool, readOrderPart, 'opening', { low, high }))
    for (const line of linesFrom(await lines(), indexOf, low)) {
      const { index, kind, half, seal } = openedLine.parse(JSON.parse(line));
      if (BigInt(index) > high) break;
      const opened = { kind, half, seal: seal === null ? null : Buffer.from(seal, 'hex') };
      filed.set(BigInt(index), { size: 0n, index: BigInt(index), ...opened, product: null, version: null, hash: null });
    }
  return rows.map((row) => {
    const opened = row.kind === 'sealed' && row.index !== null ? filed.get(row.index) : undefined;
    return opened === undefined ? row : { ...opened, size: row.size };
  });
}

function indexOf(line: string): bigint {
  return BigInt(openedLine.parse(JSON.parse(line)).index);
}

function openingsView(rows: readonly OpeningRow[]): LogOpeningsView {
  return {
    size: Number(rows[0]?.size ?? 0),
    items: rows.flatMap((row) => (row.index === null ? [] : [openingView(row, Number(row.index))])),
  };
}

function openingView({ kind, half, seal, product, version, hash }: OpeningRow, index: number): LogOpening {
  if (kind === 'order' || kind === 'settlement') {
    assert(half !== null && seal !== null, 'what is opened has both halves');
    const told: unknown = JSON.parse(half);
    const rest = { index, seal: seal.toString('hex') };
    return kind === 'order'
      ? { ...rest, kind, public: publicOrder.parse(told) }
      : { ...rest, kind, public: publicSettlement.parse(told) };
  }
  if (kind === 'terms') {
    assert(product !== null && version !== null && hash !== null, 'terms are told at once');
    return { index, kind, product, version, hash: hash.toString('hex') };
  }
  return { index, kind: kind ?? 'sealed' };
}
