import type * as calls from '@candor/contract/calls/order-log';
import { publicOrder, publicSettlement } from '@candor/contract/log-openings';
import type { LogOpening, LogOpeningsView } from '@candor/contract/log-openings';
import { assert } from '@candor/domain/assert';
import type { Db } from '../../platform/db/pool.ts';
import { SECOND_MS } from '../../platform/http/public-answers.ts';
import type { PublicAnswers } from '../../platform/http/public-answers.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { selectOpenings } from './openings-store.ts';
import type { OpeningRow } from './openings-store.ts';

/**
 * What everyone is told of the entries of the order log. An order and its settlement are told once the settlement is under a
 * head, terms at once; of all others nothing. It holds no member and no amount.
 */
export interface OpeningsDeps {
  readonly pool: Db;
  readonly answers: Pick<PublicAnswers, 'send'>;
}

/** What is opened never changes, but the size of the head does. */
const OPENED_KEPT_MS = 60_000;
/** Cost of making an answer in points, in addition to sending it; see platform/http/route-cost.ts. */
const MAKING_POINTS = 8;
const OPENINGS_A_POINT = 2;

export async function listLogOpenings(
  { query, request, reply }: Call<typeof calls.listLogOpenings>,
  { pool, answers }: OpeningsDeps,
): Promise<Answered<typeof calls.listLogOpenings>> {
  const { from, limit } = query;
  return await answers.send(request, reply, {
    key: `log-openings/${from}/${limit}`,
    points: MAKING_POINTS + Math.ceil(limit / OPENINGS_A_POINT),
    make: async () => openingsView(await selectOpenings(pool, from, from + limit)),
    keptMs: ({ items }) =>
      items.length === limit && items.every(({ kind }) => kind !== 'sealed') ? OPENED_KEPT_MS : SECOND_MS,
  });
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
