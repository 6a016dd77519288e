import { createHash } from 'node:crypto';
import { money } from '@candor/domain/money';
import type { PlaceCommand } from '../../features/trading/place-orders.ts';
import { placeOrders } from '../../features/trading/place-orders.ts';
import { createPlacementQueue } from '../../features/trading/placement-queue.ts';
import { settleDueOrders } from '../../features/trading/settle-due-orders.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import { createLog } from '../../platform/log/log.ts';
import { databaseNow, makeMember, makeProduct, makeTicks, madeRequest, writePast } from '../factories.ts';
import { makeClockMovable } from '../movable-clock.ts';
import type { MovableClock } from '../movable-clock.ts';
import type { TestDb } from '../test-db.ts';
import type { Evidence } from './evidence.ts';
import { crashingPool } from './intercept-pool.ts';
import { decimalText } from './model.ts';
import type { MemberState, World } from './model.ts';
import { bodyOf, PRODUCTS, QUIET, SHUT } from './plan.ts';
import type { SimAttempt, SimCrash, SimPlan, SimStep, SimTerms } from './plan.ts';
import { drained, possibleStates } from './possible-states.ts';
import type { Transaction } from './possible-states.ts';

/**
 * Runs a plan on a real database. Its clock stands still and is set with the ticks of the plan, so minutes of trading pass in
 * seconds and nothing depends on the speed of the machine.
 */
export interface SimRun {
  evidence: Evidence;
  figures: { answered: number; unknown: number; accepted: number; settled: number };
}

/** How far into its second the clock stands. */
const INTO_SECOND_MS = 30;
const DRAIN_RUNS_MAX = 50;

interface Running {
  test: TestDb;
  clock: MovableClock;
  /** The pools of the code under test; a test may have planted a bug in them. */
  pool: Pool;
  workerPool: Pool;
  startMs: number;
  world: World;
  memberIds: bigint[];
  states: MemberState[][];
  run: SimRun;
}

/**
 * @param plant sits between the code under test and the database, to plant bugs.
 * @throws Error at the first answer that no order of events explains.
 */
export async function runSimulation(
  test: TestDb,
  plan: SimPlan,
  plant: (pool: Pool) => Pool = (pool) => pool,
): Promise<SimRun> {
  const clock = await makeClockMovable(test.ownerUrl);
  try {
    return await runPlan(await prepare(test, clock, plan, plant), plan);
  } finally {
    await clock.close();
  }
}

async function runPlan(running: Running, plan: SimPlan): Promise<SimRun> {
  for (const [index, step] of plan.steps.entries()) {
    try {
      await perform(running, step);
    } catch (error) {
      throw new Error(`Step ${index} (${step.kind}): ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
  return running.run;
}

async function prepare(
  test: TestDb,
  clock: MovableClock,
  plan: SimPlan,
  plant: (pool: Pool) => Pool,
): Promise<Running> {
  const startMs = Math.ceil((await databaseNow(test.pool)) / 1000) * 1000;
  await clock.standAt(startMs + INTO_SECOND_MS);
  const never = { timeZone: 'UTC', weekly: {}, holidays: [] };
  for (const product of PRODUCTS)
    await makeProduct(test.ownerPool, product, product === SHUT ? { calendar: never } : {});
  for (const table of ['log_terms', 'terms'])
    await writePast(test.ownerPool, `delete from ${table} where product = any($1)`, [PRODUCTS]);
  await makeTicks(test, QUIET, [{ at: startMs - 3_600_000, price: 1 }]);
  const memberIds: bigint[] = [];
  for (const balance of plan.balances) memberIds.push(await makeMember(test.ownerPool, decimalText(balance)));
  const running: Running = {
    test,
    clock,
    pool: plant(test.pools.http),
    workerPool: plant(test.pools.worker),
    startMs,
    world: {
      nowMs: startMs + INTO_SECOND_MS,
      ticks: new Map(),
      terms: new Map(),
      forbidden: new Set(),
      shut: new Set([SHUT]),
      quiet: new Set([QUIET]),
      frozen: new Set(),
    },
    memberIds,
    states: plan.balances.map((funds) => [{ funds, open: new Map(), decided: new Map() }]),
    run: {
      evidence: {
        members: memberIds.map((id, index) => ({ id, startFunds: plan.balances[index] ?? 0n })),
        answers: [],
        ticks: new Map(),
      },
      figures: { answered: 0, unknown: 0, accepted: 0, settled: 0 },
    },
  };
  running.run.evidence.ticks = running.world.ticks;
  for (const terms of plan.terms) await publishTerms(running, terms);
  return running;
}

async function perform(running: Running, step: SimStep): Promise<void> {
  const { test, world } = running;
  switch (step.kind) {
    case 'ticks':
      await publishTicks(running, step);
      return;
    case 'terms':
      await publishTerms(running, step.terms);
      return;
    case 'freeze':
      await test.ownerPool.query('update member set frozen = $2 where id = $1', [
        running.memberIds[step.member],
        step.frozen,
      ]);
      if (step.frozen) world.frozen.add(step.member);
      else world.frozen.delete(step.member);
      return;
    case 'forbid':
      await test.ownerPool.query('update product set forbidden = $2 where code = $1', [step.product, step.forbidden]);
      if (step.forbidden) world.forbidden.add(step.product);
      else world.forbidden.delete(step.product);
      return;
    case 'drain':
      await drain(running);
      return;
    case 'race':
      await race(running, step);
  }
}

async function publishTicks(
  { test, clock, world, startMs }: Running,
  { ticks, second: newest, behind }: Extract<SimStep, { kind: 'ticks' }>,
): Promise<void> {
  for (const [product, list] of Map.groupBy(ticks, (tick) => tick.product)) {
    const made = list.map(({ second, price, status }) => ({ at: startMs + second * 1000, price, status }));
    await makeTicks(test, product, made);
    const chain = world.ticks.get(product) ?? [];
    for (const tick of made) chain.push({ seq: chain.length + 1, ...tick });
    world.ticks.set(product, chain);
  }
  world.nowMs = startMs + (newest - behind) * 1000 + INTO_SECOND_MS;
  await clock.standAt(world.nowMs);
}

async function publishTerms({ test, world }: Running, terms: SimTerms): Promise<void> {
  await test.ownerPool.query(
    `insert into terms (product, version, durations, fee_rate, presets) values ($1, $2, $3, $4, '[]')`,
    [terms.product, terms.version, JSON.stringify(terms.durations), terms.feeRate],
  );
  world.terms.set(terms.product, [...(world.terms.get(terms.product) ?? []), terms]);
}

/** Runs the worker until nothing is due; then the database must be in a state the model allows. */
async function drain(running: Running): Promise<void> {
  const { workerPool, run, world } = running;
  for (let runs = 0; ; runs += 1) {
    const { due, settled } = await settleDueOrders(workerPool).catch(asUnknown({ due: 1, settled: 0 }));
    run.figures.settled += settled;
    if (due === 0) break;
    if (runs >= DRAIN_RUNS_MAX) throw new Error('due orders are left unsettled');
  }
  running.states = running.states.map((states) => states.map((state) => drained(world, state)));
  await reconcile(running);
}

/** The database must hold one of the states that explain the answers. */
async function reconcile(running: Running): Promise<void> {
  const { rows } = await running.test.ownerPool.query<{ id: bigint; held: string }>(
    `select m.id, concat_ws('/', a.posted,
       (select count(*) from idempotency i where i.member_id = m.id)
         + (select count(*) from trade_order o where o.member_id = m.id and o.key is not null),
       (select string_agg(substr(p.order_id::text, 16), ',' order by substr(p.order_id::text, 16) collate "C") from position p where p.member_id = m.id)) as held
     from member m join account a on a.member_id = m.id and a.kind = 'funds' and a.wallet = 'practice'`,
  );
  const held = new Map(rows.map((row) => [row.id, row.held]));
  running.states = running.states.map((states, member) => {
    const actual = held.get(running.memberIds[member] ?? 0n);
    const allowed = states.filter((state) => heldText(state) === actual);
    if (allowed.length === 0)
      throw new Error(`member ${member} holds ${actual}, possible: ${states.map(heldText).join(' or ')}`);
    return allowed;
  });
}

function heldText({ funds, decided, open }: MemberState): string {
  const ids = [...open.values()].map((order) => order.id).toSorted();
  return [funds, decided.size, ...(ids.length === 0 ? [] : [ids.join()])].join('/');
}

async function race(running: Running, step: Extract<SimStep, { kind: 'race' }>): Promise<void> {
  const { pool, workerPool, world } = running;
  const transactions: Transaction[] = [];
  const queue = createPlacementQueue(pool, 'practice', createLog('silent'), () => undefined);
  await Promise.all([
    ...step.batches.map(async ({ attempts, crash }) => {
      const answers = await placeOrders(
        crashing(running, pool, crash),
        'practice',
        attempts.map((attempt) => commandOf(running, attempt)),
      ).catch(asUnknown(null));
      transactions.push({ attempts, answers });
    }),
    ...step.queued.map(async (attempt) => {
      const answer = await queue.submit(commandOf(running, attempt)).catch(asUnknown(null));
      // No money was taken and nothing was decided, as if it had never been sent. The database must agree.
      if (answer !== null && !answer.ok && answer.error === 'ORDER_FAILED_RETRY') return;
      transactions.push({ attempts: [attempt], answers: answer === null ? null : [answer] });
    }),
    ...step.workers.map(async ({ crash }) => {
      const { settled } = await settleDueOrders(crashing(running, workerPool, crash)).catch(asUnknown({ settled: 0 }));
      running.run.figures.settled += settled;
    }),
    killOne(running, step.killAfterMs),
  ]);
  await queue.close();
  for (const transaction of transactions) writeDown(running, transaction);
  running.states = running.states.map((states, member) => {
    const own = transactions.map((transaction) => ofMember(transaction, member)).filter((t) => t.attempts.length > 0);
    const after = possibleStates(world, states, own, step.workers.length > 0);
    if (after.length === 0)
      throw new Error(`no order of events explains the answers to member ${member}: ${show(own)}`);
    return after;
  });
  await reconcile(running);
}

function crashing({ test }: Running, pool: Pool, crash: SimCrash): Pool {
  return crash === null ? pool : crashingPool(pool, test.ownerPool, crash);
}

async function killOne({ test }: Running, afterMs: number | null): Promise<void> {
  if (afterMs === null) return;
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await test.ownerPool.query(
    `select pg_terminate_backend(pid, 1000) from pg_stat_activity
     where datname = current_database() and usename in ('candor_http', 'candor_worker') and state <> 'idle' limit 1`,
  );
}

const LOST = new Set(['57P01', 'EPIPE', 'ECONNRESET']);

/** A lost connection leaves the outcome unknown; any other error is a finding. */
function asUnknown<T>(instead: T) {
  return (error: unknown): T => {
    for (let cause = error; cause instanceof Error; cause = cause.cause) {
      if (LOST.has(sqlState(cause)) || /connection terminated|connection error|not queryable/i.test(cause.message))
        return instead;
    }
    throw error;
  };
}

function commandOf({ memberIds, world }: Running, attempt: SimAttempt): PlaceCommand {
  return {
    orderId: attempt.orderId,
    nonce: attempt.orderId,
    memberId: memberIds[attempt.member] ?? 0n,
    product: attempt.product,
    direction: attempt.direction,
    durationSec: attempt.durationSec,
    stake: money(attempt.stake),
    wallet: attempt.wallet,
    ...(attempt.termsVersion === null ? {} : { termsVersion: attempt.termsVersion }),
    submittedAt: world.nowMs,
    key: attempt.key,
    fingerprint: createHash('sha256').update(bodyOf(attempt)).digest(),
    request: madeRequest(world.nowMs),
  };
}

function writeDown({ run, memberIds }: Running, { attempts, answers }: Transaction): void {
  if (answers === null) {
    run.figures.unknown += attempts.length;
    return;
  }
  for (const [index, attempt] of attempts.entries()) {
    const answer = answers[index];
    if (answer === undefined) throw new Error('a command was not answered');
    run.figures.answered += 1;
    if (answer.ok) run.figures.accepted += 1;
    run.evidence.answers.push({ memberId: memberIds[attempt.member] ?? 0n, key: attempt.key, answer });
  }
}

function ofMember({ attempts, answers }: Transaction, member: number): Transaction {
  const own = (_: unknown, index: number): boolean => attempts[index]?.member === member;
  return { attempts: attempts.filter(own), answers: answers?.filter(own) ?? null };
}

function show(transactions: readonly Transaction[]): string {
  return JSON.stringify(transactions, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 1);
}
