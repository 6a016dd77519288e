import { isDeepStrictEqual } from 'node:util';
import type { PlaceAnswer } from '../../features/trading/place-orders.ts';
import type { Db } from '../../platform/db/pool.ts';
import { decimalText, outcomeOf } from './model.ts';
import type { ModelTick } from './model.ts';

/**
 * Compares what a client wrote down during the run with the database afterwards. Balances alone do not show a lost
 * acknowledgement; only the client's own list does.
 */
export interface Evidence {
  members: { id: bigint; startFunds: bigint }[];
  answers: { memberId: bigint; key: string; answer: PlaceAnswer }[];
  ticks: ReadonlyMap<string, readonly ModelTick[]>;
}

type AcceptedOrder = Extract<PlaceAnswer, { ok: true }>['order'];

interface StoredOrder {
  id: string;
  memberId: bigint;
  direction: 'up' | 'down';
  product: string;
  stake: bigint;
  fee: bigint;
  payout: bigint;
  entryAt: number;
  closesAt: number;
  told: Record<string, unknown>;
}

/** @throws Error that names every broken promise. All placed orders must be due and settled by now. */
export async function checkEvidence(db: Db, evidence: Evidence): Promise<void> {
  const broken: string[] = [];
  const orders = await selectOrders(db);
  const acknowledged = acknowledgedOrders(evidence, broken);
  for (const [id, order] of acknowledged) {
    const stored = orders.get(id);
    if (stored === undefined) broken.push(`an acknowledged order is missing: ${id}`);
    else if (!isDeepStrictEqual(stored.told, immutableOf(order)))
      broken.push(`an order is not as it was acknowledged: ${id}`);
  }
  for (const id of orders.keys()) if (!acknowledged.has(id)) broken.push(`an order that no answer reported: ${id}`);
  await checkKeptAnswers(db, evidence, broken);
  await checkTicks(db, evidence, broken);
  const profits = await checkSettlements(db, evidence, orders, broken);
  await checkFunds(db, evidence, profits, broken);
  if (broken.length > 0) throw new Error(`The evidence is contradictory:\n${[...new Set(broken)].join('\n')}`);
}

/** Every accepted answer by its order. All answers for one key must be the same. */
function acknowledgedOrders({ answers }: Evidence, broken: string[]): Map<string, AcceptedOrder> {
  const byKey = new Map<string, AcceptedOrder>();
  for (const { memberId, key, answer } of answers) {
    if (!answer.ok) continue;
    const first = byKey.get(`${memberId}/${key}`);
    if (first === undefined) byKey.set(`${memberId}/${key}`, answer.order);
    else if (!isDeepStrictEqual(first, answer.order)) broken.push(`a key was answered in two ways: ${key}`);
  }
  return new Map([...byKey.values()].map((order) => [order.id, order]));
}

function immutableOf(order: AcceptedOrder): Record<string, unknown> {
  return {
    no: order.no,
    product: order.product,
    direction: order.direction,
    wallet: order.wallet,
    stake: order.stake,
    fee: order.fee,
    payoutRate: order.payoutRate,
    payout: order.payout,
    durationSec: order.durationSec,
    submittedAt: Date.parse(order.submittedAt),
    acceptedAt: Date.parse(order.acceptedAt),
    entryAt: Date.parse(order.entryAt),
    closesAt: Date.parse(order.closesAt),
    termsVersion: order.termsVersion,
  };
}

async function selectOrders(db: Db): Promise<Map<string, StoredOrder>> {
  const { rows } = await db.query<
    Omit<StoredOrder, 'told'> & {
      no: bigint;
      wallet: string;
      payoutRate: bigint;
      durationSec: number;
      submittedAt: number;
      acceptedAt: number;
      termsVersion: number;
    }
  >(`select id, member_id as "memberId", no, product, direction, wallet, stake, fee, payout, payout_rate as "payoutRate",
       duration_sec as "durationSec", submitted_at as "submittedAt", accepted_at as "acceptedAt", entry_at as "entryAt",
       closes_at as "closesAt", terms_version as "termsVersion" from trade_order`);
  return new Map(
    rows.map((row) => {
      const { id, memberId, no, stake, fee, payout, payoutRate, ...same } = row;
      const told = {
        ...same,
        no: no.toString(),
        stake: decimalText(stake),
        fee: decimalText(fee),
        payout: decimalText(payout),
        payoutRate: (Number(payoutRate) / 10_000).toFixed(4),
      };
      return [id, { id, memberId, stake, fee, payout, ...same, told }];
    }),
  );
}

/** A retry at any time must find the order. What it says of the order follows from the order. */
async function checkKeptAnswers(db: Db, { answers }: Evidence, broken: string[]): Promise<void> {
  const { rows } = await db.query<{ memberId: bigint; key: string; id: string }>(
    'select member_id as "memberId", key, id from trade_order',
  );
  const kept = new Map(rows.map((row) => [`${row.memberId}/${row.key}`, row.id]));
  for (const { memberId, key, answer } of answers)
    if (answer.ok && kept.get(`${memberId}/${key}`) !== answer.order.id)
      broken.push(`an answer is not kept under its key: ${key}`);
}

async function checkTicks(db: Db, { ticks }: Evidence, broken: string[]): Promise<void> {
  const { rows } = await db.query<{ product: string; seq: bigint; at: number; price: bigint; status: string }>(
    'select product, seq, at, price, status from tick where product = any($1) order by product, seq',
    [[...ticks.keys()]],
  );
  const stored = rows.map((row) => `${row.product} ${row.seq} ${row.at} ${row.price} ${row.status}`);
  const published = [...ticks]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([product, list]) => list.map((tick) => `${product} ${tick.seq} ${tick.at} ${tick.price} ${tick.status}`));
  if (!isDeepStrictEqual(stored, published)) broken.push('the ticks are not those that were published');
}

interface StoredSettlement {
  orderId: string;
  outcome: string;
  reason: string | null;
  entrySeq: number | null;
  exitSeq: number | null;
  credited: bigint;
  profit: bigint;
}

/** Checks that each order is settled once, according to its ticks. Returns the sum of results by member. */
async function checkSettlements(
  db: Db,
  evidence: Evidence,
  orders: ReadonlyMap<string, StoredOrder>,
  broken: string[],
): Promise<Map<bigint, bigint>> {
  const { rows } = await db.query<StoredSettlement>(
    `select order_id as "orderId", outcome, reason, entry_seq::int as "entrySeq", exit_seq::int as "exitSeq", credited, profit
     from settlement`,
  );
  const byOrder = Map.groupBy(rows, (row) => row.orderId);
  const profits = new Map<bigint, bigint>();
  for (const order of orders.values()) {
    const [settlement, ...more] = byOrder.get(order.id) ?? [];
    const expected = outcomeOf(order, evidence.ticks.get(order.product) ?? []);
    profits.set(order.memberId, (profits.get(order.memberId) ?? 0n) + expected.profit);
    if (settlement === undefined) broken.push(`an order was never settled: ${order.id}`);
    else if (more.length > 0) broken.push(`an order was settled more than once: ${order.id}`);
    else if (!isDeepStrictEqual({ ...settlement }, { orderId: order.id, ...expected }))
      broken.push(
        `an order was settled ${settlement.outcome} ${settlement.credited}, its ticks say ${expected.outcome} ${expected.credited}: ${order.id}`,
      );
  }
  for (const id of byOrder.keys()) if (!orders.has(id)) broken.push(`a settlement has no order: ${id}`);
  return profits;
}

/** Recomputes funds without the ledger: what a member had, plus and minus the results from their orders' ticks. */
async function checkFunds(
  db: Db,
  { members }: Evidence,
  profits: ReadonlyMap<bigint, bigint>,
  broken: string[],
): Promise<void> {
  const { rows } = await db.query<{ memberId: bigint; posted: bigint }>(
    `select member_id as "memberId", posted from account where kind = 'funds' and wallet = 'practice'`,
  );
  const posted = new Map(rows.map((row) => [row.memberId, row.posted]));
  for (const { id, startFunds } of members) {
    const expected = startFunds + (profits.get(id) ?? 0n);
    if (posted.get(id) !== expected) broken.push(`member ${id} has ${posted.get(id)}, and should have ${expected}`);
  }
}
